import { createWriteStream } from 'node:fs'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import PDFDocument from 'pdfkit'
import { drawnPdf } from '../../src/platform/pdf/drawn.ts'
import { interFont } from '../../src/platform/pdf/fonts.ts'
import { streamPdf } from '../../src/platform/pdf/stream.ts'
import * as drawing from '../../src/training/proof/certificates/certificates.drawing.ts'
import type { PrintedCertificate } from '../../src/training/proof/certificates/certificates.rules.ts'

const COUNT = 1000
const ROUNDS = 3

const snapshot = (n: number): PrintedCertificate => ({
  title: 'Certificaat',
  number: `2026-${String(n).padStart(6, '0')}`,
  organisation: 'Noordkaap Opleidingen',
  person: {
    name: `Łukasz van der Yıldız-${n}`,
    lastNamePrefix: 'van der',
    lastName: `Yıldız-${n}`,
    birthDate: '1990-06-02',
  },
  course: { description: 'BHV basis', code: 'BHV-B' },
  parts: [
    { description: 'Theorie BHV', firstDay: '2026-11-19', lastDay: '2026-11-19', minutes: 450 },
    { description: 'Praktijk BHV', firstDay: '2026-11-26', lastDay: '2026-11-26', minutes: 450 },
  ],
  teachers: [{ name: 'Jeroen van Dijk', number: '12345' }],
  place: 'Zwolle',
  issuedOn: '2026-11-26',
  validUntil: '2027-11-26',
  verifyUrl: `https://noordkaap.example/verify/${'x'.repeat(20)}${n}`,
})

const sink = () => new Writable({ write: (_chunk, _encoding, done) => done() })

/** The same drawing on a document of PDFKit's own, written away as it comes. */
async function bare(): Promise<number> {
  const start = performance.now()
  const document = new PDFDocument({ font: '', autoFirstPage: false, info: { CreationDate: new Date(0) } })
  for (const weight of ['regular', 'medium', 'bold'] as const) document.registerFont(weight, interFont(weight), weight)
  const written = pipeline(document, createWriteStream('/dev/null'))
  for (let n = 1; n <= COUNT; n++) drawing.drawCertificate(document, snapshot(n))
  document.end()
  await written
  return performance.now() - start
}

function* snapshots(): Generator<PrintedCertificate> {
  for (let n = 1; n <= COUNT; n++) yield snapshot(n)
}

const HEAD = { title: 'Certificaten', author: 'Noordkaap', createdAt: new Date(0) }
const DRAWING = new URL('../../src/training/proof/certificates/certificates.drawing.ts', import.meta.url)

/** A thousand certificates, drawn in the thread as the product does, or on the loop of the process that asks. */
export const thousand = {
  inThread: () => drawnPdf<typeof drawing>(DRAWING, HEAD, snapshots()),
  onLoop: () => streamPdf(drawing.begin(HEAD).document, snapshots(), drawing.drawCertificate),
}

async function ours(): Promise<{ ms: number; peak: number }> {
  const start = performance.now()
  const before = process.memoryUsage().rss
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss - before)), 20)
  await pipeline(thousand.inThread(), sink())
  clearInterval(watch)
  return { ms: performance.now() - start, peak }
}

/** One line: the time of a group PDF of 1,000 certificates against the same drawing with bare PDFKit. */
export async function compareCertificates(): Promise<string> {
  const shares: number[] = []
  let last = { ms: 0, peak: 0 }
  let lastBare = 0
  await ours()
  for (let round = 0; round < ROUNDS; round++) {
    lastBare = await bare()
    last = await ours()
    shares.push(lastBare / last.ms)
  }
  const share = shares.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)]!
  return `${COUNT} certificates in one PDF: ${(share * 100).toFixed(0)} % of the speed of bare PDFKit (last round ${last.ms.toFixed(0)} ms against ${lastBare.toFixed(0)} ms, memory grew by at most ${(last.peak / 1e6).toFixed(0)} MB)`
}
