import { formatDateTime } from '../../platform/format/format.ts'
import { type Pdf, addA4Page, createPdf } from '../../platform/pdf/document.ts'
import type { Drawing } from '../../platform/pdf/drawing.ts'
import type { PersonSection } from './person.queries.ts'

/** Points: an A4 page with the margins of a letter. */
const PAGE = { left: 56, top: 56, width: 483, bottom: 786 }
const LABEL_WIDTH = 140
const SIZE = 9.5
const LINE_GAP = 2
const INK = '#1c2430'
const QUIET = '#5b6675'

export interface PersonHead {
  name: string
  createdAt: Date
}

/** The file a person gets about themselves, for reading: every kind of data with a heading, every value with its name. */
export function begin({ name, createdAt }: PersonHead): Drawing<PersonSection> {
  const document = createPdf({ title: `Gegevens van ${name}`, author: 'Noordkaap', createdAt })
  let y = PAGE.top
  const room = (height: number) => {
    if (y + height <= PAGE.bottom) return
    addA4Page(document)
    y = PAGE.top
  }
  const line = (text: string, options: { weight: 'regular' | 'bold'; size: number; color: string }) => {
    document.font(options.weight).fontSize(options.size)
    const height = document.heightOfString(text, { width: PAGE.width })
    room(height)
    document.fillColor(options.color).text(text, PAGE.left, y, { width: PAGE.width })
    y += height + LINE_GAP
  }
  const pair = (label: string, value: string) => {
    const width = PAGE.width - LABEL_WIDTH
    // A long value may be longer than a page: it goes on in pieces, each of which fits.
    for (const [i, piece] of pieces(document, value, width).entries()) {
      const height = document.font('regular').fontSize(SIZE).heightOfString(piece, { width, lineGap: LINE_GAP })
      room(height)
      if (i === 0) document.fillColor(QUIET).text(label, PAGE.left, y, { width: LABEL_WIDTH - 8 })
      document.fillColor(INK).text(piece, PAGE.left + LABEL_WIDTH, y, { width, lineGap: LINE_GAP })
      y += height
    }
  }
  const section = ({ label, rows }: PersonSection) => {
    room(60)
    y += 14
    line(label, { weight: 'bold', size: 13, color: INK })
    for (const [i, row] of rows.entries()) {
      if (i > 0) y += 6
      for (const [column, value] of Object.entries(row)) if (value !== null && value !== '') pair(column, String(value))
    }
  }
  addA4Page(document)
  line(`Gegevens van ${name}`, { weight: 'bold', size: 18, color: INK })
  line(`Opgesteld op ${formatDateTime(createdAt)} uit Noordkaap, op grond van artikel 15 van de AVG.`, {
    weight: 'regular',
    size: SIZE,
    color: QUIET,
  })
  return { document, draw: (_pdf, item) => section(item) }
}

/** A value in parts of at most half a page, cut between lines or words. */
function pieces(document: Pdf, value: string, width: number): string[] {
  const most = (PAGE.bottom - PAGE.top) / 2
  document.font('regular').fontSize(SIZE)
  const parts: string[] = []
  let part = ''
  for (const word of value.split(/(?<=\s)/)) {
    if (part !== '' && document.heightOfString(part + word, { width, lineGap: LINE_GAP }) > most) {
      parts.push(part)
      part = ''
    }
    part += word
  }
  return [...parts, part]
}
