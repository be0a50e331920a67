import { expect, it } from 'vitest'
import { rowsThatFit } from './use-fit.ts'

it('a cell of the month shows as many rows as it is high, and always one', () => {
  expect(rowsThatFit(123, 16)).toBe(4)
  expect(rowsThatFit(20, 16)).toBe(1)
})
