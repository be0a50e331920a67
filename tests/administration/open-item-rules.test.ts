import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Aged,
  AGES,
  AGE_NAMES,
  sumOfAges,
  totalOfAged,
} from '../../src/administration/invoices/open-items/ageing.rules.ts'
import {
  type ListedItem,
  COLUMN_NAMES,
  MOST_CENTS,
  centsOf,
  isTwice,
  problemOf,
  readItems,
} from '../../src/administration/invoices/open-items/opening-list.rules.ts'
import {
  MOST_BYTES,
  MOST_LINES,
  filledOf,
  isWorkbook,
  rowsOfCsv,
  rowsOfText,
  rowsOfWorkbook,
} from '../../src/platform/files/list-rows.rules.ts'
import { dayIn } from '../../src/platform/forms/listed-days.ts'
import { textCell, workbookParts, zip } from '../support/zip-writer.ts'

describe('an amount as lists write it', () => {
  it.each([
    ['1.234,56', 123_456],
    ['1234,56', 123_456],
    ['1234.56', 123_456],
    ['1,234.56', 123_456],
    ['1.234', 123_400],
    ['€ 12', 1_200],
    ['€\u00a012,5', 1_250],
    ['-12,50', -1_250],
    ['-1.234,00', -123_400],
    ['12.3', 1_230],
    ['12.3456', 1_235],
    ['0,07', 7],
    ['0', 0],
    ['999999999,99', 99_999_999_999],
    ['1000.5', 100_050],
    ['1.234.567,8', 123_456_780],
    ['0.125', 13],
    ['125,-', 12_500],
    ['-1.250,--', -125_000],
  ])('%j is %i cents', (typed, cents) => expect(centsOf(typed)).toBe(cents))

  it.each(['', '-', 'honderd', '12a', 'a12', '1234567890', '1,2,3', '12.34567', '1..2', '--5', '12,345,6', '1.23.456'])(
    '%j is none',
    (typed) => expect(centsOf(typed)).toBeNull(),
  )

  it('is read back as it is written in Dutch, and never more than the most', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (cents) => {
        const [whole, part] = [String(Math.floor(Math.abs(cents) / 100)), String(Math.abs(cents) % 100).padStart(2, '0')] // prettier-ignore
        const sign = cents < 0 ? '-' : ''
        expect(centsOf(`${sign}${whole.replace(/\B(?=(\d{3})+$)/g, '.')},${part}`)).toBe(cents)
        expect(centsOf(`${sign}${whole},${part}`)).toBe(cents)
        expect(Math.abs(centsOf(`${sign}${whole}.${part}`)!)).toBeLessThanOrEqual(MOST_CENTS)
      }),
    )
    expect(MOST_CENTS).toBe(100_000_000_000)
  })
})

describe('a day as lists write it', () => {
  it.each([
    ['01-02-2026', '2026-02-01'],
    ['1-2-2026', '2026-02-01'],
    ['1/2/2026', '2026-02-01'],
    ['1.2.2026', '2026-02-01'],
    ['2026-02-01', '2026-02-01'],
    ['2026-02-01T00:00:00.000Z', '2026-02-01'],
    ['31-02-2026', null],
    ['2026-02-31', null],
    ['1-2-26', null],
    ['x1-2-2026', null],
    ['1-2-2026x', null],
    ['', null],
  ])('%j is %s', (typed, day) => expect(dayIn(typed)).toBe(day))
})

const HEAD = ['Debiteurnummer', 'Factuurnummer', 'Factuurdatum', 'Vervaldatum', 'Totaal', 'Openstaand']
const ROW = ['10001', 'F-1', '01-02-2026', '03-03-2026', '1.210,00', '605,50']
const ITEM: ListedItem = { line: 2, client_id: 10_001, number: 'F-1', invoice_date: '2026-02-01', expires_at: '2026-03-03', total: 121_000, opening: 60_550 } // prettier-ignore

describe('a list of open items', () => {
  it('is read by its headings, in whatever order and words', () => {
    expect(readItems([HEAD, ROW])).toEqual([ITEM])
    expect(readItems([HEAD.toReversed(), ROW.toReversed()])).toEqual([ITEM])
    const words = ['Relatie', 'Boekstuk', 'Datum', 'Uiterlijk betalen', 'Bedrag', 'Saldo']
    expect(readItems([words, ROW])).toEqual([ITEM])
    expect(readItems([['Klantnr', 'Nummer', 'Datum', 'Verval', 'Bedrag', 'Restant'], ROW])).toEqual([ITEM])
    expect(readItems([['Klantnummer', 'Factuurnr', 'Datum', 'Verval', 'Bedrag', 'Nog open'], ROW])).toEqual([ITEM])
    expect(Object.values(COLUMN_NAMES)).toEqual(HEAD)
  })

  it('without headings has its columns in their own order, and counts from its first line', () => {
    expect(readItems([ROW, ROW])).toEqual([{ ...ITEM, line: 1 }, ITEM])
    expect(readItems([['Debiteurnummer', 'Factuurnummer', 'Totaal'], ROW])[0]).toMatchObject({ line: 1, client_id: null }) // prettier-ignore
    expect(readItems([])).toEqual([])
  })

  it('with one amount is open as a whole', () => {
    const at = HEAD.slice(0, 5)
    expect(readItems([at, ROW.slice(0, 5)])).toEqual([{ ...ITEM, opening: 121_000 }])
    expect(readItems([HEAD, ROW.slice(0, 5)])).toEqual([{ ...ITEM, opening: null }])
  })

  it('says nothing where a cell says nothing of the kind', () => {
    const bare = { line: 2, client_id: null, number: 'x', invoice_date: null, expires_at: null, total: null, opening: null } // prettier-ignore
    expect(readItems([HEAD, ['x', 'x', 'x', 'x', 'x', 'x']])).toEqual([bare])
    expect(readItems([HEAD, ['1234567890']])[0]).toMatchObject({ client_id: null, number: '' })
    expect(readItems([HEAD, ['12a', 'n'.repeat(50)]])[0]).toMatchObject({ client_id: null, number: 'n'.repeat(40) })
  })

  const known = { customers: new Map([[10_001, {}]]), taken: new Set(['10001 F-9']) }
  it.each<[Partial<ListedItem>, string | null]>([
    [{}, null],
    [{ client_id: null }, 'Debiteurnummer ontbreekt.'],
    [{ client_id: 5 }, 'Debiteurnummer 5 is niet bekend.'],
    [{ number: '' }, 'Factuurnummer ontbreekt.'],
    [{ invoice_date: null }, 'Factuurdatum ontbreekt of is geen datum.'],
    [{ expires_at: null }, 'Vervaldatum ontbreekt of is geen datum.'],
    [{ number: 'F-9' }, 'Deze factuur van deze klant staat er al.'],
    [{ expires_at: '2026-01-01' }, 'De vervaldatum ligt vóór de factuurdatum.'],
    [{ opening: 121_001 }, 'Er kan niet meer openstaan dan het totaal.'],
    [{ total: null }, 'Vul het totaal in.'],
  ])('takes no line of %o because: %s', (more, why) => expect(problemOf({ ...ITEM, ...more }, known)).toBe(why))

  it('has a line twice where an earlier one has the same number of the same customer', () => {
    const again = { ...ITEM, line: 3 }
    expect([isTwice([ITEM, again], again), isTwice([ITEM, again], ITEM)]).toEqual([true, false])
    expect(isTwice([{ ...ITEM, client_id: 5 }, again], again)).toBe(false)
    expect(isTwice([{ ...ITEM, number: 'F-2' }, again], again)).toBe(false)
  })
})

describe('the cells of a list', () => {
  it.each([
    [
      'a;b;c\n1;2,5;3\n',
      [
        ['a', 'b', 'c'],
        ['1', '2,5', '3'],
      ],
    ],
    [
      'a\tb\n1,5\t2;3\n',
      [
        ['a', 'b'],
        ['1,5', '2;3'],
      ],
    ],
    [
      'a,b\n"1,5",2\n',
      [
        ['a', 'b'],
        ['1,5', '2'],
      ],
    ],
    [
      '\ufeffa;b\n\n1;2;3\n',
      [
        ['a', 'b'],
        ['1', '2', '3'],
      ],
    ],
    ['a;b "c" d\n', [['a', 'b "c" d']]],
  ])('are told apart by what stands between them: %j', (text, rows) => expect(rowsOfText(text)).toEqual(rows))

  it('cannot be read where a quote never ends', () => {
    expect(() => rowsOfText('a;"b\nc')).toThrow('Deze lijst is niet te lezen. Bewaar haar als CSV of Excel en probeer het opnieuw.') // prettier-ignore
  })

  it('are read no further than a list is long or wide', () => {
    expect(() => rowsOfText('a\n'.repeat(900_000))).toThrow(`Een lijst heeft hooguit ${MOST_LINES} regels.`)
    expect(() => rowsOfText('a;'.repeat(60))).toThrow('Een lijst heeft hooguit 50 kolommen.')
    expect(rowsOfText(`a;b${';'.repeat(60)}`)[0]!.length).toBe(50)
  })

  it('are of UTF-8, or of an older Excel', () => {
    expect(rowsOfCsv(Buffer.from('caf\u00e9;1'))).toEqual([['caf\u00e9', '1']])
    expect(rowsOfCsv(Buffer.from('caf\u00e9;1', 'latin1'))).toEqual([['caf\u00e9', '1']])
  })

  it('are trimmed, and rows without any are left out', () => {
    expect(filledOf([[' a ', ''], ['', ' '], [], ['0']])).toEqual([['a', ''], ['0']]) // prettier-ignore
    expect([MOST_BYTES, MOST_LINES]).toEqual([2_000_000, 2_000])
  })

  const sheet = (rows: string) => rowsOfWorkbook(new Uint8Array(zip(workbookParts(rows))))
  it('of a workbook are those of its first sheet, as text', async () => {
    const row = `<row r="1">${textCell('A1', 'x')}<c r="B1"><v>605.5</v></c><c r="C1" t="b"><v>1</v></c>${textCell('E1', 'y')}</row>` // prettier-ignore
    expect(await sheet(row)).toEqual([['x', '605.5', 'true', '', 'y']])
    expect(await sheet('')).toEqual([])
  })

  it('of a workbook are within what a list may be', async () => {
    const far = (cell: string) => sheet(`<row r="${cell.replace(/\D/g, '')}">${textCell(cell, 'x')}</row>`)
    await expect(far('XFD1')).rejects.toThrow('Een lijst heeft hooguit 50 kolommen. Laat alleen staan wat nodig is.') // prettier-ignore
    await expect(far('A1048576')).rejects.toThrow('Een lijst heeft hooguit 2000 regels.')
    expect(await far('AX1')).toHaveLength(1)
    expect((await far('A20000')).at(-1)).toEqual(['x'])
    await expect(rowsOfWorkbook(Buffer.from('PK\u0003\u0004nothing'))).rejects.toThrow(/beschadigd/)
  })

  it('are those of a workbook where its first bytes say so', () => {
    expect([isWorkbook(Buffer.from('PKx')), isWorkbook(Buffer.from('Px')), isWorkbook(Buffer.from('xK'))]).toEqual([true, false, false]) // prettier-ignore
  })
})

describe('what is open by age', () => {
  const row = (...open: number[]): Aged => ({ company_id: 1, contact_id: null, name: 'x', beside: 0, open: Object.fromEntries(AGES.map((age, i) => [age, open[i]!])) as Aged['open'] }) // prettier-ignore

  it('adds up by customer and by age', () => {
    expect(sumOfAges(row(1, 2, 3, 4, 5).open)).toBe(15)
    expect(totalOfAged([row(1, 2, 3, 4, 5), row(10, 0, -3, 0, 1)])).toEqual(row(11, 2, 0, 4, 6).open)
    expect(totalOfAged([])).toEqual(row(0, 0, 0, 0, 0).open)
    expect(AGES.map((age) => AGE_NAMES[age])).toEqual(['Niet vervallen', '1 t/m 30 dagen', '31 t/m 60 dagen', '61 t/m 90 dagen', 'Meer dan 90 dagen']) // prettier-ignore
  })
})
