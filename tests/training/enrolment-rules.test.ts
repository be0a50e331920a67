import { describe, expect, it } from 'vitest'
import * as browser from '../../public/js/enrolment/shortage.ts'
import {
  CLOSED,
  enrolledText,
  MOST_PLACES,
  freePlaces,
  namesUrl,
  partsBeside,
  placesText,
  proposeNamesBy,
  samePart,
  sentenceOf,
  shortageText,
  shortagesOf,
  takesPeople,
  whoText,
} from '../../src/training/places/enrolment/enrolment.rules.ts'
import { identityNames } from '../../src/training/places/enrolment/list/list.queries.ts'
import {
  type KnownContact,
  type Line,
  contactFields,
  carryOver,
  freshLine,
  lineOf,
  nameOf,
  openText,
  packPerson,
  proposedChoice,
  resolveLine,
} from '../../src/training/places/enrolment/list/list.rules.ts'
import type { Match } from '../../src/training/places/participant-lists/index.ts'

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

  it('are lacking only where fewer are free than wanted', () => {
    expect(shortagesOf([part(1, 5, 3), part(2, 5, 4)], ({ id }) => (id === 1 ? 2 : 1))).toEqual([])
    expect(shortagesOf([part(1, 5, 3, 1)], () => 2)).toEqual([{ id: 1, description: 'Deel 1', free: 1, needed: 2 }])
    expect(MOST_PLACES).toBe(1000)
  })

  it('are told for one and for many', () => {
    const lacking = (free: number, needed: number) => [{ id: 1, description: 'Theorie', free, needed }]
    expect(shortageText(lacking(2, 3))).toBe(
      'Er zijn niet genoeg vrije plaatsen: Theorie heeft 2 plaatsen vrij voor 3 cursisten.',
    )
    expect(shortageText(lacking(0, 1))).toBe(
      'Er zijn niet genoeg vrije plaatsen: Theorie heeft geen plaats vrij voor 1 cursist.',
    )
    expect(shortageText(lacking(1, 2), 'plaats', 'reserveringen')).toContain('1 plaats vrij voor 2 reserveringen.')
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
    [{ people: 1, already: 0 }, '1 cursist ingeschreven'],
    [{ people: 3, already: 2 }, '3 cursisten ingeschreven, 2 waren al ingeschreven'],
    [{ people: 2, already: 1 }, '2 cursisten ingeschreven, 1 was al ingeschreven'],
    [{ people: 0, already: 1 }, 'Deze cursist was al ingeschreven.'],
    [{ people: 0, already: 5 }, 'Iedereen was al ingeschreven.'],
  ])('say who got a place: %j', (enrolled, text) => {
    expect(enrolledText(enrolled)).toBe(text)
  })

  it('name up to three people and count more', () => {
    expect(sentenceOf(['Ans', 'Bob', 'Cas'])).toBe('Ans, Bob en Cas')
    expect(whoText(['Ans'])).toBe('Ans')
    expect(whoText(['Ans', 'Bob', 'Cas'])).toBe('Ans, Bob en Cas')
    expect(whoText(['Ans', 'Bob', 'Cas', 'Dre'])).toBe('4 cursisten')
  })

  it.each([
    [['Ans'], 'Nog 1 keuze open bij Ans'],
    [['Ans', 'Bob'], 'Nog 2 keuzes open bij Ans en Bob'],
    [['Ans', 'Bob', 'Cas'], 'Nog 3 keuzes open bij Ans, Bob en Cas'],
    [['Ans', 'Bob', 'Cas', 'Dre', 'Els'], 'Nog 5 keuzes open bij Ans, Bob en 3 anderen'],
  ])('say what is open, in the browser as on the server: %j', (names, text) => {
    expect(openText(names)).toBe(text)
    expect(browser.openText(names)).toBe(text)
  })
})

describe('parts of two plannings', () => {
  it('belong together by component, and without one by what they are called', () => {
    const of = (component_id: number | null, description: string) => ({ id: 1, component_id, description })
    expect(samePart(of(4, 'Ochtend'), of(4, 'Middag'))).toBe(true)
    expect(samePart(of(4, 'Ochtend'), of(5, 'Ochtend'))).toBe(false)
    expect(samePart(of(null, 'Examen'), of(null, 'Examen'))).toBe(true)
    expect(samePart(of(null, 'Examen'), of(4, 'Examen'))).toBe(false)
    expect(samePart(of(4, 'Examen'), of(null, 'Examen'))).toBe(false)
    expect(samePart(of(null, 'Examen'), of(null, 'Theorie'))).toBe(false)
  })

  it('that somebody gets into by one of them are those that are not cancelled, and that one', () => {
    const parts = [
      { id: 1, status: 'planned' },
      { id: 2, status: 'cancelled' },
      { id: 3, status: 'cancelled' },
    ]
    expect(partsBeside(parts, 1).map(({ id }) => id)).toEqual([1])
    expect(partsBeside(parts, 2).map(({ id }) => id)).toEqual([1, 2])
  })
})

describe('a posted line', () => {
  const posted = (changes: Partial<Parameters<typeof lineOf>[0]> = {}) => ({
    first_name: ' Anna  Maria ',
    initials: ' A.M. ',
    last_name_prefix: ' van  de ',
    last_name: '\tVries ',
    birth_date: '07-03-1985',
    email: 'Anna@Linde.nl',
    phone: '038 421 0000',
    mobile_phone: '06-12345678',
    company: ' De  Linde ',
    note: ' een\r\ntwee\rdrie ',
    choice: 'new',
    skip: true,
    seen: [4],
    lines: [7, 8],
    corrected: [],
    ...changes,
  })
  const at = (changes?: Partial<Parameters<typeof lineOf>[0]>) => lineOf(posted(changes), '2026-11-21')

  it('becomes a person, each value on one line but the note', () => {
    expect(at()).toEqual({
      person: {
        lineNumbers: [7, 8],
        remarks: [],
        fields: {
          first_name: 'Anna Maria',
          initials: 'A.M.',
          last_name_prefix: 'van de',
          last_name: 'Vries',
          birth_date: '1985-03-07',
          email: 'anna@linde.nl',
          phone: '038-4210000',
          mobile_phone: '06-12345678',
          company: 'De Linde',
          note: 'een\ntwee\ndrie',
        },
      },
      choice: 'new',
      skip: true,
      seen: [4],
      problems: [],
      corrected: [],
    })
  })

  it('has nothing where nothing was typed', () => {
    const empty = { initials: ' ', birth_date: '', email: '', phone: '', mobile_phone: '', company: '', note: '\r\n' }
    const { person, problems } = at(empty)
    expect(person.fields).toMatchObject({
      initials: null,
      birth_date: null,
      email: null,
      phone: null,
      mobile_phone: null,
      company: null,
      note: null,
    })
    expect(problems).toEqual([])
  })

  it('leaves out what cannot be used, and says what and where', () => {
    const { person, problems, corrected } = at({
      corrected: ['email', 'last_name'],
      birth_date: '31-02-1985',
      email: 'anna',
      phone: '12',
      mobile_phone: '34',
    })
    // Reading the list again may still say what the address is.
    expect(corrected).toEqual(['last_name'])
    expect(person.fields).toMatchObject({ birth_date: null, email: null, phone: null, mobile_phone: null })
    expect(problems.map(({ field }) => field)).toEqual(['birth_date', 'email', 'phone', 'mobile_phone'])
    expect(problems[0]!.text).toMatch(/^Geboortedatum 31-02-1985 .+\.$/)
    expect(problems.every(({ text }) => text !== '')).toBe(true)
  })

  it('is packed without what is empty, and reads the same again', () => {
    const { person } = at({ note: '', phone: '' })
    const { lines, ...packed } = JSON.parse(packPerson({ person, corrected: [] })) as Record<string, string> & {
      lines: number[]
    }
    expect(lines).toEqual([7, 8])
    expect(packed).toEqual({
      first_name: 'Anna Maria',
      initials: 'A.M.',
      last_name_prefix: 'van de',
      last_name: 'Vries',
      birth_date: '07-03-1985',
      email: 'anna@linde.nl',
      mobile_phone: '06-12345678',
      company: 'De Linde',
    })
    expect(at({ note: '', phone: '', ...packed }).person).toEqual(person)
    expect(JSON.parse(packPerson({ person, corrected: ['note'] }))).toHaveProperty('corrected', ['note'])
  })

  it('fills the form of a new contact, a student of the company that is chosen or of none', () => {
    const { person } = at()
    expect(contactFields(person.fields, 9)).toEqual({
      first_name: 'Anna Maria',
      initials: 'A.M.',
      last_name_prefix: 'van de',
      last_name: 'Vries',
      birth_date: '07-03-1985',
      email: 'anna@linde.nl',
      phone: '038-4210000',
      mobile_phone: '06-12345678',
      company_id: '9',
      roles: '5',
    })
    const bare = at({ initials: '', birth_date: '', email: '', phone: '', mobile_phone: '' }).person.fields
    expect(contactFields(bare, null)).toMatchObject({
      initials: '',
      birth_date: '',
      email: '',
      phone: '',
      mobile_phone: '',
      company_id: '-1',
    })
  })

  it('is called by its name, and nobody decided on it yet when it is fresh', () => {
    const line = at({ initials: '' })
    expect(nameOf(line)).toBe('Anna Maria van de Vries')
    expect(freshLine(line.person)).toEqual({
      person: line.person,
      choice: '',
      skip: false,
      seen: [],
      problems: [],
      corrected: [],
    })
  })

  it('hands what was decided and corrected to the line on the same rows when the list is read again', () => {
    const remark = (field: 'line' | 'email' | 'last_name') => ({ field, text: field })
    const read = { ...at({ last_name: 'Vrees', email: 'a@linde.nl' }).person }
    const remarks = [remark('line'), remark('email'), remark('last_name')]
    const same = freshLine({ ...read, remarks })
    const other = freshLine({ ...read, lineNumbers: [7], remarks })
    const [line, untouched] = carryOver([same, other], [at({ corrected: ['last_name'], choice: '4', skip: false })])
    expect(line).toMatchObject({ choice: '4', skip: false, seen: [4], corrected: ['last_name'] })
    expect(line!.person.fields).toEqual({ ...read.fields, last_name: 'Vries' })
    expect(line!.person.remarks).toEqual([remark('line'), remark('email')])
    expect(untouched).toBe(other)
  })
})

describe('a line of a list', () => {
  const line = (choice = '', seen: number[] = [], skip = false): Line => ({
    person: { lineNumbers: [1], fields: {} as never, remarks: [] },
    choice,
    skip,
    seen,
    problems: [],
    corrected: [],
  })
  const contact = (id: number, active = true) => [id, { id, active } as KnownContact] as const
  const known = new Map([contact(1), contact(2), contact(3, false)])
  const doubt = (candidates: number[], proposal: number | null = null): Match => ({
    kind: 'doubtful',
    candidates: candidates.map((contactId) => ({ contactId, who: '', why: '' })),
    reason: '',
    proposal,
  })

  it('is open until one of the candidates, somebody new, or skipping was chosen', () => {
    const match = doubt([1, 2])
    expect(resolveLine(line(), match, known)).toEqual({ kind: 'open', message: 'Maak een keuze' })
    expect(resolveLine(line('', [1, 2]), match, known).kind).toBe('open')
    expect(resolveLine(line(), { kind: 'new' }, known)).toEqual({ kind: 'new' })
    expect(resolveLine(line('9'), match, known).kind).toBe('open')
    expect(resolveLine(line('2'), match, known)).toEqual({ kind: 'contact', contactId: 2 })
    expect(resolveLine(line('new', [1, 2]), match, known)).toEqual({ kind: 'new' })
    expect(resolveLine(line('', [], true), match, known)).toEqual({ kind: 'skip' })
  })

  it('is open again when somebody turned up whom the user had not seen', () => {
    expect(resolveLine(line('new', [1]), doubt([1, 2]), known).kind).toBe('open')
  })

  it('is matched whatever was chosen before, and never with somebody who is not active', () => {
    expect(resolveLine(line('new'), { kind: 'matched', contactId: 1, why: '' }, known)).toEqual({
      kind: 'contact',
      contactId: 1,
    })
    const inactive = {
      kind: 'open',
      message: 'Dit contact is niet actief. Activeer het contact eerst, of sla de regel over.',
    }
    expect(resolveLine(line(), { kind: 'matched', contactId: 3, why: '' }, known)).toEqual(inactive)
    expect(resolveLine(line(), { kind: 'matched', contactId: 4, why: '' }, known)).toEqual(inactive)
  })

  it('proposes a contact, but never somebody new', () => {
    expect(proposedChoice(line(), doubt([1, 2], 2), known)).toBe('2')
    expect(proposedChoice(line(), doubt([1, 2]), known)).toBe('')
    expect(proposedChoice(line(), doubt([3], 3), known)).toBe('')
    expect(proposedChoice(line(), doubt([9], 9), known)).toBe('')
    expect(proposedChoice(line('1'), doubt([1, 2], 2), known)).toBe('1')
    expect(proposedChoice(line('9', [], true), doubt([1, 2], 2), known)).toBe('9')
    expect(proposedChoice(line('', [], true), doubt([1, 2], 2), known)).toBe('2')
    expect(proposedChoice(line('new'), { kind: 'new' }, known)).toBe('')
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

describe('words about places', () => {
  const short = (more: object) => shortageText([{ id: 1, description: 'Theorie', free: 2, needed: 3, ...more }])
  it('say why a place that looks free is not', () => {
    const begin = 'Er zijn niet genoeg vrije plaatsen: Theorie heeft 2 plaatsen vrij voor 3 cursisten'
    expect(short({})).toBe(`${begin}.`)
    expect(short({ held: 1 })).toBe(`${begin} (één plaats komt zo vrij, zodra de mail daarover weg is).`)
    expect(short({ held: 2 })).toBe(`${begin} (2 plaatsen komen zo vrij, zodra de mail daarover weg is).`)
    expect(short({ promised: 1 })).toBe(`${begin} (één plaats gaat eerst naar de wachtlijst).`)
    expect(short({ promised: 3 })).toBe(`${begin} (3 plaatsen gaan eerst naar de wachtlijst).`)
  })

  it('count as taken what is held and promised', () => {
    const full = { ...part(1, 12, 7, 2), held_count: 2, promised_count: 1 }
    expect(freePlaces(full)).toBe(0)
    expect(shortagesOf([full], () => 1)).toEqual([
      { id: 1, description: 'Deel 1', free: 0, needed: 1, held: 2, promised: 1 },
    ])
    expect(shortagesOf([{ ...part(1, 2, 2), held_count: 0, promised_count: 0 }], () => 1)).toEqual([
      { id: 1, description: 'Deel 1', free: 0, needed: 1 },
    ])
  })

  it('say who stands in the other planning', () => {
    expect(enrolledText({ people: 3, already: 0, rest: 1 })).toBe(
      '3 cursisten ingeschreven. Eén staat in de andere planning.',
    )
    expect(enrolledText({ people: 3, already: 1, rest: 2 })).toBe(
      '3 cursisten ingeschreven, 1 was al ingeschreven. 2 staan in de andere planning.',
    )
  })

  it('tell how many are free, and of what has been when that was', () => {
    const [starts, ends] = [new Date('2026-11-23T08:00Z'), new Date('2026-11-23T12:00Z')]
    const told = (now: Date, taken = 5) => placesText({ ...part(1, 12, taken), ends_at: ends }, now)
    expect(told(starts)).toBe('Deel 1: 7 plaatsen vrij')
    expect(told(starts, 11)).toBe('Deel 1: 1 plaats vrij')
    expect(told(ends)).toBe('Deel 1: al geweest op 23-11-2026')
  })
})

describe('a part that takes people', () => {
  it('is neither cancelled nor done with', () => {
    const statuses = ['option', 'planned', 'confirmed', 'executed', 'done', 'cancelled']
    expect(statuses.filter((status) => takesPeople({ status }))).toEqual(['option', 'planned', 'confirmed', 'executed'])
    expect(CLOSED).toEqual({ cancelled: 'geannuleerd', done: 'afgerond' })
  })

  it('is asked for names two weeks before it begins, where that is still to come', () => {
    expect(proposeNamesBy('2026-12-15', '2026-11-30')).toBe('2026-12-01')
    expect(proposeNamesBy('2026-12-15', '2026-12-01')).toBeNull()
    expect(namesUrl({ id: 4, appointment_id: 7 })).toBe('/calendar/enroll/7/0?reservation_id=4')
  })
})
