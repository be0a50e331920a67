import { type RepeatUnit, lengthText } from '../../src/platform/format/repeats.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/platform/format/zone.ts'
import { type CourseTerms, refreshBy, validUntil } from '../../src/training/catalogue/courses/validity.rules.ts'
import { emailWarning } from '../../src/training/proof/refreshers/invitations.rules.ts'
import { type RefresherState, STATES, lightOf } from '../../src/training/proof/refreshers/refreshers.rules.ts'

const course: CourseTerms = {
  validity_months: 12,
  validity_basis: 'issue_date',
  grace_months: 3,
  repeat_after: null,
  repeat_unit: 'years',
}
const every = (repeat_after: number, repeat_unit: string): CourseTerms => ({ ...course, repeat_after, repeat_unit })

describe('the day by which somebody takes a refresher', () => {
  it.each([
    [every(1, 'years'), '2027-11-19', '1 jaar'],
    [every(3, 'years'), '2029-11-19', '3 jaar'],
    [every(1, 'months'), '2026-12-19', '1 maand'],
    [every(18, 'months'), '2028-05-19', '18 maanden'],
    [every(1, 'weeks'), '2026-11-26', '1 week'],
    [every(6, 'weeks'), '2026-12-31', '6 weken'],
  ])('is counted in years, months or weeks (%#) [T-257]', (terms, expected, words) => {
    expect(refreshBy('2026-11-19', terms, null)).toBe(expected)
    const { repeat_after: count, repeat_unit: unit } = terms
    expect(lengthText({ count: count!, unit: unit as RepeatUnit })).toBe(words)
  })

  it('is the end of the certificate where the course says nothing else', () => {
    expect(refreshBy('2026-11-19', course, null)).toBe(validUntil('2026-11-19', course, null))
    expect(refreshBy('2026-11-19', { ...course, validity_months: null }, null)).toBeNull()
  })

  it('is there for a certificate without an end, as for resuscitation', () => {
    const resuscitation = { ...every(1, 'years'), validity_months: null }
    expect(validUntil('2026-11-19', resuscitation, null)).toBeNull()
    expect(refreshBy('2026-11-19', resuscitation, null)).toBe('2027-11-19')
  })

  it('keeps the old day within the grace of the course, and not a day later', () => {
    const kept = (grace_months: number, previous: string) =>
      refreshBy('2026-11-19', { ...course, validity_basis: 'previous_expiry', grace_months }, previous)
    expect(kept(3, '2026-08-19')).toBe('2027-08-19')
    expect(kept(3, '2026-08-18')).toBe('2027-11-19')
    expect(kept(6, '2026-05-19')).toBe('2027-05-19')
    expect(kept(0, '2026-11-19')).toBe('2027-11-19')
    expect(kept(0, '2026-11-18')).toBe('2027-11-19')
  })

  const day = fc.integer({ min: 0, max: 20_000 }).map((days) => addDays('2020-01-01', days))
  const terms = fc.record({
    validity_months: fc.option(fc.integer({ min: 1, max: 120 })),
    validity_basis: fc.constantFrom('issue_date', 'previous_expiry'),
    grace_months: fc.integer({ min: 0, max: 24 }),
    repeat_after: fc.option(fc.integer({ min: 1, max: 60 })),
    repeat_unit: fc.constantFrom('years', 'months', 'weeks'),
  })

  it('lies after the issue date, at most two terms ahead, and never before that of somebody who had nothing', () => {
    fc.assert(
      fc.property(day, terms, fc.option(day), (issuedOn, of, previous) => {
        const due = refreshBy(issuedOn, of, previous)
        if (due === null) {
          expect([of.validity_months, of.repeat_after]).toEqual([null, null])
          return
        }
        expect(due > issuedOn).toBe(true)
        const once = refreshBy(issuedOn, { ...of, validity_basis: 'issue_date' }, null)!
        const twice = refreshBy(once, { ...of, validity_basis: 'issue_date' }, null)!
        expect(due <= twice).toBe(true)
        if (of.validity_basis === 'issue_date') expect(due).toBe(once)
        else if (previous !== null && previous >= issuedOn) expect(due >= once).toBe(true)
      }),
    )
  })
})

describe('who is invited', () => {
  const good = { email: 'goed@post.example', reachable: true }
  const wrong = { email: 'fout@', reachable: false }
  const empty = { email: '', reachable: false }

  it.each([
    [[good], null],
    [[], null],
    [[empty], '1 e-mailadres ontbreekt. Deze persoon krijgt geen bericht.'],
    [[good, wrong], '1 e-mailadres klopt niet. Deze persoon krijgt geen bericht.'],
    [[wrong, wrong], '2 e-mailadressen kloppen niet. Deze 2 personen krijgen geen bericht.'],
    [
      [wrong, empty, empty],
      '1 e-mailadres klopt niet en 2 e-mailadressen ontbreken. Deze 3 personen krijgen geen bericht.',
    ],
  ])('%j is warned of as %j', (people, warning) => expect(emailWarning(people)).toBe(warning))
})

describe('how a refresher stands', () => {
  it.each<[RefresherState, string, string]>([
    ['soon', 'light--soon', 'Verloopt binnen 3 maanden'],
    ['late', 'light--late', 'Verlopen'],
    ['over', 'light--late', 'Uitlooptermijn voorbij'],
    ['booked', 'light--booked', 'Ingeschreven'],
    ['ok', 'light--ok', 'Later'],
  ])('%s is a light and a word', (state, css, label) => expect(lightOf(state)).toEqual({ css, label }))

  it('has a colour of its own as a status, but for what is over', () => {
    const colours = Object.fromEntries(Object.entries(STATES).map(([state, { css }]) => [state, css]))
    expect(colours).toEqual({
      soon: 'st-option',
      late: 'st-cancelled',
      over: 'st-cancelled',
      booked: 'st-planned',
      ok: 'st-confirmed',
    })
  })
})

describe('an old day that is too far back', () => {
  const kept = (terms: CourseTerms, previous: string) =>
    refreshBy('2026-11-19', { ...terms, validity_basis: 'previous_expiry', grace_months: 24 }, previous)

  it.each<[CourseTerms, string, string, string]>([
    [every(6, 'weeks'), '2026-10-15', '2026-11-26', '2026-12-31'],
    [every(6, 'months'), '2026-06-19', '2026-12-19', '2027-05-19'],
    [every(2, 'years'), '2024-12-19', '2026-12-19', '2028-11-19'],
  ])('does not count once what it gives would be over as it begins (%#)', (terms, last, counted, anew) => {
    expect(kept(terms, last)).toBe(counted)
    expect(kept(terms, addDays(last, -1))).toBe(anew)
  })
})
