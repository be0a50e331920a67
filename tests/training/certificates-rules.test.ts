import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  LIGHTS,
  NOBODY,
  STATES,
  certificateNumber,
  issueDateProblem,
  passers,
  readCertificateNumber,
} from '../../src/training/proof/certificates/certificates.rules.ts'
import { validUntil } from '../../src/training/catalogue/courses/validity.rules.ts'
import { hoursText } from '../../src/training/proof/certificates/hours.rules.ts'

const fromIssue = (months: number | null) => ({
  validity_months: months,
  validity_basis: 'issue_date',
  grace_months: 3,
})
const fromPrevious = (months: number | null) => ({ ...fromIssue(months), validity_basis: 'previous_expiry' })

describe('the end date', () => {
  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-08-31', 1, '2026-09-30'],
    ['2026-11-19', 12, '2027-11-19'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-11-19', 120, '2036-11-19'],
  ])('of %s plus %i months is %s', (issuedOn, months, expected) => {
    expect(validUntil(issuedOn, fromIssue(months), null)).toBe(expected)
  })

  it('is none for a course without validity', () => {
    expect(validUntil('2026-11-19', fromIssue(null), null)).toBeNull()
    expect(validUntil('2026-11-19', fromPrevious(null), '2027-01-01')).toBeNull()
  })

  it('counts from the issue date unless the course says otherwise', () => {
    expect(validUntil('2026-11-19', fromIssue(24), '2027-02-01')).toBe('2028-11-19')
    expect(validUntil('2026-11-19', fromPrevious(24), null)).toBe('2028-11-19')
  })

  it('keeps the anniversary of a previous certificate that is renewed early or a little late', () => {
    expect(validUntil('2026-11-19', fromPrevious(24), '2027-02-01')).toBe('2029-02-01')
    expect(validUntil('2026-11-19', fromPrevious(24), '2026-11-01')).toBe('2028-11-01')
    expect(validUntil('2026-11-19', fromPrevious(24), '2026-08-19')).toBe('2028-08-19')
  })

  it('forgets a previous certificate that ended more than three months before', () => {
    expect(validUntil('2026-11-19', fromPrevious(24), '2026-08-18')).toBe('2028-11-19')
  })

  it('never reaches further than two periods ahead', () => {
    expect(validUntil('2026-11-19', fromPrevious(24), '2030-11-19')).toBe('2030-11-19')
    expect(validUntil('2026-11-19', fromPrevious(12), '2030-11-19')).toBe('2028-11-19')
  })

  it('lies after the issue, and never before that of the certificate it renews', () => {
    const day = fc
      .date({ min: new Date('2000-01-01'), max: new Date('2060-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: 120 }), fc.integer({ min: 1, max: 130 }), (first, months, later) => {
        const course = fromPrevious(months)
        const previous = validUntil(first, course, null)!
        const again = validUntil(first, fromIssue(later), null)!
        const renewed = validUntil(again, course, previous)!
        expect(renewed > again).toBe(true)
        expect(renewed >= previous).toBe(true)
        expect(renewed <= validUntil(again, fromIssue(2 * months), null)!).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the number', () => {
  it('is the year of issue and six digits, or more when they run out', () => {
    expect(certificateNumber('2026-11-19', 17)).toBe('2026-000017')
    expect(certificateNumber('2027-01-01', 1)).toBe('2027-000001')
    expect(certificateNumber('2026-11-19', 1_000_000)).toBe('2026-1000000')
  })
})

describe('who gets one', () => {
  const row = (contact_id: number, present: 0 | 1 | null, passed: 0 | 1 | null) => ({ contact_id, present, passed })

  it('was present and passed in every part', () => {
    expect([...passers([row(1, 1, 1), row(1, 1, 1), row(2, 1, 1), row(2, 1, 0), row(3, 0, 0)])]).toEqual([1])
  })

  it('has no choice left open', () => {
    expect([...passers([row(1, 1, 1), row(1, 1, null), row(2, null, null)])]).toEqual([])
    expect([...passers([])]).toEqual([])
  })
})

describe('what is printed', () => {
  it.each([
    [[240], '4 uur'],
    [[240, 450], '11,5 uur'],
    [[50], '0,8 uur'],
    [[], '0 uur'],
  ])('of %j minutes is %s', (minutes, expected) => {
    expect(hoursText(minutes.map((part) => ({ minutes: part })))).toBe(expected)
  })
})

describe('the state of a certificate', () => {
  it('has a word and the colour of the status that says as much', () => {
    expect(STATES).toEqual({
      valid: { label: 'Geldig', css: 'st-confirmed' },
      expired: { label: 'Verlopen', css: 'st-concept' },
      withdrawn: { label: 'Ingetrokken', css: 'st-cancelled' },
    })
    expect(NOBODY).toBe('Er zijn geen cursisten geslaagd gemeld.')
  })
})

describe('the issue date', () => {
  const planning = { firstDay: '2026-11-16', today: '2026-11-21' }

  it('lies between the first day of the course and today', () => {
    expect(issueDateProblem('2026-11-16', planning)).toBeNull()
    expect(issueDateProblem('2026-11-21', planning)).toBeNull()
    expect(issueDateProblem('2026-11-22', planning)).toBe('De datum van afgifte mag niet in de toekomst liggen.')
    expect(issueDateProblem('2026-11-15', planning)).toBe(
      'De datum van afgifte ligt vóór de eerste dag van de opleiding.',
    )
  })
})

describe('a number as somebody types it', () => {
  it.each([
    ['2026-000012', '2026-000012'],
    [' 2026 000012 ', '2026-000012'],
    ['2026\u2013000012', '2026-000012'],
    ['2026000012', '2026-000012'],
    ['2026-1234567', '2026-1234567'],
    ['2026-00012', null],
    ['2026-0000000000123', null],
    ['2026-00001x', null],
    ['x2026-000012', null],
    ['', null],
  ])('%j is read as %j', (typed, number) => expect(readCertificateNumber(typed)).toBe(number))
})

it.each([
  ['ok', 'light--ok', 'Geldig'],
  ['soon', 'light--soon', 'Verloopt binnen 3 maanden'],
  ['late', 'light--late', 'Verlopen'],
  ['booked', 'light--booked', 'Ingeschreven voor herhaling'],
] as const)('a certificate that is %s is told by shape and word', (light, css, label) => {
  expect(LIGHTS[light]).toEqual({ css, label })
})
