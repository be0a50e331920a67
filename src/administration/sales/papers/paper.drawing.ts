/** How a sale is drawn on A4; runs in the thread for documents. */
import { type Block, labelsAbove, pagesOf } from '../../../platform/pdf/blocks.ts'
import { type Pdf, addA4Page, createPdf } from '../../../platform/pdf/document.ts'
import type { Drawing } from '../../../platform/pdf/drawing.ts'
import type { Weight } from '../../../platform/pdf/fonts.ts'
import { type Printables, printable, printableOnce } from '../../../platform/pdf/picture.ts'
import { drawQr } from '../../../platform/pdf/qr.ts'
import { type LaidOut, drewByLayout, layoutPen } from '../../../platform/pdf/layout/layout.ts'
import { type TextBox, fitText, textLines } from '../../../platform/pdf/text.ts'
import type { Paper, PaperLine } from './paper.rules.ts'

/** The colours of the interface in its light theme. */
const INK = '#161b25'
const GREY = '#475061'
const HAIRLINE = '#c8cdd6'
const AMBER = '#8a4b00'

const LEFT = 56
const RIGHT = 595.28 - 48
const WIDTH = RIGHT - LEFT
/** Below this comes the foot. */
const BOTTOM = 770
const GAP = 12
const SIZE = 9.5
const LEADING = 2
/** The window of an envelope C5/6 has the address 20 mm from the left and 50 mm from the top. */
const ADDRESS_Y = 142
const CODE = 78

export interface PapersHead {
  title: string
  author: string
  createdAt: Date
}

interface Style {
  weight?: Weight
  size?: number
  color?: string
  align?: 'left' | 'right'
}

/** Draws a text over as many lines as it takes. */
function write(doc: Pdf, text: string, x: number, y: number, width: number, style: Style = {}): void {
  const { weight = 'regular', size = SIZE, color = INK, align = 'left' } = style
  doc.font(weight).fontSize(size).fillColor(color).text(text, x, y, { width, align, lineGap: LEADING })
}

/** Draws what is one line already. */
function writeLine(doc: Pdf, text: string, x: number, y: number, style: Style = {}): void {
  const { weight = 'regular', size = SIZE, color = INK } = style
  doc.font(weight).fontSize(size).fillColor(color).text(text, x, y, { lineBreak: false })
}

const heightOf = (doc: Pdf, text: string, width: number, { weight = 'regular', size = SIZE }: Style = {}): number =>
  text === '' ? 0 : doc.font(weight).fontSize(size).heightOfString(text, { width, lineGap: LEADING })

const rule = (doc: Pdf, y: number, color = HAIRLINE): void => {
  doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.5).stroke(color)
}

/** What one line of a text takes, in points. */
const pitchOf = (doc: Pdf, { weight = 'regular', size = SIZE }: Style = {}): number =>
  doc.font(weight).fontSize(size).currentLineHeight(true) + LEADING

/** A text, cut where a page ends. */
function paragraphBlocks(doc: Pdf, text: string, style: Style = {}, below = 8): Block[] {
  const height = pitchOf(doc, style)
  const lines = textLines(doc, text, { width: WIDTH, weight: 'regular', size: SIZE, ...style }).map((line): Block => ({
    height,
    draw: (y) => writeLine(doc, line, LEFT, y, style),
  }))
  return [...lines, { height: below, draw: () => undefined }]
}

const columnsWidth = ({ columns }: Paper): number => columns.reduce((sum, { width }) => sum + width, 0)

/** A line with its amounts, what is said of it below, and the rule that ends it. */
function lineBlocks(doc: Pdf, paper: Paper, line: PaperLine): Block[] {
  const isSection = line.kind === 'section'
  const width = isSection ? WIDTH : WIDTH - columnsWidth(paper) - GAP
  const named: Style = { weight: isSection ? 'bold' : 'medium' }
  const told: Style = { size: 8.5, color: GREY }
  const above = isSection ? 10 : 6
  const draw = (y: number) => {
    write(doc, line.name, LEFT, y + above, width, named)
    let x = RIGHT - columnsWidth(paper)
    for (const column of paper.columns) {
      const box = {
        x,
        y: y + above,
        width: column.width,
        weight: 'regular' as const,
        size: SIZE,
        minSize: 6,
        color: INK,
      }
      if (line[column.of] !== '') fitText(doc, line[column.of], { ...box, align: 'right' })
      x += column.width
    }
  }
  const texts = line.text === '' ? [] : textLines(doc, line.text, { width, weight: 'regular', size: SIZE, ...told })
  return [
    { height: above + heightOf(doc, line.name, width, named), draw, inTable: true, isHeading: isSection },
    ...texts.map((text): Block => ({
      height: pitchOf(doc, told),
      draw: (y) => writeLine(doc, text, LEFT, y, told),
      inTable: true,
    })),
    { height: 6, draw: (y) => rule(doc, y + 5), inTable: true },
  ]
}

function drawLabels(doc: Pdf, paper: Paper, y: number): void {
  write(doc, 'Omschrijving', LEFT, y, 200, { size: 8.5, color: GREY })
  let x = RIGHT - columnsWidth(paper)
  for (const { label, width } of paper.columns) {
    write(doc, label, x, y, width, { size: 8.5, color: GREY, align: 'right' })
    x += width
  }
  rule(doc, y + 16, GREY)
}

/** What it comes to; the code for the bank stands beside it. */
function totalsBlock(doc: Pdf, paper: Paper): Block {
  const heightOfRow = (strong: boolean) => (strong ? 22 : 16)
  const code = paper.payment?.code ?? null
  const height = Math.max(
    14 + paper.totals.reduce((sum, { strong }) => sum + heightOfRow(strong), 0),
    code === null ? 0 : CODE + 34,
  )
  const draw = (y: number) => {
    let at = y + 12
    for (const { label, amount, strong } of paper.totals) {
      const box = { weight: strong ? ('bold' as const) : ('regular' as const), size: strong ? 11 : 9.5, color: INK }
      if (strong) {
        doc.moveTo(RIGHT - 260, at + 2).lineTo(RIGHT, at + 2).lineWidth(0.5).stroke(GREY) // prettier-ignore
        at += 6
      }
      fitText(doc, label, { ...box, x: RIGHT - 260, y: at, width: 170, minSize: 6 })
      fitText(doc, amount, { ...box, x: RIGHT - 90, y: at, width: 90, minSize: 6, align: 'right' })
      at += 16
    }
    if (code === null) return
    drawQr(doc, code, { x: LEFT, y: y + 14, width: CODE, color: INK })
    write(doc, 'Betalen met de app van uw bank', LEFT, y + 14 + CODE + 4, 140, { size: 8, color: GREY })
  }
  return { height, draw }
}

/** Where somebody writes a name, a day and a signature. */
function signingBlock(doc: Pdf, text: string): Block {
  const parts = ['Naam', 'Datum', 'Handtekening']
  return {
    height: heightOf(doc, text, WIDTH) + 84,
    draw: (y) => {
      write(doc, text, LEFT, y + 12, WIDTH, { weight: 'medium' })
      const width = WIDTH / parts.length
      const at = y + 12 + heightOf(doc, text, WIDTH) + 44
      parts.forEach((label, i) => {
        const x = LEFT + i * width
        doc.moveTo(x, at).lineTo(x + width - 16, at).lineWidth(0.5).stroke(GREY) // prettier-ignore
        write(doc, label, x, at + 4, width - 16, { size: 8.5, color: GREY })
      })
    },
  }
}

function agreedBlock(doc: Pdf, { sentences, signature }: NonNullable<Paper['agreed']>): Block {
  const text = sentences.join('\n')
  const width = WIDTH - 200
  return {
    height: Math.max(heightOf(doc, text, width, { size: 9 }), signature === null ? 0 : 70) + 30,
    draw: (y) => {
      rule(doc, y + 8, GREY)
      write(doc, text, LEFT, y + 18, width, { size: 9 })
      if (signature !== null) doc.image(Buffer.from(signature), RIGHT - 180, y + 16, { fit: [180, 70] })
    },
  }
}

/** All that comes below the heading of the first page. */
const blocksOf = (doc: Pdf, paper: Paper): Block[] => [
  ...(paper.notice === '' ? [] : paragraphBlocks(doc, paper.notice, { weight: 'medium', color: AMBER })),
  ...paper.above.flatMap((text) => paragraphBlocks(doc, text)),
  ...paper.lines.flatMap((line) => lineBlocks(doc, paper, line)),
  ...(paper.totals.length === 0 ? [] : [totalsBlock(doc, paper)]),
  ...paper.reasons.flatMap((text) => paragraphBlocks(doc, text, { size: 9, color: GREY }, 4)),
  { height: 8, draw: () => undefined },
  ...paper.below.flatMap((text) => paragraphBlocks(doc, text)),
  ...(paper.payment?.sentences ?? []).flatMap((text) => paragraphBlocks(doc, text, {}, 4)),
  ...(paper.agreed === null ? [] : [agreedBlock(doc, paper.agreed)]),
  ...(paper.signing === '' ? [] : [signingBlock(doc, paper.signing)]),
]

/** Lines of an address one below the other; a long one goes on in a second. @returns where they end */
function drawLines(doc: Pdf, lines: readonly string[], pitch: number, box: TextBox): number {
  return lines.reduce((y, text) => {
    const taken = fitText(doc, text, { ...box, y, minSize: box.size * 0.8, lines: 2 })
    return y + Math.max(pitch, taken + 1)
  }, box.y)
}

/** Draws the name of the house, below its logo where it has one. */
function drawHouse(doc: Pdf, { house }: Paper): void {
  const name = { x: LEFT, width: 270, weight: 'bold' as const, minSize: 9, color: INK, lines: 2 }
  if (house.logo === null) return void fitText(doc, house.name, { ...name, y: 48, size: 18, minSize: 10 })
  doc.image(Buffer.from(house.logo.bytes), LEFT, 40, { fit: [200, 50] })
  fitText(doc, house.name, { ...name, y: 98, size: 12 })
}

/** Draws the heading of the first page. @returns where the text begins */
function drawHeading(doc: Pdf, paper: Paper): number {
  drawHouse(doc, paper)
  const house = drawLines(doc, paper.house.lines, 13, { x: RIGHT - 200, y: 50, width: 200, weight: 'regular', size: 9, color: GREY, align: 'right' }) // prettier-ignore
  const recipient = drawLines(doc, paper.recipient, 14, { x: LEFT, y: ADDRESS_Y, width: 260, weight: 'regular', size: 10.5, color: INK }) // prettier-ignore
  let y = Math.max(recipient, house, 214) + 24
  y += fitText(doc, paper.title, { x: LEFT, y, width: WIDTH, weight: 'bold', size: 17, minSize: 11, lines: 2, color: INK }) + 12 // prettier-ignore
  const perRow = 4
  const width = WIDTH / perRow
  for (let i = 0; i < paper.facts.length; i += perRow) {
    paper.facts.slice(i, i + perRow).forEach(([label, value], column) => {
      const box = { x: LEFT + column * width, width: width - 10 }
      fitText(doc, label, { ...box, y, weight: 'regular', size: 8.5, color: GREY })
      fitText(doc, value, { ...box, y: y + 12, weight: 'medium', size: 10, minSize: 7, lines: 2, color: INK })
    })
    y += 36
  }
  return y + 8
}

function drawFoot(doc: Pdf, paper: Paper, page: number, pages: number): void {
  rule(doc, 792)
  const box = { y: 799, weight: 'regular' as const, size: 8, color: GREY }
  fitText(doc, paper.foot, { ...box, x: LEFT, width: WIDTH - 80, minSize: 6, lines: 2 })
  fitText(doc, `Pagina ${page} van ${pages}`, { ...box, x: RIGHT - 76, width: 76, align: 'right' })
}

/** Where the text begins on a page after the first. */
const NEXT_TOP = 84
const PAGES = { nextTop: NEXT_TOP, bottom: BOTTOM, labels: 24 }

function drawPaper(doc: Pdf, paper: Paper): void {
  addA4Page(doc)
  let y = drawHeading(doc, paper)
  const pages = pagesOf(blocksOf(doc, paper), { ...PAGES, from: y })
  pages.forEach((blocks, i) => {
    if (i > 0) {
      addA4Page(doc)
      fitText(doc, paper.title, { x: LEFT, y: 48, width: WIDTH, weight: 'medium', size: 9.5, color: GREY })
      y = NEXT_TOP
    }
    for (const [at, block] of blocks.entries()) {
      const labels = labelsAbove(block, blocks[at - 1], PAGES)
      if (labels > 0) drawLabels(doc, paper, y + 6)
      void block.draw(y + labels)
      y += labels + block.height
    }
    drawFoot(doc, paper, i + 1, pages.length)
  })
}

async function withLogo(paper: Paper, logos: Printables): Promise<Paper> {
  const { logo } = paper.house
  if (logo === null) return paper
  const bytes = await printableOnce(logos, logo.name, logo.bytes)
  return { ...paper, house: { ...paper.house, logo: bytes && { name: logo.name, bytes } } }
}

/** The signature as it can be drawn, or a sentence in its place. */
async function withPrintable(paper: Paper): Promise<Paper> {
  if (!paper.agreed?.signature) return paper
  const { sentences, signature } = paper.agreed
  const shown = await printable(Buffer.from(signature))
  const said = shown === null ? [...sentences, 'De handtekening kan hier niet worden getoond.'] : sentences
  return { ...paper, agreed: { sentences: said, signature: shown } }
}

/** A paper, with the layout by which it is drawn where it has one. */
export type DrawnPaper = Paper & { layout?: Omit<LaidOut, 'pictures'> }

/** One document of any number of papers. */
export function begin(head: PapersHead): Drawing<DrawnPaper> {
  const byLayout = layoutPen()
  const logos: Printables = new Map()
  return {
    document: createPdf(head),
    draw: async (doc, { layout, ...printed }) => {
      const paper = await withLogo(await withPrintable(printed), logos)
      const pictures = { logo: paper.house.logo?.bytes ?? null, handtekening: paper.agreed?.signature ?? null }
      // What a layout cannot draw of one sale is not what keeps it from being sent.
      if (layout && drewByLayout(() => byLayout(doc, { ...layout, pictures }))) return
      drawPaper(doc, paper)
    },
  }
}
