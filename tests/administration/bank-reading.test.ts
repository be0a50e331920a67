import { readFileSync } from 'node:fs'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { readStatements } from '../../src/administration/bank/reading.rules.ts'
import { readInThread } from '../../src/administration/bank/reading-thread.ts'

const fixture = (name: string) => readFileSync(new URL(`../fixtures/bank/${name}`, import.meta.url))
const read = (name: string) => readStatements(fixture(name))
const readText = (text: string) => readStatements(Buffer.from(text))
const camt = () => fixture('camt-001-02.xml').toString()

describe('MT940', () => {
  it('of ING: counter account and name of :86:, wrapped lines, a debit that came back', () => {
    const [statement] = read('ing.mt940')
    expect(statement).toMatchObject({
      ...{ format: 'mt940', account: 'NL69INGB0123456789', number: '00231', to_on: '2026-11-18' },
      ...{ opening: 150_000, closing: 168_750 },
    })
    expect(statement!.entries[0]).toEqual({
      ...{ booked_on: '2026-11-18', amount: 5995, bank_ref: '26111800000001', end_to_end: 'KLANT-4411' },
      ...{ reference: null, counter_iban: 'NL32INGB0000012345', counter_name: 'Installatiebedrijf Twente B.V.' },
      ...{ description: 'Factuur f2026 - 0041 BHV boeken', return_reason: null },
    })
    expect(statement!.entries[3]).toMatchObject({ amount: -5995, return_reason: 'MS03', end_to_end: 'INC-0007' })
  })

  it('of Rabobank: the header is cut, and the counter account stands below :61:', () => {
    const [{ entries, account } = { entries: [], account: '' }] = read('rabobank.mt940')
    expect(account).toBe('NL44RABO0123456789')
    expect(entries.map(({ amount, counter_iban, counter_name }) => [amount, counter_iban, counter_name])).toEqual([
      [15_000, 'NL65RABO0987654321', 'Kuipers Bouw'],
      [4_510, 'NL02RABO0300065264', 'Bram ter Linde'],
    ])
    expect(entries[0]!.description).toBe('F20260042 en F2026 0043 samen')
  })

  it('of ABN AMRO: with tags, and in the words of before them', () => {
    const [{ entries } = { entries: [] }] = read('abnamro.mt940')
    expect(
      entries.map(({ description, counter_name, counter_iban }) => [description, counter_name, counter_iban]),
    ).toEqual([
      ['BETALING FACTUUR 2026-0045', 'VERENIGING HET ANKER', 'NL39ABNA0500950253'],
      ['LIDMAATSCHAP', 'VERENIGING HET ANKER', 'NL39ABNA0500950253'],
    ])
  })

  it('in the code page of Windows keeps its accents', () => {
    const text = fixture('ing.mt940').toString().replace('Zorggroep De Linde', 'Zoë Groeß')
    const [{ entries } = { entries: [] }] = readStatements(Buffer.from(text, 'latin1'))
    expect(entries[1]!.counter_name).toBe('Zoë Groeß')
  })
})

/** An MT940 statement with one line, whose amounts add up. */
const mt940 = (line: string, days = ['251230', '260105']) =>
  `:20:1\n:25:NL69INGB0123456789\n:28C:1\n:60F:C${days[0]}EUR0,00\n:61:${line}C100,00NTRFNONREF\n:86:x\n:62F:C${days[1]}EUR100,00\n`

describe('the day on which a line of MT940 was booked', () => {
  it.each([
    ['2601011231', '2025-12-31'],
    ['2512310102', '2026-01-02'],
    ['2512311231', '2025-12-31'],
    ['260101', '2026-01-01'],
    ['2402290229', '2024-02-29'],
  ])('of %s is the nearest to its value date: %s', (line, day) => {
    expect(readText(mt940(line))[0]!.entries[0]!.booked_on).toBe(day)
  })

  it('exists, or the file is refused', () => {
    for (const line of ['2602300228', '2602280230', '2613010101', '2602290228'])
      expect(() => readText(mt940(line))).toThrow(/beschadigd/)
    expect(() => readText(mt940('260101', ['260230', '260301']))).toThrow(/beschadigd/)
    expect(() => readText(mt940('260101', ['260101', '260431']))).toThrow(/beschadigd/)
  })
})

describe('CAMT.053', () => {
  it('of 2009: a batch is its details, what is pending is left out', () => {
    const [statement] = read('camt-001-02.xml')
    expect(statement).toMatchObject({ account: 'NL44RABO0123456789', number: '322', opening: 10_000, closing: 33_980 })
    expect(statement!.entries.map(({ amount, bank_ref }) => [amount, bank_ref])).toEqual([
      [5995, 'RABO-77'],
      [11_990, 'BATCH-9/1'],
      [11_990, 'BATCH-9/2'],
      [-5995, 'RABO-78'],
    ])
    expect(statement!.entries[0]).toMatchObject({ counter_name: 'Kuipers & Zn', description: 'F2026-0041 met dank' })
    expect(statement!.entries[2]).toMatchObject({ reference: 'RF18539007547034' })
    expect(statement!.entries[3]).toMatchObject({ return_reason: 'MD06' })
  })

  it('of 2019: names one level deeper, with a prefix', () => {
    const [statement] = read('camt-001-08.xml')
    expect(statement).toMatchObject({ from_on: '2026-11-19', to_on: '2026-11-19', closing: 43_980 })
    expect(statement!.entries[0]).toMatchObject({ counter_name: 'Zoë Øster', description: 'termijn 2026/44' })
  })

  it('comes as several in a zip, the earliest first', () => {
    const files = { 'b.xml': fixture('camt-001-08.xml'), 'a.xml': fixture('camt-001-02.xml'), 'lees.txt': strToU8('x') }
    expect(readStatements(zipSync(files)).map(({ number }) => number)).toEqual(['322', '323'])
  })
})

describe('a file that cannot be trusted', () => {
  it('is refused as a whole when its amounts do not add up', () => {
    for (const [name, from, to] of [
      ['camt-001-02.xml', '339.80', '339.81'],
      ['ing.mt940', ':62F:C261118EUR1687,50', ':62F:C261118EUR1687,51'],
      ['ing.mt940', 'C200,00', 'C200,10'],
    ] as const)
      expect(() => readText(fixture(name).toString().replace(from, to))).toThrow(/klopt niet.*Er is niets ingelezen/s)
  })

  it('is refused in Dutch when it is built to harm its reader', () => {
    const bomb = '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    const outside = '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>'
    for (const doctype of [bomb, outside])
      expect(() => readText(camt().replace('<Document', `${doctype}<Document`))).toThrow(/DOCTYPE/)
    expect(() => readText(camt().replace('met dank', '&f;'))).toThrow(/beschadigd/)
    expect(() => readText(camt().replace('met dank', '<a>'.repeat(60) + '</a>'.repeat(60)))).toThrow(/beschadigd/)
    expect(() => readText(camt().replace('met dank', 'x'.repeat(30_000)))).toThrow(/beschadigd/)
    expect(() => readText(camt().slice(0, 2_000))).toThrow(/beschadigd/)
    expect(() => readText(camt().replaceAll('Ccy="EUR"', 'Ccy="USD"'))).toThrow(/in euro/)
    expect(() => readText('hallo')).toThrow(/geen bankafschrift/)
    expect(() => readStatements(Buffer.from([0x50, 0x4b, 3, 4, 9, 9]))).toThrow(/beschadigd/)
    const zeroes = zipSync({ 'a.xml': new Uint8Array(61_000_000) })
    expect(() => readStatements(zeroes)).toThrow(/te groot/)
  })

  it('is refused when it holds more statements than years of days', () => {
    const stmt = /<Stmt>[^]*<\/Stmt>/.exec(camt())![0]
    expect(() => readText(camt().replace(stmt, stmt.repeat(1001)))).toThrow(/meer dan 1000 afschriften/)
  })

  it('keeps no half of an emoji where a text is cut', () => {
    const text = camt().replace('met dank', `${'x'.repeat(1988)}😀`)
    const [{ entries } = { entries: [] }] = readText(text)
    expect(entries[0]!.description).toHaveLength(2000)
    expect(entries[0]!.description.isWellFormed()).toBe(true)
  })

  it('is read in a thread that answers in the same words', async () => {
    expect((await readInThread(fixture('camt-001-02.xml')))[0]!.entries).toHaveLength(4)
    await expect(readInThread(Buffer.from('hallo'))).rejects.toThrow(/geen bankafschrift/)
  })
})
