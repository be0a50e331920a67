import { describe, expect, it } from 'vitest'
import { namesOf, shortNames, subText } from './block-text.ts'
import { appointment } from './test-support.ts'

const planned = { key: 'planned', label: 'Gepland', css: 'st-planned' }
const made = (fields: object) => appointment('2026-11-18 09:00', '2026-11-18 12:00', { status: planned, ...fields })
const sub = (fields: object, isOver = false) => {
  const { filled, who, warning } = subText(made(fields), isOver)
  return [filled, who, warning].filter(Boolean).join(' · ')
}

describe('a block', () => {
  it('names course and part apart, where they are told so', () => {
    expect(namesOf(made({ course: 'BHV basis', part: 'Theorie' }))).toEqual({ course: 'BHV basis', part: 'Theorie' })
    expect(namesOf(made({ description: 'Keur\u00ADing: blussers' }))).toEqual({ course: 'Keuring: blussers', part: '' })
  })

  it('says how full it is and by whom it is given, or for which company', () => {
    expect(sub({ free: 7, max_count: 14, teachers: ['Jeroen van Dijk'], version: 1 })).toBe('7/14 · J. van Dijk')
    expect(sub({ free: 2, max_count: 8, incompany: ['Bakkerij Smit'], teachers: ['An'], version: 1 })).toBe(
      '6/8 · Bakkerij Smit',
    )
    expect(sub({ free: 0, max_count: 8, full: true, teachers: ['An'], version: 1 })).toBe('Vol · An')
    expect(shortNames(['Rachid el Amrani', 'Ingrid Bosman'])).toBe('R. el Amrani +1')
  })

  it('says that nobody gives it to who plans, while it is still to come', () => {
    expect(sub({ free: 7, max_count: 14, version: 1 })).toBe('7/14 · geen docent')
    expect(sub({ free: 7, max_count: 14, version: 1 }, true)).toBe('7/14')
    expect(sub({ free: 7, max_count: 14 })).toBe('7/14')
    expect(sub({})).toBe('')
  })

  it('says until when it is an option, and of what is cancelled only that', () => {
    const option = { status: { key: 'option', label: 'Optie t/m 27-11', css: 'st-option' }, teachers: ['An'] }
    expect(sub({ ...option, version: 1 })).toBe('An · optie t/m 27-11')
    expect(sub({ cancelled: true, free: 7, max_count: 14, version: 1 })).toBe('Geannuleerd')
  })
})
