import { describe, expect, it } from 'vitest'
import { divideFamiliesAlike } from '../../../src/training/places/participant-lists/names/family-names.rules.ts'
import {
  displayName,
  isUnreadable,
  mayBeSameName,
  nameKey,
  needsRecasing,
  normaliseName,
  recase,
} from '../../../src/training/places/participant-lists/names/name-identity.rules.ts'
import { nearlySameName } from '../../../src/training/places/participant-lists/names/near-names.rules.ts'

const name = (first_name: string, last_name_prefix: string, last_name: string, initials: string | null = null) => ({
  initials,
  first_name,
  last_name_prefix,
  last_name,
})

describe('what two ways of writing a name have in common', () => {
  it.each([
    ['Weiß Æsir Œuvre Søren Łukasz Đorđe Guðrún Þór Yıldız', 'weissaesiroeuvresorenlukaszdordegudrunthoryildiz'],
    ["Dijk-d'Ancona IJ", 'dykdanconay'],
    ['Y\uFFFDld?z 2', 'y?ld?z2'],
    ['', ''],
  ])('of %j is %j', (text, key) => {
    expect(normaliseName(text)).toBe(key)
  })

  it('is its parts together, with initials only where there is no first name', () => {
    expect(nameKey(name('Anna', 'de', 'Vries', 'A.'))).toBe('annadevries')
    expect(nameKey(name('', 'de', 'Vries', 'A.B.'))).toBe('abdevries')
    expect(nameKey(name('', '', 'Vries'))).toBe('vries')
  })

  it.each([
    ['y?ld?z', 'yildiz', true],
    ['yildiz', 'yild?z', true],
    ['y?ldiz', 'yild?z', true],
    ['yildiz', 'yildiz', false],
    ['y?ldiz', 'yildis', false],
    ['yildi?', 'yildizz', false],
    ['?', '', false],
  ])('may be lost in %j beside %j: %s', (a, b, expected) => {
    expect(mayBeSameName(a, b)).toBe(expected)
  })
})

describe('a name', () => {
  it.each([
    ['Y?ld?z', true],
    ['Bj\uFFFDrn', true],
    ['RenÃ©e', true],
    ['Zoë Åsa Ãlm', false],
    ['Jan', false],
  ])('%j cannot be read: %s', (text, expected) => {
    expect(isUnreadable(text)).toBe(expected)
  })

  it.each([
    [name('Anna', 'de', 'Vries'), 'Anna de Vries'],
    [name('', '', 'Vries', 'A.'), 'A. Vries'],
    [name('', '', 'Vries'), 'Vries'],
    [name('Roos', "d'", 'Ancona'), "Roos d'Ancona"],
    [name('Roos', "L'", 'Ami'), "Roos L'Ami"],
    [name('Piet', "'t", 'Hart'), "Piet 't Hart"],
    [name('Piet', "van 't", 'Hart'), "Piet van 't Hart"],
  ])('%j reads %j', (parts, text) => {
    expect(displayName(parts)).toBe(text)
  })

  it.each([
    ['VAN DIJK-BOS', 'Van Dijk-Bos'],
    ["roos d'ancona", "Roos D'Ancona"],
    ['ijsbrand van ijssel', 'IJsbrand Van IJssel'],
    ['o’brien', 'O’Brien'],
    ['zoë özdemir', 'Zoë Özdemir'],
    ['dijkIj', 'Dijkij'],
  ])('%j is written %j', (text, written) => {
    expect(recase(text)).toBe(written)
  })

  it.each([
    ['JAN', 'BOS', true],
    ['jan', 'bos', true],
    ['Jan', 'Bos', false],
    ['JAN', 'bos', false],
    ['J', 'BOS', true],
    ['A', 'BO', false],
    ['李', '小龍小龍', false],
    ["J'", 'O-1', false],
  ])('%j %j needs other capitals: %s', (first, last, expected) => {
    expect(needsRecasing(name(first, 'van', last))).toBe(expected)
  })
})

describe('two names that may be one', () => {
  it.each([
    [name('Anna', 'de', 'Vries'), name('Anna', 'van der', 'Vries')],
    [name('Anna', '', 'Vries'), name('Anna', 'de', 'Vries')],
    [name('Jo', 'de', 'Vries'), name('Jo', '', 'Vries')],
    [name('Vries', 'de', 'Anna'), name('Anna', 'de', 'Vries')],
    [name('Jan', '', 'Bos-Mol'), name('Mol', '', 'Jan Bos')],
    [name('', '', 'Bos', 'J.'), name('Jan', '', 'Bos')],
    [name('Jan Willem', '', 'Bos'), name('Jan', '', 'Bos')],
    [name('Jan', '', 'Bos'), name('Jansje', 'van den', 'Bos')],
    [name('Marieke', '', 'Bos'), name('Mariekke', '', 'Bos')],
    [name('Marieke', '', 'Bos'), name('Maricke', '', 'Bos')],
    [name('Anna', '', 'Bos'), name('Anne', '', 'Bos')],
    [name('Marieke', '', 'Bos'), name('Marieke', '', 'Bosx')],
  ])('are %j and %j', (a, b) => {
    expect([nearlySameName(a, b), nearlySameName(b, a)]).toEqual([true, true])
  })

  it.each([
    [name('Anna', '', 'Vries'), name('Tom', '', 'Vries')],
    [name('', '', 'Bos', 'P.'), name('Jan', '', 'Bos')],
    [name('', '', 'Bos'), name('Jan', '', 'Bos')],
    [name('Jo', '', 'Bos'), name('Johannes', '', 'Bos')],
    [name('Jan', '', 'Bos'), name('Jan Willem', '', 'Mol')],
    [name('Eva', '', 'Mol'), name('Ena', '', 'Mol')],
    [name('Eva', '', 'Mol'), name('Elva', '', 'Mol')],
    [name('Marieke', '', 'Bos'), name('Mxriekxe', '', 'Bos')],
    [name('Xmarieke', '', 'Mol'), name('Marieke', '', 'Molxx')],
    [name('Marieke', '', 'Bos'), name('Maricka', '', 'Bos')],
    [name('Marieke', '', 'Bos'), name('Mariekkke', '', 'Bos')],
    [name('Marieke', '', 'Bos'), name('Xmariekes', '', 'Bo')],
  ])('are not %j and %j', (a, b) => {
    expect([nearlySameName(a, b), nearlySameName(b, a)]).toEqual([false, false])
  })
})

describe('a family', () => {
  const divided = (...families: [prefix: string, last: string][]) => {
    const lines = families.map(([prefix, last]) => ({ fields: name('Jan', prefix, last) }))
    divideFamiliesAlike(lines)
    return lines.map(({ fields }) => [fields.last_name_prefix, fields.last_name])
  }

  it('is divided as most of its lines have it, whatever the capitals', () => {
    expect(divided(['El', 'Amrani'], ['', 'el Amrani'], ['El', 'AMRANI'])).toEqual([
      ['El', 'Amrani'],
      ['el', 'Amrani'],
      ['El', 'AMRANI'],
    ])
    expect(divided(['', 'El Amrani'], ['el', 'Amrani'], ['', 'El Amrani'])).toEqual([
      ['', 'El Amrani'],
      ['', 'el Amrani'],
      ['', 'El Amrani'],
    ])
  })

  it('with as many lines for each has the longer particle', () => {
    expect(divided(['van', 'der Berg'], ['van der', 'Berg'])).toEqual([
      ['van der', 'Berg'],
      ['van der', 'Berg'],
    ])
  })

  it('that is alone or another stays as it is', () => {
    expect(divided(['van', 'Dam'], ['', 'Vandam'], ['', 'Bos  Mol'])).toEqual([
      ['van', 'Dam'],
      ['', 'Vandam'],
      ['', 'Bos  Mol'],
    ])
  })
})
