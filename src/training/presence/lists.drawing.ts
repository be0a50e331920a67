import type { Readable } from 'node:stream'
import { type Orientation, type Pdf, addA4Page, createPdf } from '../../platform/pdf/document.ts'
import { streamPdf } from '../../platform/pdf/stream.ts'
import { fitText } from '../../platform/pdf/text.ts'

/** The colours of the interface in its light theme. */
const INK = '#161b25'
const GREY = '#475061'
const HAIRLINE = '#c8cdd6'
const HEAD = '#f1f3f7'

const SIZES: Record<Orientation, { width: number; height: number }> = {
  portrait: { width: 595.28, height: 841.89 },
  landscape: { width: 841.89, height: 595.28 },
}
const MARGIN = 42
const TOP = 132
/** High enough to sign in. */
const ROW = 30
const HEAD_ROW = 22
/** Room below the rows for the teacher's signature and the page number. */
const BOTTOM = 96

export interface ListColumn {
  label: string
  /** Part of the width; those of all columns add up to 1. */
  share: number
}

/** A list on paper: what it is of, its columns and the text of each cell. */
export interface PrintedList {
  title: string
  subtitle: string
  /** Label and value, side by side below the title. */
  facts: [label: string, value: string][]
  columns: ListColumn[]
  rows: string[][]
  orientation: Orientation
  /** Written above the line at the foot of the last page. */
  signer: string
  createdAt: Date
}

interface Page {
  rows: string[][]
  number: number
  of: number
}

const rowsPerPage = (orientation: Orientation): number =>
  Math.floor((SIZES[orientation].height - TOP - HEAD_ROW - BOTTOM) / ROW)

/** The rows by page; a list without rows is a page too. */
export function pagesOf(list: Pick<PrintedList, 'rows' | 'orientation'>): Page[] {
  const size = rowsPerPage(list.orientation)
  const of = Math.max(1, Math.ceil(list.rows.length / size))
  return Array.from({ length: of }, (_, i) => ({ rows: list.rows.slice(i * size, (i + 1) * size), number: i + 1, of }))
}

function drawHead(doc: Pdf, list: PrintedList, width: number): void {
  fitText(doc, list.title, { x: MARGIN, y: 40, width, weight: 'bold', size: 20, color: INK })
  fitText(doc, list.subtitle, { x: MARGIN, y: 66, width, weight: 'regular', size: 11, minSize: 8, color: GREY })
  list.facts.forEach(([label, value], i) => {
    const box = { x: MARGIN + (width / list.facts.length) * i, width: width / list.facts.length - 12 }
    fitText(doc, label, { ...box, y: 90, weight: 'regular', size: 8, color: GREY })
    fitText(doc, value, { ...box, y: 102, weight: 'medium', size: 10, minSize: 7, color: INK })
  })
}

function drawLine(
  doc: Pdf,
  list: PrintedList,
  texts: string[],
  at: { y: number; height: number; width: number; head: boolean },
) {
  let x = MARGIN
  list.columns.forEach(({ share }, i) => {
    const width = at.width * share
    const text = texts[i] ?? ''
    const size = at.head ? 8.5 : 10
    if (text !== '')
      fitText(doc, text, {
        x: x + 4,
        y: at.y + (at.height - size * 1.2) / 2,
        width: width - 8,
        weight: at.head ? 'medium' : 'regular',
        size,
        color: at.head ? GREY : INK,
      })
    doc.rect(x, at.y, width, at.height).lineWidth(0.5).stroke(HAIRLINE)
    x += width
  })
}

function drawFoot(doc: Pdf, list: PrintedList, page: Page, size: { width: number; height: number }): void {
  const y = size.height - 52
  const width = size.width - 2 * MARGIN
  if (page.number === page.of) {
    doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + 220, y)
      .lineWidth(0.5)
      .stroke(GREY)
    fitText(doc, list.signer, { x: MARGIN, y: y + 5, width: 300, weight: 'regular', size: 8.5, color: GREY })
  }
  const text = `Pagina ${page.number} van ${page.of}`
  fitText(doc, text, { x: MARGIN, y: y + 5, width, weight: 'regular', size: 8.5, color: GREY, align: 'right' })
}

function drawPage(doc: Pdf, list: PrintedList, page: Page): void {
  const size = SIZES[list.orientation]
  const width = size.width - 2 * MARGIN
  addA4Page(doc, list.orientation)
  drawHead(doc, list, width)
  doc.rect(MARGIN, TOP, width, HEAD_ROW).fill(HEAD)
  const labels = list.columns.map(({ label }) => label)
  drawLine(doc, list, labels, { y: TOP, height: HEAD_ROW, width, head: true })
  page.rows.forEach((row, i) =>
    drawLine(doc, list, row, { y: TOP + HEAD_ROW + i * ROW, height: ROW, width, head: false }),
  )
  if (list.rows.length === 0)
    fitText(doc, 'Er zijn nog geen cursisten ingeschreven.', {
      x: MARGIN,
      y: TOP + HEAD_ROW + 12,
      width,
      weight: 'regular',
      size: 10,
      color: GREY,
    })
  drawFoot(doc, list, page, size)
}

/** The list as a document, drawn page by page while it is read. */
export function listPdf(list: PrintedList): Readable {
  const document = createPdf({ title: list.title, author: 'Noordkaap', createdAt: list.createdAt })
  return streamPdf(document, pagesOf(list), (doc, page) => drawPage(doc, list, page))
}
