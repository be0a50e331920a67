import { describe, expect, it } from 'vitest'
import {
  guessColumns,
  matchPeople,
  readPeople,
  readTable,
} from '../../../src/training/places/participant-lists/index.ts'
import { TODAY, brief, enrolled, fixture, readList } from './reading.ts'

/** The lists of four customers, each read line by line by hand before the expectations were written down. */
const FILES = ['bakkerij-van-loon.txt', 'metaalwerken-twente.csv', 'transport-kuipers.csv', 'zorggroep-de-linde.csv']

const onLine = (list: Awaited<ReturnType<typeof readList>>, line: number) =>
  list.people.find((person) => person.lineNumbers.includes(line))!

describe('Bakkerij van Loon: pasted cells without headings, tabs, years of two digits', () => {
  it('finds the four columns by what stands in them', async () => {
    const table = await readTable({ bytes: fixture('bakkerij-van-loon.txt') })
    expect(table).toMatchObject({ encoding: 'utf-8', separator: '\t', notices: [] })
    expect(guessColumns(table.rows)).toEqual({
      header: null,
      columns: ['first_name', 'last_name', 'birth_date', 'email'],
    })
  })

  it('reads seventeen people, particles apart and years in the right century', async () => {
    const list = await readList({ bytes: fixture('bakkerij-van-loon.txt') })
    // 03, 05 and 04 are people in their twenties; 64 and 65 can only be 1964 and 1965.
    expect(list.people.map(brief)).toEqual([
      'Désirée ter Beek 1965-09-07',
      'Eva de Vries 1976-08-03',
      "Roos d' Ancona 1971-04-03",
      'Jolanda op den Camp 1974-06-05',
      'Roos Meijer 2003-06-08',
      'Zoë de Vries 1968-01-16',
      'Tim Mulder 1984-06-13',
      'Vera Jansen 1978-06-27',
      'Mohamed Jansen 2005-05-09',
      "Zoë d' Ancona 1995-02-12",
      'Daan Brouwer 1964-01-27',
      'Özlem Mulder 1973-05-14',
      "Mohamed 't Hart 1985-01-26",
      'Joost Peters 2004-02-02',
      'Noor de Boer 1999-05-16',
      'Ibrahim de Groot 1988-07-11',
      'Quinten Dekker 1983-11-08',
    ])
    expect(list.people.flatMap((person) => person.remarks)).toEqual([])
    expect(list.notices).toEqual([expect.stringContaining('Jaartallen van twee cijfers (17×)')])
  })
})

describe('Metaalwerken Twente: Windows-1252, a title, one name column in two styles, letters lost as "?"', () => {
  it('finds encoding, separator, heading and columns', async () => {
    const table = await readTable({ bytes: fixture('metaalwerken-twente.csv') })
    expect(table).toMatchObject({ encoding: 'windows-1252', separator: ';' })
    expect(guessColumns(table.rows)).toEqual({ header: 2, columns: ['full_name', 'birth_date', 'email', 'note'] })
  })

  it('reads thirty-eight people, day before month', async () => {
    const list = await readList({ bytes: fixture('metaalwerken-twente.csv') })
    expect(list.people.map(brief)).toEqual([
      'Finn de Groot 2000-04-06',
      'Zoë Muñoz 1984-04-12',
      "?ükrü 't Hart 1959-06-18",
      'Willemijn de Vries 1982-06-17',
      'Guusje Bakker 1965-04-04',
      'Roos van den Berg 1969-05-25',
      'Sjoerd Dekker 1983-03-18',
      'Finn Özdemir 1963-05-02',
      'Emre Brouwer 1959-11-03',
      'Maaike Hendriks 1962-05-28',
      'Anouk Muñoz 1993-07-09',
      'Carlijn op den Camp 2003-04-04',
      'Daan Bos 1970-05-21',
      'Inès Peters 1976-08-17',
      'Wouter de Vries 1974-01-01',
      'Joost Vos 1990-08-08',
      'Renée Y?ld?z 2000-08-18',
      'Tim Peters 1972-06-07',
      'Zoë van der Linden 1961-03-01',
      'Björn de Groot 1961-02-22',
      'Renée de Wit 1996-04-23',
      'Désirée Bos 1968-05-15',
      'Xander Muñoz 1993-06-08',
      'Nienke van der Linden 1969-01-11',
      'Eva Brouwer 1990-11-07',
      'Fatima Jansen 1963-05-27',
      'Zoë van den Berg 1983-01-10',
      'Fenna op den Camp 2006-03-22',
      'Inès Özdemir 2004-08-05',
      'Piet Mulder 1960-12-17',
      '?ükrü Nguy?n 1966-09-25',
      'Anne-Marie de Vries 2001-10-26',
      'Fenna de Vries 1960-03-21',
      'Yara O 1993-01-21',
      'Sjoerd van Leeuwen 1989-05-01',
      'Jürgen Nguy?n 1992-02-22',
      "Jürgen van 't Veer 1974-02-28",
      '?ükrü Peters 1972-12-21',
    ])
    expect(list.skipped.map(({ line, kind }) => [line, kind])).toEqual([
      [1, 'title'],
      [2, 'blank'],
      [3, 'header'],
    ])
  })

  it('keeps and marks the characters that Windows-1252 could not hold', async () => {
    const list = await readList({ bytes: fixture('metaalwerken-twente.csv') })
    const marked = list.people.filter(({ remarks }) => remarks.some(({ text }) => text.startsWith('Onleesbaar teken')))
    expect(marked.map(({ lineNumbers }) => lineNumbers[0])).toEqual([6, 20, 34, 39, 41])
  })

  it('keeps notes with their own quotation marks and semicolons, and addresses in lower case', async () => {
    const list = await readList({ bytes: fixture('metaalwerken-twente.csv') })
    expect(onLine(list, 7).fields.note).toBe('"leest moeilijk", graag extra tijd')
    expect(onLine(list, 4).fields).toMatchObject({
      email: 'f.degroot@metaaltwente.example',
      note: 'Heeft nog certificaat tot eind van de maand; graag ochtend',
    })
  })

  it('leaves two people with one address two people and says that they share it', async () => {
    const list = await readList({ bytes: fixture('metaalwerken-twente.csv') })
    expect(onLine(list, 16).remarks).toEqual([
      { field: 'email', text: 'd.bos@metaaltwente.example staat ook bij Désirée Bos (regel 25).' },
    ])
  })
})

describe('Transport Kuipers: English headings, ISO dates, a line break within quotes', () => {
  it('maps the English headings and leaves the personnel number out', async () => {
    const table = await readTable({ bytes: fixture('transport-kuipers.csv') })
    expect(table).toMatchObject({ encoding: 'utf-8', separator: ',' })
    expect(guessColumns(table.rows)).toEqual({
      header: 0,
      columns: [
        'ignored',
        'last_name',
        'last_name_prefix',
        'first_name',
        'birth_date',
        'email',
        'phone',
        'note',
        'note',
      ],
    })
  })

  it('reads all two hundred and twelve people, in order', async () => {
    const list = await readList({ bytes: fixture('transport-kuipers.csv') })
    // The one quoted cell aside, the file holds no quotes, so cutting its lines at commas gives the same people.
    const plain = fixture('transport-kuipers.csv').toString('utf8').split('\r\n').slice(1, -1)
    const written = plain
      .map((line) => line.split(','))
      .map(([, last, prefix, first, born]) => [first, prefix, last, born])
    expect(written).toHaveLength(212)
    expect(list.people.map(brief)).toEqual(written.map((words) => words.filter(Boolean).join(' ')))
    expect(list.skipped.map(({ kind }) => kind)).toEqual(['header'])
  })

  it('keeps a cell with a line break in one person', async () => {
    const list = await readList({ bytes: fixture('transport-kuipers.csv') })
    expect(onLine(list, 102).fields.note).toBe('Department: Magazijn\nregel een\nregel twee')
    expect(brief(onLine(list, 103))).toBe('Chloé Smit 1962-11-05')
  })

  it('puts back the 0 that thirty-two phone numbers lost, and calls an 06 number mobile', async () => {
    const list = await readList({ bytes: fixture('transport-kuipers.csv') })
    expect(onLine(list, 8).fields).toMatchObject({ phone: null, mobile_phone: '06-77564633' })
    expect(list.people.every(({ fields }) => /^06-\d{8}$/.test(fields.mobile_phone ?? ''))).toBe(true)
    expect(list.notices[0]).toContain('(32×)')
  })

  it('keeps namesakes with different birth dates apart, also when they share an address', async () => {
    const list = await readList({ bytes: fixture('transport-kuipers.csv') })
    const fatimas = list.people.filter(({ fields }) => fields.email?.startsWith('f.elamrani'))
    expect(fatimas.map(brief)).toEqual(['Fatima El Amrani 1994-12-13', 'Fatima El Amrani 1993-02-03'])
    expect(fatimas[0]!.remarks[0]!.text).toContain('dit zijn verschillende personen')
  })
})

describe('Zorggroep De Linde: a byte order mark, a prefix column, doubled and impossible lines', () => {
  it('reads sixty-two people from sixty-four filled lines', async () => {
    const list = await readList({ bytes: fixture('zorggroep-de-linde.csv') })
    // Lines 31, 32 and 33 are Emre Peters three times; the file has no quotes, so its lines can be cut at semicolons.
    const lines = fixture('zorggroep-de-linde.csv').toString('utf8').trim().split('\r\n').slice(1, 65)
    const cut = lines.map((line) => line.split(';')).map(([first, prefix, last]) => [first, prefix, last])
    const names = new Set(cut.map((words) => words.filter(Boolean).join(' ')))
    expect(list.people).toHaveLength(62)
    expect(new Set(list.people.map((person) => brief(person).replace(/ \S+$/, '')))).toEqual(names)
    expect(list.skipped.map(({ kind }) => kind)).toEqual(['header'])
  })

  it('joins the doubled line and the one with fewer fields', async () => {
    const list = await readList({ bytes: fixture('zorggroep-de-linde.csv') })
    const emre = onLine(list, 31)
    expect(emre.lineNumbers).toEqual([31, 32, 33])
    expect(emre.fields).toMatchObject({ birth_date: '1997-07-05', mobile_phone: '06-95149012' })
    expect(emre.remarks).toEqual([
      { field: 'line', text: 'Regels 31, 32 en 33 zijn dezelfde persoon en zijn samengevoegd.' },
    ])
  })

  it('keeps people without a usable birth date and says why it is empty', async () => {
    const list = await readList({ bytes: fixture('zorggroep-de-linde.csv') })
    expect(brief(onLine(list, 7))).toBe('Sanne El Amrani -')
    expect(onLine(list, 7).remarks).toEqual([{ field: 'birth_date', text: 'Geen geboortedatum opgegeven.' }])
    expect(brief(onLine(list, 23))).toBe('Jolanda Visser -')
    expect(onLine(list, 23).remarks).toEqual([
      { field: 'birth_date', text: 'Geboortedatum 31-02-1990 bestaat niet; de datum is leeggelaten.' },
    ])
    // 1988 was a leap year.
    expect(brief(onLine(list, 22))).toBe('Joost Brouwer 1988-02-29')
  })

  it('leaves out an address that is none and keeps the person', async () => {
    const list = await readList({ bytes: fixture('zorggroep-de-linde.csv') })
    expect(onLine(list, 11).fields.email).toBeNull()
    expect(onLine(list, 11).remarks).toEqual([
      { field: 'email', text: 'E-mailadres “geen” is niet geldig; leeggelaten.' },
    ])
  })

  it('does not take Jolanda Kowalski for Maaike Bakker, whose address she has', async () => {
    const { people } = await readList({ bytes: fixture('zorggroep-de-linde.csv') })
    const maaike = enrolled(people).filter(({ last_name }) => last_name === 'Bakker')
    const matches = matchPeople(people, maaike)
    expect(matches[people.findIndex(({ fields }) => fields.last_name === 'Kowalski')]).toMatchObject({
      kind: 'doubtful',
      reason: 'Zelfde e-mailadres als Maaike Bakker (14-09-1965), maar een andere naam.',
      proposal: null,
    })
  })

  it('reads every way of writing a mobile number', async () => {
    const list = await readList({ bytes: fixture('zorggroep-de-linde.csv') })
    // 619722233 · 06-38816302 · 06 8471 4297 · +31 6 86626738 · 0031-689774974
    expect([2, 3, 6, 7, 15].map((line) => onLine(list, line).fields.mobile_phone)).toEqual([
      '06-19722233',
      '06-38816302',
      '06-84714297',
      '06-86626738',
      '06-89774974',
    ])
  })
})

describe.each(FILES)('%s a second time', (file) => {
  it('adds nobody: each line is matched, or proposes the contact it became the first time', async () => {
    const { people } = await readList({ bytes: fixture(file) })
    expect(matchPeople(people, []).filter(({ kind }) => kind !== 'new')).toEqual([])
    const contacts = matchPeople(people, enrolled(people)).map((match) =>
      match.kind === 'matched' ? match.contactId : match.kind === 'doubtful' ? match.proposal : 'new',
    )
    expect(contacts).toEqual(people.map((_, i) => i + 1))
  })

  it('accounts for each line once: part of a person, or skipped with a reason', async () => {
    const table = await readTable({ bytes: fixture(file) })
    const list = readPeople(table.rows, guessColumns(table.rows), TODAY)
    const lines = [...list.people.flatMap(({ lineNumbers }) => lineNumbers), ...list.skipped.map(({ line }) => line)]
    expect(lines.sort((a, b) => a - b)).toEqual(table.rows.map((_, i) => i + 1))
  })
})
