import { describe, expect, it } from 'vitest'
import * as browser from '../../public/js/enrolment/shortage.ts'
import {
  enrolledText,
  freePlaces,
  samePart,
  sentenceOf,
  shortageText,
  shortagesOf,
  whoText,
} from '../../src/training/enrolment/enrolment.rules.ts'
import { identityNames } from '../../src/training/enrolment/list.queries.ts'
import {
  type KnownContact,
  type Line,
  openText,
  proposedChoice,
  settle,
} from '../../src/training/enrolment/list.rules.ts'
import type { Verdict } from '../../src/training/participant-lists/index.ts'

const part = (id: number, max_count: number, enrolled_count: number, reserved_count = 0) => ({
  id,
  description: `Deel ${id}`,
  max_count,
  enrolled_count,
  reserved_count,
})

describe('places', () => {
  it('are the maximum less those enrolled and reserved for [T-038]', () => {
    expect(freePlaces({ max_count: 12, enrolled_count: 7, reserved_count: 3 })).toBe(2)
  })

  it('that are lacking are named part by part, in the same words by the server and the browser', () => {
    const parts = [part(1, 5, 5), part(2, 5, 4), part(3, 2000, 0)]
    const shortages = shortagesOf(parts, () => 1500)
    const text =
      'Er zijn niet genoeg vrije plaatsen: Deel 1 heeft geen plaats vrij voor 1.500 cursisten en Deel 2 heeft 1 plaats vrij voor 1.500 cursisten.'
    expect(shortageText(shortages)).toBe(text)
    const free = parts.map((row) => ({ id: row.id, description: row.description, free: freePlaces(row), most: 1000 }))
    const people = Array.from({ length: 1500 }, () => null)
    expect(browser.shortageText(browser.shortagesOf(free, {}, people))).toBe(text)
  })

  it('are not asked for by whoever is in the part already', () => {
    const parts = [
      { id: 1, description: 'Deel 1', free: 1, most: 1 },
      { id: 2, description: 'Deel 2', free: 1, most: 2 },
    ]
    const shortages = browser.shortagesOf(parts, { 7: [1], 8: [1, 2] }, ['7', '8', null])
    expect(shortages).toEqual([{ id: 2, description: 'Deel 2', free: 1, most: 2, needed: 2 }])
    // A higher maximum is offered only where it makes room for all of them.
    expect(browser.canBeRaised(shortages)).toBe(true)
    expect(browser.canBeRaised([...shortages, { ...shortages[0]!, most: 1 }])).toBe(false)
  })
})

describe('words', () => {
  it.each([
    [{ people: 1, already: 0 }, '1 cursist ingeschreven.'],
    [{ people: 3, already: 2 }, '3 cursisten ingeschreven, 2 waren al ingeschreven.'],
    [{ people: 0, already: 1 }, 'Deze cursist was al ingeschreven.'],
    [{ people: 0, already: 5 }, 'Iedereen was al ingeschreven.'],
  ])('say who got a place: %j', (enrolled, text) => {
    expect(enrolledText(enrolled)).toBe(text)
  })

  it('name up to three people and count more', () => {
    expect(sentenceOf(['Ans', 'Bob', 'Cas'])).toBe('Ans, Bob en Cas')
    expect(whoText(['Ans', 'Bob', 'Cas', 'Dre'])).toBe('4 cursisten')
  })

  it.each([
    [['Ans'], 'Nog 1 keuze open bij Ans'],
    [['Ans', 'Bob'], 'Nog 2 keuzes open bij Ans en Bob'],
    [['Ans', 'Bob', 'Cas', 'Dre', 'Els'], 'Nog 5 keuzes open bij Ans, Bob en 3 anderen'],
  ])('say what is open, in the browser as on the server: %j', (names, text) => {
    expect(openText(names)).toBe(text)
    expect(browser.openText(names)).toBe(text)
  })
})

describe('parts of two runs', () => {
  it('belong together by component, and without one by what they are called', () => {
    const of = (component_id: number | null, description: string) => ({ id: 1, component_id, description })
    expect(samePart(of(4, 'Ochtend'), of(4, 'Middag'))).toBe(true)
    expect(samePart(of(4, 'Ochtend'), of(5, 'Ochtend'))).toBe(false)
    expect(samePart(of(null, 'Examen'), of(null, 'Examen'))).toBe(true)
    expect(samePart(of(null, 'Examen'), of(4, 'Examen'))).toBe(false)
  })
})

describe('a line of a list', () => {
  const line = (choice = '', seen: number[] = [], skip = false): Line => ({
    person: { lineNumbers: [1], fields: {} as never, remarks: [] },
    choice,
    skip,
    seen,
    problems: [],
  })
  const contact = (id: number, active = true) => [id, { id, active } as KnownContact] as const
  const known = new Map([contact(1), contact(2), contact(3, false)])
  const doubt = (candidates: number[], proposal: number | null = null): Verdict => ({
    kind: 'doubtful',
    candidates: candidates.map((contactId) => ({ contactId, why: '' })),
    reason: '',
    proposal,
  })

  it('is open until one of the candidates, somebody new, or skipping was chosen', () => {
    const verdict = doubt([1, 2])
    expect(settle(line(), verdict, known).kind).toBe('open')
    expect(settle(line('9'), verdict, known).kind).toBe('open')
    expect(settle(line('2'), verdict, known)).toEqual({ kind: 'contact', contactId: 2 })
    expect(settle(line('new', [1, 2]), verdict, known)).toEqual({ kind: 'new' })
    expect(settle(line('', [], true), verdict, known)).toEqual({ kind: 'skip' })
  })

  it('is open again when somebody turned up whom the user had not seen', () => {
    expect(settle(line('new', [1]), doubt([1, 2]), known).kind).toBe('open')
  })

  it('is matched whatever was chosen before, and never with somebody who is not active', () => {
    expect(settle(line('new'), { kind: 'matched', contactId: 1, why: '' }, known)).toEqual({
      kind: 'contact',
      contactId: 1,
    })
    expect(settle(line(), { kind: 'matched', contactId: 3, why: '' }, known).kind).toBe('open')
  })

  it('proposes a contact, but never somebody new', () => {
    expect(proposedChoice(line(), doubt([1, 2], 2), known)).toBe('2')
    expect(proposedChoice(line(), doubt([1, 2]), known)).toBe('')
    expect(proposedChoice(line(), doubt([3], 3), known)).toBe('')
    expect(proposedChoice(line('new', [1, 2]), doubt([1, 2], 2), known)).toBe('new')
    expect(proposedChoice(line('new', [1]), doubt([1, 2], 2), known)).toBe('2')
  })
})

describe('names to look for', () => {
  const person = (first_name: string, last_name: string, initials: string | null = null) => ({
    lineNumbers: [1],
    remarks: [],
    fields: { first_name, initials, last_name_prefix: '', last_name } as never,
  })

  it('hold both spellings of ij, leave initials out, and skip what cannot be read', () => {
    expect(identityNames([person('Wim', 'van Dijk')])).toEqual(['wimvandyk', 'wimvandijk'])
    expect(identityNames([person('', 'Jansen', 'J.')])).toEqual(['jjansen', 'jansen'])
    expect(identityNames([person('?ükrü', 'Peters')])).toEqual([])
    expect(identityNames([person('Y'.repeat(40), 'Y')])).toHaveLength(16)
  })
})
