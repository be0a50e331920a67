import { type Pdf, addA4Page, createPdf } from '../../platform/pdf/document.ts'
import type { Drawing } from '../../platform/pdf/drawing.ts'
import { fitText } from '../../platform/pdf/text.ts'
import type { Card, Sheet } from './cards.rules.ts'

const INK = '#161b25'
const HAIRLINE = '#c8cdd6'
/** Between the edge of a card and its text. */
const INSET = 14
/** From one line to the next, as a part of the size. */
const LINE = 1.35

function drawCard(doc: Pdf, card: Card, at: { x: number; y: number }, { width, height, framed }: Sheet): void {
  if (framed) doc.rect(at.x, at.y, width, height).lineWidth(0.5).stroke(HAIRLINE)
  const tall = card.reduce((sum, { size }) => sum + size * LINE, 0)
  let y = at.y + (height - tall) / 2
  for (const { text, weight, size } of card) {
    const align = framed ? 'center' : 'left'
    fitText(doc, text, { x: at.x + INSET, y, width: width - 2 * INSET, weight, size, minSize: 6, color: INK, align })
    y += size * LINE
  }
}

export function begin(head: { title: string; sheet: Sheet; createdAt: Date }): Drawing<Card[]> {
  const document = createPdf({ title: head.title, author: 'Noordkaap', createdAt: head.createdAt })
  const { columns, left, top, gap, width, height } = head.sheet
  return {
    document,
    draw: (doc, cards) => {
      addA4Page(doc)
      cards.forEach((card, i) => {
        const at = { x: left + (i % columns) * (width + gap), y: top + Math.floor(i / columns) * height }
        drawCard(doc, card, at, head.sheet)
      })
    },
  }
}
