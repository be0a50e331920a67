import { describe, expect, it } from 'vitest'
import {
  dayInWords,
  looksLikeDate,
  orderShown,
  parseListDate,
  yearOf,
} from '../../../src/training/places/participant-lists/columns/dates.rules.ts'
import { TODAY } from './reading.ts'

const MONTHS = [
  'januari january jan',
  'februari february feb febr',
  'maart march mrt mar',
  'april apr',
  'mei may',
  'juni june jun',
  'juli july jul',
  'augustus august aug',
  'september sep sept',
  'oktober october okt oct',
  'november nov',
  'december dec',
].map((names) => names.split(' '))

describe('a month', () => {
  it.each(MONTHS.map((names, i) => [names, i + 1] as const))('is called %j: %i', (names, month) => {
    const date = `1985-${String(month).padStart(2, '0')}-07`
    for (const name of [...names, names[0]!.toUpperCase()])
      expect([name, parseListDate(`7 ${name} 1985`, TODAY).date]).toEqual([name, date])
    expect(dayInWords(7, month)).toBe(`7 ${names[0]}`)
  })
})

describe('a date', () => {
  it.each([
    [' 07-03-1985 ', '1985-03-07'],
    ["'07-03-1985", '1985-03-07'],
    ['7 - 3 - 1985', '1985-03-07'],
    ['7  -3/  1985, ochtend', '1985-03-07'],
    ['7-3-’85', '1985-03-07'],
    ['17-12-1985', '1985-12-17'],
    ['1985/3/7', '1985-03-07'],
    ['1985.12.17 00:00', '1985-12-17'],
    ['donderdag, 17 maart 1985', '1985-03-17'],
    ['do 7e maart, ’85', '1985-03-07'],
    ['1ste mrt.-85', '1985-03-01'],
    ['17maart1985', '1985-03-17'],
    ['7 - mar - 1985', '1985-03-07'],
    ['Mar. 17th, 1985', '1985-03-17'],
    ['March 1st 1985', '1985-03-01'],
    ['March 2nd, 1985', '1985-03-02'],
    ['17031985', '1985-03-17'],
    ['7031985', '1985-03-07'],
    ['19850317', '1985-03-17'],
    ['20121985', '1985-12-20'],
    ['170385', '1985-03-17'],
    ['31113,00', '1985-03-07'],
    ['1-1-1906', '1906-01-01'],
    ['21-11-2026', '2026-11-21'],
    ['21-11-26', '2026-11-21'],
  ])('%j is %s', (text, date) => {
    expect(parseListDate(text, TODAY)).toMatchObject({ date, problem: null })
  })

  it.each([
    ['31-12-1905', 'ligt te ver in het verleden'],
    ['22-11-2026', 'ligt in de toekomst'],
    ['01-01-0985', 'bestaat niet'],
    ['13-13-1985', 'bestaat niet'],
    ['12-13-1985', 'bestaat niet (de dag staat voor de maand)'],
    ['32-12-1985', 'bestaat niet'],
    ['00-12-1985', 'bestaat niet'],
    ['320385', 'bestaat niet'],
    ['32131985', 'bestaat niet'],
    ['x 07-03-1985', 'is niet als datum te lezen'],
    ['107-03-1985', 'is niet als datum te lezen'],
    ['7-3-19855', 'is niet als datum te lezen'],
    ['7x-3-1985', 'is niet als datum te lezen'],
    ['7-3x-1985', 'is niet als datum te lezen'],
    ['x1985-03-07', 'is niet als datum te lezen'],
    ['1985-03-07x', 'is niet als datum te lezen'],
    ['no. 7 maart 1985', 'is niet als datum te lezen'],
    ['7 maart 19855', 'is niet als datum te lezen'],
    ['7 maart x85', 'is niet als datum te lezen'],
    ['1 March 7, 1985', 'is niet als datum te lezen'],
    ['March 7, 19855', 'is niet als datum te lezen'],
    ['7 marzo 1985', 'is niet als datum te lezen'],
    ['x31113', 'is niet als datum te lezen'],
    ['31113x', 'is niet als datum te lezen'],
    ['3111', 'is niet als datum te lezen'],
    ['170319855', 'is niet als datum te lezen'],
  ])('%j is none: it %s', (text, problem) => {
    expect(parseListDate(text, TODAY)).toEqual({ date: null, problem, shortYear: false })
  })

  it.each(['', '  ', "'"])('%j says nothing', (text) => {
    expect(parseListDate(text, TODAY)).toEqual({ date: null, problem: null, shortYear: false })
  })

  it('has the month first in a column that has it first', () => {
    expect(parseListDate('12/25/1980', TODAY, { order: 'month-first' }).date).toBe('1980-12-25')
    expect(parseListDate('1980-12-25', TODAY, { order: 'month-first' }).date).toBe('1980-12-25')
  })

  it('without a century that does not exist is no other day', () => {
    expect(parseListDate('29-02-27', TODAY).date).toBeNull()
    expect(parseListDate('31-06-85', TODAY)).toEqual({ date: null, problem: 'bestaat niet', shortYear: false })
  })
})

describe('a cell', () => {
  it.each([
    ['07-03-1985', true],
    [' 12/25/1980 ', true],
    ['12/25/80', true],
    ['07-03-85', true],
    ['01-01-1900', true],
    ['31-12-2099', true],
    ['31-12-1899', false],
    ['01-01-2100', false],
    ['13-25-1980', false],
    ['31-02-1985', false],
    ['29-02-00', true],
    ['29-02-01', false],
    ['25 december 1980', true],
    ['32 december 1980', false],
    ['25121980', true],
    ['12251980', false],
    ['31113', true],
    ['Jan Bos', false],
  ])('%j holds a date: %s', (cell, expected) => {
    expect(looksLikeDate(cell)).toBe(expected)
  })

  it.each([
    ['07-03-1985', 1985],
    ['12/25/1980', 1980],
    ['Jan Bos', 0],
  ])('%j is of the year %i', (cell, year) => {
    expect(yearOf(cell)).toBe(year)
  })

  it.each([
    ['25-12-1980', 'day-first'],
    ["'13/12/1980", 'day-first'],
    [' 12/25/1980 ', 'month-first'],
    ['12/31/80', 'month-first'],
    ['1/13/1980', 'month-first'],
    ['12/13/1980', 'month-first'],
    ['11-12-1980', 'either'],
    ['1-2-1980', 'either'],
    ['6-6-1980', null],
    ['13-13-1980', null],
    ['0-12-1980', null],
    ['12-0-1980', null],
    ['0-0-1980', null],
    ['12-32-1980', null],
    ['31-1-1980', 'day-first'],
    ['1980-12-25', null],
    ['25 december 1980', null],
    ["x'25-12-1980", null],
  ])('%j shows %s', (cell, order) => {
    expect(orderShown(cell)).toBe(order)
  })
})
