import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Candidate,
  goesTogether,
  proposeAll,
  rank,
  reasonsOf,
  whyNobody,
} from '../../src/training/planning/replacements/replacements.rules.ts'

const somebody: Candidate = {
  id: 1,
  name: 'Pim Kok',
  findings: [],
  skills: [],
  provedUntil: null,
  travelMinutes: null,
  weekMinutes: 0,
  lately: 0,
}
const red = { tone: 'red', taken: true, text: 'Pim Kok is bezet.' } as const
const lacking = { tone: 'red', taken: false, text: 'Pim Kok mist VCA.' } as const
const tight = { tone: 'orange', taken: false, text: 'Te weinig rust.' } as const
const part = (id: number, from: string, hours: number, candidates: Candidate[]) => {
  const starts_at = new Date(from)
  return { id, candidates, starts_at, ends_at: new Date(starts_at.getTime() + hours * 3_600_000) }
}

const finding = fc.constantFrom(red, lacking, tight)
const candidate = (id: number): fc.Arbitrary<Candidate> =>
  fc.record({
    id: fc.constant(id),
    name: fc.constant(`P${id}`),
    findings: fc.array(finding, { maxLength: 2 }),
    skills: fc.constant([]),
    provedUntil: fc.constant(null),
    travelMinutes: fc.option(fc.integer({ min: 0, max: 120 })),
    weekMinutes: fc.integer({ min: 0, max: 3000 }),
    lately: fc.integer({ min: 0, max: 12 }),
  })
const candidates = fc
  .integer({ min: 0, max: 6 })
  .chain((count) => fc.tuple(...Array.from({ length: count }, (_, i) => candidate(i + 1))))

describe('who can take over', () => {
  it.each([
    ['who is free before who has a night too short', { id: 1, findings: [tight] }, { id: 2 }],
    ['who is nearer', { id: 1, travelMinutes: 40 }, { id: 2, travelMinutes: 10 }],
    ['who has fewer hours that week', { id: 1, weekMinutes: 1200 }, { id: 2, weekMinutes: 300 }],
    ['who was asked less of late', { id: 1, lately: 6 }, { id: 2, lately: 1 }],
    ['who has no full week, however far', { id: 1, weekMinutes: 2400 }, { id: 2, travelMinutes: 120, lately: 12 }],
  ])('comes in this order: %s', (_what, later, first) => {
    const people = [later, first].map((one) => ({ ...somebody, ...one }))
    expect(rank(people).map(({ id }) => id)).toEqual([first.id, later.id])
  })

  it('is never somebody who is taken, or lacks what is asked; and everybody else is', () => {
    fc.assert(
      fc.property(candidates, (people) => {
        const can = people.filter(({ findings }) => !findings.some(({ tone }) => tone === 'red'))
        expect(
          rank(people)
            .map(({ id }) => id)
            .sort(),
        ).toEqual(can.map(({ id }) => id).sort())
      }),
    )
  })

  it('does not depend on the order in which they are looked at, and what is worse never helps', () => {
    fc.assert(
      fc.property(
        candidates,
        fc.nat(5),
        fc.constantFrom('travelMinutes', 'weekMinutes', 'lately'),
        (people, at, what) => {
          const before = rank(people).map(({ id }) => id)
          expect(rank(people.toReversed()).map(({ id }) => id)).toEqual(before)
          const id = people[at]?.id
          const worse = people.map((one) =>
            one.id === id ? { ...one, [what]: (one[what as 'lately'] ?? 0) + 100 } : one,
          )
          const after = rank(worse).map((one) => one.id)
          if (id !== undefined) expect(after.indexOf(id)).toBeGreaterThanOrEqual(before.indexOf(id))
        },
      ),
    )
  })

  it('is told in words', () => {
    expect(
      reasonsOf({
        ...somebody,
        skills: ['BHV', 'EHBO'],
        provedUntil: '2027-05-01',
        travelMinutes: 40,
        weekMinutes: 720,
        lately: 3,
      }),
    ).toEqual([
      'heeft BHV en EHBO',
      'eigen certificaat geldig t/m 01-05-2027',
      'vrij',
      '40 minuten reistijd',
      '12 uur in die week',
      '3 keer gevraagd in vier weken',
    ])
    expect(reasonsOf(somebody)).toEqual(['vrij', 'nog niets in die week', 'vier weken niet gevraagd'])
  })

  it('is nobody for a reason', () => {
    expect(whyNobody([])).toBe('Niemand anders heeft deze rol.')
    const people = [[red, lacking], [lacking], [lacking]].map((findings, i) => ({ ...somebody, id: i, findings }))
    expect(whyNobody(people)).toBe('Niemand kan invallen: 1 is bezet of afwezig, 2 missen wat wordt gevraagd.')
  })
})

interface Span {
  starts_at: Date
  ends_at: Date
}
const dayOf = (at: Date) => new Intl.DateTimeFormat('nl-NL', { timeZone: 'Europe/Amsterdam' }).format(at)
/** In words of its own: one after the other, and with eleven hours between where they are on other days. */
function canDoBoth(a: Span, b: Span): boolean {
  const [first, later] = [a, b].sort((one, other) => +one.starts_at - +other.starts_at) as [Span, Span]
  const hours = (+later.starts_at - +first.ends_at) / 3_600_000
  return hours >= 0 && (dayOf(first.ends_at) === dayOf(later.starts_at) || hours >= 11)
}

describe('the best for all', () => {
  const people = (...ids: number[]) => ids.map((id) => ({ ...somebody, id }))

  it('gives what has one to choose from its one, spreads the rest, and leaves nobody where nobody is', () => {
    const best = proposeAll([
      part(10, '2027-03-01T08:00Z', 4, people(1, 2)),
      part(11, '2027-03-01T08:00Z', 4, people(1)),
      part(12, '2027-03-02T08:00Z', 4, people(1, 2, 3)),
      part(13, '2027-03-03T08:00Z', 4, [{ ...somebody, findings: [red] }]),
    ])
    expect([...best]).toEqual(expect.arrayContaining([[11, 1], [10, 2], [12, 3]])) // prettier-ignore
    expect(best.has(13)).toBe(false)
  })

  it('never books anybody twice at a time, nor without a night between two days, and takes only who can', () => {
    const parts = fc.array(fc.tuple(fc.integer({ min: 0, max: 72 }), fc.integer({ min: 1, max: 8 }), candidates), {
      maxLength: 8,
    })
    fc.assert(
      fc.property(parts, (drawn) => {
        const all = drawn.map(([at, hours, who], i) =>
          part(i, new Date(Date.UTC(2027, 2, 1) + at * 3_600_000).toISOString(), hours, who),
        )
        const best = proposeAll(all)
        for (const [id, who] of best) {
          const own = all.find((one) => one.id === id)!
          expect(rank(own.candidates).map((one) => one.id)).toContain(who)
          for (const [other, same] of best)
            if (other !== id && same === who)
              expect(
                canDoBoth(
                  own,
                  all.find((one) => one.id === other)!,
                ),
              ).toBe(true)
        }
        // Nothing is left open for which somebody is still free.
        for (const open of all.filter(({ id }) => !best.has(id)))
          for (const { id } of rank(open.candidates)) {
            const given = all.filter((one) => best.get(one.id) === id)
            expect(given.some((other) => !canDoBoth(open, other))).toBe(true)
          }
      }),
    )
  })
})

describe('in words', () => {
  it('nobody can: those who are taken are counted before those who lack something', () => {
    const told = (...all: Candidate['findings'][]) => whyNobody(all.map((findings) => ({ ...somebody, findings })))
    expect(told([tight, red])).toBe('Niemand kan invallen: 1 is bezet of afwezig.')
    expect(told([red], [lacking, red], [tight, lacking])).toBe(
      'Niemand kan invallen: 2 zijn bezet of afwezig, 1 mist wat wordt gevraagd.',
    )
    expect(told([lacking], [lacking])).toBe('Niemand kan invallen: 2 missen wat wordt gevraagd.')
    expect(told([{ ...tight, taken: true }, lacking])).toBe('Niemand kan invallen: 1 mist wat wordt gevraagd.')
  })

  it('a minute of travel is one', () => {
    expect(reasonsOf({ ...somebody, travelMinutes: 1 })).toContain('1 minuut reistijd')
    expect(reasonsOf({ ...somebody, travelMinutes: 20 })).toContain('20 minuten reistijd')
  })
})

describe('two parts for one person', () => {
  const span = (from: string, hours: number) => part(1, from, hours, [])
  it('go together apart, with eleven hours between two days, and not at once', () => {
    const day = span('2026-12-01T08:00Z', 4)
    expect(goesTogether(day, span('2026-12-01T12:00Z', 2))).toBe(true)
    expect(goesTogether(day, span('2026-12-01T11:00Z', 2))).toBe(false)
    const evening = span('2026-12-01T18:00Z', 3)
    expect(goesTogether(evening, span('2026-12-02T08:00Z', 2))).toBe(true)
    expect(goesTogether(evening, span('2026-12-02T07:59Z', 2))).toBe(false)
    expect(goesTogether(span('2026-12-02T07:59Z', 2), evening)).toBe(false)
  })

  it('are spread: who got one has more of that week and of late', () => {
    const free = (id: number, more: Partial<Candidate> = {}): Candidate => ({ ...somebody, id, ...more })
    const two = [free(1), free(2, { weekMinutes: 60 })]
    const apart = [part(1, '2026-12-01T08:00Z', 4, two), part(2, '2026-12-03T08:00Z', 4, two)]
    expect([...proposeAll(apart)]).toEqual([
      [1, 1],
      [2, 2],
    ])
    // Asking of late counts as fifteen minutes, and an hour of work as six.
    const late = [free(1), free(2, { lately: 1 })]
    expect(proposeAll([part(1, '2026-12-01T08:00Z', 0.5, late), part(2, '2026-12-03T08:00Z', 1, late)]).get(2)).toBe(2)
    const never = [part(1, '2026-12-01T08:00Z', 4, [free(1, { findings: [red] })])]
    expect(proposeAll(never).size).toBe(0)
  })

  it('go first to what has fewest to choose from, then to the soonest', () => {
    const [one, other] = [
      { ...somebody, id: 1 },
      { ...somebody, id: 2 },
    ]
    const atOnce = [part(5, '2026-12-01T08:00Z', 4, [one, other]), part(6, '2026-12-01T09:00Z', 4, [one])]
    expect(new Map(proposeAll(atOnce))).toEqual(
      new Map([
        [6, 1],
        [5, 2],
      ]),
    )
    const later = [part(5, '2026-12-01T10:00Z', 4, [one]), part(6, '2026-12-01T09:00Z', 4, [one])]
    expect([...proposeAll(later)]).toEqual([[6, 1]])
    const same = [part(6, '2026-12-01T09:00Z', 4, [one]), part(5, '2026-12-01T09:00Z', 4, [one])]
    expect([...proposeAll(same)]).toEqual([[5, 1]])
  })
})
