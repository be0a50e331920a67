import { expect, it } from 'vitest'
import { fitOf, rowsThatFit, weeksTemplate } from './use-fit.ts'

it('a cell of the month shows as many rows as it is high, and always one', () => {
  expect(rowsThatFit(123, 16)).toBe(4)
  expect(rowsThatFit(20, 16)).toBe(1)
})

it('weeks that are past are low, as low as leaves what comes its height, and a month without any is equal', () => {
  const height = 468
  expect(fitOf(height, { past: 4, most: 2 }, 16)).toEqual({ past: 1, coming: 4 })
  expect(fitOf(900, { past: 4, most: 2 }, 16)).toEqual({ past: 2, coming: 12 })
  for (const past of [0, 6]) {
    const fit = fitOf(height, { past, most: 9 }, 16)
    expect(fit.past).toBe(fit.coming)
    expect(weeksTemplate({ past, most: 9 }, fit)).toBeUndefined()
  }
  expect(weeksTemplate({ past: 4, most: 2 }, { past: 1, coming: 4 })).toMatch(/^repeat\(4, .*\) repeat\(2, /)
})
