/** What a layout says as fragments below each other. */
import { drawQr } from '../qr.ts'
import { drawBox, isDrawn, pointsOf } from './box.ts'
import { isInline } from './elements.ts'
import { type Fragment, type Pen, drawAll, heightOf, space } from './fragment.ts'
import { inherited, paragraphOf } from './lines.ts'
import { rowOf, tableOf } from './table.ts'
import type { OwnStyle, TextStyle } from './style.ts'
import type { Element, Node } from './tree.ts'

/** @param width what there is for it, in points */
export function flowOf(pen: Pen, nodes: readonly Node[], style: TextStyle, width: number): Fragment[] {
  const fragments: Fragment[] = []
  let words: Node[] = []
  const endParagraph = () => {
    if (words.length > 0) fragments.push(...paragraphOf(pen, words, style, width))
    words = []
  }
  for (const node of nodes) {
    if (typeof node === 'string' || isInline(node.name)) {
      words.push(node)
      continue
    }
    endParagraph()
    fragments.push(...blockOf(pen, node, style, width))
  }
  endParagraph()
  return fragments
}

function blockOf(pen: Pen, element: Element, style: TextStyle, available: number): Fragment[] {
  const { style: own, name } = element
  pen.budget.spend(element.at)
  if (name === 'pagebreak') return [{ height: 0, draw: () => undefined, endsPage: true }]
  const { marginTop = 0, marginRight = 0, marginBottom = 0, marginLeft = 0 } = own
  const width = Math.max(1, Math.min(pointsOf(own.width, available) ?? Infinity, available - marginLeft - marginRight))
  const inside = contentOf(pen, element, inherited(style, own), width)
  const shift = marginLeft + (isPicture(name) ? shiftOf(style.align, available - width) : 0)
  const shifted = shift === 0 ? inside : inside.map((one) => ({ ...one, draw: (x: number, y: number) => one.draw(x + shift, y) })) // prettier-ignore
  if (own.absolute === true) return [absoluteOf(pen, own, shifted, width)]
  const whole = own.together === true && heightOf(shifted) <= pen.room ? [together(shifted)] : shifted
  return [...space(marginTop), ...whole, ...space(marginBottom)]
}

const isPicture = (name: string) => name === 'img' || name === 'qr'
const shiftOf = (align: TextStyle['align'], left: number) =>
  align === 'left' ? 0 : align === 'center' ? left / 2 : left

const together = (fragments: Fragment[]): Fragment => ({
  height: heightOf(fragments),
  draw: (x, y) => drawAll(fragments, x, y),
})

/** Stands at a place on the page where it would have come. */
function absoluteOf(
  { page }: Pen,
  { left, top, right, bottom }: OwnStyle,
  inside: Fragment[],
  width: number,
): Fragment {
  const x = left ?? (right === undefined ? 0 : page.width - right - width)
  const y = top ?? (bottom === undefined ? 0 : page.height - bottom - heightOf(inside))
  return { height: 0, draw: () => drawAll(inside, x, y) }
}

function contentOf(pen: Pen, element: Element, style: TextStyle, width: number): Fragment[] {
  const { name, style: own, children, attributes } = element
  if (name === 'img') return pictureOf(pen, element, width)
  if (name === 'qr') return codeOf(pen, own, attributes.value!, width)
  if (name === 'table') return boxed(pen, own, tableOf(pen, element, style, inner(own, width)), width)
  if (name === 'columns') return boxed(pen, own, columnsOf(pen, element, style, inner(own, width)), width)
  if (name === 'ul' || name === 'ol') return boxed(pen, own, listOf(pen, element, style, inner(own, width)), width)
  const inside = flowOf(pen, children, style, inner(own, width))
  return boxed(pen, own, /^h\d$/.test(name) ? inside.map((one) => ({ ...one, isHeading: true })) : inside, width)
}

const inner = ({ paddingLeft = 0, paddingRight = 0 }: OwnStyle, width: number) => Math.max(1, width - paddingLeft - paddingRight) // prettier-ignore

/** What it stands in: room, ground and lines around it, over as many pages as it takes. */
function boxed({ doc, room }: Pen, own: OwnStyle, inside: Fragment[], width: number): Fragment[] {
  const { paddingTop = 0, paddingBottom = 0, paddingLeft = 0, height = 0 } = own
  const blank = (of: number): Fragment[] => (of > 0 ? [{ height: of, draw: () => undefined }] : [])
  const filled = [...blank(paddingTop), ...inside, ...blank(Math.max(paddingBottom, height - heightOf(inside) - paddingTop))] // prettier-ignore
  const parts = filled.length === 0 ? blank(own.borderTop?.width ?? 0) : filled
  if (!isDrawn(own) && paddingLeft === 0) return parts
  const whole = heightOf(parts)
  // A ground or lines in one piece look better than one that is cut, where a page has room for it.
  if (parts.length > 1 && whole <= room / 2 && isDrawn(own))
    return [{ height: whole, draw: (x, y) => (drawBox(doc, own, { x, y, width, height: whole }), drawAll(parts, x + paddingLeft, y)) }] // prettier-ignore
  const last = parts.length - 1
  return parts.map((part, i) => ({
    ...part,
    draw: (x, y) => {
      drawBox(doc, own, { x, y, width, height: part.height + (i === last ? 0 : 0.3) }, { top: i === 0, bottom: i === last }) // prettier-ignore
      part.draw(x + paddingLeft, y)
    },
  }))
}

/** Pictures are those that the organisation keeps, by their name. */
function pictureOf(pen: Pen, { attributes, style: { height }, at, style }: Element, available: number): Fragment[] {
  const picture = pen.pictures.get(attributes.src!)
  if (picture === undefined) return pen.budget.refuse(`De afbeelding ${attributes.src!.slice(0, 40)} bestaat hier niet.`, at) // prettier-ignore
  if (picture === null) return []
  const width = Math.min(pointsOf(style.width, available) ?? Infinity, available)
  const scale = Math.min(width / picture.width, (height ?? Infinity) / picture.height)
  const size = { width: picture.width * scale, height: picture.height * scale }
  return [{ height: size.height, draw: (x, y) => void pen.doc.image(picture as unknown as PDFKit.Mixins.ImageSrc, x, y, size) }] // prettier-ignore
}

function codeOf(
  { doc }: Pen,
  { width: asked, background = '#ffffff' }: OwnStyle,
  text: string,
  available: number,
): Fragment[] {
  // prettier-ignore
  if (text === '') return []
  const width = Math.min(pointsOf(asked, available) ?? 82, available)
  return [
    {
      height: width,
      draw: (x, y) => {
        doc.rect(x, y, width, width).fill(background)
        drawQr(doc, text, { x, y, width, color: '#161b25' })
      },
    },
  ]
}

/** Room for the mark of an item. */
const MARK = 14

function listOf(pen: Pen, { name, children }: Element, style: TextStyle, width: number): Fragment[] {
  const items = children.filter((child): child is Element => typeof child === 'object')
  return items.flatMap((item, i) => {
    const own = inherited(style, item.style)
    const mark = paragraphOf(pen, [name === 'ol' ? `${i + 1}.` : '•'], { ...own, align: 'left' }, MARK)
    const [first, ...more] = flowOf(pen, item.children, own, Math.max(1, width - MARK))
    const moved = (one: Fragment): Fragment => ({ ...one, draw: (x, y) => one.draw(x + MARK, y) })
    const marked = first ? { ...moved(first), draw: (x: number, y: number) => (drawAll(mark, x, y), first.draw(x + MARK, y)) } : mark[0]! // prettier-ignore
    return [marked, ...more.map(moved), ...space(item.style.marginBottom ?? 0)]
  })
}

function columnsOf(pen: Pen, { children }: Element, style: TextStyle, width: number): Fragment[] {
  const columns = children.filter((child): child is Element => typeof child === 'object')
  const told = columns.map((column) => pointsOf(column.style.width, width))
  const left = Math.max(0, width - told.reduce<number>((sum, one) => sum + (one ?? 0), 0))
  const open = told.filter((one) => one === undefined).length
  let x = 0
  const cells = columns.map((column, i) => {
    const cell = { element: column, x, width: Math.max(1, told[i] ?? left / open) }
    x += cell.width
    return cell
  })
  return rowOf(pen, cells, style, {})
}
