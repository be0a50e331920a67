import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { finishNow } from '../../src/platform/jobs/turns.ts'
import { addDays } from '../../src/platform/format/zone.ts'
import { judgeChosen } from '../../src/training/desk/autopilot/accepting.rules.ts'
import { assign as assigning } from '../../src/training/desk/autopilot/assigning.rules.ts'
import type { Due, Ground, Opening } from '../../src/training/desk/autopilot/types.ts'
import { overlap } from '../../src/training/desk/autopilot/assessment.rules.ts'
import { propose as proposing } from '../../src/training/desk/autopilot/proposing.rules.ts'
import {
  DAY,
  component,
  course,
  daysTo,
  due,
  ground,
  hours,
  many,
  opening,
  teacher,
  workday,
} from './autopilot-ground.ts'

const propose = (of: Ground) => finishNow(proposing(of))
const assign = (...of: Parameters<typeof assigning>) => finishNow(assigning(...of))
/** The largest number that can be placed at all: a maximum flow by augmenting paths, one unit at a time. */
function maximumFlow(options: readonly (readonly number[])[], free: readonly number[]): number {
  const seats = free.map(() => [] as number[])
  const tryFor = (seeker: number, seen: Set<number>): boolean =>
    options[seeker]!.some((option) => {
      if (seen.has(option)) return false
      seen.add(option)
      const own = seats[option]!
      if (own.length < free[option]!) return own.push(seeker) > 0
      const moved = own.findIndex((other) => tryFor(other, seen))
      if (moved < 0) return false
      own[moved] = seeker
      return true
    })
  return options.filter((_own, seeker) => tryFor(seeker, new Set())).length
}

/** People with refreshers of three courses, plannings on few days, and places for 80 to 120 % of them. */
function instance(seed: number, people: number) {
  let state = seed
  const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below
  const dues: Due[] = []
  for (let contactId = 1; contactId <= people; contactId++)
    for (let n = 0; n <= (random(5) === 0 ? 1 : 0); n++) {
      const dueOn = addDays(DAY, 10 + random(120))
      dues.push(due(dues.length + 1, { contactId, courseId: 1 + ((contactId + n) % 3), dueOn, lastOn: addDays(dueOn, random(60)) })) // prettier-ignore
    }
  const share = 80 + random(41)
  const openings: Opening[] = []
  for (let places = Math.round((dues.length * share) / 100); places > 0;) {
    const free = Math.min(places, 4 + random(9))
    openings.push(opening(openings.length + 1, 5 + random(150), { courseId: 1 + random(3), free }))
    places -= free
  }
  return { dues, openings }
}

describe('where everybody goes', () => {
  const optionsOf = ({ dues, openings }: ReturnType<typeof instance>) =>
    dues.map(({ courseId, lastOn }) =>
      [...openings.keys()].filter((i) => openings[i]!.courseId === courseId && openings[i]!.last <= lastOn),
    )

  it.each([
    ['500 small', 500, 24],
    ['20 large', 20, 1000],
  ])(
    'is at least 95 %% of what a maximum flow places, on %s instances, and never double',
    (_name, count, people) => {
      for (let seed = 1; seed <= count; seed++) {
        const { dues, openings } = instance(seed * 7919, people)
        const { lines } = propose(ground({ dues, openings, courses: [] }))
        const placed = lines.filter((line) => line.opening !== null)
        const most = maximumFlow(
          optionsOf({ dues, openings }),
          openings.map(({ free }) => free),
        )
        expect(lines).toHaveLength(dues.length)
        expect(placed.length, `instance ${seed}`).toBeGreaterThanOrEqual(0.95 * most)
        assertSound(lines)
      }
    },
    120_000,
  )

  function assertSound(lines: ReturnType<typeof propose>['lines']) {
    const there = Map.groupBy(
      lines.filter((line) => line.opening !== null),
      (line) => line.opening!,
    )
    for (const [one, own] of there) expect(own.length).toBeLessThanOrEqual(one.free)
    const byPerson = Map.groupBy(lines, (line) => line.due.contactId)
    for (const own of byPerson.values()) {
      const spans = own.flatMap((line) => (line.opening ? [line.opening.spans] : []))
      for (const [i, one] of spans.entries())
        for (const other of spans.slice(i + 1)) expect(overlap(one, other)).toBe(false)
    }
    for (const line of lines) if (line.opening) expect(line.opening.last <= line.due.lastOn).toBe(true)
  }

  it('is never over the places, never twice at a time, never after the grace, and the same every time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2_000_000 }), fc.integer({ min: 1, max: 40 }), (seed, people) => {
        const { dues, openings } = instance(seed, people)
        const asked = ground({ dues, openings })
        const proposal = propose(asked)
        assertSound(proposal.lines)
        expect(proposal.lines.map((line) => line.due.id).sort((a, b) => a - b)).toEqual(dues.map(({ id }) => id))
        expect(propose(asked)).toEqual(proposal)
        for (const { opening: fresh } of proposal.fresh)
          expect(proposal.lines.filter((line) => line.opening === fresh).length).toBeGreaterThanOrEqual(course.minimum)
      }),
      { numRuns: 60 },
    )
  })

  it('makes room by moving somebody on who can go elsewhere', () => {
    const seekers = [
      { person: 1, options: [0, 1] },
      { person: 2, options: [0] },
    ]
    const places = [
      { free: 1, spans: hours(workday(5)) },
      { free: 1, spans: hours(workday(9)) },
    ]
    expect(assign(seekers, places)).toEqual([1, 0])
  })

  it('gives the last place to who is due first', () => {
    const dues = [due(1, { dueOn: addDays(DAY, 80) }), due(2, { dueOn: addDays(DAY, 40) })]
    const { lines } = propose(ground({ dues, openings: [opening(5, 20, { free: 1 })], courses: [] }))
    expect(lines.find((line) => line.opening)!.due.id).toBe(2)
  })

  it('is before the day itself rather than sooner or later within the grace', () => {
    const own = due(1, { dueOn: addDays(DAY, 30), lastOn: addDays(DAY, 90) })
    const only = propose(ground({ dues: [own], openings: [opening(1, 45)], courses: [] })).lines[0]!
    expect(only).toMatchObject({ late: true })
    expect(only.reason).toContain('binnen de uitlooptermijn')
    const both = propose(ground({ dues: [own], openings: [opening(1, 45), opening(2, 20)], courses: [] })).lines[0]!
    expect(both.opening!.key).toBe('p2')
    const never = propose(ground({ dues: [own], openings: [opening(1, 95)], courses: [] })).lines[0]!
    expect(never.opening).toBeNull()
  })

  it.each([
    ['busy elsewhere', 'valt samen met', { busy: new Map([['student-1', hours(workday(20))]]) }, {}],
    ['too far away', 'is te ver weg', { withinKm: 50 }, { postalCode: '6211 AA' }],
    ['for another company', 'is besloten voor een ander bedrijf', {}, { companies: [4] }],
    [
      'asking more',
      'stelt eisen',
      { asks: new Map([[1, { certificates: ['BHV'], minimumAge: null, language: null }]]) },
      {},
    ],
    ['full', 'is vol', {}, { free: 0 }],
  ])('says of an earlier planning that is %s why it is not the one', (_what, said, more, of) => {
    const asked = ground({ dues: [due(1)], openings: [opening(1, 20, of)], courses: [], ...more })
    const [alone] = propose(asked).lines
    expect(alone!.opening).toBeNull()
    expect(alone!.reason).toMatch(/^Geen plaats vóór /)
    const later = { ...opening(2, 30), courseId: 1 }
    const free = 'asks' in more ? { ...asked, asks: new Map() } : asked
    const [line] = propose({ ...free, openings: [...asked.openings, later] }).lines
    if ('asks' in more) return
    expect(line!.opening!.key).toBe('p2')
    expect(line!.reason).toContain(said)
  })
})

describe('a planning that is proposed', () => {
  it('reaches the minimum, in a room and with a teacher that are free, as soon as people hear of it in time', () => {
    const proposal = propose(ground({ dues: many(5) }))
    expect(proposal.fresh).toHaveLength(1)
    const [{ opening: made, reason }] = proposal.fresh as [(typeof proposal.fresh)[number]]
    expect(made.first).toBe(workday(14))
    expect(made.fresh).toMatchObject({ roomId: 1, teachers: [{ id: 900 }], maxCount: 8 })
    expect(reason).toContain('alle 5 cursisten zijn op tijd')
    expect(propose(ground({ dues: many(3) })).fresh).toEqual([])
    const far = many(5).map((one) => (one.id > 3 ? { ...one, postalCode: '6211 AA' } : one))
    expect(propose(ground({ dues: far, withinKm: 50 })).fresh).toEqual([])
    expect(propose(ground({ dues: many(3) })).lines[0]!.reason).toContain('vraagt 4 cursisten, er zijn er nog 3')
  })

  it('waits for room and teacher, and says so', () => {
    const taken = (key: string) => new Map([[key, hours(workday(14))]])
    for (const [key, said] of [
      ['room-1', 'geen lokaal vrij'],
      ['contact-900', 'geen docent vrij'],
    ] as const) {
      const [first] = propose(ground({ dues: many(5), busy: taken(key) })).fresh
      expect(first!.opening.first > workday(14)).toBe(true)
      expect(first!.reason).toContain(said)
    }
    const unskilled = propose(ground({ dues: many(5), teachers: [{ ...teacher, skills: [] }] }))
    expect(unskilled.fresh).toEqual([])
    expect(unskilled.lines[0]!.reason).toContain('geen docent vrij')
    const expired = [{ ...teacher, proofs: [{ componentId: 1, until: addDays(DAY, 13) }] }]
    expect(propose(ground({ dues: many(5), teachers: expired })).fresh).toEqual([])
  })

  it('has a teacher for each part: one for all where somebody can, else as few as can', () => {
    const parts = [1, 2, 3].map((id) => ({ ...component, id, skills: [id], days_after_previous: id === 1 ? 0 : 1 }))
    const twoDays = { ...course, components: parts }
    const one = (id: number, ...skills: number[]) => ({ ...teacher, id, name: `Docent ${id}`, skills })
    const made = (...teachers: (typeof teacher)[]) =>
      propose(ground({ dues: many(5), courses: [twoDays], teachers })).fresh[0]?.opening
    const givers = (of: ReturnType<typeof made>) => of?.fresh!.teachers.map(({ id }) => id)
    expect(givers(made(one(901, 1), one(902, 2, 3), one(903, 1, 2, 3)))).toEqual([903, 903, 903])
    const shared = made(one(901, 1), one(902, 2), one(904, 3), one(905, 2, 3))
    expect(givers(shared)).toEqual([901, 905, 905])
    expect(shared!.key).toContain('.901_905_905.')
    expect(givers(made(one(901, 1), one(902, 2)))).toBeUndefined()
    // Who is away for one of the parts gives the others.
    const day = made(one(903, 1, 2, 3))!.first
    const busy = new Map([['contact-903', hours(day)]])
    const [around] = propose(
      ground({ dues: many(5), courses: [twoDays], teachers: [one(903, 1, 2, 3), one(901, 1)], busy }),
    ).fresh
    expect([around!.opening.first, givers(around!.opening)]).toEqual([day, [901, 903, 903]])
  })

  it('comes beside another on another day or in another room, never with the same teacher at once', () => {
    const { fresh, lines } = propose(ground({ dues: many(16) }))
    expect(fresh).toHaveLength(2)
    expect(fresh[0]!.opening.first).not.toBe(fresh[1]!.opening.first)
    expect(lines.every(({ opening: one }) => one !== null)).toBe(true)
  })

  it('is on no closed day and in no weekend', () => {
    const [first] = propose(ground({ dues: many(5), closed: new Set([workday(14)]) })).fresh
    expect(first!.opening.first).toBe(workday(daysTo(workday(14)) + 1))
  })
})

describe('lines that are taken over', () => {
  it('go on without those that do not do any more', () => {
    const openings = new Map([['p1', opening(1, 20, { free: 1 })]])
    const asked = ground({ dues: [due(1, { dueOn: addDays(DAY, 90) }), due(2)] })
    const judged = judgeChosen(asked, openings, [
      { refresherId: 1, key: 'p1' },
      { refresherId: 2, key: 'p1' },
      { refresherId: 2, key: 'p9' },
      { refresherId: 3, key: 'p1' },
    ])
    expect(judged).toHaveLength(3)
    expect(judged.filter((one) => 'opening' in one).map(({ due: { id } }) => id)).toEqual([2])
    const left = judged.find(({ due: { id } }) => id === 1)!
    expect('why' in left && left.why).toContain('vergeven')
  })

  it('put nobody in two places at a time', () => {
    const openings = new Map([
      ['p1', opening(1, 20)],
      ['p2', opening(2, 20, { courseId: 2 })],
    ])
    const dues = [due(1, { contactId: 5 }), due(2, { contactId: 5, courseId: 2 })]
    const judged = judgeChosen(ground({ dues }), openings, [
      { refresherId: 1, key: 'p1' },
      { refresherId: 2, key: 'p2' },
    ])
    expect(judged.filter((one) => 'opening' in one)).toHaveLength(1)
  })
})
