import { describe, expect, it } from 'vitest'
import { softHyphens } from '../../src/platform/format/hyphens.ts'

describe('the long words of a narrow column', () => {
  it.each([
    ['bedrijfshulpverlening', 'be-drijfs-hulp-ver-le-ning'],
    ['Reanimatie', 'Rea-ni-ma-tie'],
    ['heftruckchauffeur', 'hef-truck-chauf-feur'],
    ['ploegleider', 'ploeg-lei-der'],
    ['machinist', 'ma-chi-nist'],
    ['elektrische', 'elek-tri-sche'],
    ['brandblusser', 'brand-blus-ser'],
    ['Praktijkexamen', 'Prak-tij-ke-xa-men'],
    ['veiligheid', 'vei-lig-heid'],
  ])('break where syllables do: %s', (word, broken) => {
    expect(softHyphens(word, 9).replaceAll('\u00AD', '-')).toBe(broken)
  })

  it('keep their letters, and short ones stay as they are', () => {
    expect(softHyphens('BHV basis: Eerste hulp bij letsel', 9)).toBe('BHV basis: Eerste hulp bij letsel')
    expect(softHyphens('VCA-examen, Cursus Levensreddend handelen', 9).replaceAll('\u00AD', '')).toBe(
      'VCA-examen, Cursus Levensreddend handelen',
    )
  })
})
