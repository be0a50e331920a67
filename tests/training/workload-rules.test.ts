import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, instantOf, today, weekday } from '../../src/platform/format/zone.ts'
import { plannedMinutes, weekOf, workloadTexts } from '../../src/training/catalogue/workload/index.ts'

/** A Monday. */
const MONDAY = addDays(today(), 8 - weekday(today()))
const at = (day: number, time: string) => instantOf(addDays(MONDAY, day), time)!
const work = (day: number, from: string, until: string, away = false) => ({
  starts_at: at(day, from),
  ends_at: at(day, until),
  away,
})

it.each([
  ['nothing', [], 0],
  ['two parts', [work(0, '09:00', '12:00'), work(4, '13:00', '14:30')], 270],
  ['what is there at the same time once', [work(1, '09:00', '12:00'), work(1, '10:00', '11:00'), work(1, '11:00', '13:00')], 240], // prettier-ignore
  ['no absence', [work(2, '09:00', '17:00', true), work(3, '09:00', '10:00')], 60],
  ['nothing of the weeks around it', [work(-1, '09:00', '17:00'), work(7, '00:00', '08:00')], 0],
])('a week holds of %s', (_what, busy, minutes) => {
  expect(plannedMinutes(busy, at(3, '12:00'))).toBe(minutes)
})

it('of what goes on over the end of a week the part in that week counts', () => {
  const night = { starts_at: at(6, '22:00'), ends_at: at(7, '06:00'), away: false }
  expect([plannedMinutes([night], at(0, '12:00')), plannedMinutes([night], at(7, '12:00'))]).toEqual([120, 360])
})

it('each moment counts once, whatever lies over it', () => {
  const minute = fc.integer({ min: 0, max: 10_079 })
  fc.assert(
    fc.property(fc.array(fc.tuple(minute, fc.integer({ min: 1, max: 600 })), { maxLength: 8 }), (drawn) => {
      const { from, to } = weekOf(at(2, '12:00'))
      const busy = drawn.map(([begin, length]) => ({
        starts_at: new Date(+from + begin * 60_000),
        ends_at: new Date(+from + (begin + length) * 60_000),
        away: false,
      }))
      const taken = new Set<number>()
      for (let moment = +from; moment < +to; moment += 60_000)
        if (busy.some((one) => +one.starts_at <= moment && moment < +one.ends_at)) taken.add(moment)
      expect(plannedMinutes(busy, at(2, '12:00'))).toBe(taken.size)
    }),
    { numRuns: 50 },
  )
})

it.each([
  [{ weekMinutes: 0, lately: 0 }, 'nog niets in die week, vier weken niet gevraagd'],
  [{ weekMinutes: 20, lately: 1 }, 'minder dan een uur in die week, 1 keer gevraagd in vier weken'],
  [{ weekMinutes: 720, lately: 3 }, '12 uur in die week, 3 keer gevraagd in vier weken'],
])('%o is told as "%s"', (load, text) => {
  expect(workloadTexts(load).join(', ')).toBe(text)
})
