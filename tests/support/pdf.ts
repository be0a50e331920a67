import { inflateSync } from 'node:zlib'

/** What a PDF of PDFKit holds, read back from its bytes. */
export interface ReadPdf {
  /** Per page one line for every text that was drawn, in the order of drawing. */
  pages: string[][]
  /** Content stream of each page. */
  contents: string[]
  /** Width and height of each page in points. */
  sizes: [number, number][]
  info: Record<string, string>
  language: string | null
  fontNames: string[]
}

interface PdfObject {
  dictionary: string
  stream: Buffer | null
}

/** The objects by number, found through the file's own cross-reference table. */
function objectsOf(bytes: Buffer): Map<number, PdfObject> {
  const text = bytes.toString('latin1')
  const start = Number(/startxref\n(\d+)\n%%EOF/.exec(text)?.[1])
  const [header = '', ...entries] = text.slice(start, text.indexOf('trailer', start)).split('\n').slice(1)
  const count = Number(header.split(' ')[1])
  const objects = new Map<number, PdfObject>()
  for (let id = 1; id < count; id++) {
    const offset = Number(entries[id]!.slice(0, 10))
    if (!text.startsWith(`${id} 0 obj`, offset)) throw new Error(`object ${id} is not where the table says`)
    const end = text.indexOf('endobj', offset)
    const at = text.indexOf('\nstream\n', offset)
    const hasStream = at !== -1 && at < end
    const dictionary = text.slice(text.indexOf('\n', offset) + 1, hasStream ? at : end)
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1])
    const raw = hasStream ? bytes.subarray(at + 8, at + 8 + length) : null
    const stream = raw && dictionary.includes('/FlateDecode') ? inflateSync(raw) : raw
    objects.set(id, { dictionary, stream })
  }
  return objects
}

const reference = (dictionary: string, name: string): number =>
  Number(new RegExp(`/${name} (\\d+) 0 R`).exec(dictionary)?.[1] ?? Number.NaN)

/** Glyph number → letters, as the font's ToUnicode table has it. */
function lettersOf(cmap: string): Map<number, string> {
  const letters = new Map<number, string>()
  for (const [, from = '', list = ''] of cmap.matchAll(/<(\w{4})> <\w{4}> \[(.*?)\]/g))
    [...list.matchAll(/<([^>]*)>/g)].forEach(([, codes = ''], i) => {
      const units = codes.split(' ').filter(Boolean)
      letters.set(parseInt(from, 16) + i, String.fromCharCode(...units.map((unit) => parseInt(unit, 16))))
    })
  return letters
}

function linesOf(content: string, fonts: Map<string, Map<number, string>>): string[] {
  return [...content.matchAll(/BT\n([\s\S]*?)ET/g)].map(([, block = '']) => {
    const letters = fonts.get(/\/(\w+) [\d.]+ Tf/.exec(block)?.[1] ?? '')!
    const glyphs = [...block.matchAll(/<([0-9a-f]+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
    return glyphs.map((glyph) => letters.get(parseInt(glyph, 16)) ?? '\uFFFD').join('')
  })
}

function textOf(value: string): string {
  const escaped = value.slice(value.indexOf('(') + 1, value.lastIndexOf(')'))
  const plain = escaped.replace(
    /\\([nrtbf()\\])/g,
    (_all, sign: string) => ({ n: '\n', r: '\r', t: '\t' })[sign] ?? sign,
  )
  const raw = Buffer.from(plain, 'latin1')
  return raw[0] === 0xfe && raw[1] === 0xff ? Buffer.from(raw.subarray(2)).swap16().toString('utf16le') : plain
}

/** Reads a PDF that PDFKit wrote, compressed or not: what a reader would find and copy, and not what was meant. */
export function readPdf(bytes: Buffer): ReadPdf {
  const objects = objectsOf(bytes)
  const text = bytes.toString('latin1')
  const trailer = text.slice(text.lastIndexOf('trailer'))
  const root = objects.get(reference(trailer, 'Root'))!.dictionary
  const tree = objects.get(reference(root, 'Pages'))!.dictionary
  const kids = [...(/\/Kids \[([^\]]*)\]/.exec(tree)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id))
  const pages = kids.map((id) => objects.get(id)!.dictionary)
  const fontOf = (id: number) => objects.get(id)!.dictionary
  const contents = pages.map((page) => objects.get(reference(page, 'Contents'))!.stream!.toString('latin1'))
  const info = objects.get(reference(trailer, 'Info'))!.dictionary
  return {
    contents,
    pages: pages.map((page, i) => {
      const resources = objects.get(reference(page, 'Resources'))!.dictionary
      const fonts = [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(
        ([, name = '', id]) =>
          [
            name,
            lettersOf(objects.get(reference(fontOf(Number(id)), 'ToUnicode'))!.stream!.toString('latin1')),
          ] as const,
      )
      return linesOf(contents[i]!, new Map(fonts))
    }),
    sizes: pages.map((page) => {
      const [, , width, height] = /\/MediaBox \[([^\]]*)\]/.exec(page)![1]!.split(' ').map(Number)
      return [width!, height!]
    }),
    info: Object.fromEntries(
      [...info.matchAll(/\/(\w+) (\d+) 0 R/g)].map(
        ([, key = '', id]) => [key, textOf(objects.get(Number(id))!.dictionary)] as const,
      ),
    ),
    language: /\/Lang \(([^)]*)\)/.exec(root)?.[1] ?? null,
    fontNames: [...text.matchAll(/\/Type \/Font\n[\s\S]*?\/BaseFont \/(\S+)/g)].map(([, name = '']) => name),
  }
}
