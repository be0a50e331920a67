import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeAll } from '../../src/training/places/enrolment/placing.rules.ts'
import { lastDayToReplace } from '../../src/training/places/enrolment/replacing/replacing.rules.ts'
import {
  NEW,
  NONE,
  type OwnRefresher,
  suggestRefresher,
} from '../../src/training/proof/refreshers/suggestions.rules.ts'
import { type Missed, partsFor, placeAgain } from '../../src/training/proof/retakes/again.rules.ts'
import { enrolUrl, outcomeText } from '../../src/training/proof/retakes/retakes.rules.ts'

const part = (id: number, componentId: number | null, free = 5, enrolled: number[] = []) => ({
  id,
  componentId,
  description: `Deel ${id}`,
  free,
  enrolled: new Set(enrolled),
})
const opening = (id: number, ...parts: ReturnType<typeof part>[]) => ({ id, courseId: 1, parts })
const missed = (id: number, components: (number | null)[], more: Partial<Missed> = {}): Missed => ({
  id,
  contactId: id,
  courseId: 1,
  components,
  ...more,
})

describe('what somebody follows again', () => {
  const both = opening(1, part(11, 1), part(12, 2))
  const ids = (...of: Parameters<typeof partsFor>) => partsFor(...of)?.map(({ id }) => id) ?? null

  it('is what they missed, or the whole course anew', () => {
    expect(ids(missed(1, [2]), both, 'this')).toEqual([12])
    expect(ids(missed(1, [2]), both, 'all')).toEqual([11, 12])
    expect(ids(missed(1, [2, 2]), both, 'this')).toEqual([12])
  })

  it('is the whole where a part is of no component, and nothing where the planning lacks one', () => {
    expect(ids(missed(1, [2, null]), both, 'this')).toEqual([11, 12])
    expect(ids(missed(1, [2, 3]), both, 'this')).toBeNull()
  })

  it('is told by what came of it', () => {
    const lacking = (absent: boolean) => ({ id: 1, component_id: null, description: 'Praktijk', absent })
    expect(outcomeText([lacking(true), lacking(true)])).toBe('Niet gekomen')
    expect(outcomeText([lacking(true), lacking(false)])).toBe('Niet geslaagd')
  })

  it('is enrolled in at the next planning that has it, or by the course', () => {
    const again = { contact_id: 7, course_id: 3, next_part: 41 }
    expect(enrolUrl(again, 'this')).toBe('/calendar/enroll/41/0?contact_id=7&what=this')
    expect(enrolUrl({ ...again, next_part: null }, 'all')).toBe('/calendar/enroll/3/0?by=course&contact_id=7')
  })
})

describe('the places that people get', () => {
  const asked = { again: 'this', chosen: new Map<number, number>() } as const
  const placed = (...of: Parameters<typeof placeAgain>) =>
    placeAgain(...of).map((one) => ('why' in one ? one.why : [one.opening.id, ...one.parts]))
  const NO_PLACE = 'vindt geen planning met een vrije plaats'

  it('are in the first planning that has what they need and is not full', () => {
    const openings = [opening(1, part(11, 1)), opening(2, part(21, 1), part(22, 2, 1)), opening(3, part(31, 2))]
    expect(placed([missed(1, [2]), missed(2, [2]), missed(3, [1])], openings, asked)).toEqual([
      [2, 22],
      [3, 31],
      [1, 11],
    ])
  })

  it('are given once: the last one to the first who asks', () => {
    const one = [opening(1, part(11, 1, 1))]
    expect(placed([missed(1, [1]), missed(2, [1])], one, asked)).toEqual([[1, 11], NO_PLACE])
    expect(placed([missed(1, [1])], [opening(1, part(11, 1, 0))], asked)).toEqual([NO_PLACE])
  })

  it('are not where they are enrolled already, of another course, or without a part', () => {
    expect(placed([missed(1, [1])], [opening(1, part(11, 1, 5, [1]))], asked)).toEqual([NO_PLACE])
    expect(placed([missed(1, [1], { courseId: 2 })], [opening(1, part(11, 1))], asked)).toEqual([NO_PLACE])
    expect(placed([missed(1, [])], [opening(1, part(11, 1))], asked)).toEqual([NO_PLACE])
  })

  it('are all or none: a part that is full is no place in the others', () => {
    const openings = [opening(1, part(11, 1, 1), part(12, 2, 0))]
    expect(placed([missed(1, [1, 2]), missed(2, [1])], openings, asked)).toEqual([NO_PLACE, [1, 11]])
  })

  it('are in the planning that was chosen for the course, or nowhere', () => {
    const openings = [opening(1, part(11, 1)), opening(2, part(21, 1, 1))]
    const chosen = { again: 'this', chosen: new Map([[1, 2]]) } as const
    expect(placed([missed(1, [1]), missed(2, [1])], openings, chosen)).toEqual([
      [2, 21],
      'past niet meer in de gekozen planning',
    ])
  })

  it('say why the planning that was chosen has none: a part that it lacks, or who is in it already', () => {
    const openings = [opening(1, part(11, 1), part(12, 2)), opening(2, part(21, 1, 1, [3]))]
    const chosen = { again: 'this', chosen: new Map([[1, 2]]) } as const
    expect(placed([missed(1, [1, 2]), missed(3, [1]), missed(4, [1])], openings, chosen)).toEqual([
      'heeft onderdelen nodig die de gekozen planning niet heeft',
      'is al ingeschreven in de gekozen planning',
      [2, 21],
    ])
  })

  it('are one per person and course', () => {
    const twice = [missed(1, [1]), missed(2, [1], { contactId: 1 }), missed(3, [1], { contactId: 1, courseId: 2 })]
    const openings = [opening(1, part(11, 1)), { ...opening(2, part(21, 1)), courseId: 2 }]
    expect(placed(twice, openings, asked)).toEqual([
      [1, 11],
      'staat voor deze opleiding al eens in de selectie',
      [2, 21],
    ])
  })

  it('are never more than are free', () => {
    const someone = fc.subarray([1, 2, 3], { minLength: 1 })
    fc.assert(
      fc.property(
        fc.array(someone, { maxLength: 12 }),
        fc.array(fc.array(fc.nat(3), { minLength: 3, maxLength: 3 }), { maxLength: 4 }),
        (people, free) => {
          const openings = free.map((places, at) => opening(at, ...places.map((n, i) => part(at * 10 + i, i + 1, n))))
          const all = people.map((components, id) => missed(id, components))
          const got = placeAll(all, openings, { partsOf: (one, of) => partsFor(one, of, 'this'), chosen: new Map() })
          const taken = got.flatMap((one) => ('parts' in one ? one.parts : []))
          for (const { parts } of openings)
            for (const { id, free: places } of parts)
              expect(taken.filter((one) => one === id).length).toBeLessThanOrEqual(places)
        },
      ),
    )
  })
})

describe('the last day on which somebody can be replaced', () => {
  const open = () => false
  it.each([
    ['2026-11-25', 0, '2026-11-25'],
    ['2026-11-25', 1, '2026-11-24'],
    ['2026-11-25', 3, '2026-11-20'],
    ['2026-11-23', 1, '2026-11-20'],
    ['2026-11-22', 1, '2026-11-20'],
    ['2026-11-21', 2, '2026-11-19'],
  ])('of what begins on %s is %i working days before it: %s', (begins, days, last) => {
    expect(lastDayToReplace(begins, days, open)).toBe(last)
  })

  it('counts no closed day', () => {
    expect(lastDayToReplace('2026-11-25', 1, (day) => day === '2026-11-24')).toBe('2026-11-23')
  })
})

describe('the refresher of who passes', () => {
  const course = {
    id: 3,
    planningId: 20,
    refresher_course_id: 4,
    validity_months: 12,
    validity_basis: 'previous_expiry',
    grace_months: 3,
    repeat_after: null,
    repeat_unit: 'years',
  }
  const own = (id: number, course_id: number, more: Partial<OwnRefresher> = {}): OwnRefresher => ({
    id,
    contact_id: 9,
    course_id,
    expires_at: '2026-12-15',
    group_id: null,
    ...more,
  })
  const issued = { issuedOn: '2026-11-19', previousExpiry: null }

  it('is none where nothing refreshes the course', () => {
    expect(suggestRefresher({ ...course, refresher_course_id: null }, [own(1, 3)], issued)).toEqual({
      refresher: NONE,
      refresherCourse: null,
      dueOn: null,
    })
  })

  it('is a new one, due a term after the issue', () => {
    expect(suggestRefresher(course, [own(1, 8)], issued)).toEqual({
      refresher: NEW,
      refresherCourse: 4,
      dueOn: '2027-11-19',
    })
  })

  it('is the one for the course that comes next, else the one for the course that was passed', () => {
    expect(suggestRefresher(course, [own(1, 3), own(2, 4)], issued)).toMatchObject({ refresher: 2, refresherCourse: 4 })
    expect(suggestRefresher(course, [own(1, 3)], issued)).toMatchObject({ refresher: 1, refresherCourse: 4 })
  })

  it('counts on from its day, or from the certificate before', () => {
    expect(suggestRefresher(course, [own(1, 3)], issued).dueOn).toBe('2027-12-15')
    const before = { ...issued, previousExpiry: '2026-12-01' }
    expect(suggestRefresher(course, [own(1, 3)], before).dueOn).toBe('2027-12-01')
    expect(suggestRefresher(course, [], before).dueOn).toBe('2027-12-01')
  })

  it('stays as this planning made it when it is finished once more', () => {
    const made = own(1, 4, { group_id: 20, expires_at: '2027-11-19' })
    expect(suggestRefresher(course, [made], issued)).toEqual({ refresher: 1, refresherCourse: 4, dueOn: '2027-11-19' })
    expect(suggestRefresher(course, [{ ...made, group_id: 19 }], issued).dueOn).not.toBe('2027-11-19')
  })
})
