import { describe, expect, it } from 'vitest'
import {
  isCommonFirstName,
  looksLikeFamilyName,
} from '../../../src/training/places/participant-lists/names/first-names.rules.ts'
import {
  headingRole,
  headingWords,
  noteLabel,
} from '../../../src/training/places/participant-lists/columns/headings.rules.ts'
import {
  MAX_LIST_BYTES,
  ParticipantListError,
  refuseWhenTooLarge,
  refuseWhenTooLong,
} from '../../../src/training/places/participant-lists/limits.rules.ts'
import { type ColumnRole } from '../../../src/training/places/participant-lists/index.ts'
import { isClosing, isGreeting } from '../../../src/training/places/participant-lists/lines/mail-words.rules.ts'

describe('the beginning of a mail', () => {
  it.each([
    ...['Beste planner,', 'GEACHTE heer Bos', 'hallo', 'Hoi!', 'Hi all', 'Hey,', 'Dag Karin', 'Dear Sir', 'Hello'],
    ...['Goedemorgen', 'Goedemiddag,', 'Goedenavond allemaal', 'LS', 'L.S.', 'l.s,'],
    ...['Goede morgen', 'Goeiedag', 'Goedendag Karin', 'Hai', 'hee', 'Hoihoi'],
  ])('is %j', (line) => {
    expect(isGreeting(line)).toBe(true)
  })

  it.each(['Aan beste planner', 'Bestelling', 'Hallo 2', 'Hi a@x.nl', 'L-S', 'Goede', 'Dagmar Bos', 'He Bos', ''])(
    'is not %j',
    (line) => {
      expect(isGreeting(line)).toBe(false)
    },
  )
})

describe('the end of a mail', () => {
  it.each([
    ...['Met vriendelijke groet,', 'met groet', 'Met hartelijke groeten', 'Groet', 'groeten, Karin', 'Groetjes!'],
    ...['Vriendelijke groet', 'hartelijke groeten', 'Veel groetjes', 'De groeten', 'MVG', 'm.v.g.', 'mv.g', 'm.vg'],
    ...['Alvast bedankt', 'Alvast hartelijk dank', 'Bij voorbaat dank', 'hartelijk bedankt', 'Dank!', 'Bedankt'],
    ...['Kind regards,', 'Best regards', 'Regards.'],
    ...['Hoogachtend,', 'Gr. Karin', 'grtz', 'Fijn weekend', 'Dank je wel!', 'Mv groet', 'Met veel hartelijke groeten'],
  ])('is %j', (line) => {
    expect(isClosing(line)).toBe(true)
  })

  it.each([
    'En met groet',
    'Groetwerk',
    'Dankzij Jan',
    'Groet 06',
    'Groet a@x.nl',
    'Met 2 groeten',
    'Met xgroet',
    'mxvxg',
  ])('is not %j', (line) => {
    expect(isClosing(line)).toBe(false)
  })
})

describe('a word of a name', () => {
  it.each([
    ['Jan', true],
    ['ZOË', true],
    ['Jan-Piet', true],
    ['Jan-Xyz', false],
    ['Xyz', false],
    ['-', false],
    ['', false],
  ])('%j is a common first name: %s', (word, expected) => {
    expect(isCommonFirstName(word)).toBe(expected)
  })

  it.each([
    ['Jansen', true],
    ['Dijkstra', true],
    ['Timmerman', true],
    ['TIMMERMANS', true],
    ['Bosje', false],
    ['Anna', false],
  ])('%j is written as a family name: %s', (word, expected) => {
    expect(looksLikeFamilyName(word)).toBe(expected)
  })
})

describe('a list', () => {
  const lines = (count: number, cells = ['x']) => Array.from({ length: count }, () => cells)

  it.each<[string, string[][], string]>([
    ['nothing', [], 'De lijst is leeg.'],
    ['empty lines', lines(3, ['', '']), 'De lijst is leeg.'],
    ['too many lines', lines(5001), 'De lijst heeft meer dan 5.000 regels. Splits de lijst in delen.'],
    [
      'too many columns',
      [['x'], Array<string>(201).fill('')],
      'De lijst heeft meer dan 200 kolommen. Laat alleen de kolommen met cursisten staan.',
    ],
  ])('of %s is refused', (_, rows, message) => {
    expect(() => refuseWhenTooLong(rows)).toThrow(new ParticipantListError(message))
  })

  it('of just as much is not, whatever empty lines there are', () => {
    expect(() => refuseWhenTooLong([...lines(5000), ...lines(100, ['', ''])])).not.toThrow()
    expect(() => refuseWhenTooLong([['x'], Array<string>(200).fill('')])).not.toThrow()
    expect(() => refuseWhenTooLarge(MAX_LIST_BYTES)).not.toThrow()
    expect(() => refuseWhenTooLarge(MAX_LIST_BYTES + 1)).toThrow(
      'De lijst is groter dan 2 MB. Splits de lijst of verwijder overbodige werkbladen.',
    )
    expect(new ParticipantListError('x').name).toBe('ParticipantListError')
  })
})

describe('a heading', () => {
  it.each([
    ['Geb.datum medewerker (dd-mm-jjjj)*', 'geb datum'],
    ['Prénom van de cursist', 'prenom'],
    ['E-mail (privé) zakelijk', 'e mail'],
    ['', ''],
  ])('%j is compared as %j', (heading, words) => {
    expect(headingWords(heading)).toBe(words)
  })

  it.each<[string, ColumnRole | null]>([
    ['Deelnemer', 'full_name'],
    ['Deelnemer cursus', null],
    ['Deelnemer medewerker', null],
    ['Zakelijk', null],
    ['', null],
    ['Deelnemers 2026', null],
    ['jan@x.nl', null],
    [`Naam${' '.repeat(56)}`, 'full_name'],
    [`Naam${' '.repeat(57)}`, null],
    ['Kind geboren', 'birth_date'],
    ['Born when', 'birth_date'],
    ['Geb. dat. cursist', 'birth_date'],
    ['Geb datum kind', 'birth_date'],
    ['Xgeb datum', null],
    ['Stubborn', null],
    ['Geboorteland', 'ignored'],
    ['Geboortenaam', 'ignored'],
    ['Country birth', 'ignored'],
    ['Mail 2', 'email'],
    ['E mail 2', 'email'],
    ['Eigen email', 'email'],
    ['Eigen e mail adres', 'email'],
    ['Eigen email address', 'email'],
    ['Eigen emailadres', 'email'],
    ['Eigen email nodig', null],
    ['Nummer mobiel', 'mobile_phone'],
    ['Own mobile', 'mobile_phone'],
    ['GSM nu', 'mobile_phone'],
    ['Xgsm', null],
    ['Telefoon thuis 2', 'phone'],
    ['Tel 2', 'phone'],
    ['Home phone 2', 'phone'],
    ['Telephone 2', 'phone'],
    ['Hotel 2', null],
    ['Telling', null],
    ['Personeelscode', 'ignored'],
    ['Klantid', 'ignored'],
    ['Code', 'ignored'],
    ['Codex', null],
    ['Polisnummer', 'ignored'],
    ['Polis nr', 'ignored'],
    ['Polis id', 'ignored'],
    ['Policy number', 'ignored'],
    ['Covid', null],
    ['Nummering', null],
    ['E-mail leidinggevende', 'ignored'],
    ['Datum in dienst', 'ignored'],
    ['Geldig tot', 'ignored'],
    ['Straat', 'ignored'],
    ['Xyzzy', null],
  ])('%j stands for %s', (heading, role) => {
    expect(headingRole(heading)).toBe(role)
  })

  it.each([
    ['', ''],
    ['Opmerkingen', ''],
    ['Bijzonderheden cursist', ''],
    ['Notities', ''],
    ['Comments', ''],
    ['Afdeling', 'Afdeling: '],
    ['Eigen opmerking', 'Eigen opmerking: '],
  ])('%j begins a note with %j', (heading, label) => {
    expect(noteLabel(heading)).toBe(label)
  })
})
