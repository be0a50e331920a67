import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/platform/format/zone.ts'
import { hokDefects, hokErrors } from '../../src/training/proof/registers/hok/hok.rules.ts'
import {
  type NibhvCourse,
  nibhvDefects,
  nibhvHandOverErrors,
} from '../../src/training/proof/registers/nibhv/nibhv.rules.ts'
import {
  MIN_AGE,
  type OwnRule,
  type Planning,
  type Student,
  lightOf,
} from '../../src/training/proof/registers/preflight.rules.ts'
import { askable, refusedFields } from '../../src/training/proof/registers/questions/mending.rules.ts'
import { canConnect } from '../../public/js/registers/connection-rules.ts'

const TODAY = '2026-11-23'
const jan: Student = {
  id: 1,
  name: 'Jan Jansen',
  firstName: 'Jan',
  initials: 'J.',
  lastName: 'Jansen',
  birthDate: '1990-02-01',
  email: 'jan@voorbeeld.example',
  companyEmail: 'info@bedrijf.example',
  lacks: [],
  hasResult: true,
  isPassedOn: false,
}
const noor: Student = { ...jan, id: 2, name: 'Noor Bakker', firstName: 'Noor', initials: 'N.', lastName: 'Bakker', email: 'noor@voorbeeld.example' } // prettier-ignore
const good: Planning = {
  students: [jan],
  teachers: [{ name: 'Roos Vink', number: '1234' }],
  parts: [{ description: 'Theorie', componentId: 7, hasPlace: true }],
  firstDay: TODAY,
  isOver: true,
  max: 12,
  course: { language: null, refreshes: false },
}
const atNibhv: NibhvCourse = {
  type: 'bhv',
  isRefresher: false,
  language: 'nl',
  profile: '00000000-0003-4000-8000-000000000001',
  told: new Set([7]),
  account: { isAllowed: true, trainer: 'a', contactUser: 'b' },
}
const NONE: ReadonlySet<OwnRule> = new Set()
const ALL: ReadonlySet<OwnRule> = new Set(['email', 'own_email', 'real_name', 'initials', 'place', 'group_size'])
const errors = (change: Partial<Planning>) => hokErrors({ ...good, ...change }, NONE, TODAY)
const student = (change: Partial<Student>) => errors({ students: [{ ...jan, ...change }] })

describe('what keeps somebody from being passed on', () => {
  it('is nothing when all is known', () => {
    expect(errors({})).toEqual([])
    expect(nibhvHandOverErrors(good, atNibhv, ALL, TODAY)).toEqual([])
  })

  it.each([
    ['no birth date', { birthDate: null }, 'Jan Jansen: de geboortedatum ontbreekt.'],
    ['a birth date to come', { birthDate: '2026-11-24' }, 'Jan Jansen: de geboortedatum ligt in de toekomst.'],
    ['a birth of today', { birthDate: TODAY }, 'Jan Jansen is jonger dan 15 jaar.'],
    ['an age too low', { birthDate: '2011-11-24' }, 'Jan Jansen is jonger dan 15 jaar.'],
    ['no first name', { firstName: '', initials: ' ' }, 'Jan Jansen: de voornaam of voorletters ontbreken.'],
    ['no result', { hasResult: false }, 'Jan Jansen: het resultaat is nog niet ingevuld.'],
    ['that it was done', { isPassedOn: true }, 'Jan Jansen is al doorgegeven.'],
  ] as const)('is %s', (_what, change, sentence) => {
    expect(student(change)).toEqual([sentence])
  })

  it('is a planning that is not over, without students or without a teacher with a number', () => {
    expect(errors({ isOver: false })).toEqual(['De planning is nog niet voorbij.'])
    expect(errors({ students: [] })).toEqual(['Er zijn geen cursisten om door te geven.'])
    expect(errors({ teachers: [] })).toEqual(['De planning heeft geen docent.'])
    for (const number of [null, ''])
      expect(errors({ teachers: [{ name: 'Roos Vink', number }] })).toEqual(['Roos Vink: het HOK-nummer ontbreekt.'])
  })

  it('is somebody who stands there twice, and not two people of one name', () => {
    const twin = { ...jan, id: 2, birthDate: '1991-02-01' }
    expect(errors({ students: [jan, { ...jan, id: 2, name: 'JAN JANSEN' }] })).toEqual([
      'Jan Jansen staat er dubbel in.',
    ])
    expect(errors({ students: [jan, twin] })).toEqual([])
  })

  it('takes who has the age on the first day, and nobody a day younger', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 36_000 }), (days) => {
        const day = addDays('1950-01-01', days)
        const born = `${String(Number(day.slice(0, 4)) - MIN_AGE)}${day.slice(4)}`
        const at = (birthDate: string) => hokErrors({ ...good, firstDay: day, students: [{ ...jan, birthDate }] }, NONE, addDays(day, 9)) // prettier-ignore
        // On 29 February nobody of that year was born, fifteen years before.
        fc.pre(!day.endsWith('02-29'))
        expect(at(born)).toEqual([])
        expect(at(addDays(born, 1))).toEqual([`Jan Jansen is jonger dan ${MIN_AGE} jaar.`])
      }),
    )
  })

  it('names in each sentence whom it is about', () => {
    const some = fc.record({
      id: fc.nat(),
      name: fc.constantFrom('Jan Jansen', 'Noor Bakker', 'Bo Vos'),
      firstName: fc.constantFrom('', 'Jan'),
      initials: fc.constantFrom('', 'J.'),
      birthDate: fc.constantFrom(null, '1980-01-01', '2020-01-01', '2030-01-01'),
      hasResult: fc.boolean(),
      isPassedOn: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(some, { minLength: 1 }), (changes) => {
        const students = changes.map((change) => ({ ...jan, ...change }))
        for (const sentence of errors({ students }))
          expect(students.some(({ name }) => sentence.startsWith(name))).toBe(true)
      }),
    )
  })
})

/** What is wrong, as a change of a planning that is ready, and the sentence that tells it before the first day. */
type Wrong = [change: { planning?: Partial<Planning>; student?: Partial<Student>; nibhv?: Partial<NibhvCourse> }, sentence: string] // prettier-ignore
const account = atNibhv.account!
const DEFECTS: Wrong[] = [
  [{ student: { firstName: '', initials: '' } }, 'Jan Jansen: de voornaam of voorletters ontbreken.'],
  [{ student: { birthDate: null } }, 'Jan Jansen: de geboortedatum ontbreekt.'],
  [{ student: { birthDate: '2027-01-01' } }, 'Jan Jansen: de geboortedatum ligt in de toekomst.'],
  [{ student: { birthDate: '2011-11-25' } }, 'Jan Jansen is jonger dan 15 jaar.'],
  [{ student: { lacks: ['Jan Jansen is op 30-11-2026 nog geen 18 jaar.'] } }, 'Jan Jansen is op 30-11-2026 nog geen 18 jaar.'], // prettier-ignore
  [{ student: { lacks: ['Jan Jansen heeft geen geldig certificaat BHV op 30-11-2026.'] } }, 'Jan Jansen heeft geen geldig certificaat BHV op 30-11-2026.'], // prettier-ignore
  [{ student: { email: null } }, 'Jan Jansen: het e-mailadres ontbreekt.'],
  [{ student: { email: 'INFO@bedrijf.example' } }, 'Jan Jansen: het e-mailadres is niet van de cursist zelf.'],
  [{ planning: { students: [jan, { ...noor, email: 'JAN@voorbeeld.example' }] } }, 'Noor Bakker: het e-mailadres is niet van de cursist zelf.'], // prettier-ignore
  [{ planning: { students: [jan, { ...jan, id: 3 }] } }, 'Jan Jansen staat er dubbel in.'],
  [{ student: { lastName: 'Jansen 2' } }, 'Jan Jansen: dit is geen naam van een persoon.'],
  [{ student: { firstName: 'Cursist' } }, 'Jan Jansen: dit is geen naam van een persoon.'],
  [{ student: { lastName: 'N.N.' } }, 'Jan Jansen: dit is geen naam van een persoon.'],
  [{ student: { lastName: '???' } }, 'Jan Jansen: dit is geen naam van een persoon.'],
  [{ student: { initials: 'P.' } }, 'Jan Jansen: voorletters en voornaam passen niet bij elkaar.'],
  [{ planning: { teachers: [] } }, 'De planning heeft geen docent.'],
  [{ planning: { teachers: [{ name: 'Roos Vink', number: null }] } }, 'Roos Vink: het HOK-nummer ontbreekt.'],
  [{ planning: { parts: [] } }, 'Er is geen onderdeel dat doorgaat.'],
  [{ planning: { parts: [{ ...good.parts[0]!, hasPlace: false }] } }, 'Theorie: er is nog geen plaats.'],
  [{ planning: { max: 0 } }, '1 cursist: de opleiding laat er 0 toe.'],
  [{ planning: { parts: [...good.parts, { description: 'Extra dag', componentId: null, hasPlace: true }] } }, 'Extra dag is geen onderdeel van de opleiding en kan niet worden gemeld.'], // prettier-ignore
  [{ nibhv: { told: new Set() } }, 'Kies bij de opleiding waarvoor Theorie gemeld wordt.'],
  [{ nibhv: { type: null } }, 'Van de opleiding is nog niet gekozen welke soort het bij NIBHV is.'],
  [{ nibhv: { language: null } }, 'Van de opleiding is nog niet gekozen in welke taal zij bij NIBHV staat.'],
  [{ nibhv: { profile: null } }, 'Van de opleiding is nog geen competentieprofiel gekozen.'],
  [{ planning: { course: { language: 'en', refreshes: false } } }, 'De opleiding wordt in een andere taal gegeven dan bij NIBHV gekozen is.'], // prettier-ignore
  [{ planning: { course: { language: null, refreshes: true } } }, 'De opleiding herhaalt een andere, maar staat bij NIBHV niet als herhaling.'], // prettier-ignore
  [
    { nibhv: { isRefresher: true } },
    'Bij NIBHV staat de opleiding als herhaling, maar zij herhaalt hier geen opleiding.',
  ],
  [{ nibhv: { account: null } }, 'Er is nog geen verbinding met NIBHV ingesteld.'],
  [
    { nibhv: { account: { ...account, isAllowed: false } } },
    'Het adres van NIBHV is in deze installatie niet toegestaan.',
  ],
  [{ nibhv: { account: { ...account, trainer: null } } }, 'Bij de verbinding met NIBHV is nog geen docent gekozen.'],
  [{ nibhv: { account: { ...account, contactUser: null } } }, 'Bij de verbinding met NIBHV is nog geen contactpersoon gekozen.'], // prettier-ignore
]

describe('the light before the first day', () => {
  const before = (change: Wrong[0]): Planning => ({
    ...good,
    firstDay: '2026-11-24',
    isOver: false,
    ...change.planning,
    students: change.planning?.students ?? [{ ...jan, hasResult: false, ...change.student }],
  })

  it.each(DEFECTS)('tells of %j', (change, sentence) => {
    const [planning, nibhv] = [before(change), { ...atNibhv, ...change.nibhv }]
    const found = [...nibhvDefects(planning, nibhv, ALL, TODAY), ...hokDefects(planning, ALL, TODAY)]
    expect([...new Set(found.map(({ text }) => text))]).toContain(sentence)
    expect(lightOf(found)).not.toBe('ready')
  })

  it('is green for who is ready, and a green planning meets no other error once it is over', () => {
    expect(new Set(DEFECTS.map(([, sentence]) => sentence)).size).toBeGreaterThanOrEqual(27)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...DEFECTS.map(([change]) => change)), { maxLength: 3 }), (changes) => {
        const change: Wrong[0] = Object.assign({}, ...changes) as Wrong[0]
        const [planning, nibhv] = [before(change), { ...atNibhv, ...change.nibhv }]
        const own = new Set<OwnRule>(ALL)
        const over = {
          ...planning,
          isOver: true,
          students: planning.students.map((one) => ({ ...one, hasResult: true })),
        }
        for (const [known, atTheEnd] of [
          [nibhvDefects(planning, nibhv, own, TODAY), nibhvHandOverErrors(over, nibhv, own, TODAY)],
          [hokDefects(planning, own, TODAY), hokErrors(over, own, TODAY)],
        ] as const)
          expect(atTheEnd.filter((text) => !known.some((defect) => defect.text === text))).toEqual([])
      }),
    )
  })

  it('is amber for what the course asks, which a planner may have waived: that keeps nobody from being passed on', () => {
    const planning = before({ student: { lacks: ['Jan Jansen is op 30-11-2026 nog geen 18 jaar.'] } })
    expect(lightOf(hokDefects(planning, NONE, TODAY))).toBe('watch')
    expect(hokErrors({ ...planning, isOver: true, students: [{ ...planning.students[0]!, hasResult: true }] }, NONE, TODAY)).toEqual([]) // prettier-ignore
  })

  it('asks what no register is known to ask only where the organisation switched it on', () => {
    const planning = before({ planning: { max: 0, parts: [{ ...good.parts[0]!, hasPlace: false }] }, student: { email: null, initials: 'P.' } }) // prettier-ignore
    expect(hokDefects(planning, NONE, TODAY)).toEqual([])
    expect(hokDefects(planning, new Set(['email']), TODAY)).toHaveLength(1)
    expect(hokDefects({ ...planning, students: [{ ...planning.students[0]!, lastName: 'Jansen 2' }] }, ALL, TODAY)).toHaveLength(5) // prettier-ignore
  })
})

describe('what somebody can be asked to mend', () => {
  const names = ['first_name', 'initials', 'last_name_prefix', 'last_name']
  it.each([
    ['Geboortedatum wijkt af van het register', ['birth_date']],
    ['Persoon onbekend: controleer naam en geboortedatum', [...names, 'birth_date']],
    ['Het e-mailadres is ongeldig', ['email']],
    ['Persoon onbekend', [...names, 'birth_date']],
    [null, [...names, 'birth_date']],
    ['De uitslag is intussen gewijzigd: deze cursist is niet geslaagd.', []],
  ] as const)('after the answer %j is %j', (message, fields) => {
    expect(refusedFields(message)).toEqual(fields)
  })

  it('is nothing that is hidden, that somebody signs in by, or that is of somebody out of use or an administrator', () => {
    const person = { active: true, signsIn: false, isAdministrator: false, hidden: new Set<string>() }
    const asked = (change: Partial<typeof person>) => askable(['email', 'birth_date'], { ...person, ...change })
    expect(asked({})).toEqual(['birth_date', 'email'])
    expect(asked({ hidden: new Set(['birth_date']) })).toEqual(['email'])
    expect(asked({ signsIn: true })).toEqual(['birth_date'])
    expect(asked({ active: false })).toEqual([])
    expect(asked({ isAdministrator: true })).toEqual([])
  })
})

describe('connecting to a register', () => {
  it('is attempted only when both username and password are filled [T-187]', () => {
    const typed = { url: 'https://nibhv.example', username: 'noordkaap', password: 'geheim', isKept: false }
    expect(canConnect(typed)).toBe(true)
    for (const change of [{ username: '' }, { password: '' }]) expect(canConnect({ ...typed, ...change })).toBe(false)
    expect(canConnect({ ...typed, password: '', isKept: true })).toBe(true)
    expect(canConnect({ ...typed, username: '', isKept: true })).toBe(false)
  })
})
