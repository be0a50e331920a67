import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today, wallClock, weekday } from '../../src/platform/format/zone.ts'
import { dutchHolidays } from '../../src/system/holidays/index.ts'
import { type TakenPart, hoursOf, isLate, missingIn } from '../../src/training/planning/code95/hours.rules.ts'
import {
  type JudgedDay,
  announceBy,
  countedMinutes,
  judgeDay,
  reportBy,
  timeProblem,
} from '../../src/training/planning/code95/code95.rules.ts'

/** The first day from this one on that is such a day of the week, and no holiday. */
function next(wanted: number, from = addDays(today(), 30)): string {
  for (let day = from; ; day = addDays(day, 1))
    if (weekday(day) === wanted && dutchHolidays(Number(day.slice(0, 4)))[day] === undefined) return day
}
const span = (day: string, from: string, to: string) => ({
  starts_at: instantOf(day, from)!,
  ends_at: instantOf(day, to)!,
})
const isFine = (day: string, from: string, to: string) => timeProblem(span(day, from, to)) === null

describe('training for code 95 counts', () => {
  it.each([1, 2, 3, 4, 5])('on weekday %i from 7 to 22', (weekdayNumber) => {
    const day = next(weekdayNumber)
    expect([isFine(day, '07:00', '22:00'), isFine(day, '06:59', '12:00'), isFine(day, '18:00', '22:01')]).toEqual([
      true,
      false,
      false,
    ])
  })

  it('on a Saturday from 7 to 18, on a Sunday never', () => {
    const [saturday, sunday] = [next(6), next(7)]
    expect([isFine(saturday, '07:00', '18:00'), isFine(saturday, '10:00', '18:01'), isFine(saturday, '06:59', '10:00')]).toEqual([true, false, false]) // prettier-ignore
    expect(timeProblem(span(sunday, '09:00', '10:00'))).toBe(
      `Voor code 95 telt een zondag niet mee: ${formatDate(sunday)}.`,
    )
    expect(timeProblem(span(saturday, '10:00', '19:00'))).toBe(
      'Voor code 95 tellen op zaterdag alleen uren van 07:00 tot 18:00 mee.',
    )
  })

  it('not over midnight', () => {
    const day = next(2)
    expect(
      timeProblem({ starts_at: instantOf(day, '20:00')!, ends_at: instantOf(addDays(day, 1), '08:00')! }),
    ).not.toBe(null)
    expect(
      timeProblem({ starts_at: instantOf(day, '20:00')!, ends_at: instantOf(addDays(day, 1), '00:00')! }),
    ).not.toBe(null)
  })

  it('on no holiday but Bevrijdingsdag and Goede Vrijdag', () => {
    for (let year = 2026; year < 2060; year++) {
      const off = Object.keys(dutchHolidays(year, { good_friday: false, liberation_day: 'never' }))
      for (const day of off) expect(timeProblem(span(day, '09:00', '10:00'))).toContain('feestdag')
      expect(off).toContain(`${year}-12-25`)
      const liberation = `${year}-05-05`
      const isOrdinary = weekday(liberation) < 7 && !off.includes(liberation)
      expect([liberation, isFine(liberation, '09:00', '10:00')]).toEqual([liberation, isOrdinary])
      const [easter] = Object.entries(dutchHolidays(year)).find(([, name]) => name.includes('Eerste paasdag'))!
      const friday = addDays(easter, -2)
      expect([friday, isFine(friday, '09:00', '10:00')]).toEqual([friday, true])
    }
  })
})

describe('a component counts for', () => {
  it('its share of the hours in class', () => {
    const of = (minutes: number, more = {}) =>
      countedMinutes({ hours: 14, elearningHours: 0, minutes, allMinutes: 960, optional: false, ...more })
    expect([of(480), of(240), of(480, { elearningHours: 4 }), of(480, { optional: true }), of(0, { allMinutes: 0 })]).toEqual([
      420, 210, 300, 0, 0,
    ]) // prettier-ignore
  })

  it('as much as the others leave: together the hours in class', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 15, max: 600 }), { minLength: 1, maxLength: 6 }),
        fc.integer({ min: 1, max: 35 }),
        (all, hours) => {
          const allMinutes = all.reduce((sum, minutes) => sum + minutes, 0)
          const sum = all
            .map((minutes) => countedMinutes({ hours, elearningHours: 0, minutes, allMinutes, optional: false }))
            .reduce((total, minutes) => total + minutes, 0)
          expect(Math.abs(sum - hours * 60)).toBeLessThanOrEqual(all.length)
        },
      ),
    )
  })
})

describe('a day that counts for code 95', () => {
  const DAY = next(3)
  const day = (more: Partial<JudgedDay> = {}): JudgedDay => ({
    ...span(DAY, '08:30', '16:30'),
    certifiedUntil: null,
    counted: { hours: 7, elearningHours: 0, minutes: 480, allMinutes: 480, optional: false },
    isOption: false,
    announcedFor: null,
    students: 3,
    ...more,
  })
  const noonOf = (date: string) => instantOf(date, '12:00')!
  const judged = (more: Partial<JudgedDay>, now = noonOf(addDays(DAY, -20))) =>
    judgeDay(day(more), now).map(({ tone, text }) => `${tone}: ${text}`)

  it('has nothing wrong with it in time', () => {
    expect(judged({})).toEqual([])
    expect(judged({ announcedFor: day().starts_at }, noonOf(DAY))).toEqual([])
  })

  it('is given by a certified course that lasts as long as it counts', () => {
    expect(judged({ certifiedUntil: DAY })).toEqual([])
    expect(judged({ certifiedUntil: addDays(DAY, -1) })).toEqual([
      `red: Het CBR certificeerde de opleiding voor code 95 tot en met ${formatDate(addDays(DAY, -1))}.`,
    ])
    expect(judged({ ends_at: instantOf(DAY, '15:30')! })).toEqual([])
    expect(judged({ ends_at: instantOf(DAY, '15:29')! })).toEqual([
      'red: Voor code 95 moet dit onderdeel 7 uur duren; het duurt nu 6 uur 59.',
    ])
    expect(judged({ ends_at: instantOf(DAY, '22:15')! })[0]).toContain('alleen uren van 07:00 tot 22:00')
  })

  it('is announced two days before it at the latest, with a student', () => {
    const due = addDays(DAY, -2)
    expect(wallClock(noonOf(announceBy(day()))).day).toBe(due)
    expect(judged({}, noonOf(addDays(due, -8)))).toEqual([])
    expect(judged({}, noonOf(addDays(due, -7)))[0]).toMatch(/^orange: Meld deze dag uiterlijk .* aan bij het CBR\.$/)
    expect(judged({ students: 0 }, noonOf(due))[0]).toMatch(/^orange: .* Daarvoor is minstens 1 cursist nodig\.$/)
    expect(judged({}, noonOf(addDays(due, 1)))[0]).toMatch(/^red: Niet op tijd aangemeld bij het CBR/)
    expect(judged({ isOption: true }, noonOf(due))).toEqual([])
    expect(judged({ isOption: true }, noonOf(addDays(due, 1)))).toHaveLength(1)
    expect(reportBy(day())).toBe(addDays(DAY, 4))
  })

  it('is announced anew when it moves, by mail when it is late', () => {
    const announcedFor = instantOf(DAY, '09:00')!
    expect(judged({ announcedFor })[0]).toMatch(
      /^red: Bij het CBR aangemeld voor .* om 09:00\. Meld de dag opnieuw aan\.$/,
    )
    expect(judged({ announcedFor }, noonOf(addDays(DAY, -1)))[0]).toMatch(
      /Geef de wijziging per e-mail door aan het CBR\.$/,
    )
  })
})

describe('hours of a student', () => {
  const DAY = next(2)
  const part = (more: Partial<TakenPart> = {}): TakenPart => ({
    description: 'Ochtend',
    ...span(DAY, '08:30', '16:30'),
    minutes: 420,
    present: 1,
    arrivedAt: instantOf(DAY, '08:20')!,
    signedIn: true,
    signedOut: true,
    ...more,
  })

  it('count with presence, an arrival in time and both signatures', () => {
    expect(missingIn(part())).toEqual([])
    const why = (more: Partial<TakenPart>) => missingIn(part(more))
    expect(why({ present: 0 })).toEqual(['was afwezig'])
    expect(why({ present: null })).toEqual(['aanwezigheid is niet ingevuld'])
    expect(why({ arrivedAt: null })).toEqual(['aankomst is niet ingevuld'])
    expect(why({ signedIn: false })).toEqual(['tekende niet bij aankomst'])
    expect(why({ signedOut: false })).toEqual(['tekende niet bij vertrek'])
    expect(why({ ends_at: instantOf(DAY, '15:29')! })).toEqual(['het onderdeel duurde te kort'])
    expect(why(span(next(7), '08:30', '16:30'))).toContain('het onderdeel lag buiten de tijden die meetellen')
    expect(why({ signedIn: false, signedOut: false })).toHaveLength(2)
  })

  it('do not count for who comes more than half an hour late', () => {
    const at = (time: string) => instantOf(DAY, time)!
    expect([at('08:30'), at('09:00'), new Date(at('09:00').getTime() + 59_999), at('09:01'), null].map((arrived) => isLate(at('08:30'), arrived))).toEqual([false, false, false, true, false]) // prettier-ignore
    expect(missingIn(part({ arrivedAt: at('09:01') }))).toEqual(['kwam meer dan 30 minuten te laat (09:01)'])
  })

  it('are the sum of the parts that count, each with why not', () => {
    const noon = {
      description: 'Middag',
      ...span(DAY, '13:00', '16:30'),
      minutes: 210,
      arrivedAt: instantOf(DAY, '13:00')!,
    }
    const morning = { ...span(DAY, '08:30', '12:00'), minutes: 210 }
    expect(hoursOf([part(morning), part(noon)])).toEqual({ minutes: 420, of: 420, reasons: [] })
    expect(hoursOf([part(morning), part({ ...noon, signedOut: false })])).toEqual({
      minutes: 210,
      of: 420,
      reasons: ['Middag: tekende niet bij vertrek'],
    })
    expect(hoursOf([part({ present: 0 })])).toEqual({ minutes: 0, of: 420, reasons: ['was afwezig'] })
    // What counts for nothing keeps nobody from anything.
    expect(hoursOf([part(), part({ minutes: 0, present: 0 })])).toEqual({ minutes: 420, of: 420, reasons: [] })
  })

  it('of a day are seven at most, and never more than there were', () => {
    const evening = { ...span(DAY, '17:00', '21:00'), minutes: 240, arrivedAt: instantOf(DAY, '17:00')! }
    expect(hoursOf([part(), part(evening)])).toMatchObject({ minutes: 420, of: 420 })
    const other = next(3, addDays(DAY, 1))
    expect(hoursOf([part(), part({ ...span(other, '08:30', '16:30'), arrivedAt: instantOf(other, '08:30')! })])).toMatchObject({ minutes: 840 }) // prettier-ignore
    fc.assert(
      fc.property(fc.array(fc.record({ minutes: fc.nat(600), signedOut: fc.boolean() }), { maxLength: 6 }), (all) => {
        const { minutes, of } = hoursOf(all.map((more) => part(more)))
        expect(minutes).toBeLessThanOrEqual(of)
        expect(of).toBeLessThanOrEqual(420)
      }),
    )
  })
})
