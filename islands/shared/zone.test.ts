import fc from 'fast-check'
import { Temporal } from 'temporal-polyfill'
import { describe, expect, it } from 'vitest'
import { dayOf, partsOf } from '../../src/platform/format/days.ts'
import { epochOf, wallClock } from '../../src/platform/format/wall-clock.ts'

const ZONE = 'Europe/Amsterdam'
const utc = (year: number, month: number, date: number, hour: number, minute = 0): number =>
  Date.UTC(year, month - 1, date, hour, minute) / 1000

describe('the wall clock of Amsterdam', () => {
  it('is one hour ahead of UTC in winter and two in summer', () => {
    expect(wallClock(utc(2026, 11, 18, 9, 42))).toEqual({ day: dayOf(2026, 11, 18), minute: 642 })
    expect(wallClock(utc(2026, 7, 1, 22, 30))).toEqual({ day: dayOf(2026, 7, 2), minute: 30 })
  })

  it('skips an hour on 29 March 2026 and repeats one on 25 October', () => {
    expect(wallClock(utc(2026, 3, 29, 0, 59)).minute).toBe(119)
    expect(wallClock(utc(2026, 3, 29, 1)).minute).toBe(180)
    expect(wallClock(utc(2026, 10, 25, 0, 30)).minute).toBe(150)
    expect(wallClock(utc(2026, 10, 25, 1, 30)).minute).toBe(150)
  })

  it('moves a skipped moment on and takes the first of a repeated one', () => {
    expect(epochOf(dayOf(2026, 3, 29), 150)).toBe(utc(2026, 3, 29, 1, 30))
    expect(epochOf(dayOf(2026, 10, 25), 150)).toBe(utc(2026, 10, 25, 0, 30))
  })

  it('counts days of 23 and 25 hours', () => {
    expect(epochOf(dayOf(2026, 3, 30)) - epochOf(dayOf(2026, 3, 29))).toBe(23 * 3600)
    expect(epochOf(dayOf(2026, 10, 26)) - epochOf(dayOf(2026, 10, 25))).toBe(25 * 3600)
  })

  it('agrees with Temporal at every moment', () => {
    fc.assert(
      fc.property(fc.integer({ min: utc(1980, 1, 1, 0), max: utc(2060, 1, 1, 0) }), (epoch) => {
        const zoned = Temporal.Instant.fromEpochMilliseconds(epoch * 1000).toZonedDateTimeISO(ZONE)
        expect(wallClock(epoch)).toEqual({
          day: dayOf(zoned.year, zoned.month, zoned.day),
          minute: zoned.hour * 60 + zoned.minute,
        })
      }),
    )
  })

  it('is turned back as Temporal does it, around every change of the clock', () => {
    const changes = [dayOf(2026, 3, 29), dayOf(2026, 10, 25), dayOf(2027, 3, 28), dayOf(2027, 10, 31)]
    fc.assert(
      fc.property(
        fc.constantFrom(...changes),
        fc.integer({ min: -1, max: 1 }),
        fc.integer({ min: 0, max: 1439 }),
        (change, shift, minute) => {
          const { year, month, date } = partsOf(change + shift)
          const plain = new Temporal.PlainDateTime(year, month, date, Math.floor(minute / 60), minute % 60)
          expect(epochOf(change + shift, minute)).toBe(plain.toZonedDateTime(ZONE).epochMilliseconds / 1000)
        },
      ),
    )
  })
})
