import { describe, expect, it } from 'vitest'
import { splitRows } from '../../../src/training/places/participant-lists/columns/separators.rules.ts'

const rows = (...lines: string[]) => splitRows(lines.join('\n')).rows
const separator = (...lines: string[]) => splitRows(lines.join('\n')).separator

describe('the separator of a list', () => {
  it.each([
    [';', ['Naam;Plaats', 'Jan;Ede']],
    [',', ['Naam,Plaats', 'Jan,Ede']],
    ['\t', ['Naam\tPlaats', 'Jan\tEde']],
    ['|', ['Naam|Plaats', 'Jan|Ede']],
    [null, ['Naam', 'Jan']],
    [null, ['']],
    // A tab or semicolon rather than a comma, where the lines show as much for either.
    [';', ['a;b,c', 'd;e,f']],
    ['\t', ['a\tb;c|d,e', 'f\tg;h|i,j']],
    [';', ['a;b|c', 'd;e|f']],
    ['|', ['a|b,c', 'd|e,f']],
    // The one by which the lines are alike.
    [',', ['a;b,c', 'd,e', 'f,g']],
    [',', ['a,b;c;d', 'e,f;g', 'h,i']],
    [';', ['a;b,c,d', 'e;f,g', 'h;i']],
    // A cell may be empty.
    [';', ['Jan;', 'Eva;']],
    // Within quotes nothing separates.
    [null, ['"a;b"', '"c;d"']],
    [null, ['"Naam; x"', '01-02-1980']],
    ['|', ['Jansen, Piet|Ede', 'Bos, Jan|Ede']],
    // Cells that are a date, an address or a number.
    [',', ['Jan;x,01-02-1980', 'Eva;x,02-03-1981']],
    [';', ['Jan,x;jan@bos.nl', 'Eva,x;eva@mol.nl']],
    [',', ['Jan;x, 01-02-1980 ', 'Eva;x, 02-03-1981 ']],
    // Lines with nothing on them count for nothing.
    [',', ['a,b', 'a,b', 'a,b', 'a,b', 'e;f', ';', ';', ';']],
    [',', ['a,b', 'a,b', 'a,b', 'a,b', 'e;f', ' ; ', ' ; ', ' ; ']],
  ])('is %j: %j', (found, lines) => {
    expect(separator(...lines)).toBe(found)
  })

  it('is the one of the line "sep=", which is no line of the list', () => {
    for (const one of [';', ',', '\t', '|'])
      for (const end of ['\n', '\r\n']) expect(splitRows(`SEP=${one}${end}a;b${one}c`).rows.at(-1)!.at(-1)).toBe('c')
    expect(splitRows('sep=,\na;b,c')).toEqual({ separator: ',', rows: [['a;b', 'c']] })
    expect(splitRows('x;y\nsep=,\na;b').separator).toBe(';')
    expect(rows('Naam;sep=,', 'a;b')).toEqual([
      ['Naam', 'sep=,'],
      ['a', 'b'],
    ])
  })

  it('is no comma where commas stand within names', () => {
    const names = ['Jansen, Piet', 'Vries, Anna de', 'Bos,  Jan', '"Mol, Eva"']
    expect(separator('Naam', ...names)).toBeNull()
    expect(separator('Lijst', 'Naam', ...names.slice(2))).toBeNull()
    expect(splitRows('Jansen, Piet\r\nBos, Jan').rows).toEqual([['Jansen, Piet'], ['Bos, Jan']])
    expect(splitRows('Jansen, Piet\rBos, Jan').rows).toEqual([['Jansen, Piet'], ['Bos, Jan']])
    // Four of five are enough, three are not.
    expect(separator(...names, 'Jan,Ede')).toBeNull()
    expect(separator(...names.slice(1), 'Jan,Ede')).toBe(',')
    // More than a name.
    for (const line of ['Jansen, Piet, Ede', 'Jansen, Piet 2', 'Jansen, p@x.nl', '1, Piet', 'Piet,Jansen'])
      expect(separator(line, line)).toBe(',')
    expect(separator('Jansen; Piet', 'Bos; Jan')).toBe(';')
  })

  it('is judged by the first of a long list', () => {
    const start = Array.from({ length: 250 }, () => 'a,b')
    expect(separator(...start, ...Array.from({ length: 400 }, () => 'a;b;c'))).toBe(',')
  })
})

describe('the cells of a line', () => {
  it('are trimmed, whatever ends the lines', () => {
    for (const end of ['\n', '\r\n', '\r'])
      expect(splitRows(` Naam ; Plaats ${end}Jan;Ede${end}`).rows.slice(0, 2)).toEqual([['Naam', 'Plaats'], ['Jan', 'Ede']]) // prettier-ignore
    expect(splitRows('Naam\r\nJan Bos\rEva Mol\nTom').rows).toEqual([['Naam'], ['Jan Bos'], ['Eva Mol'], ['Tom']])
  })

  it('may be more or fewer than those of others, and none', () => {
    expect(rows('a;b;c', 'd;e', '', 'f;g;h;i')).toEqual([['a', 'b', 'c'], ['d', 'e'], [''], ['f', 'g', 'h', 'i']])
  })

  it('hold separators and lines within quotes, and quotes within words', () => {
    expect(rows('Naam;Noot', 'Jan;"a;b ""c""', 'd"', 'Eva;x')).toEqual([['Naam', 'Noot'], ['Jan', 'a;b "c"\nd'], ['Eva', 'x']]) // prettier-ignore
    expect(rows('Naam;Noot', '"Sjaak" Bos;x')).toEqual([
      ['Naam', 'Noot'],
      ['"Sjaak" Bos', 'x'],
    ])
    expect(rows('Naam ; Noot', ' "Jan" ; "a;b" ')).toEqual([
      ['Naam', 'Noot'],
      ['Jan', 'a;b'],
    ])
  })

  it('are those of a list all the same when a quote is never closed', () => {
    expect(rows('Naam;Noot', '"Jan;x', 'Eva;y').map(([name]) => name!.replaceAll('"', ''))).toEqual(['Naam', 'Jan', 'Eva']) // prettier-ignore
  })
})

describe('a line from elsewhere, in a list of three columns', () => {
  const around = ['Jan;Bos;jan@bos.nl', 'Eva;Mol;eva@mol.nl', 'Tom;Vos;tom@vos.nl', 'Ina;Pol;ina@pol.nl']
  const read = (line: string) => rows(...around, line).at(-1)

  it.each([
    ['with tabs', 'Piet\tPietersen\tp@x.nl', ['Piet', 'Pietersen', 'p@x.nl']],
    ['with bars', 'Piet|Pietersen|p@x.nl', ['Piet', 'Pietersen', 'p@x.nl']],
    ['with commas', 'Piet, Pietersen , p@x.nl', ['Piet', 'Pietersen', 'p@x.nl']],
    ['with quotes', '"Piet"|"Pietersen"| "p@x.nl" ', ['Piet', 'Pietersen', 'p@x.nl']],
    ['with two kinds', 'Piet;Pietersen\tp@x.nl', ['Piet', 'Pietersen', 'p@x.nl']],
    ['with fewer cells, but several', 'Piet\tPietersen', ['Piet', 'Pietersen']],
    ['with fewer cells and quotes', '"Piet"|Pietersen', ['Piet', 'Pietersen']],
    ['with a date among commas', 'Piet,Pietersen,01-02-1980', ['Piet', 'Pietersen', '01-02-1980']],
    ['with too few cells and an address', 'Pietersen, p@x.nl', ['Pietersen', 'p@x.nl']],
  ])('is read by its own separator: %s', (_what, line, cells) => {
    expect(read(line)).toEqual(cells)
  })

  it.each([
    ['a sentence with commas', 'Graag lunch, koffie, en parkeren', ['Graag lunch, koffie, en parkeren']],
    ['a word', 'Pietersen', ['Pietersen']],
    ['more cells than there are columns', 'a|b|c|d', ['a|b|c|d']],
    ['two cells of its own, one of which holds others', 'Piet;a|b|c|d', ['Piet', 'a|b|c|d']],
    ['as many cells as there are columns', 'Piet;Piet|ersen;p@x.nl', ['Piet', 'Piet|ersen', 'p@x.nl']],
    ['as many, one of which holds as many others', 'a|b|c;d;e', ['a|b|c', 'd', 'e']],
    ['its own separator within quotes', '"Piet;Pietersen"', ['Piet;Pietersen']],
    ['the same, among fewer cells', '"Piet;Pietersen";p@x.nl', ['Piet;Pietersen', 'p@x.nl']],
    ['more of its own', 'Piet;Pietersen;p@x.nl;a|b', ['Piet', 'Pietersen', 'p@x.nl', 'a|b']],
  ])('stays as it is: %s', (_what, line, cells) => {
    expect(read(line)).toEqual(cells)
  })

  it('is told by the width that most lines have, not by the first ones', () => {
    expect(rows('a;b', ...around, 'Piet|Pietersen|p@x.nl').at(-1)).toEqual(['Piet', 'Pietersen', 'p@x.nl'])
    // In a list of two columns it has two cells.
    expect(rows('a;b', 'c;d', 'e;f', 'g|h').at(-1)).toEqual(['g', 'h'])
    expect(rows('a;b', 'c;d', 'e;f', 'g|h|i').at(-1)).toEqual(['g|h|i'])
  })

  it('is read anew where a tab stands within its cells, though there are enough of them', () => {
    const commas = around.map((line) => line.replaceAll(';', ','))
    expect(rows(...commas, 'Piet\tPietersen\tp@x.nl').at(-1)).toEqual(['Piet', 'Pietersen', 'p@x.nl'])
    expect(rows(...around, 'Piet\tPiet;Pietersen;p@x.nl').at(-1)).toEqual(['Piet\tPiet', 'Pietersen', 'p@x.nl'])
    expect(rows(...around, 'Piet\tPietersen\tp@x.nl;;').at(-1)).toEqual(['Piet', 'Pietersen', 'p@x.nl;;'])
  })
})
