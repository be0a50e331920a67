import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { travelKey } from '../../src/system/establishments/index.ts'
import { mergeStretches, neighboursOf, travelFrom } from '../../src/training/planning/appointments/near.rules.ts'

const HOUR = 3_600_000
const spans = fc.array(fc.record({ from: fc.integer({ min: 0, max: 500 }), hours: fc.integer({ min: 1, max: 60 }) }), {
  maxLength: 40,
})
const at = (hour: number) => new Date(hour * HOUR)

describe('what lies near a part', () => {
  it('is asked about in stretches that are apart and hold every one that was given', () => {
    fc.assert(
      fc.property(spans, (given) => {
        const stretches = given.map(({ from, hours }) => ({ from: at(from), to: at(from + hours) }))
        const { apart, placeOf } = mergeStretches(stretches)
        for (const [i, one] of apart.entries()) if (i > 0) expect(+one.from).toBeGreaterThan(+apart[i - 1]!.to)
        for (const [i, one] of stretches.entries()) {
          const whole = apart[placeOf[i]!]!
          expect(+whole.from <= +one.from && +one.to <= +whole.to).toBe(true)
        }
        const hours = new Set(
          given.flatMap(({ from, hours: long }) => Array.from({ length: long }, (_, i) => from + i)),
        )
        const covered = apart.reduce((sum, { from, to }) => sum + (+to - +from) / HOUR, 0)
        expect(covered).toBe(hours.size)
      }),
    )
  })

  it('are exactly the others that touch its stretch', () => {
    const around = ({ starts_at, ends_at }: { starts_at: Date; ends_at: Date }) => ({
      from: new Date(+starts_at - 12 * HOUR),
      to: new Date(+ends_at + 12 * HOUR),
    })
    fc.assert(
      fc.property(spans, (given) => {
        const parts = given.map(({ from, hours }, id) => ({ id, starts_at: at(from), ends_at: at(from + hours) }))
        const near = neighboursOf(parts, around)
        for (const [i, part] of parts.entries()) {
          const { from, to } = around(part)
          const literal = parts.filter((other) => other !== part && +other.starts_at < +to && +other.ends_at > +from)
          expect(new Set(near[i])).toEqual(new Set(literal))
        }
      }),
    )
  })
})

describe('the minutes of travel from where a room is', () => {
  const times = new Map([[travelKey(1, 2), 40]])
  it('are those to another establishment, whichever way, and none where one stays or nobody said', () => {
    const from = travelFrom(times, { establishment_id: 1 })
    expect([from(2), from(1), from(3)]).toEqual([40, null, null])
    expect(travelFrom(times, undefined)(2)).toBeNull()
    expect(travelFrom(new Map([[travelKey(1, 1), 9]]), { establishment_id: 1 })(1)).toBeNull()
  })
})

it('what only touches a stretch is not near it', () => {
  const parts = [0, 2, 4].map((hour, id) => ({ id, starts_at: at(hour), ends_at: at(hour + 1) }))
  const around = ({ starts_at, ends_at }: (typeof parts)[number]) => ({
    from: at(+starts_at / HOUR - 1),
    to: at(+ends_at / HOUR + 1),
  })
  expect(neighboursOf(parts, around).map((near) => near.map(({ id }) => id))).toEqual([[], [], []])
  const wider = ({ starts_at, ends_at }: (typeof parts)[number]) => ({
    from: new Date(+starts_at - HOUR - 1),
    to: new Date(+ends_at + HOUR + 1),
  })
  expect(neighboursOf(parts, wider).map((near) => near.map(({ id }) => id).sort())).toEqual([[1], [0, 2], [1]])
})

it('of many parts only those are looked at that can be near', () => {
  let looks = 0
  const parts = Array.from({ length: 400 }, (_, id) => ({
    id,
    starts_at: at(100 + id * 10),
    get ends_at() {
      looks += 1
      return at(100 + id * 10 + 1)
    },
  }))
  const around = ({ starts_at }: (typeof parts)[number]) => ({
    from: at(+starts_at / HOUR - 11),
    to: at(+starts_at / HOUR + 11),
  })
  const near = neighboursOf(parts, around)
  expect(near[200]!.map(({ id }) => id)).toEqual([199, 201])
  expect(looks).toBeLessThan(parts.length * 6)
})
