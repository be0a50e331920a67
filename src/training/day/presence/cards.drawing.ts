import { type Pdf, addA4Page, createPdf } from '../../../platform/pdf/document.ts'
import type { Drawing } from '../../../platform/pdf/drawing.ts'
import { type LaidOut, drewByLayout, layoutPen } from '../../../platform/pdf/layout/layout.ts'
import { fitText, fittedHeight } from '../../../platform/pdf/text.ts'
import type { Card, Sheet } from './cards.rules.ts'

const INK = '#161b25'
const HAIRLINE = '#c8cdd6'
/** Between the edge of a card and its text. */
const INSET = 14
/** From one line to the next, as a part of the size. */
const LINE = 1.35
/** A name shrinks so far before it goes on in a next line. */
const SHRINKS = 0.8

/** The lines with the room that each takes, smaller where they do not all stand on the card. */
function laidOut(doc: Pdf, card: Card, width: number, height: number) {
  for (let scale = 1; ; scale -= 0.1) {
    const lines = card.map(({ size: full, ...line }) => {
      const size = full * scale
      const box = { width, weight: line.weight, size, minSize: size * SHRINKS, lines: 3 }
      const lead = size * LINE - doc.font(line.weight).fontSize(size).currentLineHeight(true)
      return { text: line.text, box, room: fittedHeight(doc, line.text, box) + lead }
    })
    const tall = lines.reduce((sum, { room }) => sum + room, 0)
    if (tall <= height || scale < 0.5) return { lines, tall }
  }
}

function drawCard(doc: Pdf, card: Card, at: { x: number; y: number }, { width, height, framed }: Sheet): void {
  if (framed) doc.rect(at.x, at.y, width, height).lineWidth(0.5).stroke(HAIRLINE)
  const { lines, tall } = laidOut(doc, card, width - 2 * INSET, height - INSET)
  let y = at.y + (height - tall) / 2
  for (const { text, box, room } of lines) {
    fitText(doc, text, { ...box, x: at.x + INSET, y, color: INK, align: framed ? 'center' : 'left' })
    y += room
  }
}

/** The cards of a sheet; or all by a layout, with their sheets for where that cannot draw them. */
export type DrawnCards = Card[] | { laidOut: LaidOut; sheets: Card[][] }

export function begin(head: { title: string; sheet: Sheet; createdAt: Date }): Drawing<DrawnCards> {
  const document = createPdf({ title: head.title, author: 'Noordkaap', createdAt: head.createdAt })
  const { columns, left, top, gap, width, height } = head.sheet
  const byLayout = layoutPen()
  const drawSheet = (doc: Pdf, cards: Card[]) => {
    addA4Page(doc)
    cards.forEach((card, i) => {
      const at = { x: left + (i % columns) * (width + gap), y: top + Math.floor(i / columns) * height }
      drawCard(doc, card, at, head.sheet)
    })
  }
  return {
    document,
    draw: (doc, drawn) => {
      if (Array.isArray(drawn)) return drawSheet(doc, drawn)
      if (!drewByLayout(() => byLayout(doc, drawn.laidOut))) for (const cards of drawn.sheets) drawSheet(doc, cards)
    },
  }
}
