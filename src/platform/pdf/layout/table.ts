/** Tables, and what else stands beside each other. */
import { drawBox, pointsOf } from './box.ts'
import { type Fragment, type Pen, drawAll, heightOf } from './fragment.ts'
import { inherited } from './lines.ts'
import type { OwnStyle, TextStyle } from './style.ts'
import type { Element } from './tree.ts'

interface Cell {
  element: Element
  x: number
  width: number
}
interface Filled extends Cell {
  inside: Fragment[]
}

const elementsIn = ({ children }: Element): Element[] => children.filter((child) => typeof child === 'object')
/** One over all columns makes none of its own. */
const spanOf = ({ attributes: { colspan } }: Element, all = 1): number =>
  colspan === 'all' ? all : Number(colspan ?? 1)

/** As wide as the cells say that tell it, in the first row that does; the others share what is left. */
function widthsOf(rows: Element[], width: number): number[] {
  const count = Math.max(1, ...rows.map((row) => elementsIn(row).reduce((sum, cell) => sum + spanOf(cell), 0)))
  const told: (number | undefined)[] = Array.from({ length: count })
  for (const row of rows) {
    let at = 0
    for (const cell of elementsIn(row)) {
      if (spanOf(cell, 0) === 1) told[at] ??= pointsOf(cell.style.width, width)
      at += spanOf(cell)
    }
  }
  const known = told.reduce<number>((sum, one) => sum + (one ?? 0), 0)
  const open = told.filter((one) => one === undefined).length
  // Columns that together are too wide become so in their proportion.
  const part = known > width ? width / known : 1
  return told.map((one) => Math.max(1, one === undefined ? Math.max(0, width - known) / open : one * part))
}

function cellsOf(row: Element, widths: number[]): Cell[] {
  let at = 0
  let x = 0
  return elementsIn(row).map((element) => {
    const width = widths.slice(at, at + spanOf(element, widths.length)).reduce((sum, one) => sum + one, 0)
    const cell = { element, x, width: Math.max(1, width) }
    x += width
    at += spanOf(element, widths.length)
    return cell
  })
}

export function tableOf(pen: Pen, table: Element, style: TextStyle, width: number): Fragment[] {
  const parts = elementsIn(table).flatMap(
    (part) =>
    part.name === 'tr' ? [{ row: part, style, isHead: false }] : elementsIn(part).map((row) => ({ row, style: inherited(style, part.style), isHead: part.name === 'thead' })), // prettier-ignore
  )
  const widths = widthsOf(parts.map(({ row }) => row), width) // prettier-ignore
  const head: Fragment[] = []
  return parts.flatMap(({ row, style: above, isHead }) => {
    pen.budget.spend(row.at)
    const drawn = rowOf(pen, cellsOf(row, widths), inherited(above, row.style), { ...row.style, width })
    if (!isHead) return head.length === 0 ? drawn : drawn.map((one) => ({ ...one, head }))
    const labels = drawn.map((one) => ({ ...one, isHeading: true }))
    head.push(...labels)
    return labels
  })
}

/** What stands beside each other, on one page; where no page holds it, it goes on over the next. */
export function rowOf(pen: Pen, cells: Cell[], style: TextStyle, own: OwnStyle): Fragment[] {
  const filled = cells.map((cell): Filled => {
    const { paddingLeft = 0, paddingRight = 0 } = cell.element.style
    const width = Math.max(1, cell.width - paddingLeft - paddingRight)
    return { ...cell, inside: pen.flow(pen, cell.element.children, inherited(style, cell.element.style), width) }
  })
  if (tallest(filled) <= pen.room) return [beside(pen, filled, own)]
  const rows: Fragment[] = []
  let rest = filled
  while (rest.some(({ inside }) => inside.length > 0)) {
    const halves = rest.map((cell) => ({ cell, count: fitting(cell.inside, pen.room * 0.9) }))
    rows.push(beside(pen, halves.map(({ cell, count }) => ({ ...cell, inside: cell.inside.slice(0, count) })), own)) // prettier-ignore
    rest = halves.map(({ cell, count }) => ({ ...cell, inside: cell.inside.slice(count) }))
  }
  return rows
}

/** How many of these stand on a page; one at least. */
function fitting(fragments: Fragment[], room: number): number {
  let height = 0
  const count = fragments.findIndex((fragment) => (height += fragment.height) > room)
  return count === -1 ? fragments.length : Math.max(1, count)
}

const cellHeight = ({ inside, element: { style } }: Filled): number =>
  Math.max((style.paddingTop ?? 0) + heightOf(inside) + (style.paddingBottom ?? 0), style.height ?? 0)
const tallest = (cells: Filled[]): number => Math.max(0, ...cells.map(cellHeight))

function beside({ doc }: Pen, cells: Filled[], own: OwnStyle): Fragment {
  const height = Math.max(tallest(cells), own.height ?? 0)
  const width = typeof own.width === 'number' ? own.width : 0
  return {
    height,
    draw: (x, y) => {
      if (width > 0) drawBox(doc, own, { x, y, width, height })
      for (const cell of cells) {
        const { paddingTop = 0, paddingLeft = 0, valign = 'top' } = cell.element.style
        const left = height - cellHeight(cell)
        drawBox(doc, cell.element.style, { x: x + cell.x, y, width: cell.width, height })
        const down = valign === 'top' ? 0 : valign === 'middle' ? left / 2 : left
        drawAll(cell.inside, x + cell.x + paddingLeft, y + paddingTop + down)
      }
    },
  }
}
