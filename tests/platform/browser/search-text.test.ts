import { describe, expect, it } from 'vitest'
import { matchesIn } from '../../../public/js/search-text.ts'
import { isSameWord } from '../../../public/js/word-forms.ts'

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

describe('a word that is typed', () => {
  it.each([
    ['certificaat', 'Certificaten'],
    ['certificate', 'Certificaten'],
    ['lokaal', 'Lokalen'],
    ['lokaaltje', 'Lokalen'],
    ['rekeningen', 'rekening'],
    ['factuur', 'Facturen'],
    ['prijs', 'prijzen'],
    ['bedrijf', 'Bedrijven'],
    ['cursus', 'cursussen'],
    ['klantjes', 'klant'],
    ['agendas', 'Agenda'],
    ["agenda's", 'Agenda'],
    ['categorieen', 'categorie\u00eb'],
  ])('%s is another form of %s', (typed, word) => expect(isSameWord(word, typed)).toBe(true))

  it.each([
    ['contract', 'Contacten'],
    ['docenten', 'Documenten'],
    ['herhaling', 'Herinneringen'],
    ['beschrijving', 'Beschikbaarheid'],
    ['inschatten', 'Inschrijven'],
    ['en', 'de'],
    ['planbord', 'Planningen'],
  ])('%s is no form of %s', (typed, word) => expect(isSameWord(word, typed)).toBe(false))
})
