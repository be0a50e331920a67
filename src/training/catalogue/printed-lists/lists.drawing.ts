import { type Pdf, addA4Page, createPdf } from '../../../platform/pdf/document.ts'
import type { Drawing } from '../../../platform/pdf/drawing.ts'
import { type LaidOut, drewByLayout, layoutPen } from '../../../platform/pdf/layout/layout.ts'
import { fitText } from '../../../platform/pdf/text.ts'
import { HEAD_ROW, type ListHead, type ListPage, MARGIN, ROW, SIZES, TOP } from './paper.rules.ts'

/** The colours of the interface in its light theme. */
const INK = '#161b25'
const GREY = '#475061'
const HAIRLINE = '#c8cdd6'
const HEAD = '#f1f3f7'

function drawHead(doc: Pdf, list: ListHead, width: number): void {
  fitText(doc, list.title, { x: MARGIN, y: 40, width, weight: 'bold', size: 20, color: INK })
  fitText(doc, list.subtitle, {
    x: MARGIN,
    y: 66,
    width,
    weight: 'regular',
    size: 11,
    minSize: 8,
    lines: 2,
    color: GREY,
  })
  list.facts.forEach(([label, value], i) => {
    const box = { x: MARGIN + (width / list.facts.length) * i, width: width / list.facts.length - 12 }
    fitText(doc, label, { ...box, y: 90, weight: 'regular', size: 8, color: GREY })
    fitText(doc, value, { ...box, y: 102, weight: 'medium', size: 10, minSize: 7, lines: 2, color: INK })
  })
}

function drawLine(
  doc: Pdf,
  list: ListHead,
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
        y: at.y + 1,
        width: width - 8,
        height: at.height - 2,
        weight: at.head ? 'medium' : 'regular',
        size,
        color: at.head ? GREY : INK,
      })
    doc.rect(x, at.y, width, at.height).lineWidth(0.5).stroke(HAIRLINE)
    x += width
  })
}

function drawFoot(doc: Pdf, list: ListHead, page: ListPage, size: { width: number; height: number }): void {
  const y = size.height - 52
  const width = size.width - 2 * MARGIN
  if (page.number === page.of && list.signer !== null) {
    doc
      .moveTo(MARGIN, y)
      .lineTo(MARGIN + 220, y)
      .lineWidth(0.5)
      .stroke(GREY)
    fitText(doc, list.signer, {
      x: MARGIN,
      y: y + 5,
      width: 300,
      weight: 'regular',
      size: 8.5,
      minSize: 7,
      lines: 2,
      color: GREY,
    })
  }
  const text = `Pagina ${page.number} van ${page.of}`
  fitText(doc, text, { x: MARGIN, y: y + 5, width, weight: 'regular', size: 8.5, color: GREY, align: 'right' })
}

function drawPage(doc: Pdf, list: ListHead, page: ListPage): void {
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
  if (page.rows.length === 0)
    fitText(doc, list.empty, {
      x: MARGIN,
      y: TOP + HEAD_ROW + 12,
      width,
      weight: 'regular',
      size: 10,
      color: GREY,
    })
  drawFoot(doc, list, page, size)
}

/** A page; or a whole list by a layout, with its pages for where that cannot draw it. */
export type DrawnList = ListPage | { laidOut: LaidOut; pages: ListPage[] }

export function begin(list: ListHead): Drawing<DrawnList> {
  const document = createPdf({ title: list.title, author: 'Noordkaap', createdAt: list.createdAt })
  const byLayout = layoutPen()
  return {
    document,
    draw: (doc, drawn) => {
      if (!('laidOut' in drawn)) return drawPage(doc, list, drawn)
      if (!drewByLayout(() => byLayout(doc, drawn.laidOut))) for (const page of drawn.pages) drawPage(doc, list, page)
    },
  }
}
