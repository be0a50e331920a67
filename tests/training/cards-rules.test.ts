import { readFileSync } from 'node:fs'
import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { createPdf } from '../../src/platform/pdf/document.ts'
import { streamPdf } from '../../src/platform/pdf/stream.ts'
import { begin } from '../../src/training/day/presence/cards.drawing.ts'
import { begin as beginList } from '../../src/training/catalogue/printed-lists/lists.drawing.ts'
import { readPdf } from '../support/pdf.ts'
import { BADGES, type Card, LABELS, labelOf, sheetsOf } from '../../src/training/day/presence/cards.rules.ts'

const A4 = { width: 595.28, height: 841.89 }

it.each([
  ['badges', BADGES, 8],
  ['labels', LABELS, 24],
])('lays %s on a sheet of A4 without one over its edge, and the next one on a new sheet', (_what, sheet, most) => {
  const { columns, rows, left, top, width, height, gap } = sheet
  expect(left + columns * width + (columns - 1) * gap).toBeLessThanOrEqual(A4.width)
  expect(top + rows * height).toBeLessThanOrEqual(A4.height)
  const cards = Array.from({ length: most + 1 }, (): Card => [])
  expect(sheetsOf(cards, sheet).map((page) => page.length)).toEqual([most, 1])
  expect(sheetsOf([], sheet)).toEqual([])
})

it('writes an address as it stands on an envelope, abroad with the country', () => {
  const to = {
    name: 'Anouk van der Linden',
    company: '',
    street: 'Kade',
    street_no: '7',
    street_no_adding: null,
    postal_code: null,
    city: 'Zwolle',
    country_code: 'NL',
  }
  const texts = (more: Partial<typeof to>) => labelOf({ ...to, ...more }).map(({ text }) => text)
  expect(texts({})).toEqual(['Anouk van der Linden', 'Kade 7', 'Zwolle'])
  expect(texts({ company: 'De Linde', country_code: 'DE' })).toEqual([
    'De Linde',
    't.a.v. Anouk van der Linden',
    'Kade 7',
    'Zwolle',
    'DUITSLAND',
  ])
})

const [bosch = '', heijden = ''] = readFileSync(new URL('../fixtures/field/names-on-paper.txt', import.meta.url), 'utf8').split('\n') // prettier-ignore
const head = { title: 'Kaarten', createdAt: new Date('2026-11-26T12:00:00Z') }

it.each([
  ['a name on a badge', BADGES, bosch, 20, 16],
  ['another', BADGES, heijden, 20, 16],
  ['a name of 116 letters', BADGES, `${bosch} ${heijden} ${'de Groot '.repeat(3)}`.slice(0, 116), 20, 8],
  ['a company on a label', LABELS, `Stichting ${heijden} en ${bosch}`, 10, 7],
])('sets %s in lines that stand on its card, readably', async (_what, sheet, text, size, least) => {
  const card: Card = [
    { text, weight: 'bold', size },
    { text: 'Installatiebedrijf Twente', weight: 'regular', size: size * 0.6 },
  ]
  const { document, draw } = begin({ ...head, sheet })
  const bytes = await buffer(streamPdf(document, [[card]], draw))
  const { contents, pages } = readPdf(bytes)
  const placed = [...contents[0]!.matchAll(/1 0 0 1 ([\d.]+) ([\d.]+) Tm\n\/F\d+ ([\d.]+) Tf/g)]
  const scratch = createPdf({ ...head, author: 'x' })
  const names = pages[0]!.slice(0, -1)
  expect(names.map((line) => line.trim()).join(' ').replaceAll('- ', '-')).toBe(text.trim()) // prettier-ignore
  expect(placed).toHaveLength(pages[0]!.length)
  placed.slice(0, -1).forEach(([, x, y, set], i) => {
    const width = scratch.font('bold').fontSize(Number(set)).widthOfString(names[i]!.trimEnd())
    expect(Number(set)).toBeGreaterThanOrEqual(least)
    expect(Number(x)).toBeGreaterThan(sheet.left)
    expect(Number(x) + width).toBeLessThan(sheet.left + sheet.width)
    expect(A4.height - Number(y)).toBeLessThan(sheet.top + sheet.height)
    expect(A4.height - Number(y)).toBeGreaterThan(sheet.top)
  })
})

it('sets long names on a list in the size of the others, in two lines within their column', async () => {
  const columns = [{ label: 'Cursist', share: 0.28 }, { label: 'Bedrijf', share: 0.72 }] // prettier-ignore
  const list = { ...head, columns, subtitle: '', facts: [], orientation: 'portrait', signer: null, empty: '' } as const
  const rows = ['Karin Smit', bosch, heijden].map((name) => [name, 'De Linde'])
  const { document, draw } = beginList({ ...list, columns, facts: [] })
  const { contents, pages } = readPdf(await buffer(streamPdf(document, [{ rows, number: 1, of: 1 }], draw)))
  const sizes = [...contents[0]!.matchAll(/\/F\d+ ([\d.]+) Tf/g)].map(([, size]) => Number(size))
  const cells = pages[0]!.map((line, i) => [line.trim(), sizes[i]])
  expect(cells.slice(-9)).toEqual([
    ...[['Karin Smit', 10], ['De Linde', 10]], // prettier-ignore
    ...[['Anne-Marie Elisabeth van', 10], ['den Bosch-Wolterinck', 10], ['De Linde', 10]], // prettier-ignore
    ...[['Maria Magdalena van der', 10], ['Heijden-van Oudenaarden', 10], ['De Linde', 10]], // prettier-ignore
    expect.anything(),
  ])
})
