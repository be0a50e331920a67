import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/platform/format/zone.ts'
import { finishNow } from '../../src/platform/jobs/turns.ts'
import { type Seeker, assign as assigning } from '../../src/training/desk/autopilot/assigning.rules.ts'
import { overlap } from '../../src/training/desk/autopilot/assessment.rules.ts'
import { DAY, hours } from './autopilot-ground.ts'

/** Seekers by the openings that do for them, the best in front; each is somebody else unless told. */
const wishes = (...options: number[][]): Seeker[] => options.map((own, i) => ({ person: i + 1, options: own }))
const same = (...options: number[][]): Seeker[] => options.map((own) => ({ person: 1, options: own }))
/** Openings with so many places, each on a day of its own unless told. */
const openings = (free: number[], days: readonly number[] = [...free.keys()]) =>
  free.map((places, i) => ({ free: places, spans: hours(addDays(DAY, days[i]!)) }))
const assign = (...of: Parameters<typeof assigning>) => finishNow(assigning(...of))

describe('who gets which place', () => {
  it.each<[string, Seeker[], ReturnType<typeof openings>, (number | null)[]]>([
    ['nobody asks', [], openings([1]), []],
    ['nothing does for somebody', wishes([], [0]), openings([1]), [null, 0]],
    ['there are no places', wishes([0, 1]), openings([0, 0]), [null]],
    ['the best is free', wishes([1, 0]), openings([1, 1]), [1]],
    ['the best is full', wishes([0, 1], [0, 1]), openings([1, 1]), [0, 1]],
    ['all is full: who comes first keeps it', wishes([0], [0]), openings([1]), [0, null]],
    ['there is one place more than one', wishes([0], [0], [0]), openings([2]), [0, 0, null]],
    ['one can go elsewhere for another', wishes([0, 1], [0]), openings([1, 1]), [1, 0]],
    ['two can go on, one after the other', wishes([0, 1], [1, 2], [0]), openings([1, 1, 1]), [1, 2, 0]],
    ['all can go on, and one more cannot come', wishes([0, 1], [1, 0], [0]), openings([1, 1]), [0, 1, null]],
    ['somebody can go elsewhere who is not the first there', wishes([0], [0, 1], [0]), openings([2, 1]), [0, 1, 0]],
    ['what is free is better than what somebody would leave', wishes([0, 2], [0, 1]), openings([1, 1, 1]), [0, 1]],
    ['both courses of one person are at other times', same([0], [1]), openings([1, 1]), [0, 1]],
    ['both courses of one person are at one time', same([0], [1]), openings([1, 1], [0, 0]), [0, null]],
    ['one of them can be at another time as well', same([0], [1, 2]), openings([1, 1, 1], [0, 0, 1]), [0, 2]],
    ['one person asks twice for the same', same([0], [0]), openings([2]), [0, null]],
    ['two people are at one time', wishes([0], [1]), openings([1, 1], [0, 0]), [0, 1]],
    ['the same person could only come by moving themselves', same([0, 1], [0]), openings([1, 1]), [0, null]],
    ['who would move is elsewhere then', [{ person: 1, options: [2] }, { person: 1, options: [0, 1] }, { person: 2, options: [0] }], openings([1, 1, 1], [0, 1, 1]), [2, 0, null]], // prettier-ignore
  ])('when %s', (_when, seekers, places, expected) => {
    expect(assign(seekers, places)).toEqual(expected)
  })

  it('moves people on from where they are, not from where they were', () => {
    expect(assign(wishes([0, 1, 2], [0], [0]), openings([1, 1, 1]))).toEqual([1, 0, null])
  })

  it('moves people on to what is at the very time of what they leave', () => {
    expect(assign(wishes([0, 1], [0]), openings([1, 1], [0, 0]))).toEqual([1, 0])
  })

  it('moves nobody who would come to be in two places at a time by it', () => {
    const seekers = [
      { person: 1, options: [0, 1] },
      { person: 2, options: [2, 0] },
      { person: 1, options: [2] },
    ]
    expect(assign(seekers, openings([1, 1, 1], [0, 1, 1]))).toEqual([0, 2, null])
  })

  it('brings people to what they like better once they have the time for it, and others to what comes free then', () => {
    // The second course of the first person was at another time, until the first course was moved on for somebody else.
    const one = { person: 1, options: [0, 3] }
    const two = { person: 1, options: [1, 2] }
    const other = { person: 2, options: [0] }
    expect(assign([one, two, other], openings([1, 1, 1, 1], [0, 0, 1, 2]))).toEqual([3, 1, 0])
    const third = { person: 3, options: [2, 4] }
    expect(assign([one, third, two, other], openings([1, 1, 1, 1, 1], [0, 0, 1, 2, 3]))).toEqual([3, 2, 1, 0])
  })

  it('lets others in between after each', () => {
    const making = assigning(wishes(...Array.from({ length: 20 }, () => [0])), openings([20]))
    let turns = 0
    while (making.next().done !== true) turns++
    expect(turns).toBe(20)
  })
})

/** All ways to seat people, by trying: how many can be seated at most. */
function mostAtAll(seekers: readonly Seeker[], places: ReturnType<typeof openings>): number {
  const used = places.map(() => 0)
  const own = new Map<number, number[]>()
  const from = (at: number): number => {
    const seeker = seekers[at]
    if (seeker === undefined) return 0
    let most = from(at + 1)
    const mine = own.get(seeker.person) ?? []
    for (const option of seeker.options) {
      if (used[option]! >= places[option]!.free) continue
      if (mine.some((other) => overlap(places[other]!.spans, places[option]!.spans))) continue
      used[option]!++
      own.set(seeker.person, [...mine, option])
      most = Math.max(most, 1 + from(at + 1))
      used[option]!--
      own.set(seeker.person, mine)
    }
    return most
  }
  return from(0)
}

describe('whatever people ask', () => {
  const world = fc.integer({ min: 1, max: 4 }).chain((count) =>
    fc.record({
      free: fc.array(fc.nat(2), { minLength: count, maxLength: count }),
      days: fc.array(fc.nat(2), { minLength: count, maxLength: count }),
      asked: fc.array(fc.record({ person: fc.integer({ min: 1, max: 5 }), options: fc.shuffledSubarray([...Array(count).keys()]) }), { maxLength: 6 }), // prettier-ignore
    }),
  )

  it('nobody is where they did not ask to be or in two places at a time, and nothing holds more than it has places', () => {
    fc.assert(
      fc.property(world, ({ free, days, asked }) => {
        const places = openings(free, days)
        const seats = assign(asked, places)
        expect(seats).toHaveLength(asked.length)
        for (const [i, seat] of seats.entries()) if (seat !== null) expect(asked[i]!.options).toContain(seat)
        for (const [i, most] of free.entries())
          expect(seats.filter((seat) => seat === i).length).toBeLessThanOrEqual(most)
        for (const [i, one] of seats.entries())
          for (const [j, other] of seats.entries())
            if (i < j && one !== null && other !== null && asked[i]!.person === asked[j]!.person)
              expect(days[one]).not.toBe(days[other])
      }),
    )
  })

  it('as many have a place as can, when each asks once', () => {
    fc.assert(
      fc.property(world, ({ free, days, asked }) => {
        const each = wishes(...asked.map(({ options }) => options))
        const places = openings(free, days)
        const seated = assign(each, places).filter((seat) => seat !== null).length
        expect(seated).toBe(mostAtAll(each, places))
      }),
    )
  })

  it('nobody has a worse place than one that is free and that they could have', () => {
    fc.assert(
      fc.property(world, ({ free, asked }) => {
        const each = wishes(...asked.map(({ options }) => options))
        const seats = assign(each, openings(free))
        const left = free.map((places, i) => places - seats.filter((seat) => seat === i).length)
        for (const [i, seat] of seats.entries()) {
          const { options } = each[i]!
          const better = seat === null ? options : options.slice(0, options.indexOf(seat))
          expect(better.filter((option) => left[option]! > 0)).toEqual([])
        }
      }),
    )
  })
})
