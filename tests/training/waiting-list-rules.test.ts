import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, instantOf, today, weekday } from '../../src/platform/format/zone.ts'
import { type AnswerTime, offerEnds } from '../../src/training/planning/appointments/answer-time.rules.ts'
import {
  type InLine,
  type OfferedPlanning,
  askLine,
  lineAtPlace,
  whyNot,
} from '../../src/training/places/waiting-list/waiting-list.rules.ts'
import { whyText, wishText } from '../../src/training/places/waiting-list/why.rules.ts'

/** A Monday, so that days of the week are known. */
const MONDAY = addDays(today(), 8 - weekday(today()))
const day = (n: number) => addDays(MONDAY, n)

const somebody: InLine = {
  id: 1,
  companyId: 7,
  weekdays: [],
  establishmentId: null,
  from: null,
  until: null,
  active: true,
  hasEmail: true,
  fits: true,
  overlaps: false,
  offered: false,
  said: null,
}
const planning: OfferedPlanning = {
  days: [day(0), day(2)],
  establishmentIds: [1, 1],
  companyIds: null,
  quota: null,
  held: new Map([[7, 2]]),
}

describe('a place', () => {
  it.each<[string, Partial<InLine>, Partial<OfferedPlanning>, string | null]>([
    ['is for who wishes nothing', {}, {}, null],
    ['is for who comes on all its days', { weekdays: [1, 3, 5] }, {}, null],
    ['is not for who cannot come on one of them', { weekdays: [1] }, {}, 'day'],
    ['is not for who wants another establishment', { establishmentId: 2 }, {}, 'place'],
    [
      'is not for who wants an establishment when one part is elsewhere',
      { establishmentId: 1 },
      { establishmentIds: [1, null] },
      'place',
    ],
    ['is for who comes from its first day on', { from: day(0) }, {}, null],
    ['is not for who comes later', { from: day(1) }, {}, 'period'],
    ['is for who comes until its last day', { until: day(2) }, {}, null],
    ['is not for who goes before its last part', { until: day(1) }, {}, 'period'],
    ['is not for who is elsewhere then', { overlaps: true }, {}, 'overlap'],
    ['is not for who does not meet what the course asks', { fits: false }, {}, 'requirements'],
    ['is not for who has no address', { hasEmail: false }, {}, 'no_email'],
    ['is not for who is not active', { active: false }, {}, 'inactive'],
    ['is not for who has an offer', { offered: true }, {}, 'offered'],
    ['is not for who said no to it', { said: 'declined' }, {}, 'declined'],
    ['is not for who let it pass', { said: 'expired' }, {}, 'expired'],
    ['is not for who belongs to another company than the one it is for', {}, { companyIds: [8] }, 'incompany'],
    ['is not for a private person when it is in-company', { companyId: null }, { companyIds: [7] }, 'incompany'],
    ['is not for who works at a company that has its places', {}, { quota: 2 }, 'quota'],
    ['is for who works at a company that has fewer', {}, { quota: 3 }, null],
    ['is for a private person whatever companies hold', { companyId: null }, { quota: 1 }, null],
  ])('%s', (_title, who, changes, why) => {
    expect(whyNot({ ...somebody, ...who }, { ...planning, ...changes })).toBe(why)
  })
})

describe('what is told of it', () => {
  const told = { company: 'Kuipers', companyId: 7, establishment: 'Zwolle', weekdays: [5], from: day(1), until: null }

  it('names the day that does not fit, and how many places the company has', () => {
    expect(whyText('day', told, planning)).toMatch(/^\d\d-\d\d-\d{4} is een maandag$/)
    expect(whyText('quota', told, { ...planning, quota: 2 })).toBe('Kuipers heeft 2 van 2 plaatsen')
  })
  it('says wishes in one line', () => {
    expect(wishText({ ...told, from: null })).toBe('Alleen vrijdag, Zwolle')
    expect(wishText({ weekdays: [], establishment: null, from: null, until: null })).toBe('Elke dag')
  })
})

// ------------------------------------------------------------------ the literal model

/**
 * The waiting list as the text tells it, written another way: 'when a place comes free the first who fits gets an offer,
 * then the next; an offered place is held; every step says why'. One place at a time, from the top of the line.
 */
class Model {
  readonly offered: number[] = []
  readonly skipped: [id: number, before: number][] = []

  private readonly line: InLine[]
  private readonly place: OfferedPlanning

  constructor(line: InLine[], place: OfferedPlanning, free: number) {
    this.line = line
    this.place = place
    for (let i = 0; i < free; i++) if (!this.giveOne()) break
  }

  private fits(who: InLine): boolean {
    const mine =
      (this.place.held.get(who.companyId ?? -1) ?? 0) +
      this.offered.filter((id) => this.companyOf(id) === who.companyId).length
    const allowed = [
      !who.offered,
      !this.offered.includes(who.id),
      who.said === null,
      who.active,
      who.hasEmail,
      who.fits,
      !who.overlaps,
      this.place.companyIds === null || this.place.companyIds.some((id) => id === who.companyId),
      who.from === null || this.place.days.every((on) => on >= who.from!),
      who.until === null || this.place.days.every((on) => on <= who.until!),
      who.weekdays.length === 0 || this.place.days.every((on) => who.weekdays.some((wish) => wish === weekday(on))),
      who.establishmentId === null || this.place.establishmentIds.every((at) => at === who.establishmentId),
      this.place.quota === null || who.companyId === null || mine < this.place.quota,
    ]
    return allowed.every(Boolean)
  }

  private companyOf(id: number): number | null {
    return this.line.find((who) => who.id === id)!.companyId
  }

  private giveOne(): boolean {
    const first = this.line.find((who) => this.fits(who))
    if (!first) return false
    for (const who of this.line) {
      if (who.id === first.id) break
      if (!this.offered.includes(who.id) && !this.skipped.some(([id]) => id === who.id))
        this.skipped.push([who.id, first.id])
    }
    this.offered.push(first.id)
    return true
  }
}

const SEQUENCES = 10_000
const days = fc.subarray([0, 1, 2, 3, 4, 8, 9], { minLength: 1, maxLength: 3 })
const person = fc.record({
  companyId: fc.constantFrom(null, 7, 8, 9),
  weekdays: fc.oneof(
    { weight: 3, arbitrary: fc.constant<number[]>([]) },
    fc.subarray([1, 2, 3, 4, 5], { maxLength: 4 }),
  ),
  establishmentId: fc.constantFrom(null, null, null, 1, 2),
  from: fc.constantFrom(null, null, null, day(-1), day(1)),
  until: fc.constantFrom(null, null, null, day(3), day(10)),
  active: fc.constantFrom(true, true, true, true, true, false),
  hasEmail: fc.constantFrom(true, true, true, true, true, false),
  fits: fc.integer({ min: 0, max: 19 }).map((n) => n > 0),
  overlaps: fc.constantFrom(false, false, false, false, false, true),
})
/** What happens to a line: places come free and are taken, offers are answered or not, people come and go. */
const event = fc.record({
  what: fc.constantFrom('free', 'free', 'yes', 'no', 'silence', 'join', 'off', 'quota'),
  n: fc.nat(20),
  who: person,
})
const world = fc.record({
  on: days,
  establishmentIds: fc.constantFrom([1], [2], [null]),
  companyIds: fc.constantFrom(null, null, null, null, null, [7, 8]),
  quota: fc.constantFrom(null, 1, 2, 3),
  first: fc.array(person, { maxLength: 6 }),
  events: fc.array(event, { minLength: 3, maxLength: 14 }),
})

interface State {
  line: InLine[]
  offers: number[]
  enrolled: InLine[]
  free: number
}

const companyCount = (people: InLine[]) => {
  const held = new Map<number, number>()
  for (const { companyId } of people) if (companyId !== null) held.set(companyId, (held.get(companyId) ?? 0) + 1)
  return held
}

describe('the line, whatever happens to it', () => {
  it(
    'offers as the text says, holds each place once, and passes nobody by without a reason',
    { timeout: 120_000 },
    () => {
      let offers = 0
      fc.assert(
        fc.property(world, ({ on, establishmentIds, companyIds, quota, first, events }) => {
          let next = 0
          const join = (who: (typeof first)[number]): InLine => ({ ...who, id: ++next, offered: false, said: null })
          const state: State = { line: first.map(join), offers: [], enrolled: [], free: 0 }
          let limit: number | null = quota
          let places = 0
          for (const { what, n, who } of events) {
            const open = state.offers[n % Math.max(1, state.offers.length)]
            const end = (said: InLine['said']) => {
              if (open === undefined) return
              state.offers = state.offers.filter((id) => id !== open)
              state.line = state.line.map((one) => (one.id === open ? { ...one, offered: false, said } : one))
              state.free++
            }
            if (what === 'free') {
              state.free += 1 + (n % 3)
              places += 1 + (n % 3)
              // A place that came free is asked of everybody anew.
              state.line = state.line.map((one) => ({ ...one, said: null }))
            } else if (what === 'join') state.line.push(join(who))
            else if (what === 'quota') limit = n % 4 === 0 ? null : n % 4
            else if (what === 'no') end('declined')
            else if (what === 'silence') end('expired')
            else if (what === 'yes' && open !== undefined) {
              state.offers = state.offers.filter((id) => id !== open)
              state.enrolled.push(state.line.find(({ id }) => id === open)!)
              state.line = state.line.filter(({ id }) => id !== open)
            } else if (what === 'off') {
              const gone = state.line[n % Math.max(1, state.line.length)]
              if (gone?.offered) state.free++
              state.offers = state.offers.filter((id) => id !== gone?.id)
              state.line = state.line.filter(({ id }) => id !== gone?.id)
            }
            const holding = [...state.enrolled, ...state.line.filter(({ offered }) => offered)]
            const asked: OfferedPlanning = {
              days: on.map(day).toSorted(),
              establishmentIds,
              companyIds,
              quota: limit,
              held: companyCount(holding),
            }
            const said = askLine(state.line, asked, state.free)
            const model = new Model(state.line, asked, state.free)
            const taken = said.filter(({ why }) => why === null).map(({ id }) => id)
            expect(taken).toEqual(model.offered)
            const told = new Map(said.map(({ id, why }) => [id, why]))
            // Nobody is told why not for the sake of nobody.
            expect(said.length).toBe(model.offered.length + model.skipped.length)
            for (const [id] of model.skipped) expect(told.get(id)).toEqual(expect.any(String))
            expect(taken.length).toBeLessThanOrEqual(state.free)
            offers += taken.length
            state.free -= taken.length
            state.offers.push(...taken)
            state.line = state.line.map((one) => (taken.includes(one.id) ? { ...one, offered: true } : one))
            expect(state.offers.length + state.enrolled.length + state.free).toBe(places)
            expect(new Set(state.offers).size).toBe(state.offers.length)
          }
        }),
        { numRuns: SEQUENCES },
      )
      expect(offers).toBeGreaterThan(SEQUENCES)
    },
  )
})

describe('the time for an answer', () => {
  const rules: AnswerTime = { hours: 10, from: '08:00', until: '18:00', weekdays: [1, 2, 3, 4, 5] }
  const at = (n: number, time: string) => instantOf(day(n), time)!
  const never = () => false
  const far = at(60, '09:00')

  it.each<[string, Date, Date]>([
    ['of a working day ends at the same time of the next', at(0, '11:20'), at(1, '11:20')],
    ['that begins before the day begins with it', at(0, '06:00'), at(0, '18:00')],
    ['that begins in the evening begins the next morning', at(0, '21:00'), at(1, '18:00')],
    ['does not pass in the weekend', at(4, '12:00'), at(7, '12:00')],
  ])('%s', (_title, from, ends) => {
    expect(offerEnds(from, rules, never, far)).toEqual(ends)
  })

  it('does not pass on a closed day, and ends at the latest when the planning begins', () => {
    expect(offerEnds(at(0, '12:00'), rules, (on) => on === day(1), far)).toEqual(at(2, '12:00'))
    expect(offerEnds(at(0, '12:00'), rules, never, at(1, '09:00'))).toEqual(at(1, '09:00'))
    expect(offerEnds(at(0, '12:00'), rules, () => true, far)).toEqual(far)
  })

  it('is never over before so many working hours, and ends within them', () => {
    const hours = { hours: fc.integer({ min: 1, max: 40 }), minute: fc.integer({ min: 0, max: 14 * 24 * 60 }) }
    const workingDays = Array.from({ length: 61 }, (_, n) => n - 1)
      .filter((n) => rules.weekdays.includes(weekday(day(n))))
      .map((n) => [+at(n, '08:00'), +at(n, '18:00')] as const)
    fc.assert(
      fc.property(fc.record(hours), ({ hours: wanted, minute }) => {
        const from = new Date(at(0, '00:00').getTime() + minute * 60_000)
        const ends = offerEnds(from, { ...rules, hours: wanted }, never, far)
        let worked = 0
        for (const [opens, closes] of workingDays)
          worked += Math.max(0, Math.min(closes, +ends) - Math.max(opens, +from))
        expect(Math.round(worked / 60_000)).toBe(wanted * 60)
      }),
    )
  })
})

describe('a place in the line', () => {
  it('is between who stand before and after it', () => {
    const moments = fc.uniqueArray(fc.integer({ min: 0, max: 1e9 }), { minLength: 1, maxLength: 8 })
    fc.assert(
      fc.property(moments, fc.nat(8), (times, n) => {
        const others = times.toSorted((a, b) => a - b).map((time) => new Date(time * 1000))
        const place = (n % (others.length + 1)) + 1
        const mine = lineAtPlace(others, place)
        expect(others.filter((other) => other < mine)).toHaveLength(place - 1)
      }),
    )
  })
})
