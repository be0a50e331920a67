import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { kilometresBetween } from '../../src/platform/format/distance.ts'
import {
  type FillDay,
  type FillOrder,
  type Stop,
  fillDays,
} from '../../src/inspections/planning/filling/filling.rules.ts'
import { travelMinutes } from '../../src/inspections/planning/filling/travel.contract.ts'
import { type DaySpan, minutesOf, timeOf } from '../../src/inspections/planning/visits/board-times.contract.ts'

const PACE = { travel_factor: 130, travel_speed: 50 }
const [zwolle, kampen, deventer, meppel] = [[52.5126, 6.0936], [52.5553, 5.9111], [52.2661, 6.1552], [52.6956, 6.1944]].map(([latitude, longitude]) => ({ latitude: latitude!, longitude: longitude! })) // prettier-ignore
const span = (text: string): DaySpan => ({ start: minutesOf(text.slice(0, 5)), end: minutesOf(text.slice(6)) })
const text = ({ start, end }: DaySpan) => `${timeOf(start)}-${timeOf(end)}`
const stop = (times: string, of: Partial<Stop> = {}): Stop => ({ ...span(times), point: null, name: null, ...of })

const DAY = '2026-12-02'
const day = (of: Partial<FillDay> = {}): FillDay => ({
  ...{ employee_id: 1, date: DAY, hours: span('08:00-17:00'), stops: [] },
  ...{ home: { point: zwolle!, name: 'huis' } },
  ...of,
})
const order = (order_id: number, of: Partial<FillOrder> = {}): FillOrder => ({
  ...{ order_id, customer: `Klant ${order_id}`, duration: 60, due_on: null, point: zwolle! },
  ...{ hours: span('08:00-17:00') },
  ...of,
})
const filled = (days: FillDay[], orders: FillOrder[]) => {
  const { placed, left } = fillDays(days, orders, PACE, text)
  return {
    placed: placed.map((one) => `${one.order.order_id} ${one.day.employee_id} ${one.day.date} ${text(one)} ${one.from ?? '-'} ${one.travel}`), // prettier-ignore
    left: left.map((one) => `${one.order.order_id} ${one.why}`),
  }
}

describe('travel', () => {
  it('is the straight line times the factor at the speed, in whole minutes, and nothing without a point', () => {
    expect(Math.round(kilometresBetween(zwolle!, deventer!))).toBe(28)
    expect(travelMinutes(zwolle!, deventer!, PACE)).toBe(44)
    expect(travelMinutes(zwolle!, deventer!, { travel_factor: 100, travel_speed: 100 })).toBe(17)
    expect(travelMinutes(zwolle!, zwolle!, PACE)).toBe(0)
    expect([travelMinutes(null, zwolle!, PACE), travelMinutes(zwolle!, null, PACE)]).toEqual([0, 0])
  })
})

describe('a day is filled', () => {
  it('from home, by nearness, on fives, and so that one is home in time', () => {
    expect(filled([day()], [order(1, { point: meppel! }), order(2, { point: kampen! }), order(3)])).toEqual({
      placed: [
        `3 1 ${DAY} 08:00-09:00 huis 0`,
        `2 1 ${DAY} 09:25-10:25 Klant 3 21`,
        `1 1 ${DAY} 11:05-12:05 Klant 2 39`,
      ],
      left: [],
    })
    const tight = day({ hours: span('08:00-10:00') })
    expect(filled([tight], [order(1, { point: deventer! })])).toEqual({
      placed: [],
      left: ['1 te ver rijden voor de tijd die nog vrij is'],
    })
  })

  it('with what is due in these days first, in time where that can be', () => {
    const days = [day({ hours: span('08:00-09:00') }), day({ date: '2026-12-03', hours: span('08:00-09:00') })]
    const due = [order(1), order(2, { due_on: '2026-12-02' }), order(3, { due_on: '2026-11-01' }), order(4, { due_on: '2027-01-01' })] // prettier-ignore
    expect(filled(days, due)).toEqual({
      placed: [`3 1 ${DAY} 08:00-09:00 huis 0`, `2 1 2026-12-03 08:00-09:00 huis 0`],
      left: ['1 geen tijd meer op deze dagen', '4 geen tijd meer op deze dagen'],
    })
  })

  it('around what is there, within the hours of the customer, and says what those leave out', () => {
    const busy = day({ stops: [stop('08:00-09:30', { point: zwolle!, name: 'Bakkerij Smit' }), stop('11:00-16:00')] })
    const morning = { hours: span('08:00-10:00') }
    expect(
      filled([busy], [order(1, morning), order(2, { duration: 90 }), order(3, { hours: span('09:00-09:30') })]),
    ).toEqual({
      placed: [`2 1 ${DAY} 09:30-11:00 Bakkerij Smit 0`],
      left: ['1 bezoektijd 08:00-10:00 is vol', '3 duurt langer dan de bezoektijd 09:00-09:30'],
    })
  })

  it('by whoever is nearest', () => {
    const two = [day(), day({ employee_id: 2, home: { point: deventer!, name: 'huis' } })]
    expect(filled(two, [order(1, { point: deventer! }), order(2)]).placed).toEqual([
      `2 1 ${DAY} 08:00-09:00 huis 0`,
      `1 2 ${DAY} 08:00-09:00 huis 0`,
    ])
  })

  it('so that nothing overlaps, all hours and travel hold, and an order has one place at most, whatever there is', () => {
    const point = fc.option(fc.record({ latitude: fc.double({ min: 52, max: 53, noNaN: true }), longitude: fc.double({ min: 5, max: 7, noNaN: true }) })) // prettier-ignore
    const hours = fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.integer({ min: 5, max: 439 })).map(([start, length]) => ({ start, end: start + length })) // prettier-ignore
    const stops = fc.array(fc.record({ span: hours, point }).map(({ span, point }) => ({ ...span, point, name: 'Bezet' })), { maxLength: 4 }) // prettier-ignore
    const dates = fc.constantFrom('2026-12-02', '2026-12-03')
    const days = fc.uniqueArray(fc.record({ employee_id: fc.integer({ min: 1, max: 3 }), date: dates, hours, stops, home: fc.record({ point, name: fc.constant('huis') }) }), { maxLength: 5, selector: (one) => `${one.employee_id} ${one.date}` }) // prettier-ignore
    const orders = fc.array(fc.record({ duration: fc.integer({ min: 1, max: 240 }), due_on: fc.option(fc.constantFrom('2026-11-30', '2026-12-02', '2026-12-20')), hours, point }), { maxLength: 12 }) // prettier-ignore
    fc.assert(
      fc.property(days, orders, (given, asked) => {
        const all = asked.map((one, i) => order(i, one))
        const { placed, left } = fillDays(given, all, PACE, text)
        expect([...placed, ...left].map((one) => one.order.order_id).sort((a, b) => a - b)).toEqual(all.map(({ order_id }) => order_id)) // prettier-ignore
        for (const one of placed) {
          expect([one.end - one.start, one.start % 5]).toEqual([one.order.duration, 0])
          for (const { start, end } of [one.order.hours, one.day.hours])
            expect([start <= one.start, one.end <= end]).toEqual([true, true])
          const beside = [...one.day.stops, ...placed.filter((other) => other !== one && other.day === one.day).map((other) => ({ ...other, point: other.order.point }))] // prettier-ignore
          for (const other of beside) expect(other.end <= one.start || one.end <= other.start).toBe(true)
          const before = beside.filter(({ end }) => end <= one.start).toSorted((a, b) => b.end - a.end)[0]
          if (before && before.end > one.day.hours.start) expect(before.end + travelMinutes(before.point, one.order.point, PACE)).toBeLessThanOrEqual(one.start) // prettier-ignore
        }
      }),
    )
  })
})
