import { describe, expect, it } from 'vitest'
import { halfHours, hourShows, HOURS, isHistory, pieceSpan, ROWS } from './positions.ts'
import { splitPerDay } from './split.ts'
import { appointment, day, epoch } from './test-support.ts'

const placed = (date: string, start: string, end: string): [number, number] => {
  const [piece] = splitPerDay(appointment(`${date} ${start}`, `${date} ${end}`), { first: day(date), days: 1 })
  return [halfHours(piece!.start), pieceSpan(piece!)]
}

describe('in the grid of week and day', () => {
  it('an appointment is offset by its start minutes [P-142]', () => {
    expect(placed('2026-11-18', '08:30', '09:00')[0]).toBe(17)
    expect(placed('2026-11-18', '08:45', '09:00')[0]).toBe(17.5)
  })

  it('its height follows its duration per 30 minutes [P-143]', () => {
    expect(placed('2026-11-18', '08:30', '12:00')[1]).toBe(7)
    expect(placed('2026-11-18', '08:30', '08:45')[1]).toBe(0.5)
  })

  it('it stands at the hours of the wall on the days that the clock changes', () => {
    expect(placed('2026-03-29', '01:00', '04:00')).toEqual([2, 6])
    expect(placed('2026-10-25', '01:00', '04:00')).toEqual([2, 6])
    expect(placed('2026-10-25', '09:00', '10:00')).toEqual([18, 2])
  })

  it('it is history once its end has passed [P-141]', () => {
    const end = epoch('2026-11-18 12:00')
    expect(isHistory(end, end - 1)).toBe(false)
    expect(isHistory(end, end)).toBe(true)
  })

  it('rows run from 00:00 to 23:30 and hours to the 00:00 after them', () => {
    expect([ROWS.length, ROWS[0], ROWS.at(-1)]).toEqual([48, 0, 1410])
    expect([HOURS.length, HOURS[0], HOURS.at(-1)]).toEqual([25, 0, 1440])
  })

  it('an hour gives way to the label of the current time', () => {
    expect(HOURS.filter((minute) => !hourShows(minute, 642))).toEqual([660])
    expect(HOURS.filter((minute) => !hourShows(minute, null))).toEqual([])
  })
})
