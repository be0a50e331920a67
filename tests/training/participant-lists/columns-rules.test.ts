import { describe, expect, it } from 'vitest'
import { COLUMN_ROLES, type ColumnRole, guessColumns } from '../../../src/training/places/participant-lists/index.ts'
import { COLUMN_LABELS } from '../../../src/training/places/enrolment/list/list-columns.ts'
import { findHeader } from '../../../src/training/places/participant-lists/columns/columns.rules.ts'

const table = (lines: string[]) => lines.map((line) => line.split(';'))

it('names every role in the choice above a column', () => {
  const labels = COLUMN_ROLES.map((role) => COLUMN_LABELS[role])
  expect(labels.filter((label) => !/^[A-Z]/.test(label))).toEqual([])
  expect(new Set(labels).size).toBe(labels.length)
})

describe('the heading row', () => {
  it.each<[string, number | null, string[]]>([
    ['of one short word, in a list of one column', 0, ['Wie', 'Jan Bos']],
    ['of one short word, with empty columns behind it', 0, ['Wie;;', 'Jan Bos;;']],
    ['is not one short word beside data', null, ['Wie;', 'Jan Bos;01-02-1980']],
    ['of which half is known', 0, ['Naam;Xyzzy', 'Jan Bos;ab']],
    ['is not one known word among three', null, ['Naam;Xyzzy;Plugh', 'Jan Bos;ab;cd']],
    ['of which a third is known', 0, ['Naam;E-mail;a;b;c;d', 'Jan Bos;;;;;']],
    ['is not one of which less is known', null, ['Naam;E-mail;a;b;c;d;e', 'Jan Bos;;;;;;']],
    ['with empty cells between the headings', 0, ['Naam;;;;;;Geboortedatum', 'Jan Bos;;;;;;']],
    ['is not one with a date in it', null, ['Naam;Geboortedatum;12-03-2026', 'Jan Bos;01-02-1980;x']],
    ['is the one with most headings', 1, ['Groep;Locatie', 'Naam;Geboortedatum;E-mail']],
    ['is the first of two alike', 0, ['Naam;E-mail', 'Naam;E-mail']],
    ['does not say only what nobody needs', null, ['Straat;Plaats;Nr', 'Laan;Zwolle;3']],
    ['stands within thirty lines', 29, [...Array<string>(29).fill('x;y'), 'Naam;E-mail']],
    ['is not sought further down', null, [...Array<string>(30).fill('x;y'), 'Naam;E-mail']],
  ])('%s', (_, row, lines) => {
    expect(findHeader(table(lines))).toBe(row)
  })

  it('is the one that the user chose, or none', () => {
    const rows = table(['Naam;Geboortedatum', 'E-mail;Naam', 'jan@x.nl;Jan Bos', 'eva@x.nl;Eva Mol'])
    expect(guessColumns(rows, 1)).toEqual({ header: 1, columns: ['email', 'full_name'] })
    expect(guessColumns(rows, null)).toEqual({ header: null, columns: ['email', 'full_name'] })
    // The list was changed after the choice, and has become shorter.
    expect(guessColumns(rows, 9)).toEqual({ header: 9, columns: ['ignored', 'ignored'] })
  })
})

describe('a column', () => {
  it.each<[string, ColumnRole[], string[]]>([
    [
      'of addresses, of which lines may lack theirs',
      ['full_name', 'email'],
      ['Jan Bos;jan@x.nl', 'Eva Mol', 'Tom Vos'],
    ],
    ['of addresses for one half', ['full_name', 'email'], ['Jan Bos;jan@x.nl', 'Eva Mol;op kantoor']],
    ['of addresses below lines with titles', ['email', 'full_name'], ['jan@x.nl;Jan Bos', '2026;', '2027;', '2028;']],
    [
      'of addresses beside one that is headed so',
      ['full_name', 'email', 'ignored'],
      ['Naam;E-mail;Xyzzy', 'Jan Bos;a@x.nl;b@x.nl'],
    ],
    [
      'of remarks in which addresses stand',
      ['note', 'birth_date'],
      ['Opmerking;Geboortedatum', 'Jan Bos <jan@x.nl>;01-02-1980'],
    ],
    [
      'of addresses half of which have a name before them',
      ['full_name', 'birth_date'],
      ['Jan Bos <jan@x.nl>;01-02-1980', 'eva@x.nl;02-03-1981'],
    ],
    [
      'of dates before the one that is headed birth date',
      ['full_name', 'ignored', 'birth_date'],
      ['Naam;Datum;Geboortedatum', 'Jan Bos;12-03-1970;01-02-1980'],
    ],
    ['of dates for one half', ['full_name', 'birth_date'], ['Naam;', 'Jan Bos;01-02-1980', 'Eva Mol;bij ons']],
    ['of dates of something else', ['full_name', 'ignored'], ['Naam;Keuringsdatum', 'Jan Bos;01-02-1980']],
    ['of dates of something else named first', ['full_name', 'ignored'], ['Naam;Datum keuring', 'Jan Bos;01-02-1980']],
    [
      'of written dates, before one of numbers that may be older days',
      ['full_name', 'ignored', 'birth_date'],
      ['Jan Bos;29587;01-02-1990', 'Eva Mol;20123;02-03-1991', 'Tom Vos;25111;19920304'],
    ],
    [
      'of numbers that go up, gaps or not',
      ['full_name', 'email', 'ignored'],
      ['Jan Bos;j@x.nl;20418', 'Eva Mol;e@x.nl', 'Tom Vos;t@x.nl;20419', 'Ina Pol;i@x.nl;20420'],
    ],
    ['of day numbers, two of which prove nothing', ['full_name', 'birth_date'], ['Jan Bos;20418', 'Eva Mol;20419']],
    ['of day numbers of twins', ['full_name', 'birth_date'], ['Jan Bos;29587', 'Eva Bos;29587', 'Tom Vos;29588']],
    ['of phone numbers for one half', ['full_name', 'phone'], ['Jan Bos;06-12345678', 'Eva Mol;op kantoor']],
    [
      'of phone numbers beside one that is headed so',
      ['full_name', 'phone', 'ignored'],
      ['Naam;Telefoon;Xyzzy', 'Jan Bos;020-1234567;06-12345678'],
    ],
    [
      'of phone numbers beside one that is headed mobile',
      ['full_name', 'mobile_phone', 'ignored'],
      ['Naam;Mobiel;Xyzzy', 'Jan Bos;06-12345678;020-1234567'],
    ],
    ['of text without a heading', ['full_name', 'note'], ['Naam', 'Jan Bos;vegetarisch', 'Eva Mol;ochtend graag']],
    ['of text for one half', ['full_name', 'note'], ['Naam', 'Jan Bos;vegetarisch', 'Eva Mol;2x lunch']],
    ['of text with a strange heading', ['full_name', 'ignored'], ['Naam;Xyzzy', 'Jan Bos;vegetarisch']],
    ['of codes without a heading', ['full_name', 'ignored'], ['Naam', 'Jan Bos;x1', 'Eva Mol;x2']],
    [
      'of text among which a date stands',
      ['full_name', 'ignored'],
      ['Naam', 'Jan Bos;vegetarisch', 'Eva Mol;ochtend', 'Tom Vos;01-02-2026'],
    ],
    [
      'of text half of which is initials',
      ['full_name', 'initials', 'ignored'],
      ['Naam;Voorletters', 'Jan Bos;J.;A.', 'Eva Mol;E.;vegetarisch'],
    ],
  ])('%s', (_, columns, lines) => {
    expect(guessColumns(table(lines)).columns).toEqual(columns)
  })
})
