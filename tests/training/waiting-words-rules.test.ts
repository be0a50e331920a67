import { describe, expect, it } from 'vitest'
import { instantOf } from '../../src/platform/format/zone.ts'
import type { OfferedPlanning, Why } from '../../src/training/places/waiting-list/waiting-list.rules.ts'
import { type WhyFacts, stepLine, whyText, wishText } from '../../src/training/places/waiting-list/why.rules.ts'

const who: WhyFacts = {
  company: 'De Linde',
  establishment: 'Zwolle',
  companyId: 7,
  weekdays: [1, 5],
  from: '2026-12-01',
  until: '2026-12-31',
}
/** A Tuesday and a Wednesday. */
const planning: OfferedPlanning = {
  days: ['2026-12-01', '2026-12-02'],
  establishmentIds: [1],
  companyIds: null,
  quota: 2,
  held: new Map([[7, 2]]),
}

describe('why somebody is passed by', () => {
  it.each<[Why, string]>([
    ['declined', 'Zei nee tegen deze planning'],
    ['expired', 'Antwoordde niet op het aanbod'],
    ['offered', 'Heeft al een aanbod'],
    ['inactive', 'Niet actief'],
    ['no_email', 'Geen e-mailadres'],
    ['incompany', 'Incompany voor een ander bedrijf'],
    ['requirements', 'Voldoet niet aan de eisen'],
    ['day', '01-12-2026 is een dinsdag'],
    ['place', 'Wil naar Zwolle'],
    ['overlap', 'Is dan elders ingeschreven'],
    ['quota', 'De Linde heeft 2 van 2 plaatsen'],
  ])('%s is told as: %s', (why, text) => expect(whyText(why, who, planning)).toBe(text))

  it('names the first day on which they do not come, and the end of the period that it is about', () => {
    expect(whyText('day', { ...who, weekdays: [2] }, planning)).toBe('02-12-2026 is een woensdag')
    expect(whyText('period', { ...who, from: '2026-12-02' }, planning)).toBe('Kan vanaf 02-12-2026')
    expect(whyText('period', who, planning)).toBe('Kan tot en met 31-12-2026')
    expect(whyText('period', { ...who, from: null }, planning)).toBe('Kan tot en met 31-12-2026')
  })

  it('goes without names that are not known', () => {
    expect(whyText('place', { ...who, establishment: null }, planning)).toBe('Wil naar een andere vestiging')
    expect(whyText('quota', { ...who, company: null }, { ...planning, quota: 1, held: new Map() })).toBe(
      'Het bedrijf heeft 0 van 1 plaats',
    )
  })
})

it.each<[Partial<WhyFacts>, string]>([
  [{}, 'Alleen maandag of vrijdag, Zwolle, vanaf 01-12-2026, t/m 31-12-2026'],
  [{ weekdays: [] }, 'Elke dag, Zwolle, vanaf 01-12-2026, t/m 31-12-2026'],
  [{ from: null, until: null, establishment: null }, 'Alleen maandag of vrijdag'],
  [{ from: null }, 'Alleen maandag of vrijdag, Zwolle, t/m 31-12-2026'],
])('wishes (%j) are told in one line: %s', (more, text) => expect(wishText({ ...who, ...more })).toBe(text))

describe('a step of the log', () => {
  const step = { detail: 'BHV', name: 'Anouk', at: instantOf('2026-11-23', '10:00')!, actor: 'Els' }
  it.each([
    ['placed', 'Anouk op de wachtlijst', 'st-concept'],
    ['wishes', 'Wensen van Anouk gewijzigd', 'st-concept'],
    ['moved', 'Anouk verplaatst in de rij', 'st-concept'],
    ['offered', 'Aangeboden aan Anouk', 'st-planned'],
    ['skipped', 'Anouk overgeslagen', 'st-option'],
    ['passed_over', 'Anouk overgeslagen door de planner', 'st-option'],
    ['accepted', 'Anouk nam de plaats aan', 'st-confirmed'],
    ['declined', 'Anouk zei nee', 'st-cancelled'],
    ['expired', 'Anouk antwoordde niet op tijd', 'st-cancelled'],
    ['withdrawn', 'Aanbod aan Anouk ingetrokken', 'st-concept'],
    ['left', 'Anouk van de wachtlijst', 'st-concept'],
    ['enrolled', 'Anouk is ingeschreven', 'st-concept'],
    ['something-new', 'Anouk', 'st-concept'],
  ])('%s says %s', (kind, head, css) => {
    expect(stepLine({ ...step, kind })).toEqual({ head, css, sub: '23-11-2026 10:00, BHV, door Els' })
  })

  it('says no more than is known', () => {
    expect(stepLine({ ...step, kind: 'left', detail: '', actor: null }).sub).toBe('23-11-2026 10:00')
  })
})
