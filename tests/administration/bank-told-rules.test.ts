import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sumOf } from '../../src/administration/payments/bank/matching/amounts.rules.ts'
import {
  CONFIDENCES,
  ENTRY_STATES,
  accountShown,
  gapOf,
  importedText,
  periodShown,
  proposedLines,
  statementTitle,
} from '../../src/administration/payments/bank/bank.rules.ts'
import { readCamt } from '../../src/administration/payments/bank/reading/camt.rules.ts'
import { exampleCamt } from '../../src/administration/payments/bank/example.rules.ts'
import {
  accountOf,
  balanced,
  centsOf,
  dayOf,
  ibanOf,
  keptEntry,
} from '../../src/administration/payments/bank/reading/limits.rules.ts'
import type { Part } from '../../src/administration/payments/bank/matching/types.ts'
import type { ReadEntry, ReadStatement } from '../../src/administration/payments/bank/reading/types.ts'
import { addDays } from '../../src/platform/format/zone.ts'
import { plainSpaces } from '../support/plain-spaces.ts'

const ACCOUNT = 'NL44RABO0123456789'
const read: ReadEntry = {
  ...{ booked_on: '2026-11-18', amount: 100, bank_ref: 'B-1', end_to_end: 'E-1', reference: 'R-1' },
  ...{ counter_iban: 'NL65RABO0987654321', counter_name: 'Kuipers', description: 'brood', return_reason: null },
}
const statement = (more: Partial<ReadStatement> = {}): ReadStatement => ({
  ...{ format: 'camt', account: ACCOUNT, number: '7', from_on: '2026-11-18', to_on: '2026-11-18' },
  ...{ opening: 1_000, closing: 1_100, entries: [read] },
  ...more,
})

describe('an amount as banks write it', () => {
  it.each([
    ['1234.50', 123_450],
    ['1234,5', 123_450],
    ['+12', 1_200],
    [' 0.07 ', 7],
    ['12.', 1_200],
    ['12.3400', 1_234],
    ['90000000000.00', 9_000_000_000_000],
    ['000000000000121.00', 12_100],
    ['000000000000000000', 0],
    [',50', 50],
  ])('%j is %i cents', (text, cents) => expect(centsOf(text)).toBe(cents))

  it.each(['', '.', '-1', '1.234', '1e3', '12345678901234', 'x12', '12x', '1.2.3'])('%j is none', (text) =>
    expect(() => centsOf(text)).toThrow(
      text === '' ? 'Een leeg veld is geen bedrag' : `‘${text}’ is geen bedrag in euro’s en centen.`,
    ),
  )

  it('is bounded by its worth, not by how it is written', () =>
    expect(() => centsOf('0090000000000.01')).toThrow('‘0090000000000.01’ is een te groot bedrag.'))
})

describe('a day as banks write it', () => {
  it.each([
    ['2026-11-18', '2026-11-18'],
    [' 2026-11-18T23:59:59+01:00 ', '2026-11-18'],
    ['2024-02-29', '2024-02-29'],
  ])('%j is %s', (text, day) => expect(dayOf(text)).toBe(day))

  it.each(['', '2026-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '1999-01-01', '18-11-2026', 'x2026-11-18'])(
    '%j is none',
    (text) => expect(() => dayOf(text)).toThrow(/ is geen bestaande dag\.$/),
  )
})

describe('an account', () => {
  it('is an IBAN without spaces, in capitals, or none', () => {
    expect(ibanOf('nl44 rabo 0123 4567 89')).toBe(ACCOUNT)
    for (const none of [
      null,
      undefined,
      '',
      '500950253',
      'NL4RABO0123456789',
      'NL44RABO',
      `${'NL44'}${'A'.repeat(31)}`,
      `x${ACCOUNT}!`,
    ])
      // prettier-ignore
      expect([none, ibanOf(none)]).toEqual([none, null])
    expect([ibanOf(`NL44${'A'.repeat(8)}`), ibanOf(`NL44${'A'.repeat(30)}`)]).not.toContain(null)
  })

  it('of a statement is called as its bank does, without a currency behind it', () => {
    expect([accountOf(`${ACCOUNT}EUR`), accountOf('nl44 rabo 0123.4567.89 eur'), accountOf('50.09.50.253')]).toEqual([ACCOUNT, ACCOUNT, '500950253']) // prettier-ignore
    expect([accountOf(`${ACCOUNT}USD`), accountOf(`X${ACCOUNT}EUR`)]).toEqual([`${ACCOUNT}USD`, `X${ACCOUNT}EUR`])
    expect(accountOf('9'.repeat(50))).toBe('9'.repeat(40))
    expect(accountOf('12\u0000\u007f34')).toBe('1234')
  })

  it('is read in groups of four where it is an IBAN', () => {
    expect([accountShown('NL91ABNA0417164300'), accountShown('500950253')]).toEqual(['NL91 ABNA 0417 1643 00', '500950253']) // prettier-ignore
    expect(statementTitle({ number: '12', account: 'NL91ABNA0417164300' })).toBe(
      'Afschrift 12 van NL91 ABNA 0417 1643 00',
    )
  })
})

describe('an entry as it is kept', () => {
  it('is what was read, in one line and within its lengths', () => {
    const kept = keptEntry({ ...read, description: ' a\t\n b\u0000c ', counter_name: 'n'.repeat(200), return_reason: 'r'.repeat(200) }) // prettier-ignore
    expect(kept).toMatchObject({ booked_on: '2026-11-18', amount: 100, bank_ref: 'B-1', end_to_end: 'E-1', reference: 'R-1' }) // prettier-ignore
    expect([kept.description, kept.counter_name!.length, kept.return_reason!.length]).toEqual(['a b c', 140, 140])
    expect(kept.counter_iban).toBe('NL65RABO0987654321')
    expect(keptEntry({ ...read, description: 'd'.repeat(3_000) }).description).toHaveLength(2_000)
    expect(keptEntry({ ...read, description: `${'d'.repeat(1_999)} e` }).description).toHaveLength(1_999)
  })

  it.each(['NONREF', 'NOTPROVIDED', 'none', '000', 'EREF', '', '  ', null])('has no reference where it says %j', (text) => // prettier-ignore
    expect(keptEntry({ ...read, bank_ref: text, end_to_end: text, reference: text })).toMatchObject({ bank_ref: null, end_to_end: null, reference: null })) // prettier-ignore

  it('has a reference where it says more than that', () => {
    for (const text of ['NONREF-1', '1000', 'XEREF']) expect(keptEntry({ ...read, bank_ref: text }).bank_ref).toBe(text)
  })

  it('is nothing where nothing was said', () => {
    expect(keptEntry({ ...read, counter_name: ' ', description: '', counter_iban: 'x' })).toMatchObject({ counter_name: null, description: '', counter_iban: null }) // prettier-ignore
  })
})

describe('a statement', () => {
  it('adds up, and else says in which amounts it does not', () => {
    expect(balanced(statement())).toMatchObject({ number: '7', account: ACCOUNT, opening: 1_000, closing: 1_100 })
    expect(balanced(statement({ entries: [], closing: 1_000 })).entries).toEqual([])
    expect(() => balanced(statement({ closing: 1_101 }))).toThrow(/^Afschrift 7 van NL44RABO0123456789 klopt niet: beginsaldo €.10,00 en de regels samen €.1,00 geven niet het eindsaldo €.11,01\. Er is niets ingelezen\.$/) // prettier-ignore
    expect(() => balanced(statement({ account: '' }))).toThrow('Afschrift 7: de rekening ontbreekt.')
  })

  it('keeps its number short, and its entries as they are kept', () => {
    expect(balanced(statement({ number: '' })).number).toBe('-')
    expect(balanced(statement({ number: '9'.repeat(50) })).number).toHaveLength(40)
    expect(balanced(statement({ entries: [{ ...read, bank_ref: 'NONREF' }] })).entries[0]!.bank_ref).toBeNull()
  })

  it('says that one is missing where it does not go on from the one before', () => {
    expect(gapOf({ opening: 100, closed_before: 100 })).toBeNull()
    expect(gapOf({ opening: 100, closed_before: null })).toBeNull()
    expect(plainSpaces(gapOf({ opening: 100, closed_before: 250 }))).toBe(
      'Sluit niet aan: het vorige afschrift eindigt op € 2,50, dit begint met € 1,00. Er ontbreekt een afschrift.',
    )
  })

  it('is of one day or of several', () => {
    expect(periodShown({ from_on: '2026-11-18', to_on: '2026-11-18' })).toBe('18-11-2026')
    expect(periodShown({ from_on: '2026-11-01', to_on: '2026-11-18' })).toBe('01-11-2026 t/m 18-11-2026')
  })

  it.each([
    [{ ids: [], known: 1, entries: 0, booked: 0, proposed: 0, skipped: 0 }, 'Dit afschrift was al ingelezen'],
    [{ ids: [], known: 2, entries: 0, booked: 0, proposed: 0, skipped: 0 }, 'Deze afschriften waren al ingelezen'],
    [{ ids: [1], known: 0, entries: 1, booked: 0, proposed: 0, skipped: 0 }, '1 afschrift ingelezen met 1 regel'],
    [
      { ids: [1, 2], known: 1, entries: 9, booked: 3, proposed: 2, skipped: 0 },
      '2 afschriften ingelezen met 9 regels, 3 geboekt, 2 voorstellen, 1 al bekend',
    ],
    [{ ids: [1], known: 0, entries: 2, booked: 1, proposed: 1, skipped: 0 }, '1 afschrift ingelezen met 2 regels, 1 geboekt, 1 voorstel'], // prettier-ignore
  ])('that was read is told: %o', (told, text) => expect(importedText(told)).toBe(text))
})

describe('what accepting a proposal books', () => {
  const said = (more: Partial<Part>) => {
    const part = { invoice_id: 41, uid: 'F2026-0041', name: 'De Linde', open: 10_000, amount: 10_000, difference: 0, ...more } // prettier-ignore
    return plainSpaces(proposedLines({ kind: 'payment', confidence: 'certain', reason: '', parts: [part] }))
  }

  it.each([
    ['all of it', {}, 'De Linde, € 100,00'],
    ['a part', { amount: 4_000 }, 'De Linde, € 40,00, € 60,00 blijft open'],
    [
      'a part beside cents',
      { amount: 4_000, difference: 2 },
      'De Linde, € 40,00, verschil € 0,02, € 59,98 blijft open',
    ],
    ['too much beside cents', { amount: 12_000, difference: 2 }, 'De Linde, € 120,00, verschil € 0,02, € 20,02 tegoed'],
    ['too much', { amount: 12_000 }, 'De Linde, € 120,00, € 20,00 tegoed'],
    ['some cents less', { amount: 9_998, difference: 2 }, 'De Linde, € 99,98, verschil € 0,02'],
    ['some cents more', { amount: 10_003, difference: -3 }, 'De Linde, € 100,03, verschil € 0,03'],
    ['what goes back', { open: -5_000, amount: -5_000 }, 'De Linde, € -50,00'],
    ['more than goes back', { open: -4_000, amount: -5_000 }, 'De Linde, € -50,00, € 10,00 blijft open'],
    ['less than goes back', { open: -6_000, amount: -5_000 }, 'De Linde, € -50,00'],
    ['what costs nothing', { open: -6_000, amount: 0, difference: 0 }, 'De Linde, € 0,00'],
  ])('says of an invoice %s', (_what, more, text) => {
    expect(said(more)).toEqual([{ href: '/administration/invoice/view/41', uid: 'F2026-0041', text }])
  })

  it('is what stands open again, a payout, or nothing', () => {
    const back = { kind: 'return', confidence: 'certain', reason: '', payment_id: 7, invoice_id: 41, uid: 'F2026-0041', amount: 5_995 } as const // prettier-ignore
    expect(plainSpaces(proposedLines(back))).toEqual([
      { href: '/administration/invoice/view/41', uid: 'F2026-0041', text: '€ 59,95 staat weer open' },
    ])
    const payout = { kind: 'payout', confidence: 'certain', reason: '', payout: '1', text: '3 betalingen' } as const
    expect(proposedLines(payout)).toEqual([{ href: null, uid: '3 betalingen', text: '' }])
    expect(proposedLines(null)).toEqual([])
  })

  it('sums what is open', () => expect(sumOf([{ open: 5 }, { open: -2 }, { open: 10 }])).toBe(13))

  it('is named by how sure it is, and an entry by how it stands', () => {
    expect(CONFIDENCES).toEqual({ certain: 'Zeker', likely: 'Waarschijnlijk', possible: 'Misschien' })
    expect(Object.values(ENTRY_STATES).map(({ label }) => label)).toEqual(['Te verwerken', 'Voorstel', 'Geboekt', 'Overgeslagen']) // prettier-ignore
    expect(new Set(Object.values(ENTRY_STATES).map(({ css }) => css)).size).toBe(4)
  })
})

describe('the example of a statement', () => {
  const line = fc.record({
    amount: fc.integer({ min: -1_000_000, max: 1_000_000 }).filter((cents) => cents !== 0),
    name: fc.constantFrom('Kuipers & Zn', 'De <Linde>'),
    iban: fc.constantFrom(null, 'NL65RABO0987654321'),
    text: fc.constantFrom('F2026-0041', 'brood "en" boter'),
  })

  it('names who was paid or who pays, with an account where that is known', () => {
    const of = (amount: number, iban: string | null) => exampleCamt({ account: ACCOUNT, opening: 0, lines: [{ amount, iban, name: 'Kuipers', text: 'brood' }] }, '2026-11-18') // prettier-ignore
    expect(of(-100, 'NL65RABO0987654321')).toContain('<RltdPties><Cdtr><Nm>Kuipers</Nm></Cdtr><CdtrAcct><Id><IBAN>NL65RABO0987654321</IBAN></Id></CdtrAcct></RltdPties>') // prettier-ignore
    expect(of(100, null)).toContain('<RltdPties><Dbtr><Nm>Kuipers</Nm></Dbtr></RltdPties>')
    expect(of(0, null)).toContain('<Dbtr>')
  })

  it('is read as what it was made of', () => {
    const day = fc.nat(400).map((days) => addDays('2026-01-01', days))
    fc.assert(
      fc.property(
        fc.integer({ min: -500_000, max: 500_000 }),
        fc.array(line, { maxLength: 4 }),
        day,
        (opening, lines, on) => {
          const [found] = readCamt(exampleCamt({ account: ACCOUNT, opening, lines }, on))
          expect(found).toMatchObject({ account: ACCOUNT, opening, number: `${on.slice(0, 4)}-999`, from_on: on, to_on: on }) // prettier-ignore
          expect(found!.entries.map(({ amount, counter_name, counter_iban, description, booked_on }) => ({ amount, name: counter_name, iban: counter_iban, text: description, booked_on }))).toEqual(lines.map((one) => ({ ...one, booked_on: on }))) // prettier-ignore
          expect(found!.entries.map(({ bank_ref }) => bank_ref)).toEqual(lines.map((_, i) => `VB-${on}-${i + 1}`))
        },
      ),
    )
  })
})
