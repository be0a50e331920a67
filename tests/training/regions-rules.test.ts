import { describe, expect, it } from 'vitest'
import { kilometresBetween } from '../../src/training/autopilot/regions.rules.ts'

describe('how far it is', () => {
  it.each([
    ['8011 AA', '8012 GH', 0, 5],
    ['8011 AA', '7411 BC', 25, 35],
    ['1012 AB', '6211 AA', 160, 190],
  ])('from %s to %s', (one, other, least, most) => {
    expect(kilometresBetween(one, other)).toBeGreaterThanOrEqual(least)
    expect(kilometresBetween(one, other)).toBeLessThanOrEqual(most)
    expect(kilometresBetween(one, other)).toBe(kilometresBetween(other, one))
  })

  it('is not known without postal codes', () => {
    expect(kilometresBetween(null, '8011 AA')).toBeNull()
    expect(kilometresBetween('0011 AA', '8011 AA')).toBeNull()
  })
})
