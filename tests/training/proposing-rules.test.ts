import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/platform/format/zone.ts'
import { finishNow } from '../../src/platform/jobs/turns.ts'
import type { Due, Ground, Opening } from '../../src/training/desk/autopilot/types.ts'
import { propose as proposing } from '../../src/training/desk/autopilot/proposing.rules.ts'
import { DAY, course, due, ground, hours, many, opening } from './autopilot-ground.ts'

const propose = (of: Partial<Ground>) => finishNow(proposing(ground({ courses: [], ...of })))
/** Where each goes, or that it is nowhere: '1 p2' and '2 —', in the order of the proposal. */
const places = (of: Partial<Ground>) =>
  propose(of).lines.map((line) => `${line.due.id} ${line.opening === null ? '—' : line.opening.key}`)
/** What the first of the lines says. */
const said = (dues: Due[], openings: Opening[], more: Partial<Ground> = {}) =>
  propose({ dues, openings, ...more }).lines.find((line) => line.due.id === 1)!.reason
const on = (id: number, day: string, more: Partial<Opening> = {}) =>
  opening(id, 5, { first: day, last: day, spans: hours(day), ...more })

/** Working days of the week after next, a Monday and so on. */
const [MON, TUE, WED, THU, FRI] = [0, 1, 2, 3, 4].map((n) => addDays(DAY, 14 + n)) as [string, string, string, string, string] // prettier-ignore
const IN_TIME = 'Vóór de vervaldatum.'
const FAR = '6211 AA'

describe('why somebody goes to a planning', () => {
  it('is that it is the first one with a place', () => {
    const [line] = propose({ dues: [due(1)], openings: [on(1, MON), on(2, TUE)] }).lines
    expect(line).toMatchObject({
      late: false,
      km: 0,
      opening: { key: 'p1' },
      reason: `${IN_TIME} Eerste planning van BHV herhaling met plaats.`,
    })
  })

  it('is the grace when it is after the day itself, and not on it', () => {
    const own = { dueOn: MON, lastOn: TUE }
    const [line] = propose({ dues: [due(1, own)], openings: [on(1, TUE)] }).lines
    expect(line!.late).toBe(true)
    expect(line!.reason).toBe(
      'Na de vervaldatum, binnen de uitlooptermijn t/m 08-12-2026. Eerste planning van BHV herhaling met plaats.',
    )
    expect(propose({ dues: [due(1, own)], openings: [on(1, MON)] }).lines[0]!.late).toBe(false)
  })

  it('comes with how far it is, as far as that is known', () => {
    const kilometres = (who: Partial<Due>, planning: Partial<Opening>) =>
      propose({ dues: [due(1, who)], openings: [on(1, MON, planning)] }).lines[0]!.km
    expect(kilometres({}, { postalCode: '7411 AA' })).toBe(30)
    expect(kilometres({ postalCode: null }, {})).toBeNull()
    expect(kilometres({}, { postalCode: null })).toBeNull()
  })

  it.each<[string, string, Partial<Opening>, Partial<Ground>]>([
    ['others alone', 'is besloten voor een ander bedrijf', { companies: [4] }, {}],
    ['people nearer by', 'is te ver weg', { postalCode: FAR }, { withinKm: 50 }],
    ['when they are elsewhere', 'valt samen met een andere planning van deze cursist', {}, { busy: new Map([['student-1', hours(MON)]]) }], // prettier-ignore
    ['who is no longer to come after all', 'is te laat', { last: addDays(DAY, 300) }, {}],
    ['nobody, since it is full', 'is vol', { free: 0 }, {}],
    ['nobody, since it is more than full', 'is vol', { free: -2 }, {}],
  ])('names what is in the way of an earlier one for %s', (_for, why, earlier, known) => {
    expect(said([due(1)], [on(1, MON, earlier), on(2, TUE)], known)).toBe(`${IN_TIME} Niet eerder: ma 07-12 ${why}.`)
    // Of a later one nothing is said.
    expect(said([due(1)], [on(1, WED, earlier), on(2, TUE)], known)).toContain('Eerste planning')
  })

  it('names that somebody does not meet what an earlier one asks on its day', () => {
    const asks = new Map([[1, { certificates: [], minimumAge: 18, language: null }]])
    const birthDates = new Map([[1, `2008-${TUE.slice(5)}`]])
    expect(said([due(1)], [on(1, MON), on(2, TUE)], { asks, birthDates })).toBe(
      `${IN_TIME} Niet eerder: ma 07-12 stelt eisen waaraan de cursist niet voldoet.`,
    )
  })

  it('names that an earlier one is for all where there is one of the own company', () => {
    const own = due(1, { companyId: 4 })
    expect(said([own], [on(1, MON), on(2, TUE, { companies: [4] })])).toBe(
      `${IN_TIME} Niet eerder: ma 07-12 is open, deze is van het eigen bedrijf.`,
    )
  })

  it('names how much farther away an earlier one is', () => {
    expect(said([due(1)], [on(1, MON, { postalCode: '7411 AA' }), on(2, TUE)])).toBe(
      `${IN_TIME} Niet eerder: ma 07-12 is verder weg (± 30 km).`,
    )
  })

  it('names who need an earlier one more: they are due sooner', () => {
    const sooner = due(2, { dueOn: addDays(DAY, 30) })
    const openings = [on(1, MON, { free: 1 }), on(2, TUE)]
    const needed = `${IN_TIME} Niet eerder: ma 07-12 is nodig voor wie eerder moet of elders niet kan.`
    expect(said([due(1), sooner], openings)).toBe(needed)
    // Not because of the company or the distance, which are the same, or better there.
    expect(said([due(1, { companyId: 4 }), { ...sooner, companyId: 4 }], openings.map((one) => ({ ...one, companies: [4] })))).toBe(needed) // prettier-ignore
    expect(said([due(1), sooner], [openings[0]!, { ...openings[1]!, postalCode: '8111 AA' }])).toBe(needed)
    expect(said([due(1, { postalCode: null }), sooner], openings)).toBe(needed)
    const farther = { ...openings[0]!, postalCode: '7411 AA' }
    expect(said([due(1), sooner], [farther, { ...openings[1]!, postalCode: null }])).toBe(needed)
    expect(said([due(1), sooner], [openings[0]!, { ...openings[1]!, postalCode: null }])).toBe(needed)
  })

  it('names the first two of the earlier ones, in the order of their days, and counts the others', () => {
    const full = (id: number, day: string) => on(id, day, { free: 0 })
    const two = [on(5, FRI), full(2, TUE), on(1, MON, { companies: [4] })]
    const named = 'ma 07-12 is besloten voor een ander bedrijf; di 08-12 is vol'
    expect(said([due(1)], two)).toBe(`${IN_TIME} Niet eerder: ${named}.`)
    expect(said([due(1)], [full(3, WED), ...two])).toBe(`${IN_TIME} Niet eerder: ${named}; en nog 1 eerdere.`)
    expect(said([due(1)], [full(3, WED), full(4, THU), ...two])).toBe(`${IN_TIME} Niet eerder: ${named}; en nog 2 eerdere.`) // prettier-ignore
  })

  it('names them in the order of their days, whatever is in the way', () => {
    const [full, other] = [on(1, MON, { free: 0 }), on(2, TUE, { companies: [4] })]
    expect(said([due(1)], [on(5, FRI), other, full])).toBe(
      `${IN_TIME} Niet eerder: ma 07-12 is vol; di 08-12 is besloten voor een ander bedrijf.`,
    )
  })

  it('leaves plannings of other courses aside', () => {
    expect(said([due(1)], [on(1, MON, { courseId: 2 }), on(2, TUE)])).toContain('Eerste planning')
  })
})

describe('somebody with two refreshers', () => {
  const both = (second: Partial<Due> = {}) => [
    due(1, { contactId: 7, dueOn: addDays(DAY, 90) }),
    due(2, { contactId: 7, courseId: 2, course: 'VCA', ...second }),
  ]

  it('goes to one at a time, and hears that an earlier planning is at the time of the other', () => {
    const openings = [on(1, MON), on(2, MON, { courseId: 2 }), on(3, TUE)]
    expect(places({ dues: both(), openings })).toEqual(['2 p2', '1 p3'])
    expect(said(both(), openings)).toBe(
      `${IN_TIME} Niet eerder: ma 07-12 valt samen met een andere planning van deze cursist.`,
    )
  })

  it('hears so as well when there is no other planning', () => {
    const openings = [on(1, MON), on(2, MON, { courseId: 2 })]
    const nowhere = 'Geen plaats vóór 22-04-2027: een planning valt samen met een andere planning van deze cursist; de opleiding wordt niet meer gegeven.' // prettier-ignore
    expect(said(both(), openings)).toBe(nowhere)
    // A planning at another time that is full, is full.
    expect(said(both(), [...openings, on(3, TUE, { free: 0 })])).toContain(': de planning die past is vol;')
  })

  it('hears of the places of an earlier one that is at no other time than they are', () => {
    // At the time of their own planning, but sooner on the day.
    const sooner = { ...on(3, TUE, { free: 0 }), spans: [{ ...hours(TUE)[0]!, starts_at: hours(MON)[0]!.ends_at }] }
    expect(said(both(), [on(1, TUE), sooner])).toBe(`${IN_TIME} Niet eerder: ma 07-12 is vol.`)
    // The other refresher got no place.
    expect(said(both(), [on(1, TUE), on(3, MON, { free: 0 })])).toBe(`${IN_TIME} Niet eerder: ma 07-12 is vol.`)
  })

  it('goes to no planning that is proposed at the time of the one that is there', () => {
    const dues = [...both(), ...many(3).map((one) => ({ ...one, id: one.id + 10, contactId: one.id + 10 }))]
    const there = on(2, MON, { courseId: 2 })
    const { lines, fresh } = propose({ dues, openings: [there], courses: [course] })
    expect(fresh.map(({ opening: { first } }) => first)).toEqual([TUE])
    expect(lines.find((line) => line.due.id === 1)!.opening).toBe(fresh[0]!.opening)
  })
})

describe('who gets no place', () => {
  const GONE = 'de opleiding wordt niet meer gegeven'
  it.each<[string, string, Opening[], Partial<Ground>]>([
    ['nothing of plannings when there are none', '', [], {}],
    ['nothing of those that are too late', '', [on(1, addDays(DAY, 200))], {}],
    ['that the planning is full', 'de planning die past is vol; ', [on(1, MON, { free: 0 })], {}],
    ['that all plannings are full', 'alle planningen die passen zijn vol; ', [on(1, MON, { free: 0 }), on(2, TUE, { free: 0 })], {}], // prettier-ignore
    ['that one is for another company', 'een planning is besloten voor een ander bedrijf; ', [on(1, MON, { companies: [4] })], {}], // prettier-ignore
    ['that one is too far away rather than for others', 'een planning is te ver weg; ', [on(1, MON, { companies: [4] }), on(2, MON, { postalCode: FAR })], { withinKm: 50 }], // prettier-ignore
    ['that one is when they are elsewhere rather than too far', 'een planning valt samen met een andere planning van deze cursist; ', [on(2, MON, { postalCode: FAR }), on(1, TUE)], { withinKm: 50, busy: new Map([['student-1', hours(TUE)]]) }], // prettier-ignore
    ['that one is full rather than when they are elsewhere', 'de planning die past is vol; ', [on(1, MON, { free: 0 }), on(2, TUE)], { busy: new Map([['student-1', hours(TUE)]]) }], // prettier-ignore
  ])('hears %s', (_what, of, openings, known) => {
    const [line] = propose({ dues: [due(1)], openings, ...known }).lines
    expect(line).toEqual({
      due: due(1),
      opening: null,
      late: false,
      km: null,
      reason: `Geen plaats vóór 22-04-2027: ${of}${GONE}.`,
    })
  })

  it('hears what they lack before anything else, and nothing of a new planning', () => {
    const asks = new Map([[1, { certificates: ['BHV'], minimumAge: null, language: null }]])
    const openings = [on(1, MON, { free: 0 }), on(2, TUE, { companies: [4] })]
    expect(said([due(1)], openings, { asks })).toBe(
      'Geen plaats vóór 22-04-2027: voldoet niet aan de eisen van de opleiding.',
    )
  })

  it('hears why there is no new planning', () => {
    expect(said([due(1)], [on(1, MON, { free: 0 })], { courses: [course] })).toBe(
      'Geen plaats vóór 22-04-2027: de planning die past is vol; een nieuwe planning vraagt 4 cursisten, er is er nog 1.',
    )
  })
})

describe('a proposal', () => {
  it('gives places first to who is due first, and of one day in the order of the refreshers', () => {
    const dues = [due(3), due(1), due(4, { dueOn: addDays(DAY, 30) }), due(2)]
    expect(places({ dues, openings: [on(1, MON, { free: 2 })] })).toEqual(['4 p1', '1 p1', '2 —', '3 —'])
  })

  it('tells of those with a place in a planning that is there first, then of those in a new one, then of the others', () => {
    const { lines, fresh } = propose({
      dues: [...many(9), due(20, { courseId: 5 })],
      openings: [on(1, MON, { free: 2 })],
      courses: [{ ...course, maxCount: 6 }],
    })
    expect(fresh).toHaveLength(1)
    const made = fresh[0]!.opening.key
    expect(lines.map((line) => line.opening?.key ?? null)).toEqual([
      'p1',
      'p1',
      ...Array.from({ length: 6 }, () => made),
      null,
      null,
    ])
    expect(lines[2]).toMatchObject({ late: false, km: 0, reason: IN_TIME })
    expect(lines.at(-1)!.due.id).toBe(20)
  })

  it('makes new plannings first of the course that most people wait for, else of the first of the courses', () => {
    const courses = [1, 2, 3].map((id) => ({ ...course, id }))
    const waiting = (courseId: number, count: number) =>
      many(count, { courseId }).map((one) => ({ ...one, id: 90 - courseId * 10 + one.id, contactId: courseId * 10 + one.id })) // prettier-ignore
    const dues = [...waiting(3, 5), ...waiting(2, 4), ...waiting(1, 4)]
    const { fresh } = propose({ dues, courses })
    expect(fresh.map(({ opening: { courseId } }) => courseId)).toEqual([3, 1, 2])
    // One room and one teacher: who comes first has the first day.
    expect(fresh.map(({ opening: { first } }) => first)).toEqual([MON, TUE, WED])
  })

  it('makes new plannings around what is busy', () => {
    const busy = new Map([
      ['room-1', hours(MON)],
      ['student-1', hours(TUE)],
    ])
    const { fresh } = propose({ dues: many(4), courses: [course], busy })
    expect(fresh.map(({ opening: { first } }) => first)).toEqual([WED])
  })

  it('says of each new planning why it is then and there', () => {
    expect(propose({ dues: many(4), courses: [course] }).fresh[0]!.reason).toMatch(/^Zwolle, lokaal 1 en Jeroen van Dijk zijn dan vrij; /) // prettier-ignore
  })

  it('keeps what it was made from as it was', () => {
    const busy = new Map([['student-1', hours(FRI)]])
    const dues = [due(2), due(1)]
    propose({ dues, openings: [on(1, MON)], busy })
    expect(busy).toEqual(new Map([['student-1', hours(FRI)]]))
    expect(dues.map(({ id }) => id)).toEqual([2, 1])
  })

  it('is made in as many turns as there are people at least, so that others come in between', () => {
    const making = proposing(ground({ dues: many(30), openings: [on(1, MON, { free: 30 })], courses: [] }))
    let turns = 0
    while (making.next().done !== true) turns++
    expect(turns).toBeGreaterThanOrEqual(60)
  })

  it('is empty for nobody', () => {
    expect(propose({ openings: [on(1, MON)], courses: [course] })).toEqual({ lines: [], fresh: [] })
  })
})
