import { describe, expect, it } from 'vitest'
import { instantOf } from '../../src/platform/format/zone.ts'
import type { MoveLine } from '../../src/system/calendar/points.ts'
import type { Finding } from '../../src/training/planning/appointments/index.ts'
import { type Conflict, conflictKey } from '../../src/relations/bookings/conflicts.rules.ts'
import {
  alongWith,
  dayLines,
  enumerate,
  inOrder,
  judgedLines,
  movedText,
  periodLine,
  siblingLines,
  statusOfCopy,
  toldLines,
  whenText,
} from '../../src/training/desk/moving/moving.rules.ts'

const at = (day: string, time: string) => instantOf(day, time)!
const NOW = at('2026-11-23', '10:00')
const part = (day: string, from = '09:00', to = '12:00', description = 'Theorie') => ({
  description,
  starts_at: at(day, from),
  ends_at: at(day, to),
})

it('a copy is an option where its original was one, and planned otherwise', () => {
  expect(['option', 'executed', 'cancelled', 'planned'].map(statusOfCopy)).toEqual([
    'option',
    'planned',
    'planned',
    'planned',
  ])
})

it.each([
  [[], ''],
  [['Anouk'], 'Anouk'],
  [['Anouk', 'Bas'], 'Anouk en Bas'],
  [['Anouk', 'Bas', 'Cem'], 'Anouk, Bas en Cem'],
])('%j are enumerated as %s', (names, text) => expect(enumerate(names)).toBe(text))

describe('when a part is', () => {
  it('is a day with hours, and both days where it ends on another one', () => {
    expect(whenText(part('2026-12-03', '18:30', '21:30'), NOW)).toBe('do 03-12, 18:30–21:30')
    const night = { starts_at: at('2026-12-03', '22:00'), ends_at: at('2026-12-04', '06:00') }
    expect(whenText(night, NOW)).toBe('do 03-12 22:00 – vr 04-12 06:00')
    expect(whenText(part('2027-12-03'), NOW)).toBe('vr 03-12-2027, 09:00–12:00')
  })

  it('takes own times within it along', () => {
    const by = 3_600_000
    const row = { id: 4, starts_at: at('2026-12-03', '09:30'), ends_at: null }
    expect(alongWith(row, by)).toEqual({ id: 4, starts_at: at('2026-12-03', '10:30'), ends_at: null })
  })
})

describe('the other parts of the planning', () => {
  const [first, second, third] = [part('2026-12-01'), part('2026-12-02'), part('2026-12-03')]
  const text = (before: typeof first, after: typeof first, siblings: (typeof first)[]) =>
    siblingLines(before, after, siblings, NOW).map((line) => `${line.tone}: ${line.text}`)

  it('are not told of where there are none', () => {
    expect(text(first, third, [])).toEqual([])
    expect(periodLine(first, third, [], NOW)).toEqual([])
  })

  it('keep their order, or it is told before or after which it comes', () => {
    expect(text(first, { ...first, ends_at: at('2026-12-01', '13:00') }, [second])).toEqual([
      'good: De volgorde met het andere onderdeel blijft.',
    ])
    expect(text(first, part('2026-12-01', '13:00', '14:00'), [second, third])).toEqual([
      'good: De volgorde met de 2 andere onderdelen blijft.',
    ])
    expect(text(first, part('2026-12-04'), [second, third])).toEqual([
      'orange: De volgorde verandert: dit komt na Theorie (wo 02-12, 09:00–12:00) en Theorie (do 03-12, 09:00–12:00).',
    ])
    expect(text(third, part('2026-11-30'), [first, second])).toEqual([
      'orange: De volgorde verandert: dit komt vóór Theorie (di 01-12, 09:00–12:00) en Theorie (wo 02-12, 09:00–12:00).',
    ])
    // Only those that are passed are named.
    expect(text(third, part('2026-12-01', '14:00', '15:00'), [first, second])).toEqual([
      'orange: De volgorde verandert: dit komt vóór Theorie (wo 02-12, 09:00–12:00).',
    ])
  })

  it('are named where they would be at the same time; that is told alone', () => {
    expect(text(first, part('2026-12-02', '11:59', '14:00'), [second, third])).toEqual([
      'orange: Valt samen met Theorie (wo 02-12, 09:00–12:00) van dezelfde planning.',
    ])
    expect(text(first, part('2026-12-02', '12:00', '14:00'), [second])[0]).toContain('De volgorde verandert')
  })

  it('have another period from first to last where this one falls outside of it', () => {
    const line = (after: typeof first) => periodLine(second, after, [first, third], NOW).map((one) => one.text)
    expect(line(part('2026-12-01', '15:00', '16:00'))).toEqual([])
    expect(line(part('2026-12-03', '15:00', '16:00'))).toEqual([])
    expect(line(part('2026-12-04'))).toEqual(['De planning loopt dan van di 01-12 t/m vr 04-12.'])
    expect(line(part('2026-11-30'))).toEqual(['De planning loopt dan van ma 30-11 t/m do 03-12.'])
    expect(periodLine(second, part('2026-12-04'), [first, third], NOW)[0]!.tone).toBe('plain')
    // The last one itself may come back to within what is left.
    expect(periodLine(third, part('2026-12-02'), [second, first], NOW)).toEqual([])
  })
})

describe('the day', () => {
  it('is named with why it is closed, and told to be over as it ends', () => {
    const closed = { '2026-12-25': 'Eerste Kerstdag' }
    expect(dayLines(part('2026-12-25'), closed, NOW)).toEqual([
      { tone: 'orange', text: 'Op vr 25-12 is het Eerste Kerstdag.' },
    ])
    expect(dayLines(part('2026-11-23', '08:00', '10:01'), {}, NOW)).toEqual([])
    expect(dayLines(part('2026-11-23', '08:00', '10:00'), {}, NOW)).toEqual([
      { tone: 'orange', text: 'Dit ligt in het verleden.' },
    ])
    expect(dayLines(part('2025-12-25'), { '2025-12-25': 'Eerste Kerstdag' }, NOW)).toHaveLength(2)
  })
})

describe('the judgement', () => {
  const conflict = (record_id: number): Conflict => ({
    resource: 'contact',
    resource_id: 3,
    record: 'appointment',
    record_id,
    from: at('2026-12-01', '09:00'),
    to: at('2026-12-01', '10:00'),
    by: `Onderdeel ${record_id}`,
    text: `Jeroen is bezet: onderdeel ${record_id}.`,
  })
  const busy: Finding = {
    tone: 'red',
    resource: 'contact',
    resource_id: 3,
    taken: true,
    conflicts: [conflict(7), conflict(8)],
    text: 'Jeroen is bezet.',
  }
  const rest: Finding = { tone: 'orange', resource: 'contact', resource_id: 3, taken: false, text: 'Te weinig rust.' }

  it('tells what takes somebody one by one, and what is to be looked at', () => {
    expect(judgedLines([busy, rest], ['Jeroen'])).toEqual([
      { tone: 'red', text: 'Jeroen is bezet: onderdeel 7.' },
      { tone: 'red', text: 'Jeroen is bezet: onderdeel 8.' },
      { tone: 'orange', text: 'Te weinig rust.' },
    ])
  })

  it('says what came after it was read, once something was', () => {
    expect(judgedLines([busy], ['Jeroen'], [conflictKey(conflict(7))])).toEqual([
      { tone: 'red', text: 'Jeroen is bezet: onderdeel 7.' },
      { tone: 'red', text: 'Jeroen is bezet: onderdeel 8.', isNew: true },
    ])
  })

  it('says that they are free where nothing was found', () => {
    expect(judgedLines([], ['Jeroen'])).toEqual([{ tone: 'good', text: 'Jeroen is dan vrij.' }])
    expect(judgedLines([], ['Jeroen', 'lokaal 2'])).toEqual([
      { tone: 'good', text: 'Jeroen en lokaal 2 zijn dan vrij.' },
    ])
    expect(judgedLines([], [])).toEqual([])
  })
})

describe('who hears of it', () => {
  const told = (students: number, names: string[], mails: { template: string; mails: number }[] = []) =>
    toldLines({ students, names }, mails)

  it('is nobody where nobody is concerned', () =>
    expect(told(0, [], [{ template: 'Wijziging', mails: 2 }])).toEqual([]))

  it('are students by number and others by name, with the mails that go by themselves', () => {
    expect(told(3, ['Jeroen', 'Petra'])).toEqual([
      { tone: 'told', text: 'Dit raakt 3 cursisten, Jeroen en Petra. Er gaat vanzelf geen bericht.' },
    ])
    expect(told(1, [], [{ template: 'Wijziging', mails: 1 }])[0]!.text).toBe(
      'Dit raakt 1 cursist. Er gaat vanzelf 1 bericht: Wijziging.',
    )
    const two = [
      { template: 'Wijziging', mails: 3 },
      { template: 'Docent', mails: 1 },
    ]
    expect(told(0, ['Jeroen'], two)[0]!.text).toBe('Dit raakt Jeroen. Er gaan vanzelf 4 berichten: Wijziging, Docent.')
  })
})

it('what is not well stands first, who hears of it last, and alike in the order that it came in', () => {
  const tones = ['told', 'plain', 'good', 'orange', 'red', 'orange'] as const
  const lines = tones.map((tone, i): MoveLine => ({ tone, text: `${i}` }))
  expect(inOrder(lines).map(({ text }) => text)).toEqual(['4', '3', '5', '2', '1', '0'])
})

describe('what was done to a part', () => {
  const before = { description: 'Blussen', starts_at: new Date('2030-01-07T09:00Z'), ends_at: new Date('2030-01-07T12:00Z') } // prettier-ignore

  it.each([
    ['10:00', '13:00', 'Blussen verplaatst naar dan'],
    ['10:00', '14:00', 'Blussen verplaatst naar dan'],
    ['09:00', '12:00', 'Blussen verplaatst naar dan'],
    ['09:00', '13:00', 'Blussen verlengd: dan'],
    ['08:00', '12:00', 'Blussen verlengd: dan'],
    ['09:00', '11:00', 'Blussen ingekort: dan'],
    ['10:00', '12:00', 'Blussen ingekort: dan'],
  ])('from %s to %s is told as: %s', (from, to, text) => {
    const after = { starts_at: new Date(`2030-01-07T${from}Z`), ends_at: new Date(`2030-01-07T${to}Z`) }
    expect(movedText(before, after, 'dan')).toBe(text)
  })
})
