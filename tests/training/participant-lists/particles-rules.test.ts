import { describe, expect, it } from 'vitest'
import {
  detachParticles,
  isLeadingParticle,
  isParticle,
  isParticles,
  isStrongParticle,
  straightQuotes,
  tidyParticles,
} from '../../../src/training/places/participant-lists/names/particles.rules.ts'

describe('a particle', () => {
  it.each([
    ['van', [true, true, true]],
    ['Van', [true, true, true]],
    ['VAN', [true, true, true]],
    ["'t", [true, true, true]],
    ['’t', [true, true, true]],
    ['v.d.', [true, true, true]],
    ['V.D.', [false, false, false]],
    ['V.', [false, false, false]],
    ['v.', [true, true, true]],
    ["d'", [true, true, true]],
    ["D'", [true, true, false]],
    ['l’', [true, true, true]],
    ['du', [true, true, true]],
    ['Dos', [true, true, false]],
    ['della', [true, true, true]],
    ['El', [true, true, false]],
    ['el', [true, true, true]],
    ['Ben', [true, false, false]],
    ['ben', [true, false, true]],
    ['Vries', [false, false, false]],
    ['', [false, false, false]],
  ])('%j is one, beyond doubt, and may begin a name: %j', (word, kinds) => {
    expect([isParticle(word), isStrongParticle(word), isLeadingParticle(word)]).toEqual(kinds)
  })

  it.each([
    ['van den', true],
    ['Van', true],
    ['ben', true],
    ['Ben', false],
    ['Ben van', true],
    ['van Dam', false],
    ['', false],
  ])('%j is particles alone: %s', (text, expected) => {
    expect(isParticles(text)).toBe(expected)
  })

  it.each<[string[], string]>([
    [['Van', 'Den'], 'van den'],
    [['El'], 'El'],
    [['D’'], "D'"],
    [["'T"], "'t"],
    [[], ''],
  ])('%j is kept as %j', (words, kept) => {
    expect(tidyParticles(words)).toBe(kept)
  })

  it.each([
    ["Roos d'Ancona", "Roos d' Ancona"],
    ['D’Ancona', "D' Ancona"],
    ["Jan 'tHart", "Jan 't Hart"],
    ["'sGraven l'Ami", "'s Graven l' Ami"],
    ["van'tHof", "van 't Hof"],
    ["Jan van't Hof", "Jan van 't Hof"],
    ["Jan VAN'T Hof", "Jan van 't Hof"],
    ["Ad'el Jovan'ta", "Ad'el Jovan'ta"],
    ["d' Ancona", "d' Ancona"],
  ])('in %j stands apart: %j', (text, apart) => {
    expect(detachParticles(text)).toBe(apart)
  })

  it('has one mark for an apostrophe', () => {
    expect(straightQuotes('’‘`´ʼ"')).toBe(`'''''"`)
  })
})
