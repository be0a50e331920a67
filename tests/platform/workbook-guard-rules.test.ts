import { describe, expect, it } from 'vitest'
import {
  DAMAGED_WORKBOOK,
  LOCKED_WORKBOOK,
  WorkbookError,
  guardWorkbook,
} from '../../src/platform/files/workbook-guard.rules.ts'
import { type ZipPart, textCell, workbookParts, zip } from '../support/zip-writer.ts'

const limits = { columns: 28, tooManyColumns: 'Te veel kolommen.', lines: 50, tooManyLines: 'Te veel regels.' }

/** What is said of a workbook; null where it may be read. */
function refusal(parts: ZipPart[] | Uint8Array): string | null {
  try {
    guardWorkbook(parts instanceof Uint8Array ? parts : zip(parts), limits)
    return null
  } catch (error) {
    expect(error).toBeInstanceOf(WorkbookError)
    expect((error as Error).name).toBe('WorkbookError')
    return (error as Error).message
  }
}
const ofRows = (rows: string) => refusal(workbookParts(rows))
const cell = (address: string) => ofRows(`<row>${textCell(address, 'x')}</row>`)

describe('a workbook', () => {
  it('may be read where it is one, and all of it lies where a list can be', () => {
    expect(cell('A1')).toBeNull()
    expect(ofRows('')).toBeNull()
  })

  it('is refused where it is locked, damaged, or no workbook', () => {
    expect(refusal(workbookParts('').map((part, i) => ({ ...part, encrypted: i === 1 })))).toBe(LOCKED_WORKBOOK)
    expect(refusal(Buffer.from('PK and nothing else'))).toBe(DAMAGED_WORKBOOK)
    expect(refusal([{ name: 'word/document.xml', content: '<w/>' }])).toBe(
      'Dit bestand is geen Excel-bestand (.xlsx). Sla de lijst op als .xlsx of .csv.',
    )
    expect(LOCKED_WORKBOOK).toContain('met een wachtwoord beveiligd')
    expect(DAMAGED_WORKBOOK).toContain('beschadigd')
  })

  it('is refused where a part holds more than it says, and says in the error why', () => {
    const lying = workbookParts('<row/>').map((part) => ({ ...part, declaredSize: 3 }))
    expect(refusal(lying)).toBe(DAMAGED_WORKBOOK)
    expect(() => guardWorkbook(zip(lying), limits)).toThrow(
      expect.objectContaining({ cause: expect.anything() as Error }),
    )
  })

  it('is refused where its XML is more than eight megabytes together; what is no XML does not count', () => {
    const most = 8 * 1024 * 1024
    const used = workbookParts('').reduce((sum, { content }) => sum + content.length, 0)
    const more = (name: string, declaredSize: number) =>
      refusal([...workbookParts(''), { name, content: 'x', declaredSize }])
    const unpacked = 'Het Excel-bestand is uitgepakt te groot. Verwijder overbodige werkbladen en opmaak.'
    expect(more('xl/styles.xml', most - used)).toBeNull()
    expect(more('xl/styles.xml', most - used + 1)).toBe(unpacked)
    expect(more('xl/worksheets/_rels/sheet1.xml.rels', most)).toBe(unpacked)
    expect(more('xl/media/foto.png', most)).toBeNull()
    expect(more('xl/media/foto.xml.png', most)).toBeNull()
    expect(more('xl/media/fotoxml', most)).toBeNull()
  })
})

describe('a cell', () => {
  it.each([
    ['AB1', null],
    ['AC1', limits.tooManyColumns],
    ['Z50', null],
    ['A51', limits.tooManyLines],
    ['BA1', limits.tooManyColumns],
    ['XFD1', limits.tooManyColumns],
    ['A1048576', limits.tooManyLines],
    ['A1048577', DAMAGED_WORKBOOK],
    ['AAAA1', DAMAGED_WORKBOOK],
    ['A&#49;', DAMAGED_WORKBOOK],
  ])('at %s that holds something: %s', (address, said) => expect(cell(address)).toBe(said))

  it.each([
    ['a tag that closes itself', '<c r="AC51"/>'],
    ['a tag that closes itself, with a style', '<c r="AC51" s="1" />'],
    ['a tag with nothing in it', '<c r="AC51"></c>'],
    ['a tag with white space in it', '<c r="AC51">\n </c>'],
  ])('that is empty may be anywhere: %s', (_what, xml) => expect(ofRows(`<row>${xml}</row>`)).toBeNull())

  it('is found by whatever name and quotes its tag has', () => {
    expect(ofRows(`<x:row><x:c r='AC1'><x:v>1</x:v></x:c></x:row>`)).toBe(limits.tooManyColumns)
    expect(ofRows(`<row><c s="1" r = "AC1"><v>1</v></c></row>`)).toBe(limits.tooManyColumns)
    expect(ofRows(`<row><c s="a > b" r="AC1"><v>1</v></c></row>`)).toBe(limits.tooManyColumns)
    expect(ofRows(`<row><c s='a > b' r="AC1"><v>1</v></c></row>`)).toBe(limits.tooManyColumns)
    expect(ofRows(`<row><c\nr="AC1"><v>1</v></c></row>`)).toBe(limits.tooManyColumns)
    // Without an address it stands beside the one before it.
    expect(ofRows('<row><c s="1"><v>1</v></c></row>')).toBeNull()
  })

  it('that is no proper XML is refused, so that none slips by', () => {
    expect(ofRows('<row><c x="<" r="XFD1"><v>1</v></c></row>')).toBe(DAMAGED_WORKBOOK)
    expect(ofRows('<row><c r="A1" "><v>1</v></c></row>')).toBe(DAMAGED_WORKBOOK)
    expect(ofRows(`<row>${textCell('A1', 'x')}<c r="A2`)).toBe(DAMAGED_WORKBOOK)
  })

  it('is looked for in every sheet, and in sheets alone', () => {
    const sheet = { name: 'xl/worksheets/sheet2.xml', content: `<sheetData>${textCell('AC1', 'x')}</sheetData>` }
    expect(refusal([...workbookParts(''), sheet])).toBe(limits.tooManyColumns)
    const other = { name: 'xl/drawing.xml', content: textCell('AC1', 'x') }
    expect(refusal([...workbookParts(''), other])).toBeNull()
  })

  it('has an address that Excel knows, also of a row', () => {
    expect(ofRows(`<row r="1048577"></row>`)).toBe(DAMAGED_WORKBOOK)
    expect(ofRows(`<row r='999999999'></row>`)).toBe(DAMAGED_WORKBOOK)
    expect(ofRows(`<row r="1048576"></row>`)).toBeNull()
    expect(ofRows(`<row r="ABCD"></row>`)).toBe(DAMAGED_WORKBOOK)
  })
})

it('a part that is stored as it is, is read as it is', () => {
  const bytes = zip(workbookParts(textCell('AC1', 'x')))
  const end = bytes.lastIndexOf('PK\x05\x06')
  const entry = bytes.indexOf('PK\x01\x02', bytes.readUInt32LE(end + 16))
  // The first part says that it is not packed: its bytes are then no XML of a sheet, which is none of its business.
  bytes.writeUInt16LE(0, entry + 10)
  expect(refusal(bytes)).toBe(limits.tooManyColumns)
})
