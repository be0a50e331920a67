import { formatDate } from '../../platform/format/format.ts'
import { type Pdf, type PdfOptions, addA4Page, createPdf } from '../../platform/pdf/document.ts'
import type { Drawing } from '../../platform/pdf/drawing.ts'
import { drawQr } from '../../platform/pdf/qr.ts'
import { fitText } from '../../platform/pdf/text.ts'
import type { CertificateSnapshot, PrintedCertificate } from './certificates.rules.ts'
import { hoursText } from './hours.rules.ts'

/** The colours of the interface in its light theme; the deep blue is for paper only. */
const INK = '#161b25'
const DEEP = '#12305f'
const BLUE = '#2353cf'
const GREY = '#475061'
const HAIRLINE = '#d5dae3'
const MIST = '#f3f6fd'

/** A4 landscape, in points. */
const PAGE = { width: 841.89, height: 595.28 }
const LEFT = 74
const RIGHT = PAGE.width - 64
const WIDTH = RIGHT - LEFT
/** Where the names stand under the signature line. */
const FOOT = 517

/** The compass of the sidebar (Tabler 'compass', 24 by 24), in a square of `size` points. */
function drawCompass(
  doc: Pdf,
  box: { x: number; y: number; size: number },
  stroke: { color: string; width: number },
): void {
  doc.save()
  doc.translate(box.x, box.y).scale(box.size / 24)
  doc.lineWidth(stroke.width).lineCap('round').lineJoin('round')
  doc.path('M8 16l2 -6l6 -2l-2 6l-6 2').circle(12, 12, 9)
  doc.path('M12 3l0 2M12 19l0 2M3 12l2 0M19 12l2 0')
  doc.stroke(stroke.color)
  doc.restore()
}

function drawGround(doc: Pdf): void {
  drawCompass(doc, { x: PAGE.width - 420, y: 34, size: 520 }, { color: MIST, width: 0.7 })
  doc.rect(0, 0, 14, PAGE.height).fill(DEEP)
  doc.rect(14, 0, 3, PAGE.height).fill(BLUE)
}

function drawHead(doc: Pdf, { organisation, number }: CertificateSnapshot): void {
  doc.roundedRect(LEFT, 46, 30, 30, 6).fill(BLUE)
  drawCompass(doc, { x: LEFT + 4, y: 50, size: 22 }, { color: '#ffffff', width: 1.6 })
  fitText(doc, organisation, { x: LEFT + 42, y: 53, width: 400, weight: 'bold', size: 14, minSize: 9, lines: 2, color: DEEP }) // prettier-ignore
  fitText(doc, 'Certificaatnummer', { x: RIGHT - 200, y: 46, width: 200, weight: 'regular', size: 8.5, color: GREY, align: 'right' }) // prettier-ignore
  fitText(doc, number, { x: RIGHT - 200, y: 58, width: 200, weight: 'medium', size: 14, color: INK, align: 'right' })
}

function drawBody(doc: Pdf, { title, person, course, organisation }: CertificateSnapshot): void {
  const line = (text: string, y: number) =>
    fitText(doc, text, { x: LEFT, y, width: WIDTH, weight: 'regular', size: 12, color: GREY })
  fitText(doc, title, { x: LEFT, y: 98, width: WIDTH, height: 50.4, weight: 'bold', size: 42, minSize: 24, color: DEEP }) // prettier-ignore
  doc.rect(LEFT + 1, 154, 56, 3).fill(BLUE)
  line(`${organisation} verklaart dat`, 178)
  let y = 200
  const wide = { x: LEFT, width: WIDTH, lines: 2 }
  y += fitText(doc, person.name, { ...wide, y, weight: 'bold', size: 31, minSize: 22, color: INK }) + 3
  if (person.birthDate !== null) y += line(`geboren op ${formatDate(person.birthDate)}`, y) + 9
  y += line('de opleiding', y) + 6
  y += fitText(doc, course.description, { ...wide, y, weight: 'medium', size: 24, minSize: 16, color: BLUE }) + 7
  line('met goed gevolg heeft afgerond.', y)
}

/** '16-11-2026', or the first and the last day. */
function period({ parts }: CertificateSnapshot): string {
  const first = parts.map((part) => part.firstDay).sort()[0]
  const last = parts
    .map((part) => part.lastDay)
    .sort()
    .at(-1)
  return first === last ? formatDate(first) : `${formatDate(first)} – ${formatDate(last)}`
}

function drawFacts(doc: Pdf, snapshot: CertificateSnapshot): void {
  const { parts, course, issuedOn, validUntil } = snapshot
  const facts = [
    ['Opleidingscode', course.code],
    ['Gevolgd op', period(snapshot)],
    ['Duur', hoursText(parts)],
    ['Afgegeven op', formatDate(issuedOn)],
    validUntil === null ? ['Geldigheid', 'Geen einddatum'] : ['Geldig tot en met', formatDate(validUntil)],
  ] as const
  const shares = [0.2, 0.26, 0.14, 0.18, 0.22]
  const top = 395
  doc
    .moveTo(LEFT, top - 12)
    .lineTo(RIGHT, top - 12)
    .lineWidth(0.75)
    .stroke(HAIRLINE)
  let x = LEFT
  facts.forEach(([label, value], i) => {
    const width = WIDTH * shares[i]!
    fitText(doc, label, { x, y: top, width: width - 12, weight: 'regular', size: 8.5, color: GREY })
    fitText(doc, value, { x, y: top + 13, width: width - 12, weight: 'medium', size: 12, minSize: 9, lines: 2, color: INK }) // prettier-ignore
    x += width
  })
  if (parts.length < 2) return
  const listed = parts.map((part) => `${part.description} (${formatDate(part.firstDay)})`).join(' · ')
  fitText(doc, listed, { x: LEFT, y: top + 36, width: WIDTH, weight: 'regular', size: 9, minSize: 7.5, lines: 2, color: GREY }) // prettier-ignore
}

function drawSignature(doc: Pdf, { teachers, place, issuedOn, organisation }: CertificateSnapshot): void {
  const names = teachers.map(({ name, number }) => (number === null ? name : `${name} (${number})`)).join(', ')
  const signed = (x: number, width: number, who: string, role: string) => {
    const box = { x, width, size: 10, minSize: 8, lines: 2 }
    doc
      .moveTo(x, FOOT - 6)
      .lineTo(x + width, FOOT - 6)
      .lineWidth(0.75)
      .stroke(GREY)
    const taken = who === '' ? 0 : fitText(doc, who, { ...box, y: FOOT, weight: 'medium', color: INK }) + 2
    fitText(doc, role, { ...box, y: FOOT + taken, weight: 'regular', color: GREY })
  }
  // Without a teacher somebody of the organisation signs.
  if (names === '') signed(LEFT, 250, '', `Namens ${organisation}`)
  else signed(LEFT, 250, names, teachers.length > 1 ? 'Docenten' : 'Docent')
  const where = [place, formatDate(issuedOn)].filter(Boolean).join(', ')
  signed(LEFT + 284, 166, where, place === null ? 'Datum' : 'Plaats en datum')
}

function drawCheck(doc: Pdf, { verifyUrl }: PrintedCertificate): void {
  const size = 82
  const x = RIGHT - size
  const y = PAGE.height - 44 - size
  doc.rect(x - 10, y - 10, size + 20, size + 20).fill('#ffffff')
  drawQr(doc, verifyUrl, { x, y, width: size, color: INK })
  const text = { x: x - 152, width: 136, color: GREY, align: 'right' } as const
  fitText(doc, 'Controleer dit certificaat:', { ...text, y: y + 54, weight: 'regular', size: 8.5 })
  fitText(doc, verifyAddress(verifyUrl), { ...text, y: y + 67, weight: 'medium', size: 9.5, color: INK })
  doc.link(x, y, size, size, verifyUrl)
}

/** 'noordkaap.example/verify': what a person can read; the token is for the QR code. */
function verifyAddress(verifyUrl: string): string {
  const { host, pathname } = new URL(verifyUrl)
  return host + pathname.slice(0, pathname.lastIndexOf('/'))
}

/** Adds the page of one certificate. It depends on what it is given alone: drawn again it is the same to the byte. */
export function drawCertificate(doc: Pdf, snapshot: PrintedCertificate): void {
  addA4Page(doc, 'landscape')
  drawGround(doc)
  drawHead(doc, snapshot)
  drawBody(doc, snapshot)
  drawFacts(doc, snapshot)
  drawSignature(doc, snapshot)
  drawCheck(doc, snapshot)
}

export function begin(options: PdfOptions): Drawing<PrintedCertificate> {
  return { document: createPdf(options), draw: drawCertificate }
}
