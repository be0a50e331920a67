import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, epochSeconds, instantOf, today } from '../../src/platform/format/zone.ts'
import { travelOf } from '../../src/training/planning/board/travel.rules.ts'
import { partBeside } from '../../src/training/planning/appointments/names.rules.ts'

describe('the name of a part beside that of its course', () => {
  it.each([
    ['BHV basis', 'Theorie BHV', 'Theorie'],
    ['BHV herhaling', 'Herhaling BHV', ''],
    ['VCA Basis', 'Cursus VCA Basis', 'Cursus'],
    ['EHBO basis', 'Examen Eerste Hulp', 'Examen Eerste Hulp'],
    ['Heftruck', 'Theorie heftruck', 'Theorie'],
    ['Examen BHV', 'Examen en praktijk', 'praktijk'],
    ['NEN 3140 VOP', 'NEN-3140', ''],
    ['BHV', 'BHV', ''],
    ['BHV', 'Deel - BHV', 'Deel'],
    ['BHV', 'BHV  –  deel', 'deel'],
    ['BHV', 'Praktijk & BHV', 'Praktijk'],
    ['BHV', 'Dag van de BHV', 'Dag'],
    ['BHV', 'Theorie voor het BHV', 'Theorie'],
    ['BHV', 'Theorie Bij BHV', 'Theorie'],
    ['BHV', 'Praktijk met een BHV', 'Praktijk'],
    ['BHV', 'BHV of praktijk', 'praktijk'],
    ['BHV', 'NEN-BHV', 'NEN-BHV'],
    ['BHV', 'Theorie  en  praktijk', 'Theorie en praktijk'],
  ])('of %s: %s says %j', (course, part, said) => {
    expect(partBeside(course, part)).toBe(said)
  })

  it('holds no word of the course, and only words of the part in their order', () => {
    const words = fc.array(fc.constantFrom('BHV', 'basis', 'Theorie', 'praktijk', 'en', 'de', 'dag'), { maxLength: 6 })
    fc.assert(
      fc.property(words, words, (course, part) => {
        const said = partBeside(course.join(' '), part.join(' ')).split(' ').filter(Boolean)
        for (const word of said) expect(course.map((one) => one.toLowerCase())).not.toContain(word.toLowerCase())
        let at = 0
        for (const word of said) at = part.map(String).indexOf(word, at) + 1
        expect(said.length === 0 || at > 0).toBe(true)
      }),
    )
  })
})

describe('the ways between what somebody gives', () => {
  const DAY = addDays(today(), 40)
  const stop = (id: number, from: string, to: string, establishment: number | null, { lane = 3, days = 0 } = {}) => ({
    id,
    start_datetime: epochSeconds(instantOf(addDays(DAY, days), from)!),
    end_datetime: epochSeconds(instantOf(addDays(DAY, days), to)!),
    lanes: [lane],
    establishment,
  })
  const forty = () => 40

  it('are told where two follow each other at other places on one day, with the minutes that are too few', () => {
    const stops = [stop(1, '09:00', '12:00', 10), stop(2, '12:30', '14:00', 20), stop(3, '15:00', '16:00', 10)]
    expect(travelOf(stops, forty)).toEqual([
      { lane: 3, after: 1, before: 2, minutes: 40, short: 10 },
      { lane: 3, after: 2, before: 3, minutes: 40, short: 0 },
    ])
  })

  it.each([
    ['at one place', [stop(1, '09:00', '12:00', 10), stop(2, '13:00', '14:00', 10)]],
    ['on two days', [stop(1, '09:00', '12:00', 10), stop(2, '13:00', '14:00', 20, { days: 1 })]],
    ['of two people', [stop(1, '09:00', '12:00', 10), stop(2, '13:00', '14:00', 20, { lane: 4 })]],
    ['at no known place', [stop(1, '09:00', '12:00', 10), stop(2, '13:00', '14:00', null)]],
    ['of nobody', [stop(1, '09:00', '12:00', 10, { lane: 0 }), stop(2, '13:00', '14:00', 20, { lane: 0 })]],
  ])('are none %s', (_what, stops) => {
    expect(travelOf(stops, forty)).toEqual([])
  })

  it('are none where nobody said how long they take', () => {
    expect(travelOf([stop(1, '09:00', '12:00', 10), stop(2, '13:00', '14:00', 20)], () => null)).toEqual([])
  })
})
