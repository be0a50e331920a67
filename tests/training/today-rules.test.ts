import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { phaseOf, phaseText } from '../../src/training/day/today/today.contract.ts'
import type { LeftOpen, OwnPart } from '../../src/training/day/today/today.queries.ts'
import { dayModel, distanceText, peopleText } from '../../src/training/day/today/today.rules.ts'

const DAY = today()
const at = (time: string, day = DAY) => instantOf(day, time)!
const part = (id: number, from: Date, minutes: number, more: Partial<OwnPart> = {}): OwnPart => ({
  id,
  course: 'BHV',
  description: 'BHV',
  starts_at: from,
  ends_at: new Date(from.getTime() + minutes * 60_000),
  status: 'confirmed',
  city: 'Zwolle',
  checklist: null,
  enrolled_count: 4,
  reserved_count: 0,
  max_count: 12,
  note: '',
  join_url: null,
  room: 'Lokaal 1',
  address: 'Havenkade 8, Zwolle',
  open: 4,
  noted: 0,
  novices: 0,
  ...more,
})

describe('what is said of a part', () => {
  it.each([
    [-180, 'Begint over 3 uur'],
    [-60, 'Begint over 1 uur'],
    [-59, 'Begint over 59 min'],
    [-0.2, 'Begint over 1 min'],
    [0, 'Bezig'],
    [29, 'Bezig'],
    [30, 'Afgelopen'],
  ])('%d minutes from its begin: %s', (minutes, text) => {
    expect(phaseText(0, 30 * 60_000, minutes * 60_000)).toBe(text)
  })

  it('goes from soon by now to over, and never back', () => {
    const order = ['soon', 'now', 'over']
    fc.assert(
      fc.property(
        fc.nat(1e9),
        fc.integer({ min: 1, max: 1e8 }),
        fc.nat(2e9),
        fc.nat(1e9),
        (from, length, now, later) => {
          const phase = (moment: number) => order.indexOf(phaseOf(from, from + length, moment))
          expect(phase(now)).toBeLessThanOrEqual(phase(now + later))
        },
      ),
    )
  })

  it('names the distance of a day in days', () => {
    expect(distanceText(DAY, DAY)).toBe('Vandaag')
    expect(distanceText(addDays(DAY, 1), DAY)).toBe('Morgen')
    expect(distanceText(addDays(DAY, 200), DAY)).toBe('Over 200 dagen')
  })

  it('tells of people only what there is to know', () => {
    expect(peopleText({ novices: 0, noted: 0 })).toBe('')
    expect(peopleText({ novices: 2, noted: 1 })).toBe('2 voor het eerst, 1 met een opmerking')
  })
})

describe('the bar of the day', () => {
  const morning = part(1, at('08:00'), 120)
  const noon = part(2, at('12:00'), 60)
  const evening = part(3, at('19:00'), 60)
  const barAt = (time: string, parts = [morning, noon, evening]) => dayModel(parts, [], [], at(time)).bar?.id ?? null

  it('leads to where people are now, else to where they come next, else to where something is open', () => {
    expect(barAt('07:00')).toBe(1)
    expect(barAt('09:59')).toBe(1)
    expect(barAt('10:00')).toBe(2)
    expect(barAt('12:30')).toBe(2)
    expect(barAt('23:00')).toBe(3)
    expect(barAt('23:00', [morning, { ...noon, open: 0 }, { ...evening, open: 0 }])).toBe(1)
    expect(barAt('23:00', [{ ...morning, open: 0 }])).toBe(null)
  })

  it('leads to no option, no empty part and no other day', () => {
    expect(barAt('07:00', [{ ...morning, status: 'option' }, { ...noon, enrolled_count: 0 }, evening])).toBe(3)
    expect(barAt('07:00', [part(4, at('08:00', addDays(DAY, 1)), 60)])).toBe(null)
  })
})

describe('the day of a teacher, in words', () => {
  const NOON = instantOf('2026-11-23', '12:00')!
  const on = (day: string, from = '13:00') => instantOf(day, from)!
  const model = (parts: OwnPart[], left: LeftOpen[] = []) => dayModel(parts, left, [], NOON)

  it('has a card for each part of today and a line for each that comes', () => {
    const parts = [
      part(1, on('2026-11-23'), 90, { description: 'Praktijk', checklist: null, enrolled_count: 1 }),
      part(2, on('2026-11-24'), 90),
      part(3, on('2026-11-25'), 90),
    ]
    const { cards, coming, isFree } = model(parts)
    expect([cards.map(({ id }) => id), coming.map(({ id }) => id), isFree]).toEqual([[1], [2, 3], false])
    expect(cards[0]).toMatchObject({
      title: 'BHV',
      subtitle: 'Praktijk',
      when: '13:00–14:30',
      isToday: true,
      chip: 'Begint over 1 uur',
      route: 'https://www.openstreetmap.org/search?query=Havenkade%208%2C%20Zwolle',
      people: '1 cursist',
      isEmpty: false,
    })
  })

  it('shows what comes next alone, by its day, where today is free', () => {
    const parts = [part(2, on('2026-11-24'), 90, { address: '', enrolled_count: 0 }), part(3, on('2026-11-25'), 90)]
    const { cards, coming, isFree } = model(parts)
    expect([cards.map(({ id }) => id), coming.map(({ id }) => id), isFree]).toEqual([[2], [3], true])
    expect(cards[0]).toMatchObject({
      subtitle: '',
      when: 'di 24-11-2026, 13:00–14:30',
      isToday: false,
      chip: 'Morgen',
      route: null,
      people: '0 cursisten',
      isEmpty: true,
    })
    expect(model([])).toMatchObject({ cards: [], coming: [], isFree: true, more: 0 })
  })

  it.each<[Partial<OwnPart>, string]>([
    [{}, '13:00–14:30 · Zwolle · 4 cursisten'],
    [{ enrolled_count: 1, city: '' }, '13:00–14:30 · 1 cursist'],
    [{ enrolled_count: 0, reserved_count: 12 }, '13:00–14:30 · Zwolle · nog geen cursisten'],
    [{ reserved_count: 8 }, '13:00–14:30 · Zwolle · 4 cursisten, vol'],
    [{ reserved_count: 7 }, '13:00–14:30 · Zwolle · 4 cursisten'],
    [{ status: 'option' }, 'Optie · 13:00–14:30 · Zwolle · 4 cursisten'],
  ])('says of what comes %j: %s', (more, text) => {
    const { coming } = model([part(1, on('2026-11-23'), 90), part(2, on('2026-11-24'), 90, more)])
    expect(coming[0]).toMatchObject({ weekday: 'di', date: '24-11', title: 'BHV', text })
  })

  it('names a part beside its course where that says more', () => {
    const { coming } = model([
      part(1, on('2026-11-23'), 90),
      part(2, on('2026-11-24'), 90, { description: 'Praktijk' }),
    ])
    expect(coming[0]!.title).toBe('BHV, Praktijk')
  })

  it('says what is left open of days before, and how many more there are', () => {
    const open = (id: number, more: Partial<LeftOpen> = {}): LeftOpen => ({
      ...part(id, on('2026-11-20'), 90),
      total: 5,
      ...more,
    })
    const { left, more } = model(
      [],
      [open(1), open(2, { open: 1, city: '', description: 'Praktijk' }), open(3, { open: 0 })],
    )
    expect(left.map(({ where, results }) => [where, results])).toEqual([
      ['BHV · vr 20-11 · Zwolle', '4 resultaten open'],
      ['BHV, Praktijk · vr 20-11', '1 resultaat open'],
      ['BHV · vr 20-11 · Zwolle', null],
    ])
    expect(more).toBe(2)
  })
})
