// clock
/** What holds over the nights in which the clock changes, and in weeks with the number 53. */
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDate, formatShortDay } from '../../src/platform/format/format.ts'
import { addDays, alarmAt, instantOf, wallClock, weekday } from '../../src/platform/format/zone.ts'
import { listOccupations } from '../../src/system/occupations/index.ts'
import { dueAt, windowOf } from '../../src/system/moments/moments.rules.ts'
import { releaseReservations } from '../../src/training/places/enrolment/reservations/reservations.job.ts'
import { alongWith, periodLine, siblingLines, whenText } from '../../src/training/desk/moving/moving.rules.ts'
import { offerEnds } from '../../src/training/planning/appointments/answer-time.rules.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { CLOCK_CHANGES, mondayOfWeek53 } from '../support/clock-change.ts'
import { addPlanning, countsOf } from './enrolment-support.ts'

const at = (day: string, time: string) => alarmAt(day, time)
const HOUR = 3_600_000
/** The Mondays of weeks in which days are counted otherwise. */
const WEEKS = [...CLOCK_CHANGES.map((sunday) => addDays(sunday, -6)), mondayOfWeek53()]
const change = fc.constantFrom(...CLOCK_CHANGES)
const clock = (minute: number) =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`

describe('the time for an answer', () => {
  it('passes within the hours alone and lasts exactly as long, over both changes of the clock and the turn of the year', () => {
    const never = () => false
    fc.assert(
      fc.property(
        fc.record({
          monday: fc.constantFrom(...WEEKS),
          minute: fc.integer({ min: 0, max: 7 * 1440 }),
          hours: fc.integer({ min: 1, max: 30 }),
          opens: fc.integer({ min: 0, max: 10 * 60 }),
          length: fc.integer({ min: 120, max: 13 * 60 }),
        }),
        ({ monday, minute, hours, opens, length }) => {
          const from = new Date(at(monday, '00:00').getTime() + minute * 60_000)
          const rules = { hours, from: clock(opens), until: clock(opens + length), weekdays: [1, 3, 6, 7] }
          const ends = offerEnds(from, rules, never, at(addDays(monday, 300), '09:00'))
          let passed = 0
          for (let n = -1; n < 120; n++) {
            const day = addDays(monday, n)
            if (!rules.weekdays.includes(weekday(day))) continue
            const first = Math.max(at(day, rules.from).getTime(), from.getTime())
            passed += Math.max(0, Math.min(at(day, rules.until).getTime(), ends.getTime()) - first)
          }
          expect(passed).toBe(hours * HOUR)
          const { day, time } = wallClock(new Date(ends.getTime() - 60_000))
          expect(rules.weekdays).toContain(weekday(day))
          expect(time >= rules.from && time < rules.until).toBe(true)
        },
      ),
    )
  })
})

describe('a message at a moment', () => {
  it('goes at its time of the day so many days before, and is due from that minute on', () => {
    fc.assert(
      fc.property(
        change,
        fc.integer({ min: 0, max: 9 }),
        fc.integer({ min: 4 * 60, max: 1439 }),
        (sunday, days, minute) => {
          const anchor = at(addDays(sunday, 3), '09:00')
          const timing = { days: -days, at: clock(minute) }
          const due = dueAt(timing, anchor)
          expect(wallClock(due)).toEqual({ day: addDays(sunday, 3 - days), time: clock(minute) })
          const isDue = (now: Date) => anchor < windowOf(timing, { side: 'before', now, since: new Date(0) }).to
          expect([isDue(new Date(due.getTime() - 60_000)), isDue(due)]).toEqual([false, true])
        },
      ),
    )
  })
})

describe('a part that is moved', () => {
  const part = (day: string, from: string, to: string, description = 'Theorie') => ({
    description,
    starts_at: at(day, from),
    ends_at: at(day, to),
  })
  const now = new Date()

  it.each(WEEKS)('is told with its order and its days in the week of %s', (monday) => {
    const sunday = addDays(monday, 6)
    const [before, other] = [part(monday, '09:00', '12:00'), part(sunday, '00:30', '05:00', 'Nacht')]
    const near = (day: string) => formatShortDay(at(day, '12:00'), now)
    expect(whenText(other, now)).toBe(`${near(sunday)}, 00:30–05:00`)
    const after = part(sunday, '05:00', '06:00')
    expect(siblingLines(before, after, [other], now)).toEqual([
      { tone: 'orange', text: `De volgorde verandert: dit komt na Nacht (${near(sunday)}, 00:30–05:00).` },
    ])
    expect(siblingLines(before, part(sunday, '04:59', '06:00'), [other], now)[0]!.text).toContain(
      'Valt samen met Nacht',
    )
    expect(periodLine(before, after, [other], now)).toEqual([])
    expect(periodLine(before, part(addDays(sunday, 1), '00:00', '01:00'), [other], now)).toEqual([
      { tone: 'plain', text: `De planning loopt dan van ${near(sunday)} t/m ${near(addDays(sunday, 1))}.` },
    ])
  })

  it('takes own times along at the same distance from its begin, whichever night lies between', () => {
    fc.assert(
      fc.property(
        change,
        fc.integer({ min: -4, max: 4 }),
        fc.integer({ min: 0, max: 180 }),
        (sunday, days, minutes) => {
          const [was, is] = [at(addDays(sunday, -days), '09:00'), at(addDays(sunday, days), '09:00')]
          const own = { starts_at: new Date(was.getTime() + minutes * 60_000), ends_at: null }
          const moved = alongWith(own, is.getTime() - was.getTime())
          expect(wallClock(moved.starts_at).time).toBe(clock(9 * 60 + minutes))
        },
      ),
    )
  })
})

describe('what the database knows of days', () => {
  let app: TestApp
  let planner: Browser
  let teacher: number
  beforeAll(async () => {
    app = await testApp()
    planner = await app.as(2)
  })
  afterAll(() => app.close())

  /** By what somebody is away between two moments. */
  async function away(from: Date, to: Date): Promise<string[]> {
    const spans = [{ from, to }]
    const found = await listOccupations(app.db, app.services.registry, { spans, of: { contact: [teacher] } })
    return found.filter((one) => one.away).map(({ record }) => record)
  }
  const MINUTE = 60_000

  it.each(CLOCK_CHANGES)('has somebody away for all of %s and no minute beside it', async (sunday) => {
    teacher = await addContact(app.db, { roles: [3] })
    const [begins, ends] = [instantOf(sunday, '00:00')!, instantOf(addDays(sunday, 1), '00:00')!]
    expect((ends.getTime() - begins.getTime()) / HOUR).toBe(sunday.slice(5, 7) === '03' ? 23 : 25)
    const around = async () => [
      await away(new Date(begins.getTime() - MINUTE), begins),
      await away(begins, new Date(begins.getTime() + MINUTE)),
      await away(new Date(ends.getTime() - MINUTE), ends),
      await away(ends, new Date(ends.getTime() + MINUTE)),
    ]
    const day = formatDate(sunday)
    const add = (url: string, form: object) => planner.post(url, { contact_id: teacher, ...form })
    const leave = await add('/availability/absence/add', { kind: 'leave', first_day: day, last_day: day })
    expect([leave.status, await around()]).toEqual([200, [[], ['absence'], ['absence'], []]])
    await planner.post('/availability/absence/delete', { id: leave.json<{ id: number }>().id })
    const free = await add('/availability/free-day/add', { first_day: day, every_weeks: 2, last_day: day })
    expect([free.status, await around()]).toEqual([200, [[], ['free_day'], ['free_day'], []]])
  })

  it('counts every second week by days, also over a week 53', async () => {
    teacher = await addContact(app.db, { roles: [3] })
    const monday = mondayOfWeek53()
    const first_day = formatDate(addDays(monday, -7))
    const form = { contact_id: teacher, first_day, every_weeks: 2, last_day: formatDate(addDays(monday, 40)) }
    expect((await planner.post('/availability/free-day/add', form)).status).toBe(200)
    const off = async (days: number) =>
      (await away(at(addDays(monday, days), '09:00'), at(addDays(monday, days), '10:00'))).length
    expect(await Promise.all([-7, 0, 7, 14, 21].map(off))).toEqual([1, 0, 1, 0, 1])
  })

  it.each(CLOCK_CHANGES.slice(0, 2))(
    'gives places without names to others from the midnight after %s',
    async (sunday) => {
      const { parts } = await addPlanning(app, { inDays: 900, max: 8 })
      await app.db
        .insertInto('reservations')
        .values({ appointment_id: parts[0]!, company_id: app.story.companies.deLinde, places: 3, names_by: sunday })
        .execute()
      const kept = async (now: Date) => {
        await releaseReservations(app.services, now)
        return (await countsOf(app, parts[0]!)).reserved_count
      }
      const midnight = instantOf(addDays(sunday, 1), '00:00')!
      expect(await kept(new Date(midnight.getTime() - MINUTE))).toBe(3)
      expect(await kept(midnight)).toBe(0)
    },
  )
})
