import { describe, expect, it } from 'vitest'
import {
  normaliseName,
  parseDutchPhone,
  parseEmail,
  parseListDate,
  phoneKey,
  splitFullName,
  splitLastName,
} from '../../../src/training/places/participant-lists/index.ts'
import { TODAY } from './reading.ts'

describe('a birth date', () => {
  it.each([
    '07-03-1985',
    '7/3/1985',
    '7.3.85',
    '07 03 1985',
    "7-3-'85",
    '1985-03-07',
    '1985-03-07T00:00:00',
    '07-03-1985 00:00',
    '7 maart 1985',
    '7 mrt. 85',
    'do 7 maart 1985',
    'March 7, 1985',
    '7-mar-85',
    '07031985',
    '7031985',
    '19850307',
    '070385',
    '31113',
    '31113.0',
  ])('reads %s', (text) => {
    expect(parseListDate(text, TODAY).date).toBe('1985-03-07')
  })

  it('takes five digits for ddmmjj without its 0 when told to', () => {
    expect(parseListDate('70385', TODAY, { fiveDigits: 'ddmmyy' }).date).toBe('1985-03-07')
  })

  it('puts the day before the month, even where a month of 12 would fit the other way round', () => {
    expect(parseListDate('12/4/1984', TODAY).date).toBe('1984-04-12')
    expect(parseListDate('12/25/1980', TODAY)).toMatchObject({
      date: null,
      problem: 'bestaat niet (de dag staat voor de maand)',
    })
  })

  it.each([
    ['85', '1985'],
    ['05', '2005'],
    ['26', '2026'],
    ['27', '1927'],
    ['00', '2000'],
  ])('takes the year %s for %s, the most recent past one', (short, year) => {
    expect(parseListDate(`01-05-${short}`, TODAY)).toEqual({ date: `${year}-05-01`, problem: null, shortYear: true })
  })

  it('goes a century back when the day has yet to come this year', () => {
    expect(parseListDate('22-11-26', TODAY).date).toBe('1926-11-22')
  })

  it.each([
    ['31-02-1990', 'bestaat niet'],
    ['29-02-1987', 'bestaat niet'],
    ['00-00-1980', 'bestaat niet'],
    ['01-01-2027', 'ligt in de toekomst'],
    ['01-01-1900', 'ligt te ver in het verleden'],
    ['1985', 'is niet als datum te lezen'],
    ['3 stuks 12', 'is niet als datum te lezen'],
    ['onlangs', 'is niet als datum te lezen'],
    ['00001', 'is niet als datum te lezen'],
  ])('makes nothing of %s: it %s', (text, problem) => {
    expect(parseListDate(text, TODAY)).toEqual({ date: null, problem, shortYear: false })
  })

  it('knows leap days', () => {
    expect(parseListDate('29-02-1988', TODAY).date).toBe('1988-02-29')
    expect(parseListDate('29-02-00', TODAY).date).toBe('2000-02-29')
  })
})

describe('a phone number', () => {
  it.each([
    '0612345678',
    '06-12345678',
    '06 1234 5678',
    '06.12.34.56.78',
    '+31 6 12345678',
    '+31 (0)6 12345678',
    '0031-612345678',
    '+31612345678',
    '31612345678',
    'tel: 06-12345678',
    "'0612345678",
  ])('reads %s', (text) => {
    expect(parseDutchPhone(text)).toEqual({ phone: '06-12345678', mobile: true, restoredZero: false, problem: null })
  })

  it.each(['612345678', '6 12345678', '6,12345678E+08'])('puts the lost 0 back in front of %s', (text) => {
    expect(parseDutchPhone(text)).toEqual({ phone: '06-12345678', mobile: true, restoredZero: true, problem: null })
  })

  it.each([
    ['0201234567', '020-1234567'],
    ['741234567', '074-1234567'],
    ['0548 123456', '0548-123456'],
    ['088-1234567', '088-1234567'],
    ['0800-1234', '0800-1234'],
    ['+32 470 12 34 56', '+32470123456'],
    ['0049 30 123456', '+4930123456'],
  ])('writes %s as %s', (text, phone) => {
    expect(parseDutchPhone(text)).toMatchObject({ phone, mobile: false, problem: null })
  })

  it.each(['06-1234567', '112', 'op kantoor', '6,12E+08', '00'])('leaves out %s and says so', (text) => {
    expect(parseDutchPhone(text)).toMatchObject({
      phone: null,
      problem: expect.stringContaining(`“${text}”`) as string,
    })
  })

  it('has one key however it is written', () => {
    const written = ['06-12345678', '+31 6 12345678', '0031612345678', '612345678']
    expect(new Set(written.map(phoneKey))).toEqual(new Set(['31612345678']))
    expect(new Set(['0570 98 76 54 (werk)', '+31 (0)570 - 98 76 54'].map(phoneKey))).toEqual(new Set(['31570987654']))
    expect(phoneKey('112')).toBeNull()
  })

  it('is not the number of another country that ends the same', () => {
    expect(['+34 612 345 678', '0034612345678'].map(phoneKey)).toEqual(['34612345678', '34612345678'])
  })
})

describe('an e-mail address', () => {
  it.each([
    'jan@klant.example',
    'JAN@Klant.Example',
    'Jan Bos <jan@klant.example>',
    'mailto:jan@klant.example',
    ' jan@klant.example; ',
  ])('reads %s', (text) => {
    expect(parseEmail(text)).toEqual({ email: 'jan@klant.example', problem: null })
  })

  it('takes the first of several and says so', () => {
    expect(parseEmail('jan@klant.example / bos@klant.example')).toEqual({
      email: 'jan@klant.example',
      problem:
        'Er staan meer e-mailadressen (“jan@klant.example / bos@klant.example”); alleen het eerste is overgenomen.',
    })
  })

  it.each(['geen', 'jan@klant', 'jan@@klant.example', 'jan.@klant.example', 'zo?@klant.example', '@klant.example'])(
    'leaves out %s and says so',
    (text) => {
      expect(parseEmail(text)).toEqual({ email: null, problem: `E-mailadres “${text}” is niet geldig; leeggelaten.` })
    },
  )
})

describe('a name in one cell', () => {
  /** Written as "initials | first | particles | last". */
  it.each([
    ['Anna de Vries', ' | Anna | de | Vries'],
    ['Vries, Anna de', ' | Anna | de | Vries'],
    ['Vries, de, Anna', ' | Anna | de | Vries'],
    ['de Vries, Anna', ' | Anna | de | Vries'],
    ['Vries Anna de', ' | Anna | de | Vries'],
    ['de Vries Anna', ' | Anna | de | Vries'],
    ['de Vries', ' |  | de | Vries'],
    ['Groot, Björn de', ' | Björn | de | Groot'],
    ["Hart, ?ükrü 't", " | ?ükrü | 't | Hart"],
    ["Jürgen van 't Veer", " | Jürgen | van 't | Veer"],
    ['Lotte van ’t Veer', " | Lotte | van 't | Veer"],
    ['Carlijn op den Camp', ' | Carlijn | op den | Camp'],
    ['Camp, Carlijn op den', ' | Carlijn | op den | Camp'],
    ['Désirée ter Beek', ' | Désirée | ter | Beek'],
    ['Anouk von Müller', ' | Anouk | von | Müller'],
    ["Roos d'Ancona", " | Roos | d' | Ancona"],
    ['Roos d’ Ancona', " | Roos | d' | Ancona"],
    ['Jolanda El Amrani', ' | Jolanda | El | Amrani'],
    ['Amrani, Jolanda El', ' | Jolanda | El | Amrani'],
    ['Jean-Pierre de la Cruz', ' | Jean-Pierre | de la | Cruz'],
    ['Roos Van Den Berg', ' | Roos | van den | Berg'],
    ['Van den Berg, Roos', ' | Roos | van den | Berg'],
    ['Joost Bakker-de Vries', ' | Joost |  | Bakker-de Vries'],
    ['Joost Jansen - van den Berg', ' | Joost |  | Jansen-van den Berg'],
    ['Yara O', ' | Yara |  | O'],
    ['O, Yara', ' | Yara |  | O'],
    ['Haddad, Ben', ' | Ben |  | Haddad'],
    ['Ahmed Ben Ali', ' | Ahmed | Ben | Ali'],
    ['A.B. de Vries', 'A.B. |  | de | Vries'],
    ['Jan E Jansen', ' | Jan E |  | Jansen'],
    ['Bakker, J. V.', 'J.V. |  |  | Bakker'],
    ['V.D. Bakker', 'V.D. |  |  | Bakker'],
    ['Jan v.d. Berg', ' | Jan | v.d. | Berg'],
    ['J.P.Jansen', 'J.P. |  |  | Jansen'],
    ['J P Jansen', 'J.P. |  |  | Jansen'],
    ['Vries, A.B. de', 'A.B. |  | de | Vries'],
    ['J. (Hans) Bos', 'J. | Hans |  | Bos'],
    ['Bos, J. (Hans)', 'J. | Hans |  | Bos'],
    ['Vries, mw. A. de', 'A. |  | de | Vries'],
    ['dhr. P. Bakker', 'P. |  |  | Bakker'],
    ['drs. ing. Piet Bakker, MSc', ' | Piet |  | Bakker'],
    ['12. Piet Bakker', ' | Piet |  | Bakker'],
    ['JANSEN Piet', ' | Piet |  | JANSEN'],
    ['Piet JANSEN', ' | Piet |  | JANSEN'],
    ['Jan Willem Bos', ' | Jan Willem |  | Bos'],
    ['Madonna', ' |  |  | Madonna'],
  ])('splits %s', (name, parts) => {
    const { initials, first_name, last_name_prefix, last_name } = splitFullName(name)
    expect([initials ?? '', first_name, last_name_prefix, last_name].join(' | ')).toBe(parts)
  })

  it('takes the last name first when told to', () => {
    expect(splitFullName('Jansen Piet', 'last-first')).toMatchObject({ first_name: 'Piet', last_name: 'Jansen' })
    expect(splitFullName('O Yara', 'last-first')).toMatchObject({ first_name: 'Yara', last_name: 'O' })
    expect(splitFullName('Bakker-de Vries Joost', 'last-first')).toMatchObject({
      first_name: 'Joost',
      last_name: 'Bakker-de Vries',
    })
  })

  it('admits where the division is a guess', () => {
    expect(splitFullName('Maria Garcia Lopez')).toMatchObject({ last_name: 'Garcia Lopez', guessed: true })
    expect(splitFullName('Maria de la Cruz').guessed).toBe(false)
  })

  it('sets a second name between brackets apart', () => {
    expect(splitFullName('Johannes (Hans) de Vries')).toMatchObject({ first_name: 'Johannes', aside: 'Hans' })
  })
})

describe('a last name in its own cell', () => {
  it.each([
    ['van den Berg', 'van den', 'Berg'],
    ['Van den Berg', 'van den', 'Berg'],
    ['Berg, van den', 'van den', 'Berg'],
    ['Berg (van den)', 'van den', 'Berg'],
    ['Berg van den', 'van den', 'Berg'],
    ["'t Hart", "'t", 'Hart'],
    ['Bakker-de Vries', '', 'Bakker-de Vries'],
    // The sender has a column for particles and did not put "El" in it.
    ['El Amrani', '', 'El Amrani'],
    ['O', '', 'O'],
    ['De', '', 'De'],
  ])('splits %s', (cell, last_name_prefix, last_name) => {
    expect(splitLastName(cell)).toEqual({ last_name_prefix, last_name })
  })
})

describe('normalising a name', () => {
  it.each([
    [['Désirée ter Beek', 'DESIREE TER-BEEK', 'Desire\u0301e terBeek'], 'desireeterbeek'],
    [['Sjoerd Dijkstra', 'Sjoerd Dykstra', 'sjoerd dĳkstra'], 'sjoerddykstra'],
    [["Roos d'Ancona", 'Roos d’ Ancona', 'Roos D Ancona'], 'roosdancona'],
    [['Şükrü Yıldız', 'Sukru Yildiz'], 'sukruyildiz'],
    [['Łukasz Weiß', 'Lukasz Weiss'], 'lukaszweiss'],
    [['Renée Y?ld?z', 'Renée Y\uFFFDld\uFFFDz'], 'reneey?ld?z'],
  ])('finds %j one name', (names, key) => {
    expect(names.map(normaliseName)).toEqual(names.map(() => key))
  })
})
