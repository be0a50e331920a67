import { describe, expect, it } from 'vitest'
import { kilometresBetween } from '../../src/training/desk/autopilot/regions.rules.ts'

const REGIONS = Array.from({ length: 90 }, (_, i) => `${10 + i}11 AA`)

describe('how far it is', () => {
  it.each([
    ['8011 AA', '8012 GH', 0, 5],
    ['8011 AA', '7411 BC', 25, 35],
    ['1012 AB', '6211 AA', 160, 190],
    // From east to west, and from north to south.
    ['2511 AA', '7511 AA', 160, 185],
    ['9711 AA', '5611 AA', 185, 220],
  ])('from %s to %s', (one, other, least, most) => {
    expect(kilometresBetween(one, other)).toBeGreaterThanOrEqual(least)
    expect(kilometresBetween(one, other)).toBeLessThanOrEqual(most)
    expect(kilometresBetween(one, other)).toBe(kilometresBetween(other, one))
  })

  it('is known of each region: nothing to itself, and within the country to all others', () => {
    for (const one of REGIONS) {
      expect(kilometresBetween(one, one)).toBe(0)
      for (const other of REGIONS) expect(kilometresBetween(one, other), `${one} ${other}`).toBeLessThan(350)
    }
  })

  it('is never shorter by way of another region', () => {
    const [from, ...others] = REGIONS as [string, ...string[]]
    for (const by of others)
      for (const to of others) {
        const there = kilometresBetween(from, by)! + kilometresBetween(by, to)!
        // Each of them is told in whole kilometres.
        expect(kilometresBetween(from, to)!).toBeLessThanOrEqual(there + 2)
      }
  })

  it('is not known without postal codes', () => {
    expect(kilometresBetween(null, '8011 AA')).toBeNull()
    expect(kilometresBetween('8011 AA', null)).toBeNull()
    expect(kilometresBetween('0011 AA', '8011 AA')).toBeNull()
    expect(kilometresBetween('8011 AA', '0911 AA')).toBeNull()
    expect(kilometresBetween('AB11 AA', '8011 AA')).toBeNull()
  })
})
