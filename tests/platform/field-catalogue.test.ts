import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parsersOf } from '../../src/platform/fields/facts.ts'
import {
  day,
  emailAddress,
  line,
  oneOf,
  paragraphs,
  reference,
  requiredLine,
  several,
  wholeNumber,
  yesNo,
} from '../../src/platform/fields/kinds.ts'
import { factsOf, inWords, nameFields, told } from '../../src/platform/fields/shown.ts'

const catalogue = {
  name: requiredLine('Naam', 5),
  nickname: line('KVK-naam', 5),
  email: emailAddress('E-mail'),
  born: day('Geboortedatum'),
  amount: wholeNumber('Aantal', 1, 30),
  active: yesNo('Actief'),
  kind: oneOf('Soort', { a: 'Eerste', b: 'Tweede' }),
  roles: several('Rollen', { 1: 'Een', 2: 'Twee' }),
  company_id: reference('Bedrijf', 'company'),
  note: paragraphs('Opmerking', { maxlength: 8 }),
}
const facts = factsOf(catalogue)
const form = z.object(parsersOf(catalogue, 'name', 'nickname', 'amount', 'kind', 'roles', 'note'))

describe('a form of fields', () => {
  it.each([
    ['what is right', { name: 'Jan', nickname: '', amount: '', kind: '', roles: '2', note: '' }, null],
    ['one sign too many', { name: 'Johann' }, ['name']],
    ['nothing where something is required', { name: '' }, ['name']],
    ['a number above its limit', { name: 'Jan', amount: '31' }, ['amount']],
    ['a value that is not listed', { name: 'Jan', kind: 'c' }, ['kind']],
    ['a number that is not listed', { name: 'Jan', roles: ['1', '3'] }, ['roles']],
    ['more text than fits', { name: 'Jan', note: 'a'.repeat(9) }, ['note']],
  ])('reads %s', (_what, input, wrong) => {
    const { error } = form.safeParse(input)
    expect(error ? error.issues.map(({ path }) => path[0]) : null).toEqual(wrong)
  })

  it('reads what is empty as null, and no choice as null', () => {
    expect(form.parse({ name: 'Jan' })).toEqual({
      name: 'Jan',
      nickname: null,
      amount: null,
      kind: null,
      roles: [],
      note: null,
    })
  })
})

describe('the control of a field', () => {
  it('has the label, the limits and the value', () => {
    expect(facts.control('name', { name: 'Jan' }, { span: 3 })).toEqual({
      kind: 'text',
      name: 'name',
      label: 'Naam',
      value: 'Jan',
      maxlength: 5,
      required: true,
      span: 3,
    })
    expect(facts.control('born', { born: '2001-02-03' }).value).toBe('03-02-2001')
    expect(facts.control('born', null).value).toBe('')
    expect(facts.control('kind', null).options).toEqual([
      { value: 'a', label: 'Eerste' },
      { value: 'b', label: 'Tweede' },
    ])
    expect(facts.control('company_id', null, { selector: { none: true } }).selector).toEqual({
      type: 'company',
      chosen: [],
      none: true,
    })
  })

  it('is there for a field of the catalogue alone', () => {
    expect(() => facts.control('toString', null)).toThrow("no field 'toString'")
    expect(() => facts.label('surname')).toThrow("no field 'surname'")
  })
})

it('messages name the fields of the record as the sentence wants it, and leave the others to the browser', () => {
  expect(
    nameFields(
      { name: ['Vul een :label in.'], nickname: ['Vul een :label in.'], other: [':label klopt niet.'] },
      facts,
    ),
  ).toEqual({ name: ['Vul een naam in.'], nickname: ['Vul een KVK-naam in.'], other: [':label klopt niet.'] })
})

it.each([
  ['active', true, 'Ja'],
  ['active', false, 'Nee'],
  ['born', '2001-02-03', '03-02-2001'],
  ['born', null, ''],
  ['kind', 'b', 'Tweede'],
  ['kind', 'gone', 'gone'],
  ['roles', [2, 1], 'Twee, Een'],
  ['amount', 12, '12'],
  ['amount', 0, '0'],
] as const)('%s %j is told as %j', (name, value, words) => {
  expect(inWords(catalogue[name], value)).toBe(words)
})

it('a record is told by the labels of its fields, in the order asked for', () => {
  expect(Object.entries(told(catalogue)({ name: 'Jan', active: true }, 'active', 'name', 'email'))).toEqual([
    ['Actief', 'Ja'],
    ['Naam', 'Jan'],
    ['E-mail', ''],
  ])
})
