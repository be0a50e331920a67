import { expect, it } from 'vitest'
import { isRegisterNumber } from '../../../public/js/companies/trade-register-check.ts'

it('looks a number up in the trade register when it is numeric and at least 8 characters long [T-154]', () => {
  expect(isRegisterNumber('68750110')).toBe(true)
  expect(isRegisterNumber('687501101')).toBe(true)
  expect(isRegisterNumber('6875011')).toBe(false)
  expect(isRegisterNumber('6875011a')).toBe(false)
  expect(isRegisterNumber('')).toBe(false)
})
