import { describe, expect, it } from 'vitest'
import {
  cleanCell,
  isDataCell,
  isEmailCell,
  isPhoneCell,
  isPlaceholder,
} from '../../../src/training/places/participant-lists/columns/cells.rules.ts'

describe('a cell that says there is nothing to say', () => {
  it.each([
    '',
    '-',
    '---',
    '–',
    '—',
    '.',
    '/',
    'x',
    'X',
    '?',
    '???',
    'nvt',
    'n.v.t.',
    'N.V.T',
    'nv.t',
    'na',
    'n/a',
    'nb',
  ])('is %j', (cell) => {
    expect(isPlaceholder(cell)).toBe(true)
  })

  it.each(['n.b.', 'geen', 'Onbekend', 'unknown', 'none', 'NULL', 'leeg', 'tbd', 'volgt'])('is %j', (cell) => {
    expect(isPlaceholder(cell)).toBe(true)
  })

  it.each(['geen vlees', 'nog onbekend', 'Max', '-1', '.5', 'O'])('is not %j', (cell) => {
    expect(isPlaceholder(cell)).toBe(false)
  })
})

describe('a cell that can only be data', () => {
  it.each([
    ['jan@x.nl', [true, false, true]],
    ['Jan Bos <jan@x.nl>', [true, false, true]],
    ['jan@x', [false, false, false]],
    ['zo@ en zo', [false, false, false]],
    ['06-12345678', [false, true, true]],
    ['+31 (0)6 1234.5678', [false, true, true]],
    ['612345678', [false, true, true]],
    ['06-12345678 (werk)', [false, false, false]],
    ['tel: 06-12345678', [false, false, false]],
    ['12345678901', [false, false, false]],
    ['01-02-1980', [false, false, true]],
    ['01021980', [false, false, true]],
    ['2 maart 1981', [false, false, true]],
    ['Groep 2', [false, false, false]],
    ['Jan Bos', [false, false, false]],
    ['', [false, false, false]],
  ])('%j is an address, a phone number, data: %j', (cell, kinds) => {
    expect([isEmailCell(cell), isPhoneCell(cell), isDataCell(cell)]).toEqual(kinds)
  })
})

describe('a cell as people meant it', () => {
  it.each([
    ['  Jan  Bos ', 'Jan Bos'],
    ['a   b  c', 'a b c'],
    ['Zoe\u0308', 'Zoë'],
    ['Jan\u00A0Bos', 'Jan Bos'],
    ['Jan\u2009\u202FBos', 'Jan Bos'],
    ['Jan\tBos', 'Jan Bos'],
    ['Ja\u00ADn\u200B\uFEFF Bos', 'Jan Bos'],
    ['\u202EJan\u202C', 'Jan'],
    ['Bj\u0091rn', 'Bj\uFFFDrn'],
    ['Jan\u0000\u0007\u007F', 'Jan'],
    ['a\r\nb\rc\nd', 'a\nb\nc\nd'],
    ['a \n\n  \n b', 'a\nb'],
    ['="0612345678"', '0612345678'],
    ['=" 0612345678 "', '0612345678'],
    ['x="1"', 'x="1"'],
    ['="1"2', '="1"2'],
    ['=""', ''],
  ])('%j reads %j', (cell, text) => {
    expect(cleanCell(cell)).toBe(text)
  })
})
