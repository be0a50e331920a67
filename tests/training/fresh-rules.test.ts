import { describe, expect, it } from 'vitest'
import { addDays, instantOf, wallClock } from '../../src/platform/format/zone.ts'
import { finishNow } from '../../src/platform/jobs/turns.ts'
import type { Due, Ground, PlannableCourse, Stretch } from '../../src/training/desk/autopilot/types.ts'
import {
  freshKey,
  partsFrom,
  proposeFresh,
  teacherNames,
  teachersFor,
} from '../../src/training/desk/autopilot/new-plannings.rules.ts'
import { DAY, component, course, ground, hours, many, room, teacher } from './autopilot-ground.ts'

type Busy = Map<string, Stretch[]>
/** The first day on which something may be proposed: two weeks after a Monday. */
const SOONEST = '2026-12-07'
const days = (...of: string[]) => of.flatMap(hours)

function propose(
  dues: readonly Due[],
  more: Partial<Ground> & { busy?: Busy } = {},
  of: Partial<PlannableCourse> = {},
) {
  const busy: Busy = more.busy ?? new Map()
  return { ...finishNow(proposeFresh({ ...ground(more), busy }, { ...course, ...of }, dues)), busy }
}
const firsts = (...of: Parameters<typeof propose>) => propose(...of).proposed.map(({ opening }) => opening.first)
const reasonOf = (...of: Parameters<typeof propose>) => propose(...of).proposed[0]!.reason

describe('the parts of a planning', () => {
  const open = () => false
  it('are those that everybody follows, at the times of the course', () => {
    const two = {
      ...course,
      components: [
        component,
        { ...component, id: 2, description: 'Keuze', optional: true },
        {
          ...component,
          id: 3,
          description: 'Praktijk',
          days_after_previous: 1,
          default_start: '13:00',
          duration_minutes: 90,
        },
      ],
    }
    expect(partsFrom(two, SOONEST, open)).toEqual([
      {
        componentId: 1,
        description: 'Herhaling BHV',
        starts_at: instantOf(SOONEST, '09:00'),
        ends_at: instantOf(SOONEST, '16:00'),
      },
      {
        componentId: 3,
        description: 'Praktijk',
        starts_at: instantOf('2026-12-08', '13:00'),
        ends_at: instantOf('2026-12-08', '14:30'),
      },
    ])
    expect(partsFrom(two, SOONEST, (day) => day === '2026-12-08')![1]!.starts_at).toEqual(
      instantOf('2026-12-09', '13:00'),
    )
  })

  it('are none on a day on which the clock skips one of its times', () => {
    const at = (default_start: string, duration_minutes: number) => ({
      ...course,
      components: [{ ...component, default_start, duration_minutes }],
    })
    expect(partsFrom(at('02:30', 60), '2027-03-28', open)).toBeNull()
    expect(partsFrom(at('01:30', 60), '2027-03-28', open)).toBeNull()
    expect(partsFrom(at('01:30', 120), '2027-03-28', open)).toHaveLength(1)
  })
})

describe('who gives the parts', () => {
  const two = {
    ...course,
    components: [1, 2].map((id) => ({ ...component, id, skills: [id], days_after_previous: id - 1 })),
  }
  const parts = partsFrom(two, SOONEST, () => false)!
  const who = (id: number, skills: number[], more = {}) => ({ ...teacher, id, name: `Docent ${id}`, skills, ...more })
  const givers = (teachers: (typeof teacher)[], busy: Busy = new Map()) =>
    teachersFor(ground({ teachers, busy }), two, parts)?.map(({ id }) => id) ?? null

  it('is one for all where somebody can, before two who each can a part', () => {
    expect(givers([who(1, [1]), who(2, [2]), who(3, [1, 2])])).toEqual([3, 3])
    expect(givers([who(2, [2]), who(1, [1])])).toEqual([1, 2])
    expect(givers([who(1, [1])])).toBeNull()
    expect(givers([])).toBeNull()
  })

  it('is rather somebody with nothing else on these days, as far as they can as much', () => {
    const evening = [{ starts_at: instantOf(SOONEST, '19:00')!, ends_at: instantOf(SOONEST, '21:00')! }]
    const both = [who(1, [1, 2]), who(2, [1, 2])]
    expect(givers(both)).toEqual([1, 1])
    expect(givers(both, new Map([['contact-1', evening]]))).toEqual([2, 2])
    expect(givers([who(1, [1, 2]), who(2, [1])], new Map([['contact-1', evening]]))).toEqual([1, 1])
    // The day before and after these are other days.
    const around = [
      { starts_at: instantOf('2026-12-06', '10:00')!, ends_at: instantOf(SOONEST, '00:00')! },
      { starts_at: instantOf('2026-12-09', '00:00')!, ends_at: instantOf('2026-12-09', '10:00')! },
    ]
    expect(givers(both, new Map([['contact-1', around]]))).toEqual([1, 1])
    const last = [{ starts_at: instantOf('2026-12-08', '23:00')!, ends_at: instantOf('2026-12-09', '01:00')! }]
    expect(givers(both, new Map([['contact-1', last]]))).toEqual([2, 2])
  })

  it('is nobody whose certificate for a part ends before its day', () => {
    const until = (day: string) => givers([who(1, [1, 2], { proofs: [{ componentId: 2, until: day }] })])
    expect(until('2026-12-08')).toEqual([1, 1])
    expect(until(SOONEST)).toBeNull()
    expect(givers([who(1, [1, 2], { proofs: [{ componentId: 9, until: '2020-01-01' }] })])).toEqual([1, 1])
  })

  it('needs every skill that the part asks for; a part of no component asks for none', () => {
    const strict = { ...course, components: [{ ...component, skills: [1, 2] }] }
    const part = [{ ...parts[0]!, componentId: 1 }]
    const of = (skills: number[]) => teachersFor(ground({ teachers: [who(1, skills)] }), strict, part)
    expect([of([1]), of([2, 1])?.length]).toEqual([null, 1])
    expect(teachersFor(ground({ teachers: [who(1, [])] }), strict, [{ ...part[0]!, componentId: null }])).toHaveLength(
      1,
    )
  })

  it('is named once', () => {
    const teachers = [who(1, []), who(2, []), who(1, [])]
    expect(teacherNames({ teachers })).toBe('Docent 1 en Docent 2')
  })
})

describe('the key of what is proposed', () => {
  it('names one teacher where all parts have the same, and else each in turn', () => {
    const of = (...teacherIds: number[]) => freshKey({ courseId: 3, roomId: 5, teacherIds, day: SOONEST })
    expect(of(7, 7)).toBe('n3.5.7.2026-12-07')
    expect(of(7, 8, 7)).toBe('n3.5.7_8_7.2026-12-07')
  })
})

describe('the planning that is proposed', () => {
  it('is two weeks from now in the room, with all that it is made from', () => {
    const { proposed, left, busy } = propose(many(5))
    const spans = hours(SOONEST)
    expect(proposed.map(({ opening }) => opening)).toEqual([
      {
        key: `n1.1.900.${SOONEST}`,
        courseId: 1,
        spans,
        first: SOONEST,
        last: SOONEST,
        free: 8,
        place: 'Zwolle, lokaal 1',
        postalCode: '8011 AA',
        companies: null,
        fresh: {
          roomId: 1,
          room: 'Zwolle, lokaal 1',
          teachers: [{ id: 900, name: 'Jeroen van Dijk' }],
          parts: [{ componentId: 1, description: 'Herhaling BHV', ...spans[0] }],
          maxCount: 8,
        },
      },
    ])
    expect(left).toEqual([])
    // What it takes is taken for those that follow.
    expect(Object.fromEntries(busy)).toEqual({
      'contact-900': spans,
      'room-1': spans,
      ...Object.fromEntries([1, 2, 3, 4, 5].map((id) => [`student-${id}`, spans])),
    })
  })

  it('of a course online has no room', () => {
    const { proposed, busy } = propose(many(4), { rooms: [] }, { online: true })
    expect(proposed[0]!.opening).toMatchObject({
      key: `n1.0.900.${SOONEST}`,
      place: 'Online',
      postalCode: null,
      free: 8,
      fresh: { roomId: null, room: '', maxCount: 8 },
    })
    expect([...busy.keys()].some((key) => key.startsWith('room'))).toBe(false)
    expect(proposed[0]!.reason).toMatch(/^Jeroen van Dijk is dan vrij; /)
  })

  it('takes the smallest room in which all who need it fit, and else the largest', () => {
    const rooms = [
      { ...room, id: 1, capacity: 20 },
      { ...room, id: 2, capacity: 5 },
      { ...room, id: 3, capacity: null },
      { ...room, id: 4, capacity: 6 },
    ]
    const taken = (count: number, of = rooms) => {
      const { roomId, maxCount } = propose(many(count), { rooms: of }).proposed[0]!.opening.fresh!
      return [roomId, maxCount]
    }
    expect(taken(5)).toEqual([2, 5])
    expect(taken(6)).toEqual([4, 6])
    expect(taken(8)).toEqual([1, 8])
    // More never come than the course takes.
    expect(taken(20)).toEqual([1, 8])
    expect(taken(8, [rooms[1]!, rooms[2]!])).toEqual([3, 8])
    expect(taken(8, [rooms[1]!, rooms[3]!])).toEqual([4, 6])
  })

  it('is where those who need it live, unless the nearer place has no room in time', () => {
    const far = { ...room, id: 2, label: 'Maastricht', establishment: 'Maastricht', postalCode: '6211 AA' }
    const place = (rooms: Ground['rooms'], dues: Due[]) => propose(dues, { rooms }).proposed[0]!.opening.place
    expect(place([far, room], many(5))).toBe('Zwolle, lokaal 1')
    expect(place([far, room], many(5, { postalCode: '6211 BB' }))).toBe('Maastricht')
    // Nearly as far is no matter: then the first one is taken.
    const beside = { ...room, id: 3, label: 'Ernaast', establishment: 'Ernaast' }
    expect(place([beside, room], many(5))).toBe('Ernaast')
  })

  it('is not in weekends or on closed days, and within a year and the time that somebody has', () => {
    const friday = { closed: new Set(['2026-12-07', '2026-12-08', '2026-12-09', '2026-12-10', '2026-12-11']) }
    expect(firsts(many(4), friday)).toEqual(['2026-12-14'])
    expect(firsts(many(4, { lastOn: '2026-12-14' }), friday)).toEqual(['2026-12-14'])
    expect(firsts(many(4, { lastOn: '2026-12-13' }), friday)).toEqual([])
    const closed = (until: string) => {
      const all = new Set<string>()
      for (let day = DAY; day < until; day = addDays(day, 1)) all.add(day)
      return all
    }
    const late = many(4, { dueOn: '2028-06-01', lastOn: '2028-06-01' })
    expect(addDays(DAY, 365)).toBe('2027-11-23')
    expect(firsts(late, { closed: closed('2027-11-23') })).toEqual(['2027-11-23'])
    expect(firsts(late, { closed: closed('2027-11-24') })).toEqual([])
  })

  it('is on the day that brings most in time, also where that is later than one that brings fewer', () => {
    const soon = many(4, { dueOn: '2026-12-08', lastOn: '2026-12-08' })
    const later = many(8, { lastOn: '2027-03-01' }).map((one) => ({
      ...one,
      id: one.id + 10,
      contactId: one.contactId + 10,
    }))
    // On both days eight are in time, and the soonest goes first; then four are left.
    expect(firsts([...soon, ...later])).toEqual([SOONEST, '2026-12-08'])
    const busyThen = new Map(later.map(({ contactId }) => [`student-${contactId}`, days(SOONEST)]))
    expect(firsts(later, { busy: busyThen })).toEqual(['2026-12-08'])
  })

  it('prefers who is in time to who is late already, when there are more than places', () => {
    const late = many(3, { dueOn: '2026-12-01' })
    const inTime = many(8).map((one) => ({ ...one, id: one.id + 10, contactId: one.contactId + 10 }))
    const { proposed, left } = propose([...late, ...inTime])
    expect(proposed[0]!.dues.map(({ id }) => id).sort((a, b) => a - b)).toEqual([11, 12, 13, 14, 15, 16, 17, 18])
    expect(left.map(({ id }) => id)).toEqual([1, 2, 3])
  })

  it('comes again for who is left, as long as there are enough', () => {
    const { proposed, left, why } = propose(many(19))
    expect(proposed.map(({ opening, dues }) => [opening.first, dues.length])).toEqual([
      [SOONEST, 8],
      ['2026-12-08', 8],
    ])
    expect([left.length, why]).toEqual([3, 'een nieuwe planning vraagt 4 cursisten, er zijn er nog 3'])
    expect(propose(many(9)).why).toBe('een nieuwe planning vraagt 4 cursisten, er is er nog 1')
    expect(propose([], {}, { minimum: 1 }).why).toBe('een nieuwe planning vraagt 1 cursist, er zijn er nog 0')
  })

  it('has as many as its minimum, to a person', () => {
    expect(firsts(many(4))).toEqual([SOONEST])
    expect(firsts(many(3))).toEqual([])
    const one = new Map([['student-1', days(SOONEST)]])
    expect(firsts(many(4), { busy: one })).toEqual(['2026-12-08'])
  })
})

describe('why then and there', () => {
  it('says who and what is free, whether all are in time, and why not sooner', () => {
    expect(reasonOf(many(5))).toBe(
      'Zwolle, lokaal 1 en Jeroen van Dijk zijn dan vrij; alle 5 cursisten zijn op tijd. Niet eerder dan 14 dagen na vandaag, zodat iedereen het op tijd weet.',
    )
    expect(reasonOf(many(1), {}, { minimum: 1 })).toContain('; de cursist is op tijd. ')
    const late = many(5).map((one) => (one.id === 1 ? { ...one, dueOn: '2026-12-06' } : one))
    expect(reasonOf(late)).toContain('; op tijd: 4 van de 5. ')
    expect(reasonOf(many(4, { dueOn: SOONEST }))).toContain('alle 4 cursisten zijn op tijd')
  })

  it('says that several teachers are free of a course that is online', () => {
    const parts = [1, 2].map((id) => ({ ...component, id, skills: [id] }))
    const teachers = [1, 2].map((id) => ({ ...teacher, id, name: `docent ${id}`, skills: [id] }))
    expect(reasonOf(many(4), { teachers }, { online: true, components: parts })).toMatch(
      /^Docent 1 en docent 2 zijn dan vrij; /,
    )
  })

  it('counts what stood in the way of earlier days', () => {
    const busy: Busy = new Map([
      ['room-1', days(SOONEST, '2026-12-08')],
      ['contact-900', days('2026-12-09')],
      ['student-1', days('2026-12-10')],
    ])
    expect(reasonOf(many(4), { busy })).toMatch(
      / Eerder kan niet: geen lokaal vrij op 2 dagen, geen docent vrij op 1 dag, te weinig cursisten die dan kunnen op 1 dag\.$/,
    )
  })

  it('is told where nothing came of it', () => {
    const why = (more: Parameters<typeof propose>[1], of: Partial<Due> = {}) => propose(many(4, of), more).why
    expect(why({}, { dueOn: '2026-12-01', lastOn: '2026-12-01' })).toBe('een nieuwe planning kan pas vanaf 07-12-2026')
    expect(why({ rooms: [{ ...room, capacity: 3 }] })).toBe(
      'voor een nieuwe planning is er te weinig cursisten die dan kunnen',
    )
    expect(why({ teachers: [] })).toBe('voor een nieuwe planning is er geen docent vrij')
    const busy: Busy = new Map([['room-1', days(SOONEST)]])
    expect(why({ teachers: [], busy }, { lastOn: '2026-12-08' })).toBe(
      'voor een nieuwe planning is er geen lokaal vrij, geen docent vrij',
    )
  })

  it('takes each part for who gives it', () => {
    const parts = [1, 2].map((id) => ({ ...component, id, skills: [id], days_after_previous: id - 1 }))
    const teachers = [1, 2].map((id) => ({ ...teacher, id, skills: [id] }))
    const { busy, proposed } = propose(many(4), { teachers }, { components: parts })
    expect([proposed[0]!.opening.first, proposed[0]!.opening.last]).toEqual([SOONEST, '2026-12-08'])
    expect([busy.get('contact-1'), busy.get('contact-2')]).toEqual([days(SOONEST), days('2026-12-08')])
    expect(busy.get('room-1')!.map(({ starts_at }) => wallClock(starts_at).day)).toEqual([SOONEST, '2026-12-08'])
  })
})

describe('the order in which days and places are tried', () => {
  const FAR = { ...room, id: 2, label: 'Maastricht', establishment: 'Maastricht', postalCode: '6211 AA' }
  const rooms = [room, FAR]
  /** The near room is taken on the first day. */
  const busy = (): Busy => new Map([['room-1', days(SOONEST)]])
  const first = (dues: readonly Due[]) => {
    const { opening, dues: coming } = propose(dues, { rooms, busy: busy() }).proposed[0]!
    return [opening.first, opening.place, coming.length]
  }

  it('is near before soon, where as many are in time', () => {
    expect(first(many(5))).toEqual(['2026-12-08', 'Zwolle, lokaal 1', 5])
    const some = [
      ...many(4, { dueOn: SOONEST }),
      ...many(8).map((one) => ({ ...one, id: one.id + 10, contactId: one.id + 10 })),
    ]
    // More than fit are in time on both days.
    expect(first(some).slice(0, 2)).toEqual(['2026-12-08', 'Zwolle, lokaal 1'])
  })

  it('is in time before near', () => {
    expect(first(many(5, { dueOn: SOONEST }))).toEqual([SOONEST, 'Maastricht', 5])
    expect(first(many(5, { dueOn: '2026-12-08' }))).toEqual(['2026-12-08', 'Zwolle, lokaal 1', 5])
  })

  it('is by whom can come at all where nobody is in time any more', () => {
    const late = many(8, { dueOn: '2026-12-01' })
    expect(first(late.map((one) => (one.id > 4 ? one : { ...one, lastOn: SOONEST })))).toEqual([
      SOONEST,
      'Maastricht',
      8,
    ])
    expect(first(late)).toEqual(['2026-12-08', 'Zwolle, lokaal 1', 8])
  })

  it('looks until the last day that anybody has, in whatever order they come', () => {
    const [one, ...others] = many(4, { lastOn: '2026-12-08' }) as [Due, ...Due[]]
    expect(firsts([{ ...one, lastOn: '2027-02-01' }, ...others], { busy: busy() }, { minimum: 1 })[0]).toBe(
      '2026-12-08',
    )
    const all: Busy = new Map(others.map(({ contactId }) => [`student-${contactId}`, days(SOONEST, '2026-12-08')]))
    all.set('room-1', days(SOONEST, '2026-12-08'))
    expect(firsts([{ ...one, lastOn: '2026-12-09' }, ...others], { busy: all }, { minimum: 1 })).toEqual(['2026-12-09'])
  })

  it('counts among what stood in the way no later day that was tried before', () => {
    const taken: Busy = new Map([['room-1', days(SOONEST, '2026-12-08')]])
    const { opening, reason } = propose(many(5, { lastOn: '2026-12-08' }), { rooms, busy: taken }).proposed[0]!
    expect([opening.first, opening.place]).toEqual([SOONEST, 'Maastricht'])
    expect(reason).toContain('Niet eerder dan 14 dagen na vandaag')
  })

  it('takes a Friday, and on a day as late as somebody is due they are in time', () => {
    const closed = new Set(['2026-12-07', '2026-12-08', '2026-12-09', '2026-12-10'])
    expect(firsts(many(4), { closed })).toEqual(['2026-12-11'])
    const mixed = many(9).map((one) => ({ ...one, dueOn: one.id % 3 === 0 ? '2026-12-01' : SOONEST }))
    expect(propose(mixed, {}, { maxCount: 6 }).proposed[0]!.dues.map(({ id }) => id)).toEqual([1, 2, 4, 5, 7, 8])
  })

  it('is none of a course without parts that all follow, or at a time that the clock skips', () => {
    expect(firsts(many(4), {}, { components: [{ ...component, optional: true }] })).toEqual([])
    const closed = new Set<string>()
    for (let day = DAY; day < '2027-03-26'; day = addDays(day, 1)) closed.add(day)
    const long = { ...component, default_start: '02:30', duration_minutes: 2880 }
    expect(firsts(many(4, { lastOn: '2027-03-26' }), { closed }, { components: [long] })).toEqual([])
    const two = { ...course, components: [component, { ...long, id: 2, duration_minutes: 2070 }] }
    expect(partsFrom(two, '2027-03-26', () => false)).toBeNull()
  })
})
