import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Timing, dueAt, stateText, timingText, windowOf } from '../../src/system/moments/moments.rules.ts'

const MINUTE = 60_000
const at = (iso: string) => new Date(iso)
const reminder: Timing = { days: -7, at: '09:00' }

describe('when a message is due', () => {
  it('is a time of the day in Amsterdam, so many days before or after', () => {
    expect(dueAt(reminder, at('2026-12-10T07:30:00Z'))).toEqual(at('2026-12-03T08:00:00Z'))
    expect(dueAt({ days: 1, at: '10:00' }, at('2026-12-10T22:59:00Z'))).toEqual(at('2026-12-11T09:00:00Z'))
    expect(dueAt({ days: 1, at: '10:00' }, at('2026-12-10T23:01:00Z'))).toEqual(at('2026-12-12T09:00:00Z'))
  })

  it('keeps its time of the day where the clock changes between the two', () => {
    expect(dueAt(reminder, at('2027-03-30T07:00:00Z'))).toEqual(at('2027-03-23T08:00:00Z'))
    expect(dueAt(reminder, at('2026-10-27T08:00:00Z'))).toEqual(at('2026-10-20T07:00:00Z'))
  })

  it('is an hour later where the clock skips it, and the first of two that look the same', () => {
    expect(dueAt({ days: -1, at: '02:30' }, at('2027-03-29T08:00:00Z'))).toEqual(at('2027-03-28T01:30:00Z'))
    expect(dueAt({ days: -1, at: '02:30' }, at('2026-10-26T08:00:00Z'))).toEqual(at('2026-10-25T00:30:00Z'))
  })

  it.each([
    ['a planning at half past midnight in winter', -1, '09:00', '2026-12-10T23:30:00Z', '2026-12-10T08:00:00Z'],
    ['a planning at half past midnight in summer', -1, '09:00', '2027-07-01T22:30:00Z', '2027-07-01T07:00:00Z'],
    ['the same, at half past midnight itself', -1, '00:30', '2027-07-01T22:30:00Z', '2027-06-30T22:30:00Z'],
    ['the last minute of a day', -1, '00:30', '2026-12-10T22:59:00Z', '2026-12-08T23:30:00Z'],
    ['the day on which the clock goes ahead', 0, '00:30', '2027-03-28T10:00:00Z', '2027-03-27T23:30:00Z'],
    ['the hour that is not there', 0, '02:30', '2027-03-28T10:00:00Z', '2027-03-28T01:30:00Z'],
    ['the day after it', 1, '00:30', '2027-03-28T10:00:00Z', '2027-03-28T22:30:00Z'],
    ['the day on which the clock goes back', 0, '00:30', '2026-10-25T10:00:00Z', '2026-10-24T22:30:00Z'],
    ['an hour that comes twice', 0, '02:30', '2026-10-25T10:00:00Z', '2026-10-25T00:30:00Z'],
    ['the day after that', 1, '00:30', '2026-10-25T10:00:00Z', '2026-10-25T23:30:00Z'],
    ['what ends in the second of the two hours', 1, '10:00', '2026-10-25T01:30:00Z', '2026-10-26T09:00:00Z'],
    ['the turn of the year', 1, '00:30', '2026-12-31T22:30:00Z', '2026-12-31T23:30:00Z'],
    ['a leap day', -1, '09:00', '2028-03-01T08:00:00Z', '2028-02-29T08:00:00Z'],
  ])('holds for %s', (_what, days, time, anchor, due) => {
    const timing = { days, at: time }
    expect(dueAt(timing, at(anchor))).toEqual(at(due))
    // The job that looks each minute agrees: not a minute before, and then at once.
    const isDue = (now: Date) =>
      at(anchor) < windowOf(timing, { side: 'after', now, since: at('2026-01-01T00:00:00Z') }).to
    expect([isDue(new Date(at(due).getTime() - MINUTE)), isDue(at(due))]).toEqual([false, true])
  })

  it('is at once without a time', () => {
    expect(dueAt({ days: 0, at: null }, at('2026-12-10T07:30:12Z'))).toEqual(at('2026-12-10T07:30:12Z'))
  })
})

// Around both changes of the clock.
const instants = fc
  .integer({ min: Date.parse('2026-09-20T00:00:00Z') / MINUTE, max: Date.parse('2027-04-20T00:00:00Z') / MINUTE })
  .map((minutes) => new Date(minutes * MINUTE))
const clock = fc.tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
const timings = fc.oneof(
  fc.constant<Timing>({ days: 0, at: null }),
  fc.record({
    days: fc.integer({ min: -40, max: 40 }),
    at: clock.map(([h, m]) => `${String(h).padStart(2, '0')}:${String(m).padStart(2, '0')}`),
  }),
)

describe('the window of what is due', () => {
  it('holds exactly what is due by then, and was not before the moment counted', () => {
    fc.assert(
      fc.property(timings, instants, instants, instants, fc.boolean(), (timing, some, since, anchor, onTime) => {
        const now = onTime ? dueAt(timing, anchor) : some
        const side = timing.days < 0 ? 'before' : 'after'
        const window = windowOf(timing, { side, now, since })
        const due = dueAt(timing, anchor)
        expect(anchor < window.to).toBe(due <= now)
        expect(anchor >= window.since).toBe(due >= since)
        if (side === 'before') expect(window.from).toEqual(now)
        else {
          const weekAgo = new Date(now.getTime() - 7 * 86_400_000)
          expect(anchor >= window.from).toBe(due >= since && due >= weekAgo)
        }
      }),
      { numRuns: 2000 },
    )
  })
})

describe('what people read of a moment', () => {
  const begin = { side: 'before', words: 'het begin' } as const
  it('is when it goes', () => {
    expect(timingText(reminder, begin)).toBe('7 dagen voor het begin, om 09:00')
    expect(timingText({ days: 1, at: '10:00' }, { side: 'after', words: 'inschrijving' })).toBe(
      '1 dag na inschrijving, om 10:00',
    )
    expect(timingText({ days: 0, at: '07:00' }, begin)).toBe('op de dag van het begin, om 07:00')
    expect(timingText({ days: 0, at: null }, { side: 'after', words: 'inschrijving' })).toBe('direct na inschrijving')
  })

  const counts = { told: 0, unsent: 0, waiting: 0, missing: 0, stopped: false }
  const now = at('2026-12-01T10:00:00Z')
  it('is what comes, came, and cannot come', () => {
    const coming = { due: at('2026-12-03T08:00:00Z'), at: 'do 03-12-2026, 09:00', now }
    expect(stateText({ ...counts, waiting: 9, missing: 1, ...coming })).toMatchObject({
      state: { label: 'Gepland' },
      told: 'Gaat op do 03-12-2026, 09:00 naar 9 personen · 1 persoon zonder e-mailadres',
    })
    expect(stateText({ ...counts, told: 1, stopped: true, ...coming })).toMatchObject({
      state: { label: 'Gestopt' },
      told: 'Verstuurd aan 1 persoon',
    })
    const past = { due: at('2026-11-30T08:00:00Z'), at: 'ma 30-11-2026, 09:00', now }
    expect(stateText({ ...counts, told: 2, ...past }).state.label).toBe('Verstuurd')
    expect(stateText({ ...counts, ...past }).state.label).toBe('Voorbij')
    expect(stateText({ ...counts, told: 3, unsent: 1, ...past })).toMatchObject({
      state: { label: 'Verstuurd' },
      told: 'Moment was ma 30-11-2026, 09:00 · Verstuurd aan 2 personen · Niet verstuurd aan 1 persoon, zie Berichten',
    })
    expect(stateText({ ...counts, told: 2, unsent: 2, ...past })).toMatchObject({
      state: { label: 'Niet verstuurd' },
      told: 'Moment was ma 30-11-2026, 09:00 · Niet verstuurd aan 2 personen, zie Berichten',
    })
    expect(stateText({ ...counts, told: 2, due: null, at: '', now })).toMatchObject({
      state: { label: 'Loopt' },
      told: 'Verstuurd aan 2 personen',
    })
  })
})
