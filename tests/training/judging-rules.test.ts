import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/platform/format/zone.ts'
import type { CourseAsks, Due, Ground, Opening, Proof } from '../../src/training/desk/autopilot/types.ts'
import { isBusy, overlap, sortByPreference, unfitting } from '../../src/training/desk/autopilot/assessment.rules.ts'
import { DAY, due, ground, hours, opening } from './autopilot-ground.ts'

/** A Monday, a week after the first. */
const HELD = '2026-11-30'
const before = addDays(HELD, -1)
const after = addDays(HELD, 1)
const at = (from: string, to: string, day = HELD) => ({
  starts_at: new Date(`${day}T${from}:00+01:00`),
  ends_at: new Date(`${day}T${to}:00+01:00`),
})

interface Case {
  who?: Partial<Due>
  planning?: Partial<Opening>
  known?: Partial<Ground>
}
const why = ({ who, planning, known }: Case) => unfitting(ground(known), due(1, who), opening(1, 5, planning))
const asking = (asks: Partial<CourseAsks>): Partial<Ground> => ({
  asks: new Map([[1, { certificates: [], minimumAge: null, language: null, ...asks }]]),
})
const holding = (proof: Partial<Proof>): Case => ({
  known: {
    ...asking({ certificates: ['BHV'] }),
    proofs: [{ contactId: 1, courseId: 1, from: addDays(DAY, -300), until: null, ...proof }],
  },
})
const born = (birthDate: string | null): Case => ({
  known: { ...asking({ minimumAge: 18 }), birthDates: new Map([[1, birthDate]]) },
})
const speaking = (language: string | null, asked: string): Case => ({
  known: { ...asking({ language: asked }), languages: new Map([[1, language]]) },
})
const busy = (key: string, ...spans: Ground['busy'] extends ReadonlyMap<string, infer S> ? S : never): Case => ({
  known: { busy: new Map([[key, spans]]) },
})

describe('who fits in a planning', () => {
  it.each<[string, Case]>([
    ['somebody of whom nothing is in the way', {}],
    ['who may come until the day of its last part', { who: { lastOn: HELD } }],
    ['the company that it is for', { who: { companyId: 4 }, planning: { companies: [4] } }],
    ['one of the companies that it is for', { who: { companyId: 4 }, planning: { companies: [3, 4] } }],
    ['a company when it is for everybody', { who: { companyId: 4 } }],
    ['who lives far away when it does not matter how far', { planning: { postalCode: '6211 AA' } }],
    ['who lives exactly as far away as may be', { planning: { postalCode: '7411 AA' }, known: { withinKm: 30 } }],
    ['who lives nobody knows where', { who: { postalCode: null }, known: { withinKm: 1 } }],
    ['who comes to nobody knows where', { planning: { postalCode: null }, known: { withinKm: 1 } }],
    ['who is busy on another day', busy('student-1', ...hours(after))],
    ['who is busy until it begins and from its end', busy('student-1', at('08:00', '09:00'), at('16:00', '17:00'))],
    ['who works until it begins', busy('contact-1', at('08:00', '09:00'))],
    ['while another student is busy', busy('student-2', ...hours(HELD))],
    ['while somebody else is at work', busy('contact-2', ...hours(HELD))],
    ['while the room of that number is taken', busy('room-1', ...hours(HELD))],
    ['while another course asks more', { known: { asks: new Map([[2, { certificates: ['VCA'], minimumAge: 18, language: 'en' }]]) } }], // prettier-ignore
    ['who holds the certificate that is asked', holding({})],
    ['whose certificate begins that day', holding({ from: HELD })],
    ['whose certificate ends that day', holding({ until: HELD })],
    ['whose certificate ends later', holding({ until: after })],
    ['who is old enough on the day itself', born('2008-11-30')],
    ['who is older', born('1990-01-01')],
    ['who follows courses in the language that is asked', speaking('en', 'en')],
    ['of whom no language is known, in a Dutch one', speaking(null, 'nl')],
  ])('%s', (_who, one) => {
    expect(why(one)).toBeNull()
  })

  it.each<[NonNullable<ReturnType<typeof why>>, string, Case]>([
    ['late', 'who may come until the day before its last part', { who: { lastOn: before } }],
    ['late', 'who may come on its first day alone', { who: { lastOn: HELD }, planning: { last: after } }],
    ['others', 'another company than it is for', { who: { companyId: 5 }, planning: { companies: [3, 4] } }],
    ['others', 'who is of no company when it is for one', { planning: { companies: [4] } }],
    ['others', 'every company when it is for none', { who: { companyId: 4 }, planning: { companies: [] } }],
    ['far', 'who lives a kilometre too far', { planning: { postalCode: '7411 AA' }, known: { withinKm: 29 } }],
    ['far', 'who lives in another region when nobody travels', { planning: { postalCode: '7411 AA' }, known: { withinKm: 0 } }], // prettier-ignore
    ['busy', 'who is enrolled elsewhere then', busy('student-1', ...hours(HELD))],
    ['busy', 'who teaches then', busy('contact-1', ...hours(HELD))],
    ['busy', 'who is busy for its last hour', busy('student-1', at('15:00', '18:00'))],
    ['busy', 'who is busy for an hour within it', busy('student-1', at('07:00', '08:00'), at('11:00', '12:00'))],
    ['busy', 'who is busy on its second day', { ...busy('contact-1', at('11:00', '12:00', after)), planning: { last: after, spans: [...hours(HELD), ...hours(after)] } }], // prettier-ignore
    ['unfit', 'who holds no certificate', { known: asking({ certificates: ['BHV'] }) }],
    ['unfit', 'while somebody else holds one', holding({ contactId: 2 })],
    ['unfit', 'whose certificate counts for another course', holding({ courseId: 2 })],
    ['unfit', 'whose certificate begins a day later', holding({ from: after })],
    ['unfit', 'whose certificate ended the day before', holding({ until: before })],
    ['unfit', 'whose birthday is a day later', born('2008-12-01')],
    ['unfit', 'of whom no date of birth is known', born(null)],
    ['unfit', 'of whom nothing is known', { known: asking({ minimumAge: 18 }) }],
    ['unfit', 'who follows courses in another language', speaking('pl', 'nl')],
    ['unfit', 'of whom no language is known, in an English one', speaking(null, 'en')],
    ['unfit', 'whose language was never asked, in an English one', { known: asking({ language: 'en' }) }],
  ])('is not (%s): %s', (said, _who, one) => {
    expect(why(one)).toBe(said)
  })

  it('hears the first thing that is in the way, which the office can do the least about', () => {
    const known = { ...asking({ minimumAge: 18 }), ...busy('student-1', ...hours(HELD)).known, withinKm: 10 }
    const far = { postalCode: '6211 AA' }
    const own = { ...far, companies: [4] }
    expect(why({ who: { lastOn: before }, planning: own, known })).toBe('late')
    expect(why({ planning: own, known })).toBe('others')
    expect(why({ planning: far, known })).toBe('far')
    expect(why({ known })).toBe('busy')
    expect(why({ known: { ...known, busy: new Map() } })).toBe('unfit')
  })

  it('holds with one certificate of several: an expired one takes nothing away', () => {
    const { known } = holding({ until: before })
    const renewed = { ...known!.proofs![0]!, until: null }
    expect(why({ known: { ...known, proofs: [...known!.proofs!, renewed] } })).toBeNull()
  })
})

describe('times', () => {
  it('overlap when any of the one does with any of the other', () => {
    expect(overlap([], hours(HELD))).toBe(false)
    expect(overlap(hours(HELD), [])).toBe(false)
    expect(overlap([...hours(before), ...hours(HELD)], [...hours(HELD), ...hours(after)])).toBe(true)
    expect(overlap([...hours(before), ...hours(after)], hours(HELD))).toBe(false)
  })

  it('are taken by what is busy then, and by nothing else', () => {
    const taken = new Map([['room-1', hours(HELD)]])
    expect(isBusy(taken, 'room-1', hours(HELD))).toBe(true)
    expect(isBusy(taken, 'room-1', hours(after))).toBe(false)
    expect(isBusy(taken, 'room-2', hours(HELD))).toBe(false)
    expect(isBusy(new Map(), 'room-1', hours(HELD))).toBe(false)
  })
})

describe('what somebody goes to rather', () => {
  /** The keys of two plannings, the one that is preferred in front, however they are handed over. */
  function preferred(who: Partial<Due>, one: Partial<Opening>, other: Partial<Opening>) {
    const openings = [opening(1, 20, one), opening(2, 20, other)]
    const orders = [
      [0, 1],
      [1, 0],
    ].map((options) => sortByPreference(due(1, who), options, openings).map((at) => openings[at]!.key))
    expect(orders[0]).toEqual(orders[1])
    return orders[0]
  }
  const on = (day: string): Partial<Opening> => ({ first: day, last: day, spans: hours(day) })
  const limit = addDays(DAY, 60)

  it.each<[string, Partial<Opening>, Partial<Opening>]>([
    ['in time before late, however near', { ...on(limit), postalCode: '6211 AA' }, on(addDays(limit, 1))],
    ['in time before late, if open to all', on(limit), { ...on(addDays(limit, 1)), companies: [4] }],
    ['of the own company before open to all, however far', { companies: [4], postalCode: '6211 AA' }, {}],
    ['of the own company before open to all, however late in time', { ...on(limit), companies: [4] }, on(HELD)],
    ['near before far, however soon', on(limit), { ...on(HELD), postalCode: '7411 AA' }],
    ['soon before later', on(HELD), on(addDays(HELD, 1))],
    ['soon before later, both late', on(addDays(limit, 1)), on(addDays(limit, 2))],
    ['sooner where so few kilometres make no difference', { ...on(HELD), postalCode: '8111 AA' }, on(addDays(HELD, 1))],
    ['where it is not known how far, as near', { ...on(HELD), postalCode: null }, on(addDays(HELD, 1))],
    ['the same whatever the order, of two alike', {}, {}],
  ])('%s', (_what, one, other) => {
    expect(preferred({ dueOn: limit, companyId: 4, postalCode: '8011 AA' }, one, other)).toEqual(['p1', 'p2'])
    expect(preferred({ dueOn: limit, companyId: 4, postalCode: '8011 AA' }, { ...other, key: 'p2' }, { ...one, key: 'p1' })).toEqual(['p1', 'p2']) // prettier-ignore
  })

  it('judges the last of the days, not the first', () => {
    const long = { first: limit, spans: hours(limit), last: addDays(limit, 1) }
    expect(preferred({ dueOn: limit }, on(limit), long)).toEqual(['p1', 'p2'])
  })

  it('is some order of the same options, in which each one is before whatever is worse in all', () => {
    const offer = fc.record({ inDays: fc.integer({ min: 1, max: 90 }), own: fc.boolean(), far: fc.boolean() })
    fc.assert(
      fc.property(fc.array(offer, { maxLength: 12 }), (offers) => {
        const openings = offers.map(({ inDays, own, far }, i) =>
          opening(i, inDays, { companies: own ? [4] : null, postalCode: far ? '6211 AA' : '8011 AA' }),
        )
        const sorted = sortByPreference(due(1, { dueOn: limit }), [...openings.keys()], openings)
        expect(sorted.toSorted((a, b) => a - b)).toEqual([...openings.keys()])
        for (const [i, better] of sorted.entries())
          for (const worse of sorted.slice(i + 1)) {
            const [one, other] = [offers[better]!, offers[worse]!]
            const beaten =
              openings[worse]!.first < openings[better]!.first && (other.own || !one.own) && (one.far || !other.far)
            expect(beaten).toBe(false)
          }
      }),
    )
  })
})
