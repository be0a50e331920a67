import { describe, expect, it } from 'vitest'
import {
  addressAgrees,
  columnContent,
  looksLikeName,
} from '../../../src/training/places/participant-lists/columns/column-content.rules.ts'

const many = (count: number, ...cells: string[]) => Array.from({ length: count }, (_, i) => cells[i % cells.length]!)

describe('what the values of a column look like', () => {
  it('is told as shares of its filled cells', () => {
    expect(columnContent(['jan@x.nl', 'Eva <eva@x.nl>', '06-12345678', '-', '', 'geen', 'van den'])).toMatchObject({
      filled: 4,
      emails: 0.5,
      addressed: 0.25,
      phones: 0.25,
      particles: 0.25,
      dates: 0,
    })
    expect(columnContent(['-', ''])).toEqual({
      filled: 0,
      emails: 0,
      addressed: 0,
      dates: 0,
      phones: 0,
      particles: 0,
      initials: 0,
      names: 0,
      fullNames: 0,
      withParticle: 0,
      firstNames: 0,
      medianYear: 0,
      repeated: false,
    })
  })

  it.each<[string[], number]>([
    [['J.', 'J.P.', 'Th.J.', 'J. P.', 'A.-B.'], 1],
    [['Jan J.', 'J. Bos', 'Jan.', '1.'], 0],
    [['J', 'JP'], 0],
    [['J', 'JP', 'ABCD'], 1],
    [['j', 'P', 'k'], 1],
    [['J', 'JP', 'AB', 'Jan', 'ABCDE'], 0.6],
    [['jan', 'eva', 'tom'], 0],
    [['1', '2', '3'], 0],
  ])('%j are initials for %d', (cells, initials) => {
    expect(columnContent(cells).initials).toBe(initials)
  })

  it.each([
    ['Jan Bos', 1],
    ['Vries,Anna', 1],
    ['de Vries', 0],
    ['Bos', 0],
    ['Groep 2', 0],
  ])('%j is a whole name for %d', (cell, share) => {
    expect(columnContent([cell]).fullNames).toBe(share)
  })

  it.each([
    ['de Vries', 1],
    ['Bakker-de Vries', 1],
    ['Jan Bakker-de Vries', 1],
    ['Jan de Vries', 0],
    ['De', 0],
    ['Bos', 0],
    ['de groep: 2', 0],
  ])('%j begins with a particle for %d', (cell, share) => {
    expect(columnContent([cell]).withParticle).toBe(share)
  })

  it.each([
    ['Jan', 1],
    ['Jan Bos', 0],
    ['Jan,Xyz', 1],
    ['van Jan', 1],
    ['Xyz', 0],
    ['Jansen', -1],
    [',', 0],
  ])('%j speaks for first names with %d', (cell, weight) => {
    expect(columnContent([cell]).firstNames).toBe(weight)
  })

  it('has the middle year of its dates', () => {
    expect(columnContent(['01-02-1990', '01-02-1970', 'x1', '01-02-1980', '01-02-1999', '01-02-1985']).medianYear).toBe(
      1985,
    )
  })

  it.each([
    [many(10, 'M', 'V'), true],
    [many(10, 'M', 'V', 'X-Y'), false],
    [many(9, 'M'), false],
    [many(3, 'M'), false],
  ])('%j are repeated: %s', (cells, repeated) => {
    expect(columnContent(cells).repeated).toBe(repeated)
  })
})

describe('a name', () => {
  it.each([
    ['Anna de Vries', true],
    ['Y?ld?z', true],
    ['?', true],
    ['a'.repeat(60), true],
    ['a'.repeat(61), false],
    ['a b c d e f g', true],
    ['a b c d e f g h', false],
    ['Groep 2', false],
    ['Datum:', false],
    ['Let op!', false],
    ['a;b', false],
    ['a@b', false],
    ['-,-', false],
  ])('%j may be one: %s', (cell, expected) => {
    expect(looksLikeName(cell)).toBe(expected)
  })
})

describe('an address', () => {
  it.each([
    ['j.devries@x.nl', 'Jan', 'de Vries', true],
    ['jan.vries12@x.nl', 'Jan', 'Vries', true],
    ['Renee.Bos@x.nl', 'Renée', 'Bos', true],
    ['p.devries@x.nl', 'Jan', 'de Vries', false],
    ['jan@x.nl', 'Jan', 'de Vries', false],
    ['jansen@x.nl', 'Jan', 'Jansen', false],
    ['jo@x.nl', 'Jan', 'O', false],
    ['vries@x.nl', '', 'ries', false],
    ['jan', 'Jan', 'an', false],
    ['', 'Jan', 'Bos', false],
  ])('%j agrees with %j and %j: %s', (email, first, last, expected) => {
    expect(addressAgrees(email, first, last)).toBe(expected)
  })
})
