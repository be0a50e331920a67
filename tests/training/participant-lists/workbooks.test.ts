import { describe, expect, it } from 'vitest'
import writeXlsxFile, { type Sheet, type SheetData } from 'write-excel-file/node'
import { ParticipantListError, readTable } from '../../../src/training/places/participant-lists/index.ts'
import { guardWorkbook } from '../../../src/platform/files/workbook-guard.rules.ts'
import { LIST_LIMITS } from '../../../src/training/places/participant-lists/workbook.rules.ts'
import { brief, readList } from './reading.ts'
import { textCell, workbookParts, zip } from '../../support/zip-writer.ts'

const date = (iso: string) => ({ value: new Date(`${iso}T00:00:00Z`), type: Date, format: 'dd-mm-yyyy' })
const workbook = (data: SheetData) => writeXlsxFile(data).toBuffer()
const sheets = (named: Record<string, SheetData>) =>
  writeXlsxFile(Object.entries(named).map(([sheet, data]): Sheet<Buffer> => ({ sheet, data }))).toBuffer()

describe('a workbook', () => {
  it('reads dates, day numbers and phone numbers that became numbers', async () => {
    const bytes = await workbook([
      ['Deelnemers BHV'],
      [],
      ['Naam', 'Geboortedatum', 'Telefoon'],
      ['Anna de Vries', date('1980-03-04'), 612345678],
      ['Jansen, Piet', 29_587, '06-12345679'],
      ['Tom Mol', '31-12-80', null],
    ])
    const list = await readList({ bytes })
    expect(list.people.map(brief)).toEqual(['Anna de Vries 1980-03-04', 'Piet Jansen 1981-01-01', 'Tom Mol 1980-12-31'])
    expect(list.people.map(({ fields }) => fields.mobile_phone)).toEqual(['06-12345678', '06-12345679', null])
    expect(list.people.map(({ lineNumbers }) => lineNumbers[0])).toEqual([4, 5, 6])
  })

  it('picks the sheet with people, adds sheets with the same columns and names the others', async () => {
    const heading = ['Naam', 'Geboortedatum']
    const table = await readTable({
      bytes: await sheets({
        Uitleg: [['Lees dit eerst voordat u de lijst invult en terugstuurt']],
        'Groep 1': [heading, ['Anna Bos', date('1980-03-04')]],
        Leeg: [],
        'Groep 2': [['Tweede groep'], heading, ['Tom Mol', date('1981-04-05')]],
      }),
    })
    expect(table.rows).toEqual([heading, ['Anna Bos', '1980-03-04'], ['Tom Mol', '1981-04-05']])
    expect(table.notices).toEqual([
      'Het Excel-bestand heeft meer werkbladen; gelezen is “Groep 1”.',
      'Werkblad “Uitleg” is niet gelezen.',
      'Werkblad “Groep 2” heeft dezelfde kolommen en staat vanaf regel 3.',
    ])
  })

  it('puts the columns of another sheet in the order of the first, and leaves out a sheet that does not fit', async () => {
    const table = await readTable({
      bytes: await sheets({
        'Groep 1': [
          ['Naam', 'Nr', 'Geboortedatum', 'E-mail'],
          ['Anna Bos', 1, date('1980-03-04'), 'anna@klant.example'],
        ],
        'Groep 2': [
          ['Geb.datum', 'Naam'],
          [date('1981-04-05'), 'Tom Mol'],
        ],
        Noodgevallen: [
          ['Naam', 'Telefoon'],
          ['Ans Pol', '020-1234567'],
        ],
      }),
    })
    expect(table.rows.slice(1)).toEqual([
      ['Anna Bos', '1', '1980-03-04', 'anna@klant.example'],
      ['Tom Mol', '', '1981-04-05', ''],
    ])
    expect(table.notices.slice(1)).toEqual([
      'Werkblad “Groep 2” heeft dezelfde kolommen en staat vanaf regel 3.',
      'Werkblad “Noodgevallen” is niet gelezen.',
    ])
  })

  it('passes over a form that nobody filled in, and reads one that is all there is', async () => {
    const heading = ['Naam', 'Geboortedatum']
    const filled = [heading, ['Anna Bos', date('1980-03-04')]]
    const table = await readTable({ bytes: await sheets({ Formulier: [heading], Ingevuld: filled }) })
    expect(table).toMatchObject({ rows: [heading, ['Anna Bos', '1980-03-04']], notices: [] })
    expect((await readTable({ bytes: await sheets({ Formulier: [heading] }) })).rows).toEqual([heading])
  })

  it('reads five thousand lines', async () => {
    const rows = Array.from({ length: 4999 }, (_, i) => [`Jan Bos${i}`, date('1980-03-04'), `a${i}@klant.example`])
    const table = await readTable({ bytes: await workbook([['Naam', 'Geboortedatum', 'E-mail'], ...rows]) })
    expect(table.rows).toHaveLength(5000)
  })
})

describe('a workbook that is refused', () => {
  const refusal = async (bytes: Uint8Array) => {
    const error = await readTable({ bytes }).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(ParticipantListError)
    return (error as Error).message
  }

  it('has only empty sheets', async () => {
    expect(await refusal(await sheets({ Een: [], Twee: [[null, '']] }))).toBe('Het Excel-bestand is leeg.')
  })

  it('has more than five thousand lines', async () => {
    const rows = Array.from({ length: 5001 }, (_, i) => [`Jan Bos${i}`])
    expect(await refusal(await workbook(rows))).toContain('meer dan 5.000 regels')
  })

  it('was cut off or damaged on its way', async () => {
    const whole = await workbook([['Naam'], ['Jan Bos']])
    const damaged = Buffer.from(whole)
    for (let i = 40; i < damaged.length - 400; i += 3) damaged[i] = i % 256
    for (const bytes of [whole.subarray(0, whole.length / 2), damaged, Buffer.from('PK\x03\x04 and nothing else')])
      expect(await refusal(bytes)).toContain('beschadigd')
  })

  it('is locked with a password, in either container', async () => {
    const office = Buffer.concat([Buffer.from([0xd0, 0xcf, 0x11, 0xe0]), Buffer.from('EncryptedPackage', 'utf16le')])
    const parts = workbookParts('').map((part) => ({ ...part, encrypted: true }))
    for (const bytes of [office, zip(parts)]) expect(await refusal(bytes)).toContain('wachtwoord')
  })

  it('is another kind of document', async () => {
    const bytes = zip([{ name: 'word/document.xml', content: '<document/>' }])
    expect(await refusal(bytes)).toContain('geen Excel-bestand')
  })

  it('would unpack to more than memory should hold, whether it admits that or not', async () => {
    const big = `<row r="1">${textCell('A1', 'x'.repeat(60_000_000))}</row>`
    expect(await refusal(zip(workbookParts(big)))).toContain('uitgepakt te groot')
    const lying = workbookParts(big).map((part) => ({ ...part, declaredSize: Math.min(1000, part.content.length) }))
    expect(await refusal(zip(lying))).toContain('beschadigd')
  })

  it.each([
    ['a cell far to the right', `<row r="1">${textCell('XFD1', 'x')}</row>`, '200 kolommen'],
    ['a cell far down', `<row r="1048576">${textCell('A1048576', 'x')}</row>`, 'nog iets op regel 1.048.576'],
    ['a row that Excel does not have', `<row r="999999999">${textCell('A999999999', 'x')}</row>`, 'beschadigd'],
    ['a column that Excel does not have', `<row r="1">${textCell('AAAAAA1', 'x')}</row>`, 'beschadigd'],
    ['an address in disguise', `<row r="1">${textCell('A&#49;048576', 'x')}</row>`, 'beschadigd'],
    ['a tag that is no XML', `<row r="1"><c x="<" r="XFD1"><v>1</v></c></row>`, 'beschadigd'],
  ])('has %s', async (_, rows, message) => {
    expect(await refusal(zip(workbookParts(rows)))).toContain(message)
    // Before it is read: filling the rows up to such a cell is what would take the memory.
    expect(() => guardWorkbook(zip(workbookParts(rows)), LIST_LIMITS)).toThrow(message)
  })

  it('only when those cells hold something: formatted empty cells are common', async () => {
    const row = `<row r="1">${textCell('A1', 'Naam')}</row><row r="2">${textCell('A2', 'Jan Bos')}<c r="XFD2" s="0"/></row>`
    const table = await readTable({ bytes: zip(workbookParts(`${row}<row r="1048576"><c r="A1048576"></c></row>`)) })
    expect(table.rows).toEqual([['Naam'], ['Jan Bos']])
  })
})
