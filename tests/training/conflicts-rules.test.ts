import { describe, expect, it } from 'vitest'
import { Invalid, type Question, Unconfirmed } from '../../src/platform/errors.ts'
import { instantOf } from '../../src/platform/format/zone.ts'
import {
  type Conflict,
  type Doubted,
  conflictKey,
  conflictsOf,
  readText,
  refuseUnread,
  unreadOf,
} from '../../src/relations/bookings/conflicts.rules.ts'
import type { Finding } from '../../src/training/planning/appointments/findings.rules.ts'

const at = (time: string) => instantOf('2026-12-01', time)!
const conflict = (more: Partial<Conflict> = {}): Conflict => ({
  resource: 'contact',
  resource_id: 3,
  record: 'appointment',
  record_id: 7,
  from: at('09:00'),
  to: at('10:00'),
  by: 'Theorie',
  text: 'Jeroen is bezet.',
  ...more,
})
const finding = (conflicts: Conflict[], more: Partial<Finding> = {}): Finding => ({
  tone: 'red',
  resource: 'contact',
  resource_id: 3,
  taken: true,
  conflicts,
  text: 'Jeroen is bezet op de volgende planningen.',
  ...more,
})
const rest: Finding = { tone: 'orange', resource: 'contact', resource_id: 3, taken: false, text: 'Te weinig rust.' }
const doubted = (findings: Finding[], about?: string): Doubted => ({
  findings,
  fieldOf: ({ resource, resource_id }) => `${resource}-${resource_id}`,
  ...(about === undefined ? {} : { about }),
})

describe('what a planner read', () => {
  it.each<[string, Partial<Conflict>]>([
    ['what is needed', { resource: 'room' }],
    ['whom', { resource_id: 4 }],
    ['what kind of thing takes it', { record: 'reservation' }],
    ['which one', { record_id: 8 }],
    ['from when', { from: at('09:01') }],
    ['until when', { to: at('10:01') }],
    ['since when they are away', { away: { from: at('08:00'), to: at('10:00') } }],
    ['until when they are away', { away: { from: at('09:00'), to: at('11:00') } }],
  ])('is another thing once %s is another', (_what, more) => {
    expect(unreadOf([conflict(more)], [conflictKey(conflict())])).toHaveLength(1)
    expect(unreadOf([conflict(more)], [conflictKey(conflict()), conflictKey(conflict(more))])).toEqual([])
  })

  it('tells apart who is away from and until other times', () => {
    const away = (from: string, to: string) => conflictKey(conflict({ away: { from: at(from), to: at(to) } }))
    expect(new Set([away('08:00', '10:00'), away('08:00', '11:00'), away('07:00', '10:00')]).size).toBe(3)
  })

  it('is the same in other words, and for less than was read', () => {
    const key = conflictKey(conflict({ short: 2 }))
    expect(unreadOf([conflict({ text: 'Anders gezegd.', by: 'Iets' })], [conflictKey(conflict())])).toEqual([])
    expect(unreadOf([conflict({ short: 2 })], [key])).toEqual([])
    expect(unreadOf([conflict({ short: 1 })], [key])).toEqual([])
    expect(unreadOf([conflict({ short: 3 })], [key])).toHaveLength(1)
    expect(unreadOf([conflict({ short: 1 })], [conflictKey(conflict())])).toHaveLength(1)
    expect(unreadOf([conflict()], [])).toHaveLength(1)
  })

  it('has a key of twelve characters that fits in a form, each once', () => {
    expect(conflictKey(conflict())).toMatch(/^[\w-]{12}$/)
    expect(conflictKey(conflict({ short: 2 }))).toBe(`${conflictKey(conflict())}.2`)
    const other = conflict({ record_id: 8 })
    expect(readText([conflict(), other, conflict()])).toBe(`${conflictKey(conflict())} ${conflictKey(other)}`)
  })

  it('is what takes somebody, not what is only to be looked at', () => {
    expect(conflictsOf([finding([conflict()]), rest])).toEqual([conflict()])
  })
})

describe('a save', () => {
  const [first, second] = [conflict(), conflict({ record_id: 8, text: 'Jeroen is ook elders bezet.' })]
  const questionOf = (all: Doubted[], read: string[]) => {
    try {
      refuseUnread(all, read)
    } catch (error) {
      expect(error).toBeInstanceOf(Unconfirmed)
      return (error as Unconfirmed).body.question as Question
    }
    throw new Error('it went through')
  }

  it('goes through with what was read, and returns it all to be written down', () => {
    const read = [conflictKey(first), conflictKey(second)]
    expect(refuseUnread([doubted([finding([first]), rest]), doubted([finding([second])])], read)).toEqual([
      first,
      second,
    ])
    expect(refuseUnread([doubted([rest])], null)).toEqual([])
    expect(refuseUnread([], [])).toEqual([])
  })

  it('asks about all of it where something was not read', () => {
    const question = questionOf([doubted([finding([first]), rest]), doubted([finding([second])], 'Praktijk')], [])
    expect(question).toEqual({
      title: 'Toch opslaan?',
      text: 'Dit is dan bezet of niet beschikbaar:',
      lines: [
        { text: 'Jeroen is bezet.', isNew: false },
        { text: 'Praktijk: Jeroen is ook elders bezet.', isNew: false },
      ],
      fields: {
        'contact-3': ['Jeroen is bezet op de volgende planningen.', 'Jeroen is bezet op de volgende planningen.'],
      },
      links: [],
      go: '2 meldingen toestaan',
      field: 'confirm_conflicts',
      value: readText([first, second]),
    })
  })

  it('says what is new since somebody looked', () => {
    const question = questionOf([doubted([finding([first, second])])], [conflictKey(first)])
    expect(question.text).toBe('Er is iets bijgekomen sinds u keek. Dit is dan bezet of niet beschikbaar:')
    expect(question.lines!.map((line) => line.isNew)).toEqual([false, true])
    expect(questionOf([doubted([finding([second])])], []).go).toBe('1 melding toestaan')
  })

  it('is refused with what takes somebody, where nobody can be asked', () => {
    const refused = () => refuseUnread([doubted([finding([first]), rest])], null)
    expect(refused).toThrow(Invalid)
    expect(refused).toThrow(
      expect.objectContaining({ fields: { _form: ['Jeroen is bezet op de volgende planningen.'] } }) as Error,
    )
  })
})
