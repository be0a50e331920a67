import { describe, expect, it } from 'vitest'
import { instantOf } from '../../src/platform/format/zone.ts'
import {
  aboutPart,
  applicationLine,
  neededText,
  requestLine,
} from '../../src/training/planning/teacher-requests/words.rules.ts'

const at = (day: number, time: string) => instantOf(`2026-11-${day}`, time)!

describe('the part that a teacher is asked for', () => {
  const part = { course: 'BHV basis', description: 'Praktijk', starts_at: at(19, '08:30'), ends_at: at(19, '16:30') }

  it('is named by its course, and by itself where that says more', () => {
    expect(aboutPart(part)).toBe('BHV basis: Praktijk · do 19-11-2026, 08:30–16:30')
    expect(aboutPart({ ...part, description: 'BHV basis' })).toBe('BHV basis · do 19-11-2026, 08:30–16:30')
  })

  it('has so many of those that it needs', () => {
    expect([neededText({ needed: 2, there: 1 }), neededText({ needed: 1, there: 0 })]).toEqual([
      '1 van 2 docenten',
      '0 van 1 docent',
    ])
  })
})

describe('a request', () => {
  const told = {
    place: 3,
    asked_at: at(19, '09:00'),
    expires_at: at(21, '09:00'),
    reminded_at: at(20, '09:00'),
    ended_at: at(20, '10:30'),
    answered_name: 'Jeroen van Dijk',
    why: 'Past niet',
  }
  const line = (state: Parameters<typeof requestLine>[0]['state'], more: object = {}) => {
    const { state: status, sub } = requestLine({ ...told, ...more, state })
    return [status.css, status.label, sub]
  }

  it('says how it stands, by whom and when', () => {
    expect(line('waiting')).toEqual(['st-concept', 'Nog niet gevraagd', 'Nummer 3 in de volgorde'])
    expect(line('asked')).toEqual([
      'st-planned',
      'Gevraagd',
      'Gevraagd 19-11-2026 09:00, antwoord tot 21-11-2026 09:00, herinnerd',
    ])
    expect(line('yes')).toEqual(['st-confirmed', 'Ja', '20-11-2026 10:30, door Jeroen van Dijk, Past niet'])
    expect(line('no')).toEqual(['st-cancelled', 'Nee', '20-11-2026 10:30, door Jeroen van Dijk, Past niet'])
    expect(line('lapsed')).toEqual(['st-option', 'Geen antwoord', 'Antwoordde niet voor 21-11-2026 09:00'])
    expect(line('withdrawn')).toEqual(['st-concept', 'Ingetrokken', '20-11-2026 10:30, Past niet'])
  })

  it('says nothing of what is not known', () => {
    expect(line('asked', { asked_at: null, expires_at: null, reminded_at: null })[2]).toBe('')
    expect(line('asked', { reminded_at: null })[2]).toBe('Gevraagd 19-11-2026 09:00, antwoord tot 21-11-2026 09:00')
    expect(line('lapsed', { expires_at: null })[2]).toBe('')
    expect(line('withdrawn', { ended_at: null, why: '' })[2]).toBe('')
  })

  it('was answered by its link where nobody signed in', () => {
    expect(line('yes', { answered_name: null, why: '' })[2]).toBe('20-11-2026 10:30, via de link')
    expect(line('no', { answered_name: null, why: '' })[2]).toBe('20-11-2026 10:30, via de link')
  })
})

describe('an application', () => {
  const application = {
    state: 'open',
    note: '',
    why: '',
    created_at: at(19, '09:00'),
    ended_at: null as Date | null,
    decided_name: null as string | null,
  }

  it.each([
    ['open', 'st-planned', 'Wacht op antwoord'],
    ['accepted', 'st-confirmed', 'Aangenomen'],
    ['refused', 'st-cancelled', 'Afgewezen'],
    ['withdrawn', 'st-concept', 'Ingetrokken'],
  ])('that is %s has a colour and a word', (state, css, label) => {
    expect(applicationLine({ ...application, state }).state).toEqual({ css, label })
  })

  it('says when it came, and once it was decided when and by whom; with what both wrote', () => {
    const sub = (more: Partial<typeof application>) => applicationLine({ ...application, ...more }).sub
    expect(sub({ note: 'Graag' })).toBe('Aangemeld 19-11-2026 09:00, Graag')
    expect(sub({ ended_at: at(20, '10:30') })).toBe('20-11-2026 10:30')
    expect(sub({ ended_at: at(20, '10:30'), decided_name: 'Els Bakker', note: 'Graag', why: 'Al bezet' })).toBe(
      '20-11-2026 10:30 door Els Bakker, Graag, Al bezet',
    )
  })
})
