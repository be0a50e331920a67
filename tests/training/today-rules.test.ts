import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { phaseOf, phaseText } from '../../src/training/today/today.contract.ts'
import type { OwnPart } from '../../src/training/today/today.queries.ts'
import { dayModel, distanceText, peopleText } from '../../src/training/today/today.rules.ts'

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
  const barAt = (time: string, parts = [morning, noon, evening]) => dayModel(parts, [], at(time)).bar?.id ?? null

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
