import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays } from '../../src/platform/format/zone.ts'
import { type ChosenLine, judgeChosen } from '../../src/training/desk/autopilot/accepting.rules.ts'
import type { Due, Ground, Opening } from '../../src/training/desk/autopilot/types.ts'
import { DAY, due, ground, hours, opening, workday } from './autopilot-ground.ts'

const line = (refresherId: number, key: string): ChosenLine => ({ refresherId, key })

/** What becomes of each line: '2 in p1', or '1: ' and why not, in the order in which they were judged. */
function judged(dues: Due[], openings: Opening[], lines: ChosenLine[], more: Partial<Ground> = {}): string[] {
  const byKey = new Map(openings.map((one) => [one.key, one]))
  return judgeChosen(ground({ dues, ...more }), byKey, lines).map((one) =>
    'why' in one ? `${one.due.id}: ${one.why}` : `${one.due.id} in ${one.opening.key}`,
  )
}

describe('a line of a proposal that is taken over', () => {
  it.each<[string, string, Partial<Due>, Partial<Opening>, Partial<Ground>]>([
    ['is too late by now', 'de planning is te laat', { lastOn: addDays(DAY, 3) }, {}, {}],
    ['is for another company by now', 'de planning is besloten voor een ander bedrijf', {}, { companies: [4] }, {}],
    ['is too far away', 'de planning is te ver weg', {}, { postalCode: '6211 AA' }, { withinKm: 50 }],
    ['is when they are somewhere else', 'is dan intussen al ergens ingeschreven of ingezet', {}, {}, { busy: new Map([['student-1', hours(workday(5))]]) }], // prettier-ignore
    ['asks more than they have', 'voldoet niet aan de eisen van de opleiding', {}, {}, { asks: new Map([[1, { certificates: ['BHV'], minimumAge: null, language: null }]]) }], // prettier-ignore
    ['has no place left', 'die is intussen vergeven', {}, { free: 0 }, {}],
    ['has fewer places than are taken', 'die is intussen vergeven', {}, { free: -1 }, {}],
    ['is of another course by now', 'de planning is er niet meer, of neemt niemand meer aan', {}, { courseId: 2 }, {}],
    ['is not there any more', 'de planning is er niet meer, of neemt niemand meer aan', {}, { key: 'p2' }, {}],
  ])('gives no place in a planning that %s, and says so', (_what, why, who, planning, known) => {
    expect(judged([due(1, who)], [opening(1, 5, planning)], [line(1, 'p1')], known)).toEqual([
      `1: krijgt geen plaats: ${why}`,
    ])
  })

  it('gives the places to who is due first, whatever the order of the lines', () => {
    const dues = [40, 20, 30].map((inDays, i) => due(i + 1, { dueOn: addDays(DAY, inDays) }))
    const lines = [line(1, 'p1'), line(2, 'p1'), line(3, 'p1')]
    const said = ['2 in p1', '3 in p1', '1: krijgt geen plaats: die is intussen vergeven']
    expect(judged(dues, [opening(1, 5, { free: 2 })], lines)).toEqual(said)
    expect(judged(dues, [opening(1, 5, { free: 2 })], lines.toReversed())).toEqual(said)
  })

  it('gives the places in the order of the lines to those who are due on the same day', () => {
    const [one, other] = [due(1), due(2)]
    const lines = [line(2, 'p1'), line(1, 'p1')]
    expect(judged([one, other], [opening(1, 5, { free: 1 })], lines)).toEqual([
      '2 in p1',
      '1: krijgt geen plaats: die is intussen vergeven',
    ])
  })

  it('counts the places of each planning for itself', () => {
    const openings = [opening(1, 5, { free: 1 }), opening(2, 5, { free: 1 })]
    expect(judged([due(1), due(2)], openings, [line(1, 'p1'), line(2, 'p2')])).toEqual(['1 in p1', '2 in p2'])
  })

  it('takes no place from others when it gives none', () => {
    const dues = [due(1, { lastOn: DAY, dueOn: DAY }), due(2)]
    expect(judged(dues, [opening(1, 5, { free: 1 })], [line(1, 'p1'), line(2, 'p1')])).toEqual([
      '1: krijgt geen plaats: de planning is te laat',
      '2 in p1',
    ])
  })

  it('puts somebody in several plannings, one after the other and never at once', () => {
    const dues = [1, 2, 3].map((id) => due(id, { contactId: 7, courseId: id, dueOn: addDays(DAY, 60 + id) }))
    const [first, at, later] = [1, 2, 3].map((id) => opening(id, id === 3 ? 9 : 5, { courseId: id }))
    const lines = [line(1, 'p1'), line(2, 'p2'), line(3, 'p3')]
    const twice = 'krijgt geen plaats: is dan al ingedeeld voor een andere herhaling'
    expect(judged(dues, [first!, at!, later!], lines)).toEqual(['1 in p1', `2: ${twice}`, '3 in p3'])
    // At the time of what came before the last one, too.
    const again = { ...at!, courseId: 3 }
    expect(judged([dues[0]!, { ...dues[1]!, courseId: 3 }, { ...dues[2]!, courseId: 3 }], [first!, again, later!], [line(1, 'p1'), line(2, 'p3'), line(3, 'p2')])).toEqual(['1 in p1', '2 in p3', `3: ${twice}`]) // prettier-ignore
    // Somebody else can.
    expect(judged([dues[0]!, { ...dues[1]!, contactId: 8 }], [first!, at!], lines.slice(0, 2))).toEqual([
      '1 in p1',
      '2 in p2',
    ])
  })

  it('says nothing of what nobody has to take any more', () => {
    expect(judged([due(1)], [opening(1, 5)], [line(9, 'p1'), line(1, 'p1')])).toEqual(['1 in p1'])
    expect(judged([due(1)], [opening(1, 5)], [])).toEqual([])
  })

  it('never gives more places than there are, and withholds none that is free', () => {
    const asked = fc.record({ inDays: fc.integer({ min: 1, max: 9 }), key: fc.integer({ min: 1, max: 3 }) })
    fc.assert(
      fc.property(
        fc.array(asked, { maxLength: 20 }),
        fc.array(fc.nat(5), { minLength: 3, maxLength: 3 }),
        (of, free) => {
          const dues = of.map(({ inDays }, i) => due(i + 1, { dueOn: addDays(DAY, inDays) }))
          const openings = free.map((places, i) => opening(i + 1, 5, { free: places }))
          const lines = of.map(({ key }, i) => line(i + 1, `p${key}`))
          const said = judged(dues, openings, lines)
          expect(said).toHaveLength(of.length)
          for (const [i, places] of free.entries()) {
            const wanted = of.filter(({ key }) => key === i + 1).length
            const given = said.filter((one) => one.endsWith(` in p${i + 1}`)).length
            expect(given).toBe(Math.min(places, wanted))
          }
        },
      ),
    )
  })
})
