import { describe, expect, it } from 'vitest'
import { ParticipantListError, readTable } from '../../../src/training/places/participant-lists/index.ts'
import { parsePhones } from '../../../src/training/places/participant-lists/columns/phones.rules.ts'
import { readProse } from '../../../src/training/places/participant-lists/lines/prose.rules.ts'
import { growth } from '../../support/cost.ts'
import { encode } from './list-writer.ts'
import { brief, readList } from './reading.ts'

const bytesOf = (...parts: (string | number)[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : Buffer.from(part, 'latin1'))))

describe('encodings', () => {
  const text = 'Naam;Geboortedatum\r\nZoë Özdemir;01-02-1980\r\nLotte van ’t Veer;02-03-1981\r\n'

  it.each(['utf-8', 'utf-8 with mark', 'utf-16le', 'windows-1252'] as const)('reads %s', async (encoding) => {
    const table = await readTable({ bytes: encode(text, encoding) })
    expect(table.encoding).toBe(encoding.replace(' with mark', ''))
    expect(table.rows.map(([name]) => name)).toEqual(['Naam', 'Zoë Özdemir', 'Lotte van ’t Veer'])
  })

  it('reads UTF-16 without a mark', async () => {
    const table = await readTable({ bytes: Buffer.from(text, 'utf16le') })
    expect(table).toMatchObject({
      encoding: 'utf-16le',
      rows: [['Naam', 'Geboortedatum'], expect.anything(), expect.anything()],
    })
  })

  it('reads what Excel saves as "CSV (MS-DOS)" and "CSV (Macintosh)"', async () => {
    const dos = await readTable({
      bytes: bytesOf('Naam;Plaats\r\nZo', 0x89, ' Bos;Gorinchem\r\nRen', 0x82, ' Mol;Ede\r\n'),
    })
    expect(dos).toMatchObject({
      encoding: 'cp850',
      rows: [expect.anything(), ['Zoë Bos', 'Gorinchem'], ['René Mol', 'Ede']],
    })
    const mac = await readTable({ bytes: bytesOf('Naam;Plaats\rZo', 0x91, ' Bos;Gorinchem\rRen', 0x8e, ' Mol;Ede\r') })
    expect(mac).toMatchObject({
      encoding: 'macintosh',
      rows: [expect.anything(), ['Zoë Bos', 'Gorinchem'], ['René Mol', 'Ede']],
    })
  })

  it('stays with UTF-8 when a few bytes were lost, and marks only the name that lost one', async () => {
    const names = 'Zoë Bos\nRenée Mol\nJürgen Vos\nInès Smit\n'
    const bytes = Buffer.concat([Buffer.from(`Naam\n${names}Bj`), Buffer.from([0xc3]), Buffer.from('rn Pol\n')])
    const list = await readList({ bytes })
    expect(list.people.map(({ fields }) => fields.first_name)).toEqual(['Zoë', 'Renée', 'Jürgen', 'Inès', 'Bj\uFFFDrn'])
    expect(list.people[4]!.remarks[0]!.text).toContain('Onleesbaar teken')
  })

  it('repairs UTF-8 that was read as Windows-1252 and saved again, and says so', async () => {
    const table = await readTable({ text: 'Naam\nZoÃ« Bos\nRenÃ©e Mol' })
    expect(table.rows).toEqual([['Naam'], ['Zoë Bos'], ['Renée Mol']])
    expect(table.notices[0]).toContain('hersteld')
  })

  it('repairs nothing when readable accents stand beside it, but marks the name', async () => {
    const list = await readList({ text: 'Naam\nZoë Bos\nRenÃ©e Mol' })
    expect(list.people.map(brief)).toEqual(['Zoë Bos -', 'RenÃ©e Mol -'])
    expect(list.people[1]!.remarks[0]!.text).toContain('Onleesbaar teken')
  })

  it('makes one letter of a letter and a loose accent, as Macs write them', async () => {
    const table = await readTable({ text: 'Naam\nZoe\u0308 Bos' })
    expect(table.rows[1]).toEqual(['Zoë Bos'])
  })
})

describe('separators', () => {
  it.each([';', ',', '\t', '|'])('finds %j', async (separator) => {
    const rows = [
      ['Naam', 'Geboortedatum', 'E-mail'],
      ['Jan Bos', '01-02-1980', 'jan@klant.example'],
    ]
    const table = await readTable({ text: rows.map((row) => row.join(separator)).join('\n') })
    expect(table).toMatchObject({ separator, rows })
  })

  it('leaves "Achternaam, Voornaam" one column when that is all there is', async () => {
    const table = await readTable({ text: 'Naam\nJansen, Piet\nVries, Anna de\n' })
    expect(table).toMatchObject({ separator: null, rows: [['Naam'], ['Jansen, Piet'], ['Vries, Anna de']] })
  })

  it('is not misled by commas in names and notes', async () => {
    const text = 'Naam;Opmerking\nJansen, Piet;ochtend, graag\nVries, Anna de;\nBos, Jan;laat, zo nodig\n'
    expect(await readTable({ text })).toMatchObject({ separator: ';' })
  })

  it.each([
    ['tabs among commas', ',', 'Piet\tPietersen\tpiet@x.nl'],
    ['semicolons among commas', ',', 'Piet;Pietersen;piet@x.nl'],
    ['commas among tabs', '\t', 'Piet, Pietersen, piet@x.nl'],
    ['a tab and a comma among commas', ',', 'Piet,Pietersen\tpiet@x.nl'],
    ['two cells only', ',', 'Piet\tPietersen'],
  ])('are those of each line: %s', async (_, separator, odd) => {
    const lines = [
      'Voornaam|Achternaam|E-mail',
      'Jan|Jansen|jan@x.nl',
      odd,
      'Klaas|Klaassen|klaas@x.nl',
      'Kees|Bos|kees@x.nl',
    ]
    const { people, skipped } = await readList({ text: lines.join('\n').replaceAll('|', separator) })
    expect(people.map(brief)).toEqual(['Jan Jansen -', 'Piet Pietersen -', 'Klaas Klaassen -', 'Kees Bos -'])
    expect(people[1]!.fields.email).toBe(odd.includes('@') ? 'piet@x.nl' : null)
    expect(skipped).toHaveLength(1)
  })

  it('make no person of a sentence with commas below a table', async () => {
    const { people } = await readList({
      text: 'Voornaam;Achternaam;E-mail\nJan;Jansen;jan@x.nl\nKees;Bos;kees@x.nl\nGraag lunch, koffie, en parkeren',
    })
    expect(people.map(brief).slice(0, 2)).toEqual(['Jan Jansen -', 'Kees Bos -'])
    expect(people.map((person) => person.fields.first_name)).not.toContain('Graag lunch')
  })

  it('obeys the line "sep=" that Excel reads', async () => {
    const table = await readTable({ text: 'sep=,\r\nNaam,Opmerking\r\nJan Bos,a;b;c\r\n' })
    expect(table).toMatchObject({
      separator: ',',
      rows: [
        ['Naam', 'Opmerking'],
        ['Jan Bos', 'a;b;c'],
      ],
    })
  })
})

describe('quotation marks', () => {
  const rowsOf = async (text: string) => (await readTable({ text })).rows

  it('keeps separators, doubled quotes and line breaks within quotes', async () => {
    const text = 'Naam;Opmerking\nJan Bos;"a;b ""c""\nd"\nPiet Mol;x\n'
    expect(await rowsOf(text)).toEqual([
      ['Naam', 'Opmerking'],
      ['Jan Bos', 'a;b "c"\nd'],
      ['Piet Mol', 'x'],
    ])
  })

  it('does not let a quote that nobody closed swallow the people below it', async () => {
    const text = 'Naam;Geboortedatum;Opmerking\n"Jan Bos;01-02-1980;\nPiet Mol;02-03-1981;"a;b"\nEva Vos;03-04-1982;x\n'
    const list = await readList({ text })
    expect(list.people.map(brief)).toEqual(['Jan Bos 1980-02-01', 'Piet Mol 1981-03-02', 'Eva Vos 1982-04-03'])
  })

  it('does not take a slip further down for the end of the first one', async () => {
    const text = 'Naam;Geboortedatum;Opmerking\n"Jan Bos;01-02-1980;\nPiet Mol;02-03-1981;x"\nEva Vos;03-04-1982;\n'
    const list = await readList({ text })
    expect(list.people.map(brief)).toEqual(['Jan Bos 1980-02-01', 'Piet Mol 1981-03-02', 'Eva Vos 1982-04-03'])
  })

  it('keeps quotes around part of a cell and forgives spaces around a quoted cell', async () => {
    expect(await rowsOf('Naam;Opmerking\n"Sjaak" Bos;x\n')).toEqual([
      ['Naam', 'Opmerking'],
      ['"Sjaak" Bos', 'x'],
    ])
    expect(await rowsOf('Naam ; Opmerking\n "Jan Bos" ; "a;b" \n')).toEqual([
      ['Naam', 'Opmerking'],
      ['Jan Bos', 'a;b'],
    ])
  })

  it('unwraps the formula with which exports protect a leading 0', async () => {
    expect(await rowsOf('Naam;Mobiel\nJan Bos;="0612345678"\n')).toEqual([
      ['Naam', 'Mobiel'],
      ['Jan Bos', '0612345678'],
    ])
  })
})

describe('citizen service numbers', () => {
  it('empties a column that is called so, and says why', async () => {
    const table = await readTable({
      text: 'Naam;BSN;Geboortedatum\nJan Bos;111222333;01-02-1980\nEva Mol;999999990;02-03-1981\n',
    })
    expect(table.rows.map((row) => row[1])).toEqual(['BSN', '', ''])
    expect(table.notices).toEqual([expect.stringContaining('burgerservicenummers (BSN)')])
  })

  it('recognises them by the eleven test when the column has no name', async () => {
    const numbers = ['111222333', '999999990', '123456782', '100000009', '200000007']
    const text = numbers.map((number, i) => `Jan Bos${'abcde'[i]};${number};0${i + 1}-02-1980`).join('\n')
    const table = await readTable({ text })
    expect(table.rows.map((row) => row[1])).toEqual(['', '', '', '', ''])
  })

  it('does not take phone numbers without their 0 for them', async () => {
    const table = await readTable({ text: 'Jan Bos;612345678\nEva Mol;687654321\nTom Vos;611112222\n' })
    expect(table.rows.map((row) => row[1])).toEqual(['612345678', '687654321', '611112222'])
    expect(table.notices).toEqual([])
  })

  it('removes a number that a note calls a BSN', async () => {
    const list = await readList({ text: 'Naam;Opmerking\nJan Bos;BSN 111222333, ochtend\n' })
    expect(list.people[0]!.fields.note).toBe('BSN (weggelaten), ochtend')
  })
})

describe('what is refused, with a reason the user understands', () => {
  const refusal = async (input: Parameters<typeof readTable>[0]) => {
    const error = await readTable(input).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ParticipantListError)
    return (error as Error).message
  }
  const lines = (count: number) => 'Jan Bos;01-02-1980\n'.repeat(count)

  it('more than 2 MB, as a file and as text', async () => {
    expect(await refusal({ bytes: Buffer.alloc(2 * 1024 * 1024 + 1, 'a') })).toContain('groter dan 2 MB')
    expect(await refusal({ text: 'é'.repeat(1024 * 1024 + 1) })).toContain('groter dan 2 MB')
  })

  it('5,001 filled lines, but not 5,000 with thousands of empty ones behind', async () => {
    expect(await refusal({ text: lines(5001) })).toContain('meer dan 5.000 regels')
    expect((await readTable({ text: lines(5000) + ';\n'.repeat(5000) })).rows).toHaveLength(5000)
  })

  it('endless empty lines', async () => {
    expect(await refusal({ text: '\n'.repeat(1_000_000) })).toContain('meer dan 5.000 regels')
  })

  it('more than two hundred columns; a hundred are fine', async () => {
    expect(await refusal({ text: `Naam${';x'.repeat(200)}\nJan Bos\n` })).toContain('meer dan 200 kolommen')
    expect((await readTable({ text: `Naam${';x'.repeat(99)}\nJan Bos\n` })).rows[0]).toHaveLength(100)
  })

  it.each([
    ['an empty file', Buffer.alloc(0), 'De lijst is leeg'],
    ['only separators', Buffer.from(';;;\n;;;\n'), 'De lijst is leeg'],
    ['a PDF', Buffer.from('%PDF-1.7\n%'), 'pdf-bestand'],
    ['a picture', Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'afbeelding'],
    ['a web page called .xls', Buffer.from('<html><body><table><tr><td>Jan</td></tr></table>'), 'webpagina'],
    ['a text document', Buffer.from('{\\rtf1\\ansi'), 'tekstdocument'],
    ['noise', Buffer.from(Array.from({ length: 4000 }, (_, i) => (i * 7919 + (i >> 3)) % 256)), 'geen leesbare lijst'],
    ['an old .xls', Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.alloc(600)]), 'oude Excel-indeling'],
  ])('%s', async (_, bytes, message) => {
    expect(await refusal({ bytes })).toContain(message)
  })
})

describe('what is harmless', () => {
  it('drops a stray NUL and other control characters', async () => {
    const table = await readTable({ text: 'Naam;Geboortedatum\nJan\0 Bos\u0007;01-02-1980\n' })
    expect(table.rows[1]).toEqual(['Jan Bos', '01-02-1980'])
  })

  it('keeps markup as the text it is', async () => {
    const list = await readList({ text: 'Naam;Geboortedatum\n<script>alert(1)</script> Bos;01-02-1980\n' })
    expect(list.people[0]!.fields).toMatchObject({ first_name: '<script>alert(1)</script>', last_name: 'Bos' })
  })

  it('invents nobody from a list of emojis', async () => {
    const list = await readList({ text: '😀\n😁😀\n👍🏽;🎉\n' })
    expect(list.people).toEqual([])
    expect(list.skipped.map(({ kind }) => kind)).toEqual(['nameless', 'nameless', 'nameless'])
  })

  it.each([
    ['particles', 'de '],
    ['spaces', ' '],
    ['initials', 'A.'],
    ['addresses', 'a@'],
    ['dashes', '1-'],
  ])('costs the length of a cell and no more, made of %s', async (_what, piece) => {
    const lists = [1, 5].map((times) => {
      const cell = piece.repeat(4_000 * times)
      return { text: `Naam;Tussenvoegsel;Voorletters;E-mail;Mobiel\n${Array(5).fill(cell).join(';')}x\n` }
    })
    expect((await readList(lists[1]!)).people).toEqual([])
    expect(await growth((times) => readList(lists[times === 1 ? 0 : 1]!))).toBeLessThan(3)
  })

  it('costs the length of a phone number and no more, where words may stand behind it', async () => {
    const phone = (times: number) => `${'-:'.repeat(1_000 * times)}1`
    expect(parsePhones(phone(1))).toMatchObject([{ phone: null }])
    expect(await growth((times) => parsePhones(phone(times)))).toBeLessThan(3)
  })

  it.each([
    ['nobody below a line that announces people', 'Beste,\nHet gaat om:\n', 'a\n'],
    ['names below each other', 'Beste,\n', 'Jan Bos\n'],
    ['bullets', 'Beste,\n', '- Aa Bb\n'],
  ])('costs the length of a mail and no more, of %s', async (_what, begin, line) => {
    const mails = [1, 5].map((times) => `${begin}${line.repeat(1_500 * times)}`)
    expect(readProse(mails[0]!)).not.toBeNull()
    expect(await growth((times) => readProse(mails[times === 1 ? 0 : 1]!))).toBeLessThan(3)
  })
})
