import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatIban, isIban } from '../../src/platform/format/iban.ts'

describe('an IBAN', () => {
  // The examples of the registry of SWIFT.
  it.each([
    'NL91 ABNA 0417 1643 00',
    'nl91abna0417164300',
    'DE89370400440532013000',
    'NO93 8601 1117 947',
    'MT84MALT011000012345MTLCAST001S',
  ])('%s is one', (value) => {
    expect(isIban(value)).toBe(true)
  })

  it.each([
    '',
    'NL91 ABNA 0417 1643 000',
    // Right by its remainder, too short for any country.
    'NO93860111179',
    'x NL91ABNA0417164300',
    'NL91ABNA0417164300 x',
    '9NL1ABNA0417164300',
    'NL9AABNA0417164300',
    // A remainder of 1 is not all: four letters, then ten digits.
    'NL50 1234 5678 9012 34',
    'NL91ABNA0417164300-',
  ])('%j is none', (value) => {
    expect(isIban(value)).toBe(false)
  })

  it('of the Netherlands has four letters and ten digits, whatever its remainder', () => {
    const shapes = ['12345678901234', 'ABC12345678901', 'ABCDE123456789', 'ABNA123456789', 'ABNA12345678901']
    for (const shape of shapes)
      expect(withRightRemainder('NL', shape), shape).toSatisfy((iban: string) => !isIban(iban))
    expect(withRightRemainder('NL', 'ABNA1234567890')).toSatisfy(isIban)
  })

  it('of another country is as long as those of that country', () => {
    for (const [length, expected] of [
      [17, false],
      [18, true],
      [19, false],
    ] as const)
      expect(isIban(withRightRemainder('DE', '1'.repeat(length))), String(length)).toBe(expected)
    expect(isIban(withRightRemainder('XX', '1'.repeat(18)))).toBe(false)
  })

  it('with any single wrong digit is noticed', () => {
    const valid = 'NL91ABNA0417164300'
    fc.assert(
      fc.property(
        fc.constantFrom(2, 3, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17),
        fc.integer({ min: 1, max: 9 }),
        (at, by) => {
          const digit = (Number(valid[at]) + by) % 10
          expect(isIban(`${valid.slice(0, at)}${digit}${valid.slice(at + 1)}`)).toBe(false)
        },
      ),
    )
  })

  it('is shown in capitals, in groups of four', () => {
    expect(formatIban('nl91abna0417164300')).toBe('NL91 ABNA 0417 1643 00')
    expect(formatIban('NL91 ABNA\t0417164300')).toBe('NL91 ABNA 0417 1643 00')
    expect(formatIban('NO93860111179478')).toBe('NO93 8601 1117 9478')
  })
})

/** An IBAN whose two control digits are as ISO 13616 computes them. */
function withRightRemainder(country: string, account: string): string {
  const digits = [...`${account}${country}00`].map((sign) => Number.parseInt(sign, 36)).join('')
  return `${country}${String(98n - (BigInt(digits) % 97n)).padStart(2, '0')}${account}`
}
