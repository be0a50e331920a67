import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/platform/format/zone.ts'
import {
  type HokPlanning,
  type HokStudent,
  MIN_AGE,
  hokErrors,
  pauseAfter,
} from '../../src/training/proof/registers/hok.rules.ts'

const TODAY = '2026-11-23'
const jan: HokStudent = {
  id: 1,
  name: 'Jan Jansen',
  hasFirstName: true,
  birthDate: '1990-02-01',
  hasResult: true,
  isPassedOn: false,
}
const good: HokPlanning = { students: [jan], teachers: [{ name: 'Roos Vink', number: '1234' }], isOver: true }
const errors = (change: Partial<HokPlanning>) => hokErrors({ ...good, ...change }, TODAY)
const student = (change: Partial<HokStudent>) => errors({ students: [{ ...jan, ...change }] })

describe('what keeps somebody from being passed on', () => {
  it('is nothing when all is known', () => {
    expect(errors({})).toEqual([])
  })

  it.each([
    ['no birth date', { birthDate: null }, 'Jan Jansen: de geboortedatum ontbreekt.'],
    ['a birth date to come', { birthDate: '2026-11-24' }, 'Jan Jansen: de geboortedatum ligt in de toekomst.'],
    ['a birth of today', { birthDate: TODAY }, 'Jan Jansen is jonger dan 15 jaar.'],
    ['an age too low', { birthDate: '2011-11-24' }, 'Jan Jansen is jonger dan 15 jaar.'],
    ['no first name', { hasFirstName: false }, 'Jan Jansen: de voornaam of voorletters ontbreken.'],
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

  it('takes who has the age today, and nobody a day younger', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 36_000 }), (days) => {
        const today = addDays('1950-01-01', days)
        const born = `${String(Number(today.slice(0, 4)) - MIN_AGE)}${today.slice(4)}`
        const at = (birthDate: string) => hokErrors({ ...good, students: [{ ...jan, birthDate }] }, today)
        // On 29 February nobody of that year was born, fifteen years before.
        fc.pre(!today.endsWith('02-29'))
        expect(at(born)).toEqual([])
        expect(at(addDays(born, 1))).toEqual([`Jan Jansen is jonger dan ${MIN_AGE} jaar.`])
      }),
    )
  })

  it('names in each sentence whom it is about', () => {
    const some = fc.record({
      id: fc.nat(),
      name: fc.constantFrom('Jan Jansen', 'Noor Bakker', 'Bo Vos'),
      hasFirstName: fc.boolean(),
      birthDate: fc.constantFrom(null, '1980-01-01', '2020-01-01', '2030-01-01'),
      hasResult: fc.boolean(),
      isPassedOn: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(some, { minLength: 1 }), (students) => {
        for (const sentence of errors({ students }))
          expect(students.some(({ name }) => sentence.startsWith(name))).toBe(true)
      }),
    )
  })
})

describe('trying again', () => {
  it('waits longer each time, and ends', () => {
    expect([1, 2, 3, 4, 5, 6].map(pauseAfter)).toEqual([1, 5, 30, 120, 720, null])
  })
})
