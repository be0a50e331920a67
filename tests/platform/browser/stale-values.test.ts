import { expect, it } from 'vitest'
import { shownValue } from '../../../src/platform/format/stale-values.ts'

it.each([
  ['28.1000', true, '28,10'],
  ['30', true, '30,00'],
  ['-1.2345', true, '-1,2345'],
  // A name that looks like a number stays what it is.
  ['28.1000', false, '28.1000'],
  ['2026-11-26', false, '26-11-2026'],
  [true, false, 'Ja'],
  [false, false, 'Nee'],
  ['', false, '–'],
  [null, true, '–'],
  [[1, 2], false, '[1,2]'],
])('a comparison shows %j (decimal: %s) as %s', (value, isDecimal, shown) => {
  expect(shownValue(value, isDecimal)).toBe(shown)
})
