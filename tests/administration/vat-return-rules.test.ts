import { describe, expect, it } from 'vitest'
import { dueText, wholeEuros } from '../../src/administration/books/reports/vat-return.rules.ts'

describe('the VAT return', () => {
  it.each([
    ['2026-07-01', '2026-09-30', '2026-10-20', 'De aangifte over het 3e kwartaal 2026: uiterlijk 31-10-2026 indienen en betalen.'], // prettier-ignore
    ['2026-10-01', '2026-12-31', '2026-11-28', 'De aangifte over het 4e kwartaal 2026: uiterlijk 31-01-2027 indienen en betalen. De periode loopt nog.'], // prettier-ignore
    ['2028-01-01', '2028-01-31', '2028-03-01', 'De aangifte over januari 2028 moest uiterlijk 29-02-2028 zijn ingediend en betaald.'], // prettier-ignore
    ['2026-01-01', '2026-12-31', '2026-11-28', null],
    ['2026-07-02', '2026-09-30', '2026-11-28', null],
  ])('of %s to %s says on %s until when it is filed', (from, until, day, text) => {
    expect(dueText({ from, until }, day)).toBe(text)
  })

  it.each([
    [12_399, 123],
    [-1_050, -11],
    [0, 0],
  ])('fills in %i cents as %i euros, in favour of who declares', (cents, euros) => {
    expect(wholeEuros(cents)).toBe(euros)
  })
})
