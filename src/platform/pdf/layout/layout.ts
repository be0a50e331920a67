/** A layout: code that becomes the pages of a record. */
import type { Pdf } from '../document.ts'
import { type CompiledLayout, compileLayout, renderLayout } from './compile.ts'
import type { Picture } from './fragment.ts'
import { drawPages } from './pages.ts'
import { LayoutRefused } from './refused.ts'
import { type Node, treeOf } from './tree.ts'

/** A record in the way of a layout; it goes to the thread that draws. */
export interface LaidOut {
  source: string
  /** What the code may ask: texts, and lists of texts by their names. */
  data: object
  /** By the name that the code calls them; null for one that the organisation does not have. */
  pictures: Readonly<Record<string, Uint8Array | null>>
}

/** Null for what cannot be drawn, which is left out. */
function openImage(doc: Pdf, bytes: Uint8Array): Picture | null {
  try {
    return (doc as unknown as { openImage(bytes: Buffer): Picture }).openImage(Buffer.from(bytes))
  } catch {
    return null
  }
}

/** Layouts that are read at a time in one document. */
const MOST = 20

/** Draws records with layouts into one document; each code and each picture is read once. */
export function layoutPen(): (doc: Pdf, item: LaidOut) => void {
  const compiled = new Map<string, CompiledLayout>()
  const opened = new Map<string, Picture | null>()
  const pictureOf = (doc: Pdf, name: string, bytes: Uint8Array | null): Picture | null => {
    if (bytes === null) return null
    const key = `${name} ${bytes.length}`
    const known = opened.has(key) ? opened.get(key)! : openImage(doc, bytes)
    opened.set(key, known)
    return known
  }
  return (doc, { source, data, pictures }) => {
    const code = compiled.get(source) ?? compileLayout(source)
    if (compiled.size < MOST) compiled.set(source, code)
    const images = new Map(Object.entries(pictures).map(([name, bytes]) => [name, pictureOf(doc, name, bytes)]))
    drawPages(doc, treeOf(renderLayout(code, data), source), images, source)
  }
}

/** All that a layout says of a record, with what its codes hold: what is not in it, is not on paper. */
export function saidBy(source: string, data: object): string {
  const texts = (node: Node): string =>
    typeof node === 'string'
      ? node
      : [node.attributes.value, node.attributes.href, ...node.children.map(texts)].join('')
  return texts(treeOf(renderLayout(compileLayout(source), data), source))
}

/** Whether a layout drew what it was asked; one that is refused has drawn nothing. */
export function drewByLayout(draw: () => void): boolean {
  try {
    draw()
    return true
  } catch (error) {
    if (error instanceof LayoutRefused) return false
    throw error
  }
}
