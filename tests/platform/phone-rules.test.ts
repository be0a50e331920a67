import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupedPhone } from '../../src/platform/format/phone.ts'
import { phoneOrNull } from '../../src/platform/forms/fields.ts'
import { parseDutchPhone } from '../../src/training/places/participant-lists/index.ts'

describe('a phone number in a form', () => {
  it.each([
    ['0612345678', '06-12345678'],
    ['+31612345678', '06-12345678'],
    ['0031612345678', '06-12345678'],
    ['0201234567', '020-1234567'],
    ['0548123456', '0548-123456'],
    ['09001234', '0900-1234'],
    // Grouped by whoever typed it, abroad, or no whole number.
    ['06 1234 5678', '06 1234 5678'],
    ['(038) 123 45 67', '(038) 123 45 67'],
    ['+32470123456', '+32470123456'],
    ['612345678', '612345678'],
    ['06123', '06123'],
  ])('%s is kept as %s', (typed, kept) => {
    expect(phoneOrNull.parse(` ${typed} `)).toBe(kept)
  })

  it('is the one that a pasted list makes of it, and stays when it is saved again', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100_000_000, max: 999_999_999 }), (digits) => {
        const kept = groupedPhone(`0${digits}`)
        expect(kept).toBe(parseDutchPhone(`0${digits}`).phone ?? `0${digits}`)
        expect(groupedPhone(kept)).toBe(kept)
      }),
    )
  })
})
