/** How what a layout says is divided over its pages, and drawn. */
import type { Pdf } from '../document.ts'
import { drawBox } from './box.ts'
import { flowOf } from './flow.ts'
import { Budget, FIRST_STYLE, type Fragment, type Pen, type Picture, drawAll, heightOf } from './fragment.ts'
import { inherited } from './lines.ts'
import type { Style } from './style.ts'
import type { Element, Node } from './tree.ts'

/** As many pages as one record has at most. */
const MOST_PAGES = 200
/** How far a heading looks ahead for what it stands above. */
const AHEAD = 6
/** White around what flows, in points; the header begins and the footer ends at this distance from the edge. */
const MARGIN = 48
const EDGE = 30
const BETWEEN = 8

/** What no longer fits begins the next page; the first has a height of its own. */
function pagesOf(fragments: readonly Fragment[], first: number, further = first): Fragment[][] {
  const pages: Fragment[][] = [[]]
  let y = 0
  const next = () => {
    pages.push([])
    y = 0
  }
  const put = (fragment: Fragment) => {
    pages.at(-1)!.push(fragment)
    y += fragment.height
  }
  fragments.forEach((fragment, i) => {
    if (fragment.endsPage === true) return pages.at(-1)!.length > 0 ? next() : undefined
    if (fragment.isSpace === true) return y === 0 ? undefined : put(fragment)
    const room = pages.length === 1 ? first : further
    if (y > 0 && y + fragment.height + alongWith(fragments, i) > room + 0.01) {
      next()
      for (const one of fragment.head ?? []) put(one)
    }
    put(fragment)
  })
  const last = pages.at(-1)!
  // Nothing but white after the last page break is no page.
  return pages.length > 1 && last.every(({ isSpace, height }) => isSpace === true && height >= 0) ? pages.slice(0, -1) : pages // prettier-ignore
}

/** What a heading may not be parted from. */
function alongWith(fragments: readonly Fragment[], from: number): number {
  if (fragments[from]!.isHeading !== true) return 0
  let height = 0
  for (const fragment of fragments.slice(from + 1, from + 1 + AHEAD)) {
    if (fragment.endsPage === true) break
    height += fragment.height
    if (fragment.isHeading !== true && fragment.isSpace !== true) break
  }
  return height
}

interface Parts {
  style: Style
  header?: Element
  footer?: Element
  body: Node[]
}

function partsOf(root: Element): Parts {
  const bodies = root.children.filter((node): node is Element => typeof node === 'object' && node.name === 'body')
  const nodes = root.children.flatMap((node) => (typeof node === 'object' && node.name === 'body' ? node.children : [node])) // prettier-ignore
  const named = (name: string) => nodes.findLast((node): node is Element => typeof node === 'object' && node.name === name) // prettier-ignore
  const [header, footer] = [named('header'), named('footer')]
  const body = nodes.filter((node) => typeof node === 'string' || (node.name !== 'header' && node.name !== 'footer'))
  return { style: bodies[0]?.style ?? {}, ...(header ? { header } : {}), ...(footer ? { footer } : {}), body }
}

const A4: [number, number] = [595.28, 841.89]

/** Draws one record, on pages of its own. @throws LayoutRefused */
export function drawPages(
  doc: Pdf,
  root: Element,
  pictures: ReadonlyMap<string, Picture | null>,
  source: string,
): number {
  const { style, header, footer, body } = partsOf(root)
  const sides = style.paper ?? A4
  const [width, height] = style.landscape === true ? [Math.max(...sides), Math.min(...sides)] : sides
  const page = { width, height }
  const { marginTop = MARGIN, marginRight = MARGIN, marginBottom = MARGIN, marginLeft = MARGIN } = style
  const inner = Math.max(1, width - marginLeft - marginRight)
  const text = inherited(FIRST_STYLE, style)
  const pen: Pen = { doc, page, room: height, pictures, at: null, budget: new Budget(source), flow: flowOf }
  const every = (element: Element | undefined, at: { page: number; pages: number }): Fragment[] =>
    element && at.page >= Number(element.attributes.from ?? 1)
      ? flowOf({ ...pen, at }, element.children, inherited(text, element.style), inner)
      : []
  const measured = { page: 2, pages: 2 }
  const heads = heightOf(every(header, measured))
  const foots = heightOf(every(footer, measured))
  const headTop = header?.style.top ?? EDGE
  const footEnd = height - (footer?.style.bottom ?? EDGE)
  const below = header ? Math.max(marginTop, headTop + heads + BETWEEN) : marginTop
  const topOf = (page: number) => (page === 1 && header?.attributes.from === '2' ? marginTop : below)
  const end = footer ? Math.min(height - marginBottom, footEnd - foots - BETWEEN) : height - marginBottom
  pen.room = end - below
  if (pen.room < 10) pen.budget.refuse('Op de bladzijde blijft geen ruimte over.')
  const pages = pagesOf(flowOf(pen, body, text, inner), end - topOf(1), pen.room)
  if (pages.length > MOST_PAGES) pen.budget.refuse(`Dit worden ${pages.length} bladzijden; hooguit ${MOST_PAGES} kan.`)
  const framed = pages.map((fragments, i) => {
    const at = { page: i + 1, pages: pages.length }
    return { fragments, head: every(header, at), foot: every(footer, at), top: topOf(at.page) }
  })
  // From here on nothing is refused: a record is drawn whole or not at all.
  for (const { fragments, head, foot, top } of framed) {
    doc.addPage({ size: [width, height], margin: 0 })
    drawBox(doc, style, { x: 0, y: 0, width, height })
    drawAll(head, marginLeft, headTop)
    drawAll(foot, marginLeft, footEnd - foots)
    drawAll(fragments, marginLeft, top)
  }
  return pages.length
}
