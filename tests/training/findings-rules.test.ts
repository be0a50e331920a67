import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate, formatPeriod, formatShortDay } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import {
  type JudgedPerson,
  type Nearby,
  REST_HOURS,
  judgeCode95,
  judgeCrowd,
  judgeMaterial,
  judgePerson,
  judgeRoom,
  judgeStudents,
  sorted,
} from '../../src/training/planning/appointments/findings.rules.ts'

const DAY = addDays(today(), 400)
const at = (time: string, days = 0) => instantOf(addDays(DAY, days), time)!
const person = (from: string, to: string, more: Partial<JudgedPerson> = {}): JudgedPerson => ({
  contact_id: 3,
  name: 'Jeroen van Dijk',
  role_id: ROLE.teacher,
  starts_at: at(from),
  ends_at: at(to),
  lacks: [],
  proved: [],
  ...more,
})
const other = (from: Date, to: Date, more: Partial<Nearby> = {}): Nearby => ({
  record: 'appointment',
  record_id: 9,
  description: 'Praktijk',
  starts_at: from,
  ends_at: to,
  away: false,
  establishment_id: 2,
  ...more,
})
const near = () => null
const tones = (found: { tone: string; taken: boolean }[]) => found.map(({ tone, taken }) => `${tone} ${taken}`)

describe('a person in a part', () => {
  it('who is somewhere else at the same time, or not there, is red and asks to be confirmed', () => {
    const both = [
      other(at('10:00'), at('12:00')),
      other(at('12:00'), at('14:00'), { away: true, description: 'Vrije dag' }),
    ]
    const found = judgePerson(person('09:00', '13:00'), both, near)
    expect(tones(found)).toEqual(['red true'])
    expect(found[0]!.text).toMatch(/is bezet op de volgende planningen: Praktijk, .*is niet beschikbaar: Vrije dag, /)
    expect(judgePerson(person('14:00', '15:00'), both, near)).toEqual([])
  })

  it('who has less than eleven hours between two days is orange; eleven, or one day, is not', () => {
    const evening = (until: string) => [other(at('18:00', -1), at(until, -1))]
    const early = person('08:00', '12:00')
    expect(judgePerson(early, evening('21:00'), near)).toEqual([])
    const [found] = judgePerson(early, evening('21:01'), near)
    expect(found).toMatchObject({ tone: 'orange', taken: false })
    expect(found!.text).toBe(
      `Jeroen van Dijk heeft minder dan 11 uur rust tussen dit onderdeel en Praktijk op ${formatShortDay(at('18:00', -1))}.`,
    )
    expect(judgePerson(person('08:00', '10:00'), [other(at('10:00'), at('12:00'))], near)).toEqual([])
    // The other way round it is the same, and who is away rests.
    expect(tones(judgePerson(person('13:00', '22:00'), [other(at('08:00', 1), at('12:00', 1))], near))).toEqual([
      'orange false',
    ])
    expect(
      judgePerson(person('13:00', '22:00'), [other(at('00:00', 1), at('12:00', 1), { away: true })], near),
    ).toEqual([])
  })

  it('who has to travel longer than there is time is orange; where nobody said how long, nothing is told', () => {
    const travel = (establishment: number) => (establishment === 2 ? 40 : null)
    const morning = person('09:00', '12:00')
    const [found] = judgePerson(morning, [other(at('12:30'), at('16:00'))], travel)
    expect(found!.text).toContain('heeft 30 van de 40 minuten reistijd tussen dit onderdeel en Praktijk op')
    expect(judgePerson(morning, [other(at('12:40'), at('16:00'))], travel)).toEqual([])
    expect(judgePerson(morning, [other(at('12:30'), at('16:00'), { establishment_id: 9 })], travel)).toEqual([])
    expect(judgePerson(morning, [other(at('12:30'), at('16:00'), { establishment_id: null })], travel)).toEqual([])
  })

  it('who gives what they have no skill for is red, without a question; a lotus needs none', () => {
    const text = (lacks: string[], role_id: JudgedPerson['role_id'] = ROLE.teacher) =>
      judgePerson(person('09:00', '12:00', { lacks, role_id }), [], near).map(
        (one) => `${one.tone} ${one.taken} ${one.text}`,
      )
    expect(text(['BHV'])).toEqual(['red false Jeroen van Dijk mist de vaardigheid BHV.'])
    expect(text(['BHV', 'EHBO'])).toEqual(['red false Jeroen van Dijk mist de vaardigheden BHV, EHBO.'])
    expect(text(['BHV'], ROLE.lotus)).toEqual([])
  })

  it('whose own certificate ended before that day is red; on its last day it holds', () => {
    const proved = (valid_until: string) =>
      judgePerson(person('09:00', '12:00', { proved: [{ skill: 'EHBO', valid_until }] }), [], near)
    expect(proved(DAY)).toEqual([])
    const [found] = proved(addDays(DAY, -1))
    expect(found).toMatchObject({ tone: 'red', taken: false })
    expect(found!.text).toBe(
      `Het certificaat van Jeroen van Dijk voor EHBO is dan verlopen (geldig tot en met ${formatDate(addDays(DAY, -1))}).`,
    )
  })

  it('is judged the same from both sides, whatever the times', () => {
    const minute = fc.integer({ min: 0, max: 3 * 1440 })
    const span = fc.tuple(minute, fc.integer({ min: 1, max: 600 }))
    fc.assert(
      fc.property(span, span, fc.integer({ min: 1, max: 120 }), ([a, longA], [b, longB], minutes) => {
        const times = (from: number, long: number) => ({
          starts_at: new Date(at('00:00').getTime() + from * 60_000),
          ends_at: new Date(at('00:00').getTime() + (from + long) * 60_000),
        })
        const judge = (one: ReturnType<typeof times>, two: ReturnType<typeof times>) =>
          tones(
            judgePerson(
              { ...person('00:00', '01:00'), ...one },
              [{ ...other(at('00:00'), at('01:00')), ...two }],
              () => minutes,
            ),
          )
        const [one, two] = [times(a, longA), times(b, longB)]
        expect(judge(one, two)).toEqual(judge(two, one))
        const gap = Math.max(b - a - longA, a - b - longB)
        const told = judge(one, two)
        expect(told.includes('red true')).toBe(gap < 0)
        if (gap >= REST_HOURS * 60) expect(told).toEqual([])
        if (gap >= 0 && gap < minutes) expect(told).toContain('orange false')
      }),
    )
  })
})

describe('a room of a part', () => {
  const room = {
    id: 1,
    name: 'Zwolle, lokaal 1',
    establishment_id: 1,
    hired: false,
    hire_confirmed: false,
    option_until: null,
  }
  const part = { starts_at: at('09:00'), ends_at: at('12:00') }

  it('is red while it is used or closed then', () => {
    expect(tones(judgeRoom(room, part, [other(at('11:00'), at('13:00'))]))).toEqual(['red true'])
    expect(judgeRoom(room, part, [other(at('12:00'), at('13:00'))])).toEqual([])
  })

  it('that is hired is orange until the hire is confirmed', () => {
    const hired = { ...room, hired: true }
    expect(judgeRoom(hired, part, [])[0]!.text).toBe('De huur van Zwolle, lokaal 1 is nog niet bevestigd.')
    expect(judgeRoom({ ...hired, option_until: '2030-02-01' }, part, [])[0]!.text).toBe(
      'De huur van Zwolle, lokaal 1 is nog niet bevestigd; de optie geldt tot en met 01-02-2030.',
    )
    expect(judgeRoom({ ...hired, hire_confirmed: true }, part, [])).toEqual([])
  })
})

describe('students', () => {
  it('are named who take part in something else at the same time', () => {
    const part = { starts_at: at('09:00'), ends_at: at('12:00') }
    const people = [
      { id: 10, name: 'Anouk Visser' },
      { id: 11, name: 'Bram ter Linde' },
    ]
    const busy = [
      { ...other(at('11:00'), at('13:00')), resource_id: 10 },
      { ...other(at('12:00'), at('13:00')), resource_id: 11 },
    ]
    const found = judgeStudents(people, part, busy)
    expect(found.map(({ tone, resource_id }) => [tone, resource_id])).toEqual([['orange', 10]])
    expect(found[0]!.text).toContain('Anouk Visser is dan ook ingeschreven voor Praktijk, ')
  })
})

describe('a part with many students', () => {
  const crowd = (students: number, more = {}) => ({
    id: 1,
    students,
    max_per_teacher: 12,
    max_per_lotus: null,
    room: null,
    capacity: null,
    ...more,
  })

  it('is orange when there are more than its teachers can look after', () => {
    expect(judgeCrowd(crowd(12), [ROLE.teacher])).toEqual([])
    expect(judgeCrowd(crowd(13), [ROLE.teacher]).map(({ text }) => text)).toEqual([
      '13 cursisten op 1 docent: hooguit 12 per docent.',
    ])
    expect(judgeCrowd(crowd(24), [ROLE.teacher, ROLE.teacher])).toEqual([])
    expect(judgeCrowd(crowd(24), [ROLE.teacher, ROLE.lotus])).toHaveLength(1)
    expect(judgeCrowd(crowd(100, { max_per_teacher: null }), [])).toEqual([])
  })

  it('likewise for its lotus, and where there is none', () => {
    const lotus = { max_per_teacher: null, max_per_lotus: 6 }
    expect(judgeCrowd(crowd(7, lotus), [ROLE.teacher]).map(({ text }) => text)).toEqual([
      '7 cursisten op 0 lotus: hooguit 6 per lotus.',
    ])
    expect(judgeCrowd(crowd(0, lotus), [])).toEqual([])
  })

  it('of a room with too few places for who comes', () => {
    const room = { max_per_teacher: null, room: 'Zwolle, lokaal 1', capacity: 16 }
    expect(judgeCrowd(crowd(17, room), []).map(({ tone, text }) => `${tone}: ${text}`)).toEqual([
      'orange: 17 cursisten in Zwolle, lokaal 1: daar is plaats voor 16.',
    ])
    expect(judgeCrowd(crowd(16, room), [])).toEqual([])
  })
})

it('tells red before orange, and nothing twice', () => {
  const finding = (tone: 'red' | 'orange', text: string) =>
    ({ tone, text, resource: 'contact', resource_id: 1, taken: false }) as const
  expect(sorted([finding('orange', 'a'), finding('red', 'b'), finding('orange', 'a')]).map(({ text }) => text)).toEqual(
    ['b', 'a'],
  )
})

describe('what takes somebody, one by one', () => {
  const both = [
    other(at('08:00'), at('10:00')),
    other(at('12:00'), at('14:00'), { record: 'absence', record_id: 4, away: true, description: 'Vrij' }),
  ]

  it('is told with how long both want them, and from when to when they are away', () => {
    const [found] = judgePerson(person('09:00', '13:00'), both, near)
    expect(found!.conflicts).toMatchObject([
      { resource: 'contact', resource_id: 3, record: 'appointment', record_id: 9, from: at('09:00'), to: at('10:00') },
      {
        record: 'absence',
        record_id: 4,
        from: at('12:00'),
        to: at('13:00'),
        away: { from: at('12:00'), to: at('14:00') },
      },
    ])
    expect(found!.conflicts![0]).not.toHaveProperty('away')
    expect(found!.conflicts![0]!.by).toBe(`Praktijk, ${formatPeriod(at('08:00'), at('10:00'))}`)
    expect(found!.conflicts![1]!.text).toMatch(/^Jeroen van Dijk is niet beschikbaar: Vrij, /)
    const [within] = judgePerson(person('07:00', '11:00'), [both[0]!], near)
    expect(within!.conflicts![0]).toMatchObject({ from: at('08:00'), to: at('10:00') })
  })

  it('is a remark once a planner permitted it, apart for what is double and who is away', () => {
    const permitted = both.map((one) => ({ ...one, permitted: true }))
    const found = judgePerson(person('09:00', '13:00'), permitted, near)
    expect(found).toMatchObject([
      { tone: 'orange', taken: false, settled: true, resource: 'contact', resource_id: 3 },
      { tone: 'orange', taken: false, settled: true },
    ])
    expect(found.map(({ text }) => text)).toEqual([
      `Jeroen van Dijk is met toestemming dubbel geboekt: Praktijk, ${formatPeriod(at('08:00'), at('10:00'))}.`,
      `Met toestemming gepland. Jeroen van Dijk is niet beschikbaar: Vrij, ${formatPeriod(at('12:00'), at('14:00'))}.`,
    ])
    const mixed = judgePerson(person('09:00', '13:00'), [permitted[0]!, both[1]!], near)
    expect(tones(mixed)).toEqual(['red true', 'orange false'])
    expect(mixed[0]!.text).not.toContain('bezet')
    const two = judgePerson(person('09:00', '13:00'), [permitted[0]!, { ...permitted[0]!, description: 'VCA' }], near)
    expect(two[0]!.text).toContain('; VCA')
  })

  it('asks no certificate of who does not teach', () => {
    const lotus = { role_id: ROLE.lotus, proved: [{ skill: 'BHV', valid_until: '2000-01-01' }], lacks: ['BHV'] }
    expect(judgePerson(person('09:00', '13:00', lotus), [], near)).toEqual([])
    expect(judgePerson(person('09:00', '13:00', { ...lotus, role_id: ROLE.teacher }), [], near)).toHaveLength(2)
  })
})

describe('what else is found', () => {
  it('is material that is short: red, and a remark once that was permitted', () => {
    const part = { starts_at: at('09:00'), ends_at: at('12:00') }
    const shortage = { material_id: 4, short: 2, settled: false, text: 'Pop: 6 nodig en 4 van 6 vrij.' }
    expect(judgeMaterial([shortage, { ...shortage, settled: true }], part)).toEqual([
      {
        resource: 'material',
        resource_id: 4,
        tone: 'red',
        taken: true,
        text: shortage.text,
        conflicts: [
          {
            resource: 'material',
            resource_id: 4,
            record: 'material',
            record_id: 4,
            from: part.starts_at,
            to: part.ends_at,
            short: 2,
            by: shortage.text,
            text: shortage.text,
          },
        ],
      },
      {
        resource: 'material',
        resource_id: 4,
        tone: 'orange',
        taken: false,
        settled: true,
        text: `Met toestemming te weinig. ${shortage.text}`,
      },
    ])
  })

  it('is what keeps hours from being recognised, of the part itself', () => {
    expect(judgeCode95(7, [{ tone: 'orange', text: 'Te laat gemeld.' }])).toEqual([
      { tone: 'orange', text: 'Te laat gemeld.', resource: 'appointment', resource_id: 7, taken: false },
    ])
  })

  it('is more students than can be looked after, told for one and for many', () => {
    const crowd = { id: 7, students: 13, max_per_teacher: 6, max_per_lotus: null, room: null, capacity: null }
    expect(judgeCrowd(crowd, [ROLE.teacher, ROLE.teacher])).toEqual([
      {
        tone: 'orange',
        resource: 'appointment',
        resource_id: 7,
        taken: false,
        text: '13 cursisten op 2 docenten: hooguit 6 per docent.',
      },
    ])
    const one = { ...crowd, students: 1, max_per_teacher: null, max_per_lotus: 0 }
    expect(judgeCrowd(one, [ROLE.lotus]).map(({ text }) => text)).toEqual([
      '1 cursist op 1 lotus: hooguit 0 per lotus.',
    ])
  })

  it('is a student who is elsewhere at the same time, with each of it', () => {
    const part = { starts_at: at('09:00'), ends_at: at('12:00') }
    const busy = [other(at('10:00'), at('11:00')), other(at('11:00'), at('13:00'), { description: 'VCA' })].map(
      (one) => ({ ...one, resource_id: 12 }),
    )
    const [found, ...others] = judgeStudents(
      [
        { id: 12, name: 'Anouk' },
        { id: 13, name: 'Bas' },
      ],
      part,
      busy,
    )
    expect(others).toEqual([])
    expect(found).toMatchObject({ tone: 'orange', resource: 'student', resource_id: 12, taken: false })
    expect(found!.text).toMatch(/^Anouk is dan ook ingeschreven voor Praktijk, .*; VCA, /)
  })
})
