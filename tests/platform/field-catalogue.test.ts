import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { parsersOf } from '../../src/platform/fields/facts.ts'
import {
  amount,
  choice,
  colour,
  count,
  day,
  duration,
  emailAddress,
  line,
  list,
  moment,
  oneOf,
  optionalCount,
  optionalMoment,
  paragraphs,
  price,
  priceOrPercents,
  reference,
  references,
  requiredDay,
  requiredLine,
  requiredReference,
  several,
  timeOfDay,
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
  starts_at: moment('Begin'),
  ends_at: optionalMoment('Einde'),
  opens: timeOfDay('Open vanaf'),
  color: colour('Kleur'),
  first_day: requiredDay('Eerste dag'),
  minutes: duration('Duur', 5, 600),
  places: count('Plaatsen', 1, 30),
  validity: optionalCount('Geldigheid', 1, 24, { unit: 'maanden' }),
  course_id: requiredReference('Opleiding', 'course'),
  skills: references('Vaardigheden', 'skill', 2),
  basis: choice('Telt', { issued: 'Vanaf afgifte', before: 'Vanaf vervallen' }, 'issued'),
  parts: list('Onderdelen', { name: requiredLine('Omschrijving', 5), minutes: duration('Duur', 5, 600) }, 2),
}
const facts = factsOf(catalogue)
const form = z.object(parsersOf(catalogue, 'name', 'nickname', 'amount', 'kind', 'roles', 'note'))

describe('money', () => {
  const read = (field: typeof costs | typeof pays, typed: string) => {
    const { data, error } = field.parse.safeParse(typed)
    return error ? error.issues.map(({ message }) => message) : data
  }
  const costs = price('Prijs')
  const pays = amount('Bedrag')
  const WRONG = [':label is geen geldig bedrag.']

  it('is told as a number where it may be percents', () => {
    const value = priceOrPercents('Hoeveel').parse
    expect(value.safeParse('2,5').data).toBe('2.5')
    expect(value.safeParse('veel').error?.issues.map(({ message }) => message)).toEqual([
      ':label is geen geldig getal.',
    ])
  })

  it.each([
    ['', null, null],
    ['12', '12', 1200],
    ['€ 12,5', '12.5', 1250],
    ['1.234,56', '1234.56', 123_456],
    ['0,29', '0.29', 29],
    ['12.345.678,90', '12345678.90', 1_234_567_890],
    ['1.250', '1250', 125_000],
    ['12.50', '12.50', 1250],
    // A point groups behind one to three digits, and never behind a nought alone.
    ['0.125', '0.125', WRONG],
    ['00.875', '00.875', WRONG],
    ['1250.125', '1250.125', WRONG],
    ['1.250.5', WRONG, WRONG],
    ['1,250.50', WRONG, WRONG],
    ['125,-', '125', 12_500],
    ['€ 1.250,--', '1250', 125_000],
    ['125.–', '125', 12_500],
    [',-', WRONG, WRONG],
    ['-', WRONG, WRONG],
    // Of a cent no part can be paid.
    ['0,1234', '0.1234', WRONG],
    ['0,12345', WRONG, WRONG],
    ['-1', WRONG, WRONG],
    ['123456789', WRONG, WRONG],
    ['veel', WRONG, WRONG],
  ] as const)('typed %o is a price of %o and an amount of %o cents', (typed, asPrice, cents) => {
    expect([read(costs, typed), read(pays, typed)]).toEqual([asPrice, cents])
  })
})

describe('a field that forms call otherwise than its column', () => {
  const facts = factsOf({ withdrawn_reason: requiredLine('Reden van intrekken', 5, { asked: 'reason' }) })

  it('is asked for by that name, and told by its label', () => {
    expect(facts.control('withdrawn_reason', { withdrawn_reason: 'Fout' })).toMatchObject({
      name: 'reason',
      value: 'Fout',
    })
    expect(nameFields({ reason: ['Vul een :label in.'] }, facts)).toEqual({
      reason: ['Vul een reden van intrekken in.'],
    })
  })
})

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

const wrongOf = (parse: z.ZodType, input: unknown) =>
  parse.safeParse(input).error?.issues.map(({ path, message }) => [path.join('.'), message]) ?? null

describe('a field alone', () => {
  it.each([
    ['starts_at', '22-11-2026 09:30', new Date('2026-11-22T08:30:00Z')],
    ['ends_at', '', null],
    ['opens', '09:30', '09:30'],
    ['first_day', '22-11-2026', '2026-11-22'],
    ['minutes', '1:30', 90],
    ['color', ' #AA5500 ', '#aa5500'],
    ['places', '30', 30],
    ['validity', '', null],
    ['course_id', '7', 7],
    ['skills', ['3', '4'], [3, 4]],
    ['basis', undefined, 'issued'],
    ['parts', [{ name: 'Een', minutes: '8' }], [{ name: 'Een', minutes: 480 }]],
  ] as const)('%s reads %j', (name, input, read) => {
    expect(catalogue[name].parse.parse(input)).toEqual(read)
  })

  it.each([
    ['starts_at', '', ':label is geen geldige datum (dd-mm-jjjj).'],
    ['opens', '9:3', ':label is geen geldige tijd (uu:mm).'],
    ['first_day', '', 'Vul een :label in.'],
    ['first_day', '01-01-3000', ':label is geen geldige datum (dd-mm-jjjj).'],
    ['color', '#a50', ':label is geen kleur.'],
    ['minutes', '0:04', ':label moet tussen 5 minuten en 10 uur liggen.'],
    ['minutes', 'lang', ':label is geen geldige duur in uren en minuten, zoals 8:00.'],
    ['places', '31', ':label moet een getal van 1 tot en met 30 zijn.'],
    ['places', '', 'Vul een :label in.'],
    ['validity', '25', ':label moet een getal van 1 tot en met 24 zijn.'],
    ['course_id', '-1', 'Maak een keuze'],
    ['basis', 'never', ':label is niet geldig.'],
  ] as const)('%s refuses %j', (name, input, message) => {
    expect(wrongOf(catalogue[name].parse, input)).toEqual([['', message]])
  })

  it('refuses more than it holds, and says in which row of a list something is wrong', () => {
    expect(wrongOf(catalogue.skills.parse, ['1', '2', '3'])).toHaveLength(1)
    expect(
      wrongOf(catalogue.parts.parse, [
        { name: 'Een', minutes: '8' },
        { name: 'Zesdes', minutes: '8' },
      ]),
    ).toEqual([['1.name', ':label mag hooguit 5 tekens lang zijn.']])
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
      required: false,
    })
  })

  it('has a moment, a duration and a time as they are typed, and a unit behind the label of a number', () => {
    const at = new Date('2026-11-22T08:30:00Z')
    expect(facts.control('starts_at', { starts_at: at })).toMatchObject({ value: '22-11-2026 09:30', required: true })
    expect(facts.control('minutes', { minutes: 90 })).toMatchObject({ kind: 'text', label: 'Duur', value: '1:30' })
    expect(facts.control('opens', { opens: '09:30' })).toMatchObject({ kind: 'time', value: '09:30' })
    expect(facts.control('validity', { validity: 6 })).toMatchObject({
      label: 'Geldigheid in maanden',
      min: 1,
      max: 24,
    })
  })

  it('of a row of a list comes from the items of that list', () => {
    expect(facts.items('parts').control('name', { name: 'Een' }, { name: 'parts[0][name]' })).toMatchObject({
      name: 'parts[0][name]',
      label: 'Omschrijving',
      maxlength: 5,
    })
    expect(() => facts.items('name')).toThrow("field 'name' is no list")
  })

  it('is there for a field of the catalogue alone', () => {
    expect(() => facts.control('toString', null)).toThrow("no field 'toString'")
    expect(() => facts.label('surname')).toThrow("no field 'surname'")
  })
})

it('messages name the fields of the record as the sentence wants it, and leave the others to the browser', () => {
  expect(
    nameFields(
      {
        name: ['Vul een :label in.'],
        nickname: ['Vul een :label in.'],
        validity: [':label klopt niet.'],
        'parts.0.minutes': [':label klopt niet.'],
        'parts.0.other': [':label klopt niet.'],
        other: [':label klopt niet.'],
      },
      facts,
    ),
  ).toEqual({
    name: ['Vul een naam in.'],
    nickname: ['Vul een KVK-naam in.'],
    validity: ['Geldigheid in maanden klopt niet.'],
    'parts.0.minutes': ['Duur klopt niet.'],
    'parts.0.other': [':label klopt niet.'],
    other: [':label klopt niet.'],
  })
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
  ['minutes', 90, '1 uur 30'],
  ['validity', 6, '6 maanden'],
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
