import { describe, expect, it } from 'vitest'
import { instantOf, wallClock } from '../../src/platform/format/zone.ts'
import { datesAgain, duplicatedText } from '../../src/training/planning/planning/duplicating/duplicating.rules.ts'

const at = (day: string, time: string) => instantOf(day, time)!
const part = (day: string, time = '08:30', until = '16:00') => ({ starts_at: at(day, time), ends_at: at(day, until) })
const moments = (parts: { starts_at: Date; ends_at: Date }[]) =>
  parts.map(
    ({ starts_at, ends_at }) => `${wallClock(starts_at).day} ${wallClock(starts_at).time}–${wallClock(ends_at).time}`,
  )
const open = () => false

describe('the dates that are proposed for a second planning', () => {
  const now = at('2026-11-22', '12:00')

  it('are a week later for what is still to come', () => {
    expect(moments(datesAgain([part('2026-11-27'), part('2026-12-08')], now, open))).toEqual([
      '2026-12-04 08:30–16:00',
      '2026-12-15 08:30–16:00',
    ])
    expect(datesAgain([], now, open)).toEqual([])
  })

  it('are those of the next such day of the week for what is long over, at the same hours past summer time', () => {
    expect(moments(datesAgain([part('2026-06-24')], now, open))).toEqual(['2026-11-25 08:30–16:00'])
  })

  it('are a week later still where that would be today', () => {
    expect(moments(datesAgain([part('2026-11-15')], now, open))).toEqual(['2026-11-29 08:30–16:00'])
    expect(moments(datesAgain([part('2026-11-16')], now, open))).toEqual(['2026-11-23 08:30–16:00'])
  })

  it('pass a day that is closed, of the first part alone', () => {
    const isClosed = (day: string) => day === '2026-12-04'
    expect(moments(datesAgain([part('2026-11-27')], now, isClosed))).toEqual(['2026-12-11 08:30–16:00'])
    expect(moments(datesAgain([part('2026-11-26'), part('2026-11-27')], now, isClosed))[1]).toBe(
      '2026-12-04 08:30–16:00',
    )
  })

  it('are there after twenty years at last, where every week is closed', () => {
    const [found] = datesAgain([part('2026-11-27')], now, () => true)
    expect(wallClock(found!.starts_at).day).toBe('2046-11-02')
  })

  it('last as long in an hour that the clock skips', () => {
    const [found] = datesAgain([part('2027-03-21', '02:30', '03:30')], now, open)
    // 02:30 is not there on that Sunday: a week of hours later it is half past three.
    expect(found!.starts_at).toEqual(new Date('2027-03-28T01:30:00Z'))
  })

  it('keep what else is known of a part', () => {
    expect(datesAgain([{ ...part('2026-11-27'), room_id: 4 }], now, open)[0]!.room_id).toBe(4)
  })
})

it.each<[string[], string[], string]>([
  [[], [], 'Planning 5 toegevoegd'],
  [['Zolder', 'Tess'], [], 'Planning 5 toegevoegd zonder Zolder, Tess'],
  [[], ['Een.'], 'Planning 5 toegevoegd. Let op: Een.'],
  [['Zolder'], ['Een.', 'Twee.'], 'Planning 5 toegevoegd zonder Zolder. Let op: Een. En 1 andere melding.'],
  [[], ['Een.', 'Twee.', 'Drie.'], 'Planning 5 toegevoegd. Let op: Een. En 2 andere meldingen.'],
])('what was left out (%j) and what is not right (%j) is told: %s', (left, found, text) => {
  expect(duplicatedText(5, left, found)).toBe(text)
  if (found.length === 0) expect(duplicatedText(5, left)).toBe(text)
})
