import { expect, it } from 'vitest'
import { BADGES, type Card, LABELS, labelOf, sheetsOf } from '../../src/training/presence/cards.rules.ts'

const A4 = { width: 595.28, height: 841.89 }

it.each([
  ['badges', BADGES, 8],
  ['labels', LABELS, 21],
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
