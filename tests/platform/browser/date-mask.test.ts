import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dateState, maskDate } from '../../../src/platform/format/date-mask.ts'
import { maskTime } from '../../../src/platform/format/time-mask.ts'

/** What stands in the field after typing sign by sign, each time masked as the input does. */
function type(text: string): string {
  return [...text].reduce((value, sign) => maskDate(value + sign), '')
}

describe('the date-only input', () => {
  it('writes the dashes of dd-mm-yyyy while digits are typed [P-174] [P-176]', () => {
    expect(type('01051985')).toBe('01-05-1985')
    expect(type('31')).toBe('31-')
  })

  it('writes leading zeros for a day and a month of one digit [P-177]', () => {
    expect(type('1-5-1985')).toBe('01-05-1985')
    expect(type('4')).toBe('04-')
    expect(type('312')).toBe('31-02-')
  })

  it('prefixes a year of two digits with 19 unless it starts with 1 or 2 [P-178]', () => {
    expect(type('010585')).toBe('01-05-1985')
    expect(type('010505')).toBe('01-05-1905')
    expect(type('010520')).toBe('01-05-20')
    expect(type('010519')).toBe('01-05-19')
    expect(type('01052003')).toBe('01-05-2003')
  })

  it('holds nothing but digits and dashes, whatever is typed or pasted [P-175]', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(maskDate(text)).toMatch(/^[\d-]*$/)
      }),
    )
    expect(maskDate('01/05/1985')).toBe('01-05-1985')
  })

  it('takes dates as other programs copy them', () => {
    expect(maskDate('1985-05-01')).toBe('01-05-1985')
    expect(maskDate(' 1.5.1985 ')).toBe('01-05-1985')
  })

  it('is invalid with a day above 31, a month above 12 or another form [P-179] [P-180] [P-181]', () => {
    expect(dateState('32-01-1985').invalid).toBe(true)
    expect(dateState('01-13-1985').invalid).toBe(true)
    expect(dateState('1-5-198500').invalid).toBe(true)
    expect(dateState('31-12-1985')).toEqual({ incomplete: false, invalid: false })
  })

  it('is incomplete below 10 characters, and neither when empty [P-182]', () => {
    expect(dateState('01-05-198').incomplete).toBe(true)
    expect(dateState('01-05-1985').incomplete).toBe(false)
    expect(dateState('')).toEqual({ incomplete: false, invalid: false })
  })

  it('leaves every finished date of a year that starts with 1 or 2 as it is', () => {
    const day = fc.date({ min: new Date('1000-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(day, (value) => {
        const [year, month, date] = value.toISOString().slice(0, 10).split('-')
        const text = `${date}-${month}-${year}`
        expect(maskDate(text)).toBe(text)
        expect(type(text.replaceAll('-', ''))).toBe(text)
      }),
    )
  })
})

describe('the time input', () => {
  it('pads hour and minute to HH:mm [P-183]', () => {
    expect(maskTime('8')).toBe('08:00')
    expect(maskTime('8:5')).toBe('08:05')
    expect(maskTime('830')).toBe('08:30')
    expect(maskTime('16.45')).toBe('16:45')
  })

  it('leaves what is no time to the server', () => {
    expect(maskTime('25:00')).toBe('25:00')
    expect(maskTime('straks')).toBe('straks')
  })
})
