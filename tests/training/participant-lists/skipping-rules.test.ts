import { describe, expect, it } from 'vitest'
import type { LineContext } from '../../../src/training/places/participant-lists/lines/line.rules.ts'
import type { ColumnRole } from '../../../src/training/places/participant-lists/index.ts'
import {
  findClosing,
  isAboutTheList,
  skippedLine,
} from '../../../src/training/places/participant-lists/lines/skipping.rules.ts'
import { TODAY } from './reading.ts'

const COLUMNS: ColumnRole[] = ['first_name', 'last_name', 'birth_date', 'email', 'phone', 'mobile_phone', 'ignored']
const HEADINGS = ['Voornaam', 'Achternaam', 'Geb.', 'Mail', 'Tel', 'Mobiel', 'Kenmerk']

const context = (columns = COLUMNS, header: number | null = null): LineContext => ({
  map: { header, columns },
  headings: header === null ? [] : HEADINGS,
  today: TODAY,
  dates: {} as LineContext['dates'],
  closing: -1,
})
/** Line 4 of a list whose headings, if it has any, stand in line 1. */
const skipped = (row: string[], of = context(COLUMNS, 0)) => skippedLine(row, 3, of)
const told = (row: string[], of?: LineContext) => skipped(row, of)?.reason ?? null
/** In a list of one column, and in one of two. */
const single = context(['full_name'])
const two = context(['full_name', 'company'])
const text = (cell: string) => `Geen persoon maar een tekst: “${cell}”.`

describe('a line with somebody on it', () => {
  it.each([
    [['Jan', 'Jansen', '12-03-1985', 'jan@x.nl']],
    [['Jan', 'Jansen']],
    [['Jan']],
    [['', '', '', 'jan@x.nl']],
    [['', '', '12-03-1985']],
    // One who is called so.
    [['Cursus', 'Training', 'Groep', 'Lijst']],
    [['Datum', '12-03-1985']],
    [['Totaal', 'jan@x.nl']],
    [['Totaal', 'Jan', 'Jansen', 'Kuipers']],
    [['Klant:', 'jan@x.nl']],
    [['Let op', 'Jan', 'Jansen', 'Kuipers']],
    [['Jan', '', '', '', '', '', 'A-12']],
    [['Voornaam', 'Jansen']],
    [['Tel', 'Mobiel', '0612345678']],
  ])('is read: %j', (row) => {
    expect(skipped(row)).toBeNull()
  })
})

describe('a line that is skipped', () => {
  it('is told by its number, its kind and why', () => {
    expect(skipped([])).toEqual({ line: 4, kind: 'blank', reason: 'Lege regel.' })
    expect(skipped(['', ''])).toEqual({ line: 4, kind: 'blank', reason: 'Lege regel.' })
    expect(skippedLine(HEADINGS, 0, context(COLUMNS, 0))).toEqual({ line: 1, kind: 'header', reason: 'Kopregel.' })
    expect(skipped(HEADINGS)).toEqual({ line: 4, kind: 'header', reason: 'Herhaalde kopregel.' })
    expect(skipped(['Totaal', '12'])).toEqual({ line: 4, kind: 'total', reason: 'Totaalregel: “Totaal 12”.' })
    expect(skipped(['Let op'])).toEqual({ line: 4, kind: 'title', reason: text('Let op') })
    expect(skipped(['', '', '', '', '', '', 'Zaal 2'])).toEqual({ line: 4, kind: 'title', reason: text('Zaal 2') })
    expect(skippedLine(['Zwolle'], 0, context(COLUMNS, 2))).toEqual({
      line: 1,
      kind: 'title',
      reason: 'Staat boven de kopregel: “Zwolle”.',
    })
  })

  it('is quoted, as far as sixty letters', () => {
    const long = `Let op: ${'a'.repeat(52)}`
    expect(told([long], single)).toBe(text(long))
    expect(told([`${long}b`], single)).toBe(text(`${long}…`))
  })
})

describe('above the headings', () => {
  const above = (row: string[]) => skippedLine(row, 1, context(COLUMNS, 2))

  it.each([
    [['Jan', 'Jansen', '12-03-1985', 'jan@x.nl']],
    [['', '', '12-03-1985', '', '038 1234567']],
    [['', '', '', '', '038 1234567', '0612345678']],
    [['', '', '', 'jan@x.nl', '', '0612345678']],
  ])('somebody whose values stand in two of the columns is read: %j', (row) => {
    expect(above(row)).toBeNull()
  })

  it.each([
    [['Jan', 'Jansen', '12-03-1985']],
    [['Jan', 'Jansen', '', 'jan@x.nl']],
    // The values stand in columns for something else.
    [['Jan', 'Jansen', 'jan@x.nl', '12-03-1985', 'jan@x.nl', 'jan@x.nl']],
    [['Jan', '038 1234567', '0612345678', '', 'Jansen', 'Bos', '0612345678']],
    [['Van:', 'Jan Jansen']],
  ])('anything else is not: %j', (row) => {
    expect(above(row)).toMatchObject({ line: 2, kind: 'title' })
  })

  it('below them or in a list without, the same is read', () => {
    expect(skipped(['Jan', 'Jansen'])).toBeNull()
    expect(skippedLine(['Jan', 'Jansen'], 0, context())).toBeNull()
  })
})

describe('headings that come again', () => {
  it.each([
    [['Voornaam', 'Achternaam']],
    [['voornaam', 'ACHTERNAAM']],
    [['', '', '', '', '', '', 'KENMERK']],
    // In words of their own, but all of them words for what stands in columns.
    [['Achternaam', 'Voornaam']],
    [['Naam', 'Geboortedatum', 'E-mail']],
  ])('are no person: %j', (row) => {
    expect(skipped(row)).toMatchObject({ kind: 'header', reason: 'Herhaalde kopregel.' })
  })

  it('are no headings with a value among them, or one word alone', () => {
    expect(skipped(['Voornaam', 'Achternaam', '12-03-1985'])).toBeNull()
    expect(skipped(['Naam', 'Jansen'])).toBeNull()
    expect(skipped(['Naam'])).toBeNull()
    expect(skipped(['Voornaam'], context())).toBeNull()
    expect(skipped(['Voornaam', 'Achternaam'], context())).toMatchObject({ kind: 'header' })
  })
})

describe('a total', () => {
  it.each([
    ...[['Totaal'], ['totaal 12'], ['Totaal: 12'], ['Totaal12'], ['Subtotaal', '12'], ['Total', '12', '13']],
    ...[['Aantal cursisten', '12'], ['subtotal: 3'], ['Aantal:', '4']],
  ])('is no person: %j', (...row) => {
    expect(skipped(row)).toMatchObject({ kind: 'total' })
  })

  it.each([['Totaalbouw'], ['Jan Totaal'], ['Aantallen'], ['Totalia', 'Bos']])('is not %j', (...row) => {
    expect(skipped(row)).toBeNull()
  })
})

describe('a text in a list of people', () => {
  it.each([
    ...['Let op', 'N.B.', 'NB', 'n.b', 'Opmerking', 'opmerkingen', 'Toelichting: zie boven', 'Legenda', 'Versie 2'],
    ...['Datum: 12 maart', 'Locatie : Zwolle', 'Klant', 'Contactpersoon:', 'Ingevuld door: Karin', 'Pagina 1'],
    ...['Handtekening', 'Paraaf', 'Einde lijst', 'Voorbeeld', 'Bijlage 3', 'Bron: Excel'],
  ])('is no person where it speaks about the list: %s', (cell) => {
    expect(told([cell], single)).toBe(text(cell))
    expect(isAboutTheList(cell)).toBe(true)
  })

  it('is no person with a word behind it either, or with a colon', () => {
    expect(told(['Klant', 'Kuipers', 'Zwolle'])).toBe(text('Klant Kuipers Zwolle'))
    expect(told(['Adres:', 'Dorpsstraat'])).toBe(text('Adres: Dorpsstraat'))
    expect(told([':Adres', 'Dorpsstraat'])).toBeNull()
  })

  it.each([
    ...['Deelnemers', 'De deelnemer', 'Presentielijst Kuipers', 'Onze groep', 'Cursus', 'BHV', 'Heftruck Zwolle'],
    ...['VCA basis', 'Course', 'Attendees'],
  ])('is no person where it is a title: %s', (cell) => {
    expect(told([cell], single)).toBe(text(cell))
    expect(isAboutTheList(cell)).toBe(true)
  })

  it.each(['Jan Jansen', 'Datumse Bos', 'Jan Opmerking', 'Klantje Bos', 'Groepman', 'Noten', 'Jan Let op'])(
    'is somebody when it only looks like that: %s',
    (cell) => {
      expect(told([cell], single)).toBeNull()
      expect(isAboutTheList(cell)).toBe(false)
    },
  )

  it('speaks about the list as a total does', () => {
    expect(isAboutTheList('Totaal 12')).toBe(true)
    expect(isAboutTheList('Subtotaal')).toBe(true)
    expect(isAboutTheList('')).toBe(false)
  })

  it('ends with a colon or an exclamation mark, or begins with an asterisk', () => {
    for (const cell of ['Aanwezig:', 'Graag bevestigen!', '* met korting']) {
      expect(told([cell], single)).toBe(text(cell))
      expect(told([cell], two)).toBe(text(cell))
    }
    for (const cell of ['Jan: Jansen', 'Jan! Jansen', 'Jan * Jansen']) expect(told([cell], single)).toBeNull()
  })

  it('has more words than a name: six where there are columns, eight where names stand alone', () => {
    const words = (count: number) => Array.from({ length: count }, () => 'Jan').join(' ')
    expect(told([words(5)], two)).toBeNull()
    expect(told([words(6)], two)).toBe(text(words(6)))
    expect(told([words(7)], single)).toBeNull()
    expect(told([words(8)], single)).toBe(text(words(8)))
    // Columns that nothing is read of do not count.
    expect(told([words(7)], context(['full_name', 'ignored']))).toBeNull()
  })

  it('stands alone and holds a figure where there are columns', () => {
    expect(told(['Jan Jansen 2'], two)).toBe(text('Jan Jansen 2'))
    expect(told(['Jan Jansen 2'], single)).toBeNull()
    for (const cell of ['Jan, Bos', 'Bos,']) expect(told([cell], two)).toBeNull()
  })

  it('begins or ends a mail', () => {
    const headed = context(['full_name', 'company'], 0)
    for (const cell of ['Met vriendelijke groet', 'Beste planner,', 'Hallo!', 'Groetjes'])
      for (const list of [single, two, headed]) expect(told([cell], list)).toBe(text(cell))
    // Below headings a person may be called Beste.
    expect(told(['Beste Bos'], headed)).toBeNull()
    for (const list of [single, two]) expect(told(['Beste Bos'], list)).toBe(text('Beste Bos'))
  })

  it('is a sentence, in a list without headings', () => {
    for (const cell of ['Kan dat morgen ook?', 'Wij komen met drie man', 'Zij komen.']) {
      expect(told([cell], single)).toBe(text(cell))
      expect(told([cell], context(['full_name'], 0))).toBeNull()
    }
    for (const cell of ['jan bakker visser', 'Jan van den berg', 'Jan bakker visser', 'Özlem van der berg'])
      expect(told([cell], single)).toBeNull()
  })

  it('stands below the line with which a mail ends', () => {
    const ended = { ...two, closing: 1 }
    expect(told(['Peter'], ended)).toBe('Staat onder de afsluiting: “Peter”.')
    expect(told(['Peter', 'Kuipers'], ended)).toBeNull()
    expect(told(['Peter'], { ...two, closing: 3 })).toBeNull()
    expect(findClosing([['Jan', 'Kuipers'], ['', 'Groet'], ['Peter']], two.map)).toBe(1)
    expect(findClosing([['Groet', 'Kuipers'], ['Peter']], two.map)).toBe(-1)
    expect(findClosing([['', 'Groet']], context(['full_name', 'ignored']).map)).toBe(-1)
  })

  it('stands alone in a column that nothing is read of, and holds letters', () => {
    const row = (cell: string) => ['', '', '', '', '', '', cell]
    expect(told(row('Zaal'))).toBe(text('Zaal'))
    expect(told(row('--'))).toBeNull()
    expect(told(['Jan', '', '', '', '', '', 'Zaal'])).toBeNull()
  })
})
