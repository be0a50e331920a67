import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compactVatId, isInUnion, vatIdCountry, vatIdProblem } from '../../src/platform/format/vat-id.ts'

describe('a btw-id of the Netherlands', () => {
  it.each([
    // Of organisations, by the check of eleven.
    'NL857587973B01',
    'NL123456782B90',
    // Of people since 2020, by modulo 97.
    'NL000099998B57',
    'NL002342672B42',
  ])('%s is one', (id) => {
    expect(vatIdProblem(id)).toBeNull()
  })

  it.each(['NL123456789B01', 'NL000000000B00', 'NL000000000B01', 'NL123456782B00', 'NL000099998B58'])(
    '%s is none by its digits',
    (id) => {
      expect(vatIdProblem(id)).toBe('Dit btw-id klopt niet: controleer de cijfers.')
    },
  )

  it.each(['NL12345678B01', 'NL1234567821B01', 'NL123456782', 'NL123456782C01', 'xNL123456782B90', 'NL123456782B901'])(
    '%s has not its form',
    (id) => {
      expect(vatIdProblem(id)).not.toBeNull()
    },
  )

  it('with one wrong digit is noticed, nearly always', () => {
    // Both checks have to miss it: a number that fails one may pass the other by chance, one time in 97.
    const valid = 'NL857587973B01'
    let missed = 0
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 10 }), fc.integer({ min: 1, max: 9 }), (at, by) => {
        const digit = (Number(valid[at]) + by) % 10
        if (vatIdProblem(`${valid.slice(0, at)}${digit}${valid.slice(at + 1)}`) === null) missed += 1
      }),
    )
    expect(missed).toBeLessThan(5)
  })
})

describe('a btw-id of another country', () => {
  it.each(['BE0123456789', 'DE123456789', 'FRXX123456789', 'EL123456789', 'ATU12345678', 'SE123456789001'])(
    '%s has the form of that country',
    (id) => {
      expect(vatIdProblem(id)).toBeNull()
    },
  )

  it.each([
    ['BE2123456789', 'Dit btw-id heeft niet de vorm van dat land.'],
    ['DE12345678', 'Dit btw-id heeft niet de vorm van dat land.'],
    ['SE123456789012', 'Dit btw-id heeft niet de vorm van dat land.'],
    ['CH123456789', 'Een btw-id begint met de landcode van een land van de EU, zoals NL of BE.'],
    ['GR123456789', 'Een btw-id begint met de landcode van een land van de EU, zoals NL of BE.'],
    ['123456782B01', 'Een btw-id begint met de landcode van een land van de EU, zoals NL of BE.'],
    ['', 'Een btw-id begint met de landcode van een land van de EU, zoals NL of BE.'],
  ])('%j is refused: %s', (id, problem) => {
    expect(vatIdProblem(id)).toBe(problem)
  })

  it('tells its country as addresses do, and which countries have one', () => {
    expect(vatIdCountry('EL123456789')).toBe('GR')
    expect(vatIdCountry('BE0123456789')).toBe('BE')
    expect(['GR', 'NL', 'BE', 'CH', 'EL', 'GB', 'XI'].map(isInUnion)).toEqual([true, true, true, false, false, false, false]) // prettier-ignore
  })

  it('is read as people write it', () => {
    expect(compactVatId(' nl 1234.56.782-b01 ')).toBe('NL123456782B01')
  })
})
