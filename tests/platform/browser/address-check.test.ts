import { expect, it } from 'vitest'
import { isPostalCode, isStreetNumber, partStreetNumber } from '../../../public/js/fields/address-check.ts'

it('looks an address up only with 4 digits followed by letters, spaces left out [T-149]', () => {
  expect(isPostalCode('8011 AB')).toBe(true)
  expect(isPostalCode('8011ab')).toBe(true)
  expect(isPostalCode('8011')).toBe(false)
  expect(isPostalCode('801 ABC')).toBe(false)
  expect(isPostalCode('B-1000')).toBe(false)
})

it('looks an address up only with a positive number [T-150]', () => {
  expect(isStreetNumber('12')).toBe(true)
  expect(isStreetNumber('0')).toBe(false)
  expect(isStreetNumber('-3')).toBe(false)
  expect(isStreetNumber('12a')).toBe(false)
  expect(isStreetNumber('')).toBe(false)
})

it.each([
  ['12A', '12', 'A'],
  ['12 bis', '12', 'bis'],
  ['12-3', '12', '3'],
  ['12 - B2', '12', 'B2'],
  [' 7/hs ', '7', 'hs'],
])('parts number and addition: %j', (text, number, addition) => {
  expect(partStreetNumber(text)).toEqual({ number, addition })
})

it.each(['12', '', 'A12', '12 14', '123456A', '12-'])('parts nothing in %j', (text) => {
  expect(partStreetNumber(text)).toBeNull()
})
