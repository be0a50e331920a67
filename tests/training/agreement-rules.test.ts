import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { REPEAT_UNITS, type RepeatUnit, addRepeat } from '../../src/platform/format/repeats.ts'
import { addDays } from '../../src/platform/format/zone.ts'
import { AgreementForm } from '../../src/training/money/agreements/agreements.forms.ts'
import { isDone, periodOn, placesOn, repeatText } from '../../src/training/money/agreements/agreements.rules.ts'
import { identityOf, ownOf, whenText } from '../../src/training/places/apply/apply.rules.ts'

const units = fc.constantFrom<RepeatUnit>('years', 'months', 'weeks')
const days = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('2000-01-01', count))

describe('renewing places', () => {
  const unitOf = (repeat_unit: string) =>
    AgreementForm.safeParse({
      name: 'Plan',
      ends_on: '31-12-2030',
      courses: [{ course_id: '1', places: '4', valid_until: '31-12-2030', repeat_count: '1', repeat_unit }],
    }).success

  it('is by years, months and weeks, and by nothing else [T-257]', () => {
    expect(Object.keys(REPEAT_UNITS)).toEqual(['years', 'months', 'weeks'])
    expect(['years', 'months', 'weeks'].map(unitOf)).toEqual([true, true, true])
    expect(['days', 'quarters', 'year'].map(unitOf)).toEqual([false, false, false])
    expect(addRepeat('2026-11-23', { count: 2, unit: 'years' })).toBe('2028-11-23')
    expect(addRepeat('2026-11-23', { count: 2, unit: 'months' })).toBe('2027-01-23')
    expect(addRepeat('2026-11-23', { count: 2, unit: 'weeks' })).toBe('2026-12-07')
  })

  it('ends on the last day of a month that is shorter, and comes back after it', () => {
    expect(addRepeat('2028-02-29', { count: 1, unit: 'years' })).toBe('2029-02-28')
    const monthly = { valid_until: '2027-01-31', repeat_count: 1, repeat_unit: 'months' } as const
    expect(periodOn(monthly, '2027-02-10')).toEqual({ from: '2027-02-01', until: '2027-02-28' })
    expect(periodOn(monthly, '2027-03-10')).toEqual({ from: '2027-03-01', until: '2027-03-31' })
  })

  it('puts every day into one period, each of which follows the one before without a gap', () => {
    fc.assert(
      fc.property(days, units, fc.integer({ min: 1, max: 60 }), days, (valid_until, repeat_unit, repeat_count, day) => {
        const term = { valid_until, repeat_count, repeat_unit }
        const period = periodOn(term, day)!
        expect(day <= period.until && (period.from === null || day >= period.from)).toBe(true)
        expect(periodOn(term, period.until)).toEqual(period)
        expect(periodOn(term, addDays(period.until, 1))!.from).toBe(addDays(period.until, 1))
      }),
    )
  })

  it('is said in words', () => {
    expect(repeatText({ repeat_count: 1, repeat_unit: 'years' })).toBe('elk jaar')
    expect(repeatText({ repeat_count: 1, repeat_unit: 'weeks' })).toBe('elke week')
    expect(repeatText({ repeat_count: 6, repeat_unit: 'months' })).toBe('elke 6 maanden')
    expect(repeatText({ repeat_count: null, repeat_unit: 'months' })).toBe('')
  })
})

describe('places of an agreement', () => {
  const line = { places: 3, valid_until: '2026-12-31', repeat_count: 1, repeat_unit: 'years' } as const

  it('are used in the period alone in which they were taken', () => {
    const used = ['2026-03-01', '2026-12-31', '2027-01-01']
    expect(placesOn(line, used, '2026-12-31')).toMatchObject({ used: 3, left: 0 })
    expect(placesOn(line, used, '2027-06-01')).toMatchObject({ bought: 3, used: 1, left: 2 })
    expect(placesOn({ ...line, repeat_count: null }, used, '2027-06-01')).toMatchObject({ left: 0, period: null })
  })

  it('are never fewer than none, and the agreement is done without any, or once it ended', () => {
    expect(placesOn({ ...line, places: 1 }, ['2026-03-01', '2026-03-01'], '2026-04-01').left).toBe(0)
    expect(isDone('2026-12-31', [0, 1], '2026-12-31')).toBe(false)
    expect(isDone('2026-12-31', [0, 0], '2026-12-31')).toBe(true)
    expect(isDone('2026-12-31', [5], '2027-01-01')).toBe(true)
  })
})

describe('who somebody on a form is', () => {
  const asked = { first_name: 'Anna', last_name_prefix: 'de', last_name: 'Vries', email: 'A@x.nl', birth_date: null }
  const own = (id: number, email: string | null, birth_date: string | null = null) => ({
    place: 0,
    id,
    email,
    birth_date,
  })

  it('goes by address, else by birth date, and by neither when several fit', () => {
    expect(ownOf(asked, 0, [own(1, 'a@x.nl'), own(2, 'b@x.nl')])).toBe(1)
    expect(ownOf({ ...asked, birth_date: '1990-01-01' }, 0, [own(2, 'b@x.nl', '1990-01-01')])).toBe(2)
    expect(ownOf(asked, 0, [own(1, null), own(2, 'b@x.nl')])).toBeNull()
    expect(ownOf(asked, 0, [own(1, 'a@x.nl'), own(2, 'a@x.nl')])).toBeNull()
    expect(ownOf(asked, 1, [own(1, 'a@x.nl')])).toBeNull()
  })

  it('is the same on two rows that differ in capitals and spaces', () => {
    expect(identityOf(asked)).toBe(identityOf({ ...asked, first_name: ' anna', email: 'a@X.nl' }))
    expect(identityOf(asked)).not.toBe(identityOf({ ...asked, email: 'c@x.nl' }))
  })
})

describe('when a part is', () => {
  it('is said with the Dutch name of the day, also across midnight', () => {
    const at = (text: string) => new Date(`${text}+01:00`)
    expect(whenText(at('2026-11-30T08:30'), at('2026-11-30T16:00'))).toBe('maandag 30-11-2026, 08:30–16:00')
    expect(whenText(at('2026-11-30T22:00'), at('2026-12-01T02:00'))).toBe(
      'maandag 30-11-2026, 22:00 – dinsdag 01-12-2026, 02:00',
    )
  })
})

describe('the birth date of somebody on a form', () => {
  const asked = { first_name: 'Jan', last_name_prefix: 'de', last_name: 'Wit', email: 'jan@post.example' }
  const known = (id: number, birth_date: string | null) => ({ place: 0, id, email: null, birth_date })
  it('tells who is meant only where both say one and it is the same', () => {
    const own = (birth_date: string | null, ...of: ReturnType<typeof known>[]) => ownOf({ ...asked, birth_date }, 0, of)
    expect(own('1980-03-04', known(1, '1980-03-04'))).toBe(1)
    expect(own('1980-03-04', known(1, '1981-03-04'))).toBeNull()
    expect(own(null, known(1, null))).toBeNull()
    expect(own('1980-03-04', known(1, null))).toBeNull()
    expect(own('1980-03-04', known(1, '1980-03-04'), known(2, '1999-01-01'))).toBe(1)
  })

  it('stands beside a name of all its parts and an address', () => {
    expect(identityOf({ ...asked, birth_date: null })).toBe('jandewit jan@post.example')
  })
})
