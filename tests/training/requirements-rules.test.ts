import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/platform/format/zone.ts'
import {
  type Asked,
  askedText,
  lackText,
  lacksOf,
  unfitSentences,
} from '../../src/training/catalogue/requirements/requirements.rules.ts'

const asked = (more: Partial<Asked> = {}): Asked => ({
  day: '2026-12-12',
  certificates: [],
  minimumAge: null,
  language: null,
  ...more,
})
const day = fc.integer({ min: 0, max: 40_000 }).map((n) => addDays('1930-01-01', n))

describe('what a course asks', () => {
  it.each([
    ['2008-12-12', []],
    ['2008-12-13', ['age']],
    ['2008-02-29', []],
    [null, ['birth_date']],
  ])('an age of 18 on 12-12-2026: who was born on %s lacks %j', (birthDate, lacks) => {
    expect(lacksOf(asked({ minimumAge: 18 }), { birthDate, language: null, certified: false })).toEqual(lacks)
  })

  it('lets who was born on a leap day come of age on 1 March', () => {
    const born = { birthDate: '2008-02-29', language: null, certified: true }
    expect(lacksOf(asked({ minimumAge: 18, day: '2026-02-28' }), born)).toEqual(['age'])
    expect(lacksOf(asked({ minimumAge: 18, day: '2026-03-01' }), born)).toEqual([])
  })

  it('is lacked by nobody where nothing is asked, and never gained by waiting less', () => {
    fc.assert(
      fc.property(day, day, fc.integer({ min: 1, max: 99 }), fc.nat(2000), (birthDate, on, minimumAge, later) => {
        const who = { birthDate, language: null, certified: false }
        expect(lacksOf(asked({ day: on }), who)).toEqual([])
        if (lacksOf(asked({ day: on, minimumAge }), who).length === 0)
          expect(lacksOf(asked({ day: addDays(on, later), minimumAge }), who)).toEqual([])
      }),
    )
  })

  it('names person, certificate and day', () => {
    const jan = { name: 'Jan Jansen', language: null }
    const both = asked({ certificates: ['BHV basis', 'BHV herhaling'], minimumAge: 18 })
    expect(lackText(jan, 'certificate', both)).toBe(
      'Jan Jansen heeft geen geldig certificaat BHV basis of BHV herhaling op 12-12-2026.',
    )
    expect(lackText(jan, 'age', both)).toBe('Jan Jansen is op 12-12-2026 nog geen 18 jaar.')
    expect(lackText(jan, 'birth_date', both)).toBe(
      'Van Jan Jansen is geen geboortedatum bekend; de minimumleeftijd is 18 jaar.',
    )
    expect(askedText(both)).toBe(
      'een geldig certificaat BHV basis of BHV herhaling en een leeftijd van minimaal 18 jaar',
    )
  })

  it.each([
    [null, null, []],
    [null, 'pl', []],
    ['nl', null, []],
    ['nl', 'pl', ['language']],
    ['en', null, ['language']],
    ['en', 'en', []],
    ['en', 'pl', ['language']],
  ])('given in %s: who follows a course in %s lacks %j', (language, own, lacks) => {
    expect(lacksOf(asked({ language }), { birthDate: null, certified: false, language: own })).toEqual(lacks)
  })

  it('names both languages, Dutch where none is said', () => {
    const english = asked({ certificates: ['BHV'], minimumAge: 18, language: 'en' })
    expect(lackText({ name: 'Jan Jansen', language: null }, 'language', english)).toBe(
      'Jan Jansen volgt een opleiding in het Nederlands; deze is in het Engels.',
    )
    expect(lackText({ name: 'Ewa Nowak', language: 'pl' }, 'language', english)).toContain('in het Pools')
    expect(askedText(english)).toBe(
      'een geldig certificaat BHV, een leeftijd van minimaal 18 jaar en Engels als lestaal',
    )
  })

  it('finished with an e-learning, where it is asked: not by who is new', () => {
    const online = asked({ eLearning: true })
    const who = { birthDate: null, language: null, certified: false }
    expect([lacksOf(online, who), lacksOf(online, { ...who, eLearned: true })]).toEqual([['e_learning'], []])
    expect(askedText(online)).toBe('een afgeronde e-learning')
  })

  it('names five people and counts the others', () => {
    const unfit = Array.from({ length: 8 }, (_, id) => ({ id, name: `P${id}`, reasons: [`P${id} niet.`] }))
    expect(unfitSentences(unfit.slice(0, 5))).toHaveLength(5)
    expect(unfitSentences(unfit).at(-1)).toBe('Nog 3 cursisten voldoen niet aan de eisen van de opleiding.')
  })
})
