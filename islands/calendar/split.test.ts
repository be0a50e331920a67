import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf } from '../../src/platform/format/days.ts'
import { epochOf } from '../../src/platform/format/wall-clock.ts'
import { MINUTES_PER_DAY, piecesByDay, splitPerDay } from './split.ts'
import { appointment, day } from './test-support.ts'

const november = { first: day('2026-11-01'), days: 30 }
const times = (start: string, end: string): [number, number, number][] =>
  splitPerDay(appointment(start, end), november).map((piece) => [
    piece.day - november.first + 1,
    piece.start,
    piece.end,
  ])

describe('an appointment', () => {
  it('of one day is one piece', () => {
    expect(times('2026-11-18 08:30', '2026-11-18 16:30')).toEqual([[18, 510, 990]])
  })

  it('of more days becomes one piece per day [P-097]', () => {
    const pieces = splitPerDay(appointment('2026-11-18 20:00', '2026-11-20 06:00'), november)
    expect(pieces.map((piece) => piece.day)).toEqual([day('2026-11-18'), day('2026-11-19'), day('2026-11-20')])
    expect(pieces.map(({ index, count }) => [index, count])).toEqual([
      [0, 3],
      [1, 3],
      [2, 3],
    ])
  })

  it('of more days ends its first piece at the end of that day [P-098]', () => {
    expect(times('2026-11-18 20:00', '2026-11-20 06:00')[0]).toEqual([18, 1200, MINUTES_PER_DAY])
  })

  it('of more days starts its later pieces at midnight [P-099]', () => {
    expect(times('2026-11-18 20:00', '2026-11-20 06:00').slice(1)).toEqual([
      [19, 0, MINUTES_PER_DAY],
      [20, 0, 360],
    ])
  })

  it('that ends at midnight leaves no empty piece on the next day', () => {
    expect(times('2026-11-18 20:00', '2026-11-19 00:00')).toEqual([[18, 1200, MINUTES_PER_DAY]])
  })

  it('that ends before it starts is still seen, at its start', () => {
    expect(times('2026-11-18 20:00', '2026-11-17 20:00')).toEqual([[18, 1200, 1200]])
  })

  it('keeps its true length in the hour that comes twice', () => {
    const start = epochOf(dayOf(2026, 10, 25), 170)
    const twice = { ...appointment('2026-10-25 02:50', '2026-10-25 02:50'), end_datetime: start + 1800 }
    const [piece] = splitPerDay(twice, { first: day('2026-10-25'), days: 1 })
    expect([piece!.start, piece!.end]).toEqual([170, 200])
  })

  it('only makes pieces for the days in sight', () => {
    const years = splitPerDay(appointment('2020-01-01 08:00', '2030-01-01 08:00'), november)
    expect(years).toHaveLength(30)
    expect(years[0]).toMatchObject({ day: november.first, start: 0, end: MINUTES_PER_DAY })
  })

  it('is covered by its pieces without gaps, whatever its times', () => {
    const start = epochOf(november.first)
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 20 * 1440 }), fc.integer({ min: 1, max: 9 * 1440 }), (after, minutes) => {
        const from = start + after * 60
        const pieces = splitPerDay(
          {
            ...appointment('2026-11-01 00:00', '2026-11-01 00:00'),
            start_datetime: from,
            end_datetime: from + minutes * 60,
          },
          november,
        )
        const absolute = pieces.map((piece) => ({
          start: (piece.day - november.first) * 1440 + piece.start,
          end: (piece.day - november.first) * 1440 + piece.end,
        }))
        expect(absolute[0]!.start).toBe(after)
        expect(absolute.at(-1)!.end).toBe(after + minutes)
        for (const [index, piece] of absolute.entries()) {
          expect(piece.end).toBeGreaterThan(piece.start)
          if (index > 0) expect(piece.start).toBe(absolute[index - 1]!.end)
        }
      }),
    )
  })
})

it('a day holds its pieces by start, and the longer of two first', () => {
  const short = appointment('2026-11-18 09:00', '2026-11-18 10:00')
  const long = appointment('2026-11-18 09:00', '2026-11-18 12:00')
  const early = appointment('2026-11-18 08:00', '2026-11-18 09:00')
  const pieces = piecesByDay([short, long, early], november).get(day('2026-11-18'))!
  expect(pieces.map((piece) => piece.appointment.id)).toEqual([early.id, long.id, short.id])
})
