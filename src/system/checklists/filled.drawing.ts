import { type Pdf, addA4Page, createPdf } from '../../platform/pdf/document.ts'
import type { Drawing } from '../../platform/pdf/drawing.ts'
import { drawPicture } from '../../platform/pdf/picture.ts'
import { fitText } from '../../platform/pdf/text.ts'

/** The colours of the interface in its light theme. */
const INK = '#161b25'
const GREY = '#475061'
const HAIRLINE = '#c8cdd6'
const AMBER = '#8a4b00'

const MARGIN = 42
const WIDTH = 595.28 - 2 * MARGIN
const BOTTOM = 841.89 - 60
const ANSWER_AT = 260
const PHOTO = { width: 150, height: 112 }
const SIGNATURE = { width: 150, height: 50 }
const NOT_SHOWN = 'Deze afbeelding kan hier niet worden getoond; ze staat bij de checklist zelf.'

/** What stands above the answers. */
export interface FilledHead {
  title: string
  subtitle: string
  facts: [label: string, value: string][]
  createdAt: Date
}

/** One line of what was filled in; of images the bytes. */
export interface FilledLine {
  kind: 'heading' | 'answer'
  label: string
  text: string
  remark: string
  notable: boolean
  signature: boolean
  images: Uint8Array[]
}

const textHeight = (doc: Pdf, text: string, width: number, size: number): number =>
  text === '' ? 0 : doc.font('regular').fontSize(size).heightOfString(text, { width, lineGap: 2 })

interface Place {
  y: number
  page: number
}

function addPage(doc: Pdf, head: FilledHead, place: Place): void {
  addA4Page(doc)
  place.page++
  const at = { x: MARGIN, width: WIDTH }
  if (place.page === 1) {
    fitText(doc, head.title, { ...at, y: 40, height: 24, weight: 'bold', size: 20, minSize: 12, color: INK })
    fitText(doc, head.subtitle, { ...at, y: 66, weight: 'regular', size: 11, minSize: 8, lines: 2, color: GREY })
    head.facts.forEach(([label, value], i) => {
      const box = { x: MARGIN + (WIDTH / head.facts.length) * i, width: WIDTH / head.facts.length - 12 }
      fitText(doc, label, { ...box, y: 90, weight: 'regular', size: 8, color: GREY })
      fitText(doc, value, { ...box, y: 102, weight: 'medium', size: 10, minSize: 7, lines: 2, color: INK })
    })
    place.y = 132
  } else {
    fitText(doc, head.title, { ...at, y: 40, weight: 'medium', size: 9, color: GREY })
    place.y = 64
  }
  fitText(doc, `Pagina ${place.page}`, { ...at, y: 800, weight: 'regular', size: 8.5, color: GREY, align: 'right' })
}

function heightOf(doc: Pdf, line: FilledLine): number {
  if (line.kind === 'heading') return 34
  const box = line.signature ? SIGNATURE : PHOTO
  const rows = Math.ceil(line.images.length / 2)
  const answer =
    textHeight(doc, line.text, WIDTH - ANSWER_AT, 10) +
    textHeight(doc, line.remark, WIDTH - ANSWER_AT, 9) +
    (rows === 0 ? 0 : rows * (box.height + 6))
  return Math.max(textHeight(doc, line.label, ANSWER_AT - 16, 10), answer) + 12
}

async function drawImages(doc: Pdf, line: FilledLine, y: number): Promise<void> {
  const box = line.signature ? SIGNATURE : PHOTO
  const width = line.images.length > 1 ? box.width / 1.25 : box.width
  for (const [i, bytes] of line.images.entries()) {
    const x = MARGIN + ANSWER_AT + (i % 2) * (box.width / 1.25 + 6)
    const top = y + Math.floor(i / 2) * (box.height + 6)
    if (await drawPicture(doc, Buffer.from(bytes), { x, y: top, width, height: box.height })) continue
    fitText(doc, NOT_SHOWN, { x, y: top, width, weight: 'regular', size: 9, lines: 3, color: GREY })
  }
}

async function drawLine(doc: Pdf, head: FilledHead, line: FilledLine, place: Place): Promise<void> {
  const height = heightOf(doc, line)
  if (place.page === 0 || place.y + height > BOTTOM) addPage(doc, head, place)
  if (line.kind === 'heading') {
    const box = { x: MARGIN, y: place.y + 12, width: WIDTH }
    fitText(doc, line.label, { ...box, weight: 'bold', size: 12, minSize: 8, lines: 2, color: INK })
    place.y += height
    return
  }
  const y = place.y + 6
  doc
    .font('regular')
    .fontSize(10)
    .fillColor(GREY)
    .text(line.label, MARGIN, y, { width: ANSWER_AT - 16, lineGap: 2 })
  const at = MARGIN + ANSWER_AT
  const width = WIDTH - ANSWER_AT
  let below = y
  if (line.text !== '') {
    doc
      .font(line.notable ? 'medium' : 'regular')
      .fontSize(10)
      .fillColor(line.notable ? AMBER : INK)
      .text(line.text, at, below, { width, lineGap: 2 })
    below = doc.y
  }
  if (line.remark !== '') {
    doc.font('regular').fontSize(9).fillColor(GREY).text(line.remark, at, below, { width, lineGap: 2 })
    below = doc.y
  }
  await drawImages(doc, line, below + 2)
  place.y += height
  doc
    .moveTo(MARGIN, place.y)
    .lineTo(MARGIN + WIDTH, place.y)
    .lineWidth(0.5)
    .stroke(HAIRLINE)
}

export function begin(head: FilledHead): Drawing<FilledLine> {
  const document = createPdf({ title: head.title, author: 'Noordkaap', createdAt: head.createdAt })
  const place: Place = { y: 0, page: 0 }
  return { document, draw: (doc, line) => drawLine(doc, head, line, place) }
}
