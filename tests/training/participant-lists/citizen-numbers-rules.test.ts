import { describe, expect, it } from 'vitest'
import {
  withoutCitizenNumber,
  withoutCitizenNumbers,
} from '../../../src/training/places/participant-lists/columns/citizen-numbers.rules.ts'

/** Made up; they pass the eleven test. */
const FIVE = ['111222333', '999999990', '123456782', '100000009', '200000007']

const column = (cells: string[]) => cells.map((cell, i) => [`Jan Bos${i}`, cell])
/** What is left of the second column. */
const left = (cells: string[]) => withoutCitizenNumbers(column(cells)).rows.map((row) => row[1])

describe('a column without a heading', () => {
  it.each<[string, string[]]>([
    ['five numbers', FIVE],
    ['numbers with points or spaces', ['111.222.333', '999 999 990', '12345.6782', '10000 0009', '200.00.0007']],
    ['numbers of which one begins with a 6', [...FIVE.slice(1), '612345671']],
    ['five numbers and as many repeated', [...FIVE, ...FIVE]],
  ])('is emptied of %s', (_, cells) => {
    expect(left(cells)).toEqual(cells.map(() => ''))
  })

  it('is emptied of numbers between empty cells, short lines and words', () => {
    const rows = [
      ...column([...FIVE, ...Array<string>(6).fill(''), 'onbekend']),
      ...Array<string[]>(6).fill(['Eva Mol']),
    ]
    const { rows: emptied, notices } = withoutCitizenNumbers(rows)
    expect(emptied.map((row) => row[1]).filter(Boolean)).toEqual(['onbekend'])
    expect(notices).toEqual([
      'De kolom met burgerservicenummers (BSN) is niet overgenomen: een opleider mag deze nummers niet vragen of bewaren.',
    ])
  })

  it.each<[string, string[]]>([
    ['four of them, which may be chance', FIVE.slice(1)],
    ['one that fails the eleven test', [...FIVE, '111222334']],
    ['mobile numbers that lost their 0', ['612345671', '612345683', '612345695', '612345701', '612345713']],
    ['eight digits', ['40000004', '40000018', '40000021', '40000035', '40000049']],
    ['ten digits', FIVE.map((number) => `${number}0`)],
    ['a letter before them', FIVE.map((number) => `A${number}`)],
    ['a letter behind them', FIVE.map((number) => `${number}A`)],
    ['much else between them', [...FIVE, 'a', 'b', 'c', 'd', 'e', 'f']],
  ])('stays as it is with %s', (_, cells) => {
    expect(withoutCitizenNumbers(column(cells))).toEqual({ rows: column(cells), notices: [] })
  })
})

describe('a heading', () => {
  it.each(['BSN', 'Burgerservicenummer', 'SoFi-nummer', 'Citizen service number', 'Social security no.'])(
    '"%s" empties its column, whatever numbers stand in it, and keeps what is none',
    (heading) => {
      expect(left([heading, '1234', 'onbekend'])).toEqual([heading, '', 'onbekend'])
    },
  )

  it.each(['Sofinummer', 'Sofinr.', 'Sofi/BSN', 'Sofi no', 'Sofi'])('"%s" empties its column', (heading) => {
    expect(left([heading, '1234'])).toEqual([heading, ''])
  })

  it.each(['Sofie van Probeer', 'Sofi Amrani'])('is not what begins with the name %s', (name) => {
    const rows = [
      ['Naam', 'Adres'],
      [name, 'Kade 1'],
      ['Jan Bos 1980', 'Kade 2'],
    ]
    expect(withoutCitizenNumbers(rows)).toEqual({ rows, notices: [] })
  })

  it('tells of nothing left out where nothing stood below it', () => {
    const rows = [
      ['Naam', 'BSN'],
      ['Jan Bos', ''],
      ['Eva Mol', 'onbekend'],
    ]
    expect(withoutCitizenNumbers(rows)).toEqual({ rows, notices: [] })
  })

  it.each(['Kopie BSN', 'Nummer'])('"%s" empties nothing', (heading) => {
    expect(left([heading, '1234'])).toEqual([heading, '1234'])
  })

  it('further down than thirty lines is none', () => {
    const below = (lines: number) => [...Array<string>(lines).fill('x'), 'BSN', '1234']
    expect(left(below(29)).at(-1)).toBe('')
    expect(left(below(30)).at(-1)).toBe('1234')
  })
})

describe('a note', () => {
  it.each([
    ['BSN 111222333, ochtend', 'BSN (weggelaten), ochtend'],
    ['bsn: 111.222.333', 'bsn: (weggelaten)'],
    ['sofi 111 222 333', 'sofi (weggelaten)'],
    ['Sofinummer = 111222333', 'Sofinummer = (weggelaten)'],
    ['burgerservicenummer - 11122233', 'burgerservicenummer - (weggelaten)'],
    ['111222333 is de bestelling', '111222333 is de bestelling'],
    ['BSN volgt', 'BSN volgt'],
  ])('%j becomes %j', (note, kept) => {
    expect(withoutCitizenNumber(note)).toBe(kept)
  })
})
