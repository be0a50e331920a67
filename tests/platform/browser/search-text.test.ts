import { describe, expect, it } from 'vitest'
import { matchesIn } from '../../../public/js/search-text.ts'

describe('the text of a search result', () => {
  it('finds every word without regard to case and accents', () => {
    expect(matchesIn('Zorggroep De Linde', 'linde ZORG')).toEqual([
      [0, 4],
      [13, 18],
    ])
    expect(matchesIn('Zoë Łukasz', 'zoe')).toEqual([[0, 3]])
  })

  it('joins overlapping finds', () => {
    expect(matchesIn('aaaa', 'aa')).toEqual([[0, 4]])
  })

  it('finds nothing in nothing', () => {
    expect(matchesIn('Linde', ' ')).toEqual([])
  })
})
