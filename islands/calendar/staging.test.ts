import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Piece, type PiecesByDay } from './split.ts'
import { nextStage, stageTowards, type Stage } from './staging.ts'
import { appointment } from './test-support.ts'

const one = appointment('2026-11-18 09:00', '2026-11-18 10:00')

/** Pieces of seven days: of each day the appointments with these ids. */
const days = fc.array(fc.uniqueArray(fc.nat({ max: 40 }), { maxLength: 40 }), { minLength: 7, maxLength: 7 }).map(
  (ids): PiecesByDay =>
    new Map(
      ids.flatMap((own, day): [number, Piece[]][] =>
        own.length === 0
          ? []
          : [
              [
                day,
                own.map((id) => ({
                  key: `${id}:${day}`,
                  appointment: one,
                  day,
                  start: 0,
                  end: 1,
                  index: 0,
                  count: 1,
                })),
              ],
            ],
      ),
    ),
)

const keysOf = (drawn: PiecesByDay) => [...drawn.values()].flatMap((pieces) => pieces.map(({ key }) => key))

/** Each stage from the first to the last. */
function stages(target: PiecesByDay, drawn: PiecesByDay, fitting: number | null): Stage[] {
  const all = [stageTowards(target, drawn, fitting)]
  while (all.at(-1)!.rest.length > 0 && all.length < 500) all.push(nextStage(all.at(-1)!, fitting))
  return all
}

it('a column of hours gets at most twelve more pieces at a time, and in the end all of them', () => {
  fc.assert(
    fc.property(days, days, (before, target) => {
      let standing = new Set(keysOf(before))
      for (const { drawn } of stages(target, before, null)) {
        const now = keysOf(drawn)
        expect(now.filter((key) => !standing.has(key)).length).toBeLessThanOrEqual(12)
        standing = new Set(now)
      }
      expect(stages(target, before, null).at(-1)!.drawn).toEqual(target)
    }),
  )
})

it('a cell of the month gets its pieces together, and those of before stay until then', () => {
  fc.assert(
    fc.property(days, days, fc.integer({ min: 1, max: 8 }), (before, target, fitting) => {
      const all = stages(target, before, fitting)
      for (const { drawn } of all)
        for (const [day, pieces] of target) expect([before.get(day), pieces]).toContain(drawn.get(day))
      expect(all.at(-1)!.drawn).toEqual(target)
    }),
  )
})

it('what is read again without a change is drawn in one step', () => {
  fc.assert(
    fc.property(days, (target) => {
      const again: PiecesByDay = new Map(
        [...target].map(([day, pieces]) => [day, pieces.map((piece) => ({ ...piece }))]),
      )
      expect(stages(again, target, null)).toHaveLength(1)
    }),
  )
})
