import { formatDate } from '../../../platform/format/format.ts'
import { type Pdf, type PdfOptions, addA4Page, createPdf } from '../../../platform/pdf/document.ts'
import type { Drawing } from '../../../platform/pdf/drawing.ts'
import { drewByLayout, layoutPen } from '../../../platform/pdf/layout/layout.ts'
import { drawQr } from '../../../platform/pdf/qr.ts'
import { fitText } from '../../../platform/pdf/text.ts'
import type { CertificateSnapshot, PrintedCertificate } from './certificates.rules.ts'
import { certificateLaidOut, period, verifyAddress } from './layout.rules.ts'
import { hoursText } from './hours.rules.ts'

/** The colours of the interface in its light theme; the deep blue is for paper only. */
const INK = '#161b25'
const DEEP = '#12305f'
const BLUE = '#2353cf'
const GREY = '#475061'
const HAIRLINE = '#d5dae3'

/** A4 landscape, in points. */
const PAGE = { width: 841.89, height: 595.28 }
const LEFT = 74
const RIGHT = PAGE.width - 64
const WIDTH = RIGHT - LEFT
/** Where the names stand under the signature line. */
const FOOT = 517

function drawGround(doc: Pdf): void {
  doc.rect(0, 0, 14, PAGE.height).fill(DEEP)
  doc.rect(14, 0, 3, PAGE.height).fill(BLUE)
}

/** Room for the logo: its width follows from its height, as far as the name leaves room. */
const LOGO = { y: 38, width: 170, height: 46 }

/** An image as PDFKit keeps it, so that a document of hundreds holds it once; its types leave that out. */
interface Logo {
  width: number
  height: number
}
const openLogo = (doc: Pdf, bytes: Uint8Array): Logo =>
  (doc as unknown as { openImage(bytes: Buffer): Logo }).openImage(Buffer.from(bytes))

/** @returns where the name begins */
function drawLogo(doc: Pdf, logo: Logo | null): number {
  if (logo === null) return LEFT
  const scale = Math.min(LOGO.width / logo.width, LOGO.height / logo.height)
  const [width, height] = [logo.width * scale, logo.height * scale]
  doc.image(logo as unknown as PDFKit.Mixins.ImageSrc, LEFT, LOGO.y + (LOGO.height - height) / 2, { width, height })
  return LEFT + width + 14
}

function drawHead(doc: Pdf, { organisation, number }: CertificateSnapshot, logo: Logo | null): void {
  const x = drawLogo(doc, logo)
  fitText(doc, organisation, { x, y: 53, width: LEFT + 442 - x, weight: 'bold', size: 14, minSize: 9, lines: 2, color: DEEP }) // prettier-ignore
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

/** Adds the page of one certificate. It depends on what it is given alone: drawn again it is the same to the byte. */
export function drawCertificate(doc: Pdf, snapshot: PrintedCertificate, logo: Logo | null = null): void {
  addA4Page(doc, 'landscape')
  drawGround(doc)
  drawHead(doc, snapshot, logo)
  drawBody(doc, snapshot)
  drawFacts(doc, snapshot)
  drawSignature(doc, snapshot)
  drawCheck(doc, snapshot)
}

export function begin(options: PdfOptions): Drawing<PrintedCertificate> {
  const opened = new Map<string, Logo>()
  const byLayout = layoutPen()
  const logoOf = (doc: Pdf, { logo, logoBytes }: PrintedCertificate): Logo | null => {
    if (logo === undefined || !logoBytes) return null
    const known = opened.get(logo) ?? openLogo(doc, logoBytes)
    opened.set(logo, known)
    return known
  }
  return {
    document: createPdf(options),
    draw: (doc, certificate) => {
      const { layout } = certificate
      // A certificate that its layout cannot draw is issued in the way of the product.
      if (layout !== undefined && drewByLayout(() => byLayout(doc, { source: layout, ...certificateLaidOut(certificate) }))) return // prettier-ignore
      drawCertificate(doc, certificate, logoOf(doc, certificate))
    },
  }
}
