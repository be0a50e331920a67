/** How the report of a visit is drawn on A4; runs in the thread for documents. */
import { type Block, labelsAbove, pagesOf } from '../../../platform/pdf/blocks.ts'
import { type Pdf, type PdfOptions, addA4Page, createPdf } from '../../../platform/pdf/document.ts'
import type { Drawing } from '../../../platform/pdf/drawing.ts'
import { type LaidOut, drewByLayout, layoutPen } from '../../../platform/pdf/layout/layout.ts'
import { drawPicture } from '../../../platform/pdf/picture.ts'
import { drawQr } from '../../../platform/pdf/qr.ts'
import { type TextBox, fitText, textLines } from '../../../platform/pdf/text.ts'
import { type PrintedReport, type PrintedRow, type Words, customerLine } from './report.rules.ts'

/** The colours of the interface in its light theme, whatever it is read in. */
const INK = '#161b25'
const GREY = '#475061'
const HAIRLINE = '#c8cdd6'
const BLUE = '#2353cf'
const AMBER = '#8a4b00'
const RED = '#a3182b'
const REJECTED = '#fcebec'

const LEFT = 36
const RIGHT = 595.28 - 36
const WIDTH = RIGHT - LEFT
const PAGES = { nextTop: 64, bottom: 786, labels: 18 }
const SIZE = 8
const PITCH = 11.5
const PADDING = 5
/** A row of so many lines goes on in another part, which may stand on the next page. */
const MOST_LINES = 12
const COLUMNS = [
  { label: 'Nr', width: 26 },
  { label: 'Apparaat', width: 108 },
  { label: 'Plaats', width: 76 },
  { label: 'Productie', width: 46 },
  { label: 'Metingen', width: 112 },
  { label: 'Uitslag', width: 88 },
  { label: 'Volgende', width: WIDTH - 456 },
]
const RESULT = 5
const PHOTO = { width: (WIDTH - 12) / 2, height: 186 }
const CODE = 62

/** What is drawn: the report itself, which a layout may draw whole, then the bytes of its photos; null where they are gone. */
export type Item = { report: PrintedReport; layout?: LaidOut } | { photo: Uint8Array | null }

/** Of photos, which come one by one, it says how many it shows. */
type Part = Block & { photos?: number }

type Style = Partial<Pick<TextBox, 'weight' | 'size' | 'color'>>

const writeLine = (doc: Pdf, text: string, x: number, y: number, { weight = 'regular', size = SIZE, color = INK }: Style = {}) =>
  doc.font(weight).fontSize(size).fillColor(color).text(text, x, y, { lineBreak: false }) // prettier-ignore

const rule = (doc: Pdf, y: number, color = HAIRLINE) =>
  doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).stroke(color)

const linesOf = (doc: Pdf, words: Words[], width: number): Words[] =>
  words.flatMap((one) =>
    one.text === ''
      ? []
      : textLines(doc, one.text, { width, weight: one.weight ?? 'regular', size: SIZE }).map((text) => ({
          ...one,
          text,
        })),
  )

const TONE: Record<PrintedRow['tone'], string> = { plain: INK, remarked: AMBER, rejected: RED }

/** A device in the table; one of which much was measured goes on in a second part. */
function rowBlocks(doc: Pdf, { cells, tone }: PrintedRow): Part[] {
  const columns = cells.map((cell, i) => linesOf(doc, cell, COLUMNS[i]!.width - 8))
  const most = Math.max(1, ...columns.map((lines) => lines.length))
  return Array.from({ length: Math.ceil(most / MOST_LINES) }, (_, part): Part => {
    const from = part * MOST_LINES
    const isLast = from + MOST_LINES >= most
    const count = Math.min(MOST_LINES, most - from)
    const height = count * PITCH + (part === 0 ? PADDING : 0) + (isLast ? PADDING : 0)
    const draw = (y: number) => {
      if (tone === 'rejected') doc.rect(LEFT, y, WIDTH, height).fill(REJECTED)
      const top = y + (part === 0 ? PADDING : 0)
      let x = LEFT + 4
      columns.forEach((lines, column) => {
        lines.slice(from, from + MOST_LINES).forEach((line, i) => {
          const isResult = column === RESULT && line.isGrey !== true
          const color = line.isGrey ? GREY : isResult ? TONE[tone] : INK
          writeLine(doc, line.text, x, top + i * PITCH, { weight: line.weight ?? 'regular', color })
        })
        x += COLUMNS[column]!.width
      })
      if (isLast) rule(doc, y + height)
    }
    return { height, draw, inTable: true }
  })
}

const gap = (height: number): Part => ({ height, draw: () => undefined })

const heading = (doc: Pdf, title: string): Part => ({
  height: 26,
  draw: (y) => void writeLine(doc, title, LEFT, y + 10, { weight: 'bold', size: 9.5 }),
  isHeading: true,
})

/** Lines of a text of any length, each of which may begin a page. */
const paragraph = (doc: Pdf, text: string, x: number, style: Style = {}): Part[] =>
  textLines(doc, text, { width: RIGHT - x, weight: 'regular', size: SIZE, ...style }).map((line) => ({
    height: PITCH,
    draw: (y) => void writeLine(doc, line, x, y, style),
  }))

const adviceBlocks = (doc: Pdf, advice: PrintedReport['advice']): Part[] =>
  advice.flatMap(({ number, text, told }) => {
    const [first, ...more] = paragraph(doc, text, LEFT + 18)
    const numbered: Part = {
      height: PITCH,
      draw: (y) => {
        writeLine(doc, `${number}.`, LEFT, y, { weight: 'medium' })
        void first!.draw(y)
      },
    }
    return [numbered, ...more, ...(told === '' ? [] : paragraph(doc, told, LEFT + 18, { color: GREY })), gap(4)]
  })

function signedBlock(doc: Pdf, report: PrintedReport): Part {
  const width = 190
  const line = (x: number, y: number, text: string) => {
    doc.moveTo(x, y).lineTo(x + width, y).lineWidth(0.5).stroke(GREY) // prettier-ignore
    fitText(doc, text, { x, y: y + 4, width, weight: 'regular', size: SIZE, lines: 3, color: GREY })
  }
  return {
    height: 100,
    draw: async (y) => {
      line(LEFT, y + 60, `${report.inspector || 'De keurmeester'}, keurmeester`)
      const at = LEFT + width + 14
      const { customer } = report
      if ('why' in customer) line(at, y + 60, customerLine(report))
      else {
        const bytes = customer.signature
        const isDrawn = bytes !== null && (await drawPicture(doc, Buffer.from(bytes), { x: at, y: y + 8, width, height: 48 })) // prettier-ignore
        line(at, y + 60, isDrawn ? customer.name : `${customer.name} (handtekening niet te tonen)`)
      }
      const code = RIGHT - 130
      drawQr(doc, report.verifyUrl, { x: code, y: y + 16, width: CODE, color: INK })
      doc.link(code, y + 16, CODE, CODE, report.verifyUrl)
      const { host } = new URL(report.verifyUrl)
      fitText(doc, `Echt? Scan, of kijk op ${host}`, { x: code + CODE + 8, y: y + 30, width: 60, weight: 'regular', size: 7.5, minSize: 6, lines: 5, color: GREY }) // prettier-ignore
    },
  }
}

/** All that comes below the head. @param nextPhoto the bytes of the photo whose turn it is */
function blocksOf(doc: Pdf, report: PrintedReport, nextPhoto: () => Uint8Array | null): Part[] {
  const rows = Array.from({ length: Math.ceil(report.photos.length / 2) }, (_, i) =>
    report.photos.slice(i * 2, i * 2 + 2),
  )
  const photoRow = (captions: string[]): Part => ({
    height: PHOTO.height + 24,
    photos: captions.length,
    draw: async (y) => {
      for (const [i, caption] of captions.entries()) {
        const x = LEFT + i * (PHOTO.width + 12)
        const bytes = nextPhoto()
        const isDrawn = bytes !== null && (await drawPicture(doc, Buffer.from(bytes), { x, y, ...PHOTO }))
        const told = isDrawn ? caption : `${caption} (deze foto kan niet worden getoond)`
        fitText(doc, told, { x, y: y + PHOTO.height + 4, width: PHOTO.width, weight: 'regular', size: SIZE, minSize: 6.5, color: GREY }) // prettier-ignore
      }
    },
  })
  return [
    ...report.rows.flatMap((row) => rowBlocks(doc, row)),
    ...(report.advice.length === 0 ? [] : [heading(doc, 'Opmerkingen en advies'), ...adviceBlocks(doc, report.advice)]),
    ...report.lists.flatMap(({ title, lines }) => [
      heading(doc, title),
      ...lines.flatMap((line) => paragraph(doc, line, LEFT)),
    ]),
    ...(rows.length === 0 ? [] : [heading(doc, 'Foto’s bij de apparaten'), ...rows.map(photoRow)]),
    signedBlock(doc, report),
  ]
}

/** The facts of one column. @returns where they end */
function drawFacts(doc: Pdf, facts: [string, string][], x: number, top: number): number {
  const width = WIDTH / 2 - 74
  return facts.reduce((y, [label, value]) => {
    writeLine(doc, label, x, y, { color: GREY })
    const lines = textLines(doc, value, { width, weight: 'regular', size: SIZE })
    lines.forEach((line, i) => writeLine(doc, line, x + 62, y + i * PITCH))
    return y + lines.length * PITCH + 2
  }, top)
}

function drawTotals(doc: Pdf, totals: PrintedReport['totals'], y: number): void {
  const width = WIDTH / totals.length
  doc.rect(LEFT + WIDTH - width, y, width, 38).fill('#f1f3f6')
  doc.rect(LEFT, y, WIDTH, 38).lineWidth(0.5).stroke(HAIRLINE)
  totals.forEach(({ count, label }, i) => {
    const x = LEFT + i * width
    if (i > 0) doc.moveTo(x, y).lineTo(x, y + 38).lineWidth(0.5).stroke(HAIRLINE) // prettier-ignore
    fitText(doc, String(count), { x: x + 8, y: y + 5, width: width - 12, weight: 'bold', size: 13, color: INK })
    fitText(doc, label, { x: x + 8, y: y + 23, width: width - 12, weight: 'regular', size: SIZE, minSize: 6, color: GREY }) // prettier-ignore
  })
}

/** The head of the first page. @returns where the table begins */
function drawHead(doc: Pdf, report: PrintedReport): number {
  const named = fitText(doc, report.house.name, { x: LEFT, y: 36, width: 280, weight: 'bold', size: 15, minSize: 9, lines: 2, color: INK }) // prettier-ignore
  const house = report.house.lines.reduce(
    (y, text) => y + fitText(doc, text, { x: RIGHT - 220, y, width: 220, weight: 'regular', size: SIZE, minSize: 6, color: GREY, align: 'right' }) + 1, // prettier-ignore
    34,
  )
  let y = Math.max(36 + named, house) + 8
  doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(1.5).stroke(BLUE)
  y += 14
  y += fitText(doc, 'Keuringsrapport', { x: LEFT, y, width: WIDTH, weight: 'bold', size: 18, color: INK }) + 6
  if (report.notice !== '')
    y += fitText(doc, report.notice, { x: LEFT, y, width: WIDTH, weight: 'medium', size: 9, minSize: 7, lines: 3, color: AMBER }) + 6 // prettier-ignore
  const [left = [], right = []] = report.facts
  y = Math.max(drawFacts(doc, left, LEFT, y), drawFacts(doc, right, LEFT + WIDTH / 2, y)) + 10
  drawTotals(doc, report.totals, y)
  return y + 50
}

function drawLabels(doc: Pdf, y: number): void {
  let x = LEFT + 4
  for (const { label, width } of COLUMNS) {
    writeLine(doc, label, x, y + 2, { weight: 'medium', size: 7.5, color: GREY })
    x += width
  }
  rule(doc, y + PAGES.labels - 2, INK)
}

/** Draws page by page; before each row of photos it waits for these. */
async function* drawn(doc: Pdf, report: PrintedReport, nextPhoto: () => Uint8Array | null): AsyncGenerator<number> {
  addA4Page(doc)
  let y = drawHead(doc, report)
  const pages = pagesOf(blocksOf(doc, report, nextPhoto), { ...PAGES, from: y })
  for (const [i, blocks] of pages.entries()) {
    if (i > 0) {
      addA4Page(doc)
      writeLine(doc, `Keuringsrapport ${report.number}`, LEFT, 40, { weight: 'medium', color: GREY })
      y = PAGES.nextTop
    }
    const foot = `Keuringsrapport ${report.number}, bladzijde ${i + 1} van ${pages.length}`
    fitText(doc, foot, { x: LEFT, y: 806, width: WIDTH, weight: 'regular', size: 7.5, color: GREY, align: 'center' })
    for (const [at, block] of blocks.entries()) {
      const labels = labelsAbove(block, blocks[at - 1], PAGES)
      if (labels > 0) drawLabels(doc, y)
      if (block.photos !== undefined) yield block.photos
      await block.draw(y + labels)
      y += labels + block.height
    }
  }
}

/** One report: first what it says, then its photos one by one, so that one of them is in memory at a time. */
export function begin(head: PdfOptions): Drawing<Item> {
  const photos: (Uint8Array | null)[] = []
  let pages: AsyncGenerator<number> | undefined
  const byLayout = layoutPen()
  let awaited = 0
  let isDrawn = false
  return {
    document: createPdf(head),
    draw: async (doc, item) => {
      if ('report' in item && item.layout) {
        const { layout } = item
        isDrawn = drewByLayout(() => byLayout(doc, layout))
      }
      if (isDrawn) return
      if ('report' in item) pages = drawn(doc, item.report, () => photos.shift() ?? null)
      else photos.push(item.photo)
      if (photos.length < awaited) return
      const next = await pages!.next()
      awaited = next.done === true ? 0 : next.value
    },
  }
}
