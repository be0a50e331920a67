import { describe, expect, it } from 'vitest'
import { parseEmail } from '../../../src/training/places/participant-lists/columns/emails.rules.ts'
import {
  parseDutchPhone,
  parsePhones,
  phoneEnding,
  phoneKey,
} from '../../../src/training/places/participant-lists/columns/phones.rules.ts'

describe('a phone number', () => {
  it.each([
    ['010-1234567', '010-1234567'],
    ['0131234567', '013-1234567'],
    ['0151234567', '015-1234567'],
    ['0111234567', '0111-234567'],
    ['0241234567', '024-1234567'],
    ['0221234567', '0221-234567'],
    ['0301234567', '030-1234567'],
    ['0381234567', '038-1234567'],
    ['0341234567', '0341-234567'],
    ['0461234567', '046-1234567'],
    ['0411234567', '0411-234567'],
    ['0581234567', '058-1234567'],
    ['0571234567', '0571-234567'],
    ['0791234567', '079-1234567'],
    ['0841234567', '084-1234567'],
    ['0851234567', '085-1234567'],
    ['0881234567', '088-1234567'],
    ['0900-1234567', '0900-1234567'],
    ['09001234', '0900-1234'],
    ['31 20 1234567', '020-1234567'],
    ['+31 (0)20 1234567', '020-1234567'],
    ['+310201234567', '020-1234567'],
    ['Tel. 020-1234567', '020-1234567'],
    ['telefoon: 020–1234567', '020-1234567'],
    ['T:020.123.45.67', '020-1234567'],
    ['+1 212 5550123', '+12125550123'],
    ['+299 1234', '+2991234'],
    ['2,01234567E+08', '020-1234567'],
  ])('%j is written as %s', (text, phone) => {
    expect(parseDutchPhone(` ${text} `)).toMatchObject({ phone, mobile: false, problem: null })
  })

  it.each([
    '020-123456',
    '020-12345678',
    '0012',
    '000-1234567',
    '+0123456789',
    '+123456',
    '+1234567890123456',
    '0900-123',
    '0900-12345',
    '0900-12345678',
    '12345678901',
    '1+2345678901',
    'x0201234567',
    '020 1234567 x',
    'mijn 020-1234567',
    '2,0123456E+08',
    'x2,01234567E+08',
    '2,01234567E+08x',
  ])('%j is left out, with the cell as it was written', (text) => {
    expect(parseDutchPhone(text)).toEqual({
      phone: null,
      mobile: false,
      restoredZero: false,
      problem: `Telefoonnummer “${text}” klopt niet; leeggelaten.`,
    })
  })

  it('that is none says nothing', () => {
    expect(parseDutchPhone('  ')).toEqual({ phone: null, mobile: false, restoredZero: false, problem: null })
    expect(parsePhones('')).toEqual([])
  })

  it.each([
    ['06-12345678', true, false],
    ['612345678', true, true],
    ['201234567', false, true],
    ['+31612345678', true, false],
    ['+32470123456', false, false],
  ])('%s is mobile: %s, got its 0 back: %s', (text, mobile, restoredZero) => {
    expect(parseDutchPhone(text)).toMatchObject({ mobile, restoredZero })
  })

  it.each([
    ['06-12345678', ['06-12345678']],
    ['06-12345678 / 020-1234567', ['06-12345678', '020-1234567']],
    ['06-12345678;020-1234567', ['06-12345678', '020-1234567']],
    ['06-12345678,020-1234567', ['06-12345678', '020-1234567']],
    ['06-12345678|020-1234567', ['06-12345678', '020-1234567']],
    ['06-12345678\n020-1234567', ['06-12345678', '020-1234567']],
    ['06-12345678 of 020-1234567', ['06-12345678', '020-1234567']],
    ['06-12345678 EN 020-1234567', ['06-12345678', '020-1234567']],
    ['06-12345678 / werk', ['06-12345678']],
    ['06-12345678 / 12', ['06-12345678', null]],
    ['12 / 13', [null]],
  ])('in %j are %j', (text, phones) => {
    expect(parsePhones(text).map(({ phone }) => phone)).toEqual(phones)
  })

  it.each([
    ['06-12345678', '31612345678'],
    ['+32470123456', '32470123456'],
    ['0032 470 123456 (thuis)', '32470123456'],
    ['+32470123456 (thuis)', '32470123456'],
    ['0201234 (thuis)', null],
    ['02012345 (thuis)', '312012345'],
    ['12345678 (thuis)', '12345678'],
    ['0800-1234', '318001234'],
    ['', null],
    [null, null],
  ])('%j has the key %j', (phone, key) => {
    expect(phoneKey(phone)).toBe(key)
  })

  it('is found by the last nine digits of its key', () => {
    expect(phoneEnding('31612345678')).toBe('612345678')
  })
})

describe('an e-mail address', () => {
  it.each([
    ['jan@x.nl', 'jan@x.nl'],
    ["J.O'Bos+bhv_1@mail.x-y.co.uk", "j.o'bos+bhv_1@mail.x-y.co.uk"],
    ["'jan@x.nl'", 'jan@x.nl'],
    ['..jan@x.nl..', 'jan@x.nl'],
    ['"jan@x.nl",', 'jan@x.nl'],
    ['jan@x.nl, JAN@x.nl', 'jan@x.nl'],
    ['Jan (jan@x.nl)', 'jan@x.nl'],
    ['Mailto:jan@x.nl', 'jan@x.nl'],
    [`${'j'.repeat(249)}@x.nl`, `${'j'.repeat(249)}@x.nl`],
  ])('%j is %s', (cell, email) => {
    expect(parseEmail(cell)).toEqual({ email, problem: null })
  })

  it.each([
    'jan',
    'jan..bos@x.nl',
    'jan@-x.nl',
    'jan@x-.nl',
    'jan@x.n',
    'jan@x.1l',
    'jan@x.nl-',
    'jan@x.nl/y',
    'xmailto:jan@x.nl',
    `${'j'.repeat(250)}@x.nl`,
  ])('%j is none', (cell) => {
    expect(parseEmail(cell)).toEqual({ email: null, problem: `E-mailadres “${cell}” is niet geldig; leeggelaten.` })
  })

  it('that is none says nothing', () => {
    expect(parseEmail('  ')).toEqual({ email: null, problem: null })
  })
})
