import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { formatDay } from '../../src/platform/format/days.ts'
import { holdCommandOf, pullHint } from './hold-keys.ts'
import {
  endOf,
  heldTitle,
  isMoved,
  moveDays,
  moveLane,
  moveMinutes,
  pickUp,
  putAt,
  snap,
  lastDayOf,
  stretch,
  stretchDays,
  withLength,
  wishOf,
  type Held,
} from './holding.ts'
import { HELD_KEYS } from './keys.ts'
import { appointment, day } from './test-support.ts'

const morning = appointment('2026-11-18 09:10', '2026-11-18 12:00', { description: 'BHV herhaling', version: 4 })
const held = pickUp(morning, null, 'keys')
const press = (key: string, more: object = {}) => ({
  key,
  shiftKey: false,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...more,
})
const applied = (now: Held, key: string, view: 'm' | 'w' | 'd', lanes: number[] | null = null, more: object = {}) => {
  const command = holdCommandOf(press(key, more), view, lanes)
  return typeof command === 'function' ? command(now) : command
}
const spot = (now: Held | string | undefined) => (typeof now === 'object' ? heldTitle(now) : now)

describe('what is held', () => {
  it('is where it was until it is moved, and is then told in words', () => {
    expect(isMoved(held)).toBe(false)
    expect(heldTitle(held)).toBe('BHV herhaling, wo 18-11, 09:10–12:00')
    expect(heldTitle({ ...moveDays(held, 15), copy: true })).toBe('Kopie van BHV herhaling, do 03-12, 09:10–12:00')
  })

  it('moves to the lines of a quarter of an hour, and over midnight to another day', () => {
    expect([moveMinutes(held, 1).at.minute, moveMinutes(held, -1).at.minute]).toEqual([9 * 60 + 15, 9 * 60])
    expect(moveMinutes(moveMinutes(held, 1), 1).at.minute).toBe(9 * 60 + 30)
    const midnight = putAt(held, { ...held.at, minute: 0 })
    expect(moveMinutes(midnight, -1).at).toEqual({ day: day('2026-11-17'), minute: 23 * 60 + 45, lane: null })
    expect([snap(67), snap(68)]).toEqual([60, 75])
  })

  it('gets longer and shorter by its end, and never less than a quarter of an hour', () => {
    expect(heldTitle(stretch(held, 1))).toBe('BHV herhaling, wo 18-11, 09:10–12:15')
    expect(withLength(held, -500).length).toBe(15)
    expect(heldTitle(withLength(held, 16 * 60))).toBe('BHV herhaling, wo 18-11, 09:10–do 19-11 01:10')
  })

  it('gets days longer and shorter at the time that it ends, never before its begin and never longer than a part may be', () => {
    expect(heldTitle(stretchDays(held, 2))).toBe('BHV herhaling, wo 18-11, 09:10–vr 20-11 12:00')
    expect(heldTitle(stretchDays(stretchDays(held, 2), -9))).toBe('BHV herhaling, wo 18-11, 09:10–12:00')
    expect(endOf(stretchDays(held, 99))).toEqual({ day: day('2026-12-01'), minute: 12 * 60, lane: null })
    const night = pickUp(appointment('2026-11-18 20:00', '2026-11-19 02:00'), null, 'keys')
    expect(heldTitle(stretchDays(night, -1))).toBe(heldTitle(night))
    expect(lastDayOf(stretchDays(night, 1))).toBe(day('2026-11-20'))
    const evening = pickUp(appointment('2026-11-18 20:00', '2026-11-19 00:00'), null, 'keys')
    expect([lastDayOf(evening), lastDayOf(stretchDays(evening, 1))]).toEqual([day('2026-11-18'), day('2026-11-19')])
  })

  it('keeps its times on the wall clock over the days that are an hour shorter or longer', () => {
    const saturday = pickUp(appointment('2027-03-27 01:00', '2027-03-27 06:00'), null, 'keys')
    expect(wishOf(moveDays(saturday, 1), null).get('end_datetime')).toBe('28-03-2027 06:00')
    const sunday = pickUp(appointment('2027-10-31 01:00', '2027-10-31 06:00'), null, 'keys')
    expect(sunday.length).toBe(5 * 60)
    expect(wishOf(moveDays(sunday, -1), null).get('end_datetime')).toBe('30-10-2027 06:00')
  })

  it('comes back to where it was by the way it went, whatever that was', () => {
    const step = fc.constantFrom<[(h: Held) => Held, (h: Held) => Held]>(
      [(h) => moveDays(h, 1), (h) => moveDays(h, -1)],
      [(h) => moveMinutes(h, 1), (h) => moveMinutes(h, -1)],
      [(h) => stretch(h, 1), (h) => stretch(h, -1)],
      [(h) => stretchDays(h, 1), (h) => stretchDays(h, -1)],
    )
    const whole = pickUp(appointment('2026-11-18 09:00', '2026-11-18 12:00'), null, 'keys')
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const there = steps.reduce((now, [go]) => go(now), whole)
        const back = steps.toReversed().reduce((now, [, ret]) => ret(now), there)
        expect(isMoved(back)).toBe(false)
        const end = endOf(there)
        expect([there.at.minute % 15, end.minute % 15, there.at.minute < 1440, there.at.minute >= 0]).toEqual([
          0,
          0,
          true,
          true,
        ])
      }),
    )
  })

  it('asks the server for its times, and names the rows only where one is another teacher or room', () => {
    const there = { ...putAt(pickUp(morning, 3, 'pointer'), { day: day('2026-12-03'), minute: 600, lane: 8 }) }
    expect(Object.fromEntries(wishOf({ ...there, copy: true }, 'teachers'))).toEqual({
      version: '4',
      start_datetime: `${formatDay(day('2026-12-03'))} 10:00`,
      end_datetime: '03-12-2026 12:50',
      copy: '1',
      lanes: 'teachers',
      from_lane: '3',
      to_lane: '8',
    })
    expect([...wishOf(there, null).keys()]).toEqual(['version', 'start_datetime', 'end_datetime'])
  })
})

describe('the keys of what is held', () => {
  it('are days sideways, and upright quarters of an hour, in a month weeks', () => {
    expect(spot(applied(held, 'ArrowRight', 'w'))).toContain('do 19-11')
    expect(spot(applied(held, 'ArrowDown', 'w'))).toContain('09:15')
    expect(spot(applied(held, 'ArrowUp', 'm'))).toContain('wo 11-11')
  })

  it('pull its end with Shift, by days where sideways are days and else by quarters of an hour', () => {
    const pulled = (key: string, view: 'm' | 'w' | 'd', lanes: number[] | null = null) =>
      spot(applied(held, key, view, lanes, { shiftKey: true }))
    expect(pulled('ArrowDown', 'm')).toContain('09:10–12:15')
    for (const view of ['m', 'w', 'd'] as const) expect(pulled('ArrowRight', view)).toContain('09:10–do 19-11 12:00')
    expect(pulled('ArrowRight', 'w', [3])).toContain('09:10–do 19-11 12:00')
    expect(pulled('ArrowRight', 'd', [3])).toContain('09:10–12:15')
  })

  it('are told in the box by what they do there, and on the sheet each as it is listened to', () => {
    expect(pullHint('m', null)).toBe('+ ← →: dag, + ↑ ↓: kwartier langer of korter')
    expect(pullHint('w', [3])).toBe(pullHint('m', null))
    expect(pullHint('d', [3])).toBe('+ pijl: kwartier langer of korter')
    const done = (line: keyof typeof HELD_KEYS) => {
      const { keys, held: shift } = HELD_KEYS[line]
      return keys.map((key) => spot(applied(held, key, 'w', null, { shiftKey: shift === 'Shift' })))
    }
    expect(done('sideways')).toEqual(['BHV herhaling, di 17-11, 09:10–12:00', 'BHV herhaling, do 19-11, 09:10–12:00'])
    expect(done('upright')).toEqual(['BHV herhaling, wo 18-11, 09:00–11:50', 'BHV herhaling, wo 18-11, 09:15–12:05'])
    expect(done('pullSideways')[1]).toBe('BHV herhaling, wo 18-11, 09:10–do 19-11 12:00')
    expect(done('pullUpright')).toEqual([
      'BHV herhaling, wo 18-11, 09:10–11:45',
      'BHV herhaling, wo 18-11, 09:10–12:15',
    ])
    expect(done('copy')).toEqual(['Kopie van BHV herhaling, wo 18-11, 09:10–12:00'])
    expect([done('drop'), done('back')]).toEqual([['drop', 'drop'], ['back']])
  })

  it('are rows upright on a board, as far as there are any', () => {
    const inLane = pickUp(morning, 3, 'keys')
    const lanes = [0, 3, 8]
    const laneOf = (now: unknown) => (now as Held).at.lane
    expect(laneOf(applied(inLane, 'ArrowDown', 'w', lanes))).toBe(8)
    expect(laneOf(moveLane(moveLane(inLane, lanes, 1), lanes, 1))).toBe(8)
    expect(laneOf(moveLane(pickUp(morning, -1, 'keys'), lanes, 1))).toBe(-1)
    expect(spot(applied(inLane, 'ArrowRight', 'd', lanes))).toContain('09:15')
  })

  it('drop, put back, and turn a move into a copy and back', () => {
    expect([applied(held, 'Enter', 'w'), applied(held, 'Escape', 'w')]).toEqual(['drop', 'back'])
    const copy = applied(held, 'c', 'w') as Held
    expect([copy.copy, (applied(copy, 'C', 'w') as Held).copy]).toEqual([true, false])
    expect(applied(held, 'c', 'w', null, { ctrlKey: true })).toBeUndefined()
    expect(applied(held, 'x', 'w')).toBeUndefined()
  })
})
