import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeStretches, neighboursOf } from '../../src/training/appointments/near.rules.ts'

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
