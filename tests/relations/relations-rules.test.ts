import { describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { contactFields, addressed, searchPartsOf, searchTermsOf } from '../../src/relations/naming/index.ts'
import { MERGE_FIELDS, UNDO_DAYS, isBlank, isSame, takenColumns } from '../../src/relations/merging/merging.rules.ts'

describe('how somebody is addressed', () => {
  it.each([
    [['Anouk', 'A.', 'van der', 'Linden'], 'Anouk'],
    [['', 'J.P.', 'van der', 'Linden'], 'J.P. van der Linden'],
    [['', '', 'van der', 'Linden'], 'heer/mevrouw Van der Linden'],
    [['', '', '', 'Naamloos'], 'heer/mevrouw Naamloos'],
    [['', '', '', ''], 'heer/mevrouw'],
  ] as const)('%j is %j, never nothing', ([first_name, initials, last_name_prefix, last_name], text) => {
    expect(addressed({ first_name, initials, last_name_prefix, last_name })).toBe(text)
  })
})

describe('what is typed into the search', () => {
  const nothing = { number: null, cocNo: null, email: null, digits: null, postalCode: null }
  it.each([
    ['', nothing],
    ['de linde', nothing],
    ['1', { ...nothing, number: 1 }],
    ['012', nothing],
    ['123456789', { ...nothing, number: 123456789, digits: '123456789' }],
    ['1234567890', { ...nothing, digits: '234567890' }],
    ['12a', nothing],
    ['a12', nothing],
    ['12345678', { ...nothing, number: 12345678, cocNo: '12345678' }],
    ['01234567', { ...nothing, cocNo: '01234567' }],
    ['x12345678', nothing],
    ['12345678x', nothing],
    ['a@b', { ...nothing, email: 'a@b' }],
    ['06-1234 5678', { ...nothing, digits: '612345678' }],
    ['+31 (0)6.123/45678', { ...nothing, digits: '612345678' }],
    ['06-1234567', { ...nothing, digits: '061234567' }],
    ['06-123456', nothing],
    ['tel 0612345678', nothing],
    ['0612345678 tel', nothing],
    ['1234ab', { ...nothing, postalCode: '1234 AB' }],
    ['1234 AB', { ...nothing, postalCode: '1234 AB' }],
    ['0234 AB', nothing],
    ['1234  AB', nothing],
    ['1234 ABC', nothing],
    ['x1234 AB', nothing],
    ['12345 AB', nothing],
  ])('%j may be %j', (typed, terms) => {
    expect(searchTermsOf(typed)).toEqual(terms)
  })

  const none = { domain: null, phoneStart: null, phonePart: null }
  it.each([
    ['', none],
    ['jansen', none],
    ['@delinde.example', { ...none, domain: 'delinde.example' }],
    ['@DeLinde', { ...none, domain: 'delinde' }],
    ['delinde.ex', { ...none, domain: 'delinde.ex' }],
    ['anouk@delinde.example', none],
    ['12.5', none],
    ['061', none],
    ['0612', { ...none, phoneStart: '612', phonePart: '0612' }],
    ['+31 6 12', { ...none, phoneStart: '612', phonePart: '0612' }],
    ['06-12 34', { ...none, phoneStart: '61234', phonePart: '061234' }],
    ['123', none],
    ['1234', { ...none, phonePart: '1234' }],
    ['123 45', { ...none, phonePart: '12345' }],
    ['0612345678', none],
    ['+31 (0)6 1234 5678', none],
  ])('%j may be a part of %j', (typed, parts) => {
    expect(searchPartsOf(typed)).toEqual(parts)
  })
})

describe('the words of a contact', () => {
  it('are those of the interface', () => {
    expect(contactFields.gender.options).toEqual({ m: 'Man', f: 'Vrouw', x: 'Anders' })
    expect(ROLE.supervisor).toBe(4)
  })
})

describe('two records that become one', () => {
  const [address] = MERGE_FIELDS.company.filter(({ key }) => key === 'address')
  const field = (type: 'company' | 'contact', key: string) => MERGE_FIELDS[type].find((one) => one.key === key)!

  it('choose field by field, each named once', () => {
    expect(UNDO_DAYS).toBe(30)
    for (const fields of Object.values(MERGE_FIELDS)) {
      expect(fields.length).toBeGreaterThan(10)
      expect(fields.filter(({ key, label }) => !/^[a-z_]+$/.test(key) || !/^[A-Z]/.test(label))).toEqual([])
      const columns = fields.flatMap((each) => each.columns)
      expect(new Set(columns).size).toBe(columns.length)
      expect(columns.filter((column) => !/^[a-z_0-9]+$/.test(column))).toEqual([])
    }
  })

  it('take what is chosen from the one that goes, with all its columns', () => {
    expect(takenColumns('company', [])).toEqual([])
    expect(takenColumns('company', ['coc_no', 'style_css'])).toEqual(['coc_no', 'style_css', 'show_bing_image'])
    expect(takenColumns('contact', ['name', 'company_id'])).toEqual([
      'first_name',
      'initials',
      'last_name_prefix',
      'last_name',
      'company_id',
      'client_id',
      'supervisor_for_all',
    ])
    expect(takenColumns('contact', ['coc_no'])).toEqual([])
  })

  it.each([
    [null, true],
    ['', true],
    [false, true],
    [[], true],
    [0, false],
    ['0', false],
    [true, false],
    [['note'], false],
  ])('see %j as saying nothing: %s', (value, expected) => {
    expect(isBlank(field('company', 'note'), { note: value })).toBe(expected)
  })

  it('see an address of a country alone, and a picture without a style, as nothing', () => {
    const empty = Object.fromEntries(address!.columns.map((column) => [column, null]))
    expect(isBlank(address!, { ...empty, country_code: 'NL' })).toBe(true)
    expect(isBlank(address!, { ...empty, city: 'Zwolle' })).toBe(false)
    expect(isBlank(field('company', 'style_css'), { style_css: null, show_bing_image: true })).toBe(true)
    expect(isBlank(field('company', 'style_css'), { style_css: 'a{}', show_bing_image: false })).toBe(false)
  })

  it('do not ask about what is the same in both', () => {
    const name = field('contact', 'name')
    const anna = { first_name: 'Anna', initials: 'A.', last_name_prefix: '', last_name: 'Vos' }
    expect(isSame(name, anna, { ...anna })).toBe(true)
    expect(isSame(name, anna, { ...anna, last_name: 'Bos' })).toBe(false)
    expect(isSame(field('company', 'note'), { note: null }, {})).toBe(true)
    expect(
      isSame(
        field('company', 'hidden_contact_fields'),
        { hidden_contact_fields: ['a'] },
        { hidden_contact_fields: ['a'] },
      ),
    ).toBe(true)
  })
})
