import { describe, expect, it } from 'vitest'
import { closeStrayQuotes } from '../../../src/training/places/participant-lists/lines/quotes.rules.ts'

const closed = (...lines: string[]) => closeStrayQuotes(lines.join('\n'), ';').split('\n')
const stays = (...lines: string[]) => expect(closed(...lines)).toEqual(lines)

describe('a quote that somebody closed', () => {
  it.each([
    [['Naam;Plaats', 'Jan;Ede']],
    [['"a;b";c', '"d";"e;f"']],
    [[' "a;b" ;c', '  "d";e']],
    [['"a ""b"";c";d', '"""a""";b']],
    [['"Sjaak" Bos;x', 'Jan "Sjaak" Bos;y']],
    // Over several lines, none of which is a row of its own.
    [['Naam;Noot', 'Jan;"a', 'b"', 'Eva;x']],
    [['Naam;Noot', 'Jan;"a', '', 'b', 'c";', 'Eva;x']],
    [['Naam;Noot;Plaats', 'Jan;"a', 'b;c', 'd";Ede', 'Eva;x;Ede']],
    // In two columns words with a separator are no row yet.
    [['Naam;Noot', 'Jan;"a', 'b;c', 'd"', 'Eva;x', 'Tom;y']],
    [['Naam;Noot', 'Jan;"a', 'b" ;c', 'Eva;x', 'Tom;y']],
    // What stands behind it on its line is no part of it.
    [['Naam;Noot;Plaats', 'Jan;"a', 'b";Ede;Zwolle', 'Eva;x;Ede']],
    // Two such cells on a line.
    [['Naam;Noot;Plaats', 'Jan;"a', 'b";"c', 'd"', 'Eva;x;Ede']],
    [['Naam', '"Jan', 'Bos"', 'Eva']],
  ])('stays: %j', (lines) => {
    stays(...lines)
  })
})

describe('a quote that nobody closed', () => {
  it.each([
    [['Naam;Datum;Noot', '"Jan;01-02-1980;', 'Piet;02-03-1981;x'], 1],
    [['Naam;Datum;Noot', 'Jan;"01-02-1980;', 'Piet;02-03-1981;x'], 1],
    [['Naam;Datum;Noot', '  "Jan;01-02-1980;', 'Piet;02-03-1981;x'], 1],
    [['Naam;Datum', '"Jan;01-02-1980', 'Piet;02-03-1981', 'Eva";x'], 1],
    [['Naam;Datum', '"Jan;01-02-1980', 'Piet; 02-03-1981 ', 'Eva";x'], 1],
    [['Naam;Noot;Plaats', '"Jan;x;Ede', 'Piet;y;Ede', 'Eva;z";Ede'], 1],
    [['Naam;Noot', 'Jan;"a', 'Eva;x'], 1],
    [['Jan;"'], 0],
    // One that is doubled closes nothing.
    [['Naam;Noot', 'Jan;"a"" b', 'Eva;x'], 1],
    // The row that stands within is judged by the width of most lines.
    [['Een;titel', 'Naam;Noot;Plaats', 'Jan;"x;Ede', 'Piet;y;Ede', 'Eva;z";Ede', 'Tom;y;Ede'], 2],
  ])('is left out: %j', (lines, at) => {
    const without = lines.map((line, i) => (i === at ? line.replace('"', '') : line))
    expect(closed(...lines)).toEqual(without)
  })

  it('is left out each time', () => {
    expect(closed('Naam;Noot;Plaats', '"Jan;x;Ede', '"Piet;y;Ede', 'Eva;z;Ede')).toEqual([
      'Naam;Noot;Plaats',
      'Jan;x;Ede',
      'Piet;y;Ede',
      'Eva;z;Ede',
    ])
  })

  it('is one whose cell would be longer than forty lines', () => {
    const cell = (lines: number) => [
      'Naam;Noot',
      'Jan;"a',
      ...Array.from({ length: lines - 2 }, () => 'b'),
      'c"',
      'Eva;x',
    ]
    stays(...cell(40))
    expect(closed(...cell(41))[1]).toBe('Jan;a')
  })

  it('is told by lines, whatever ends them', () => {
    for (const end of ['\n', '\r\n', '\r']) {
      const list = ['Naam;Datum;Noot', '"Jan;01-02-1980;', 'Piet;02-03-1981;x', ''].join(end)
      expect(closeStrayQuotes(list, ';')).toBe(list.replace('"', ''))
      const whole = ['Naam;Noot', 'Jan;"a', 'b"', 'Eva;x', ''].join(end)
      expect(closeStrayQuotes(whole, ';')).toBe(whole)
    }
  })
})
