import { expect, it } from 'vitest'
import { progressAt } from '../../../public/js/popup/progress.ts'

it('shows the current of all steps as a percentage, rounded up [P-032]', () => {
  expect(progressAt(0, 3)).toBe(34)
  expect(progressAt(1, 3)).toBe(67)
  expect(progressAt(0, 6)).toBe(17)
  expect(progressAt(4, 5)).toBe(100)
})
