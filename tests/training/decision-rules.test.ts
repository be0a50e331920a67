import { describe, expect, it } from 'vitest'
import { countText, daysText, isDue } from '../../src/training/desk/decisions/decisions.rules.ts'

describe('what is told of a decision', () => {
  it.each([
    [3, 'nog 3 dagen'],
    [1, 'nog 1 dag'],
    [0, 'vandaag'],
    [-1, '1 dag te laat'],
    [-2, '2 dagen te laat'],
  ])('with %i days left it is %s', (days, text) => {
    expect(daysText(days)).toBe(text)
    const deciding = { enrolled: 0, min_count: 1, days_left: days }
    expect(isDue({ ...deciding, uncertain: true })).toBe(days <= 0)
    expect(isDue({ ...deciding, uncertain: false })).toBe(false)
  })

  it('says how many there are and how many it takes', () => {
    expect(countText({ enrolled: 2, min_count: 4 })).toBe('2 van minimaal 4 ingeschreven')
    expect(countText({ enrolled: 2, min_count: null })).toBe('2 ingeschreven')
  })
})
