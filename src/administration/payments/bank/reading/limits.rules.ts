/** What a file with statements may be, and what is read of it. */
import { formatMoney } from '../../../../platform/format/format.ts'
import { type ReadEntry, type ReadStatement, StatementError } from './types.ts'

/** Of a file as it is sent, in bytes; a year of a busy account is about 15 MB. */
export const MAX_FILE_BYTES = 25_000_000
/** Of what a zip holds, unpacked. */
export const MAX_UNPACKED_BYTES = 60_000_000
export const MAX_FILES = 60
export const MAX_ENTRIES = 50_000
/** Of a file: a statement a day of a few accounts is more than a year. */
export const MAX_STATEMENTS = 1000
/** Of one text in a file: bank formats bound theirs at a few hundred characters. */
export const MAX_TEXT = 20_000
export const MAX_DEPTH = 40

const NAME = 140
const TEXT = 2000
const REFERENCE = 140
const MAX_CENTS = 9_000_000_000_000

export const NOT_A_STATEMENT = 'Dit is geen bankafschrift. Kies een CAMT.053-bestand (xml of zip) of een MT940-bestand.'
export const DAMAGED =
  'Dit bestand is beschadigd of niet volledig, en is niet ingelezen. Download het opnieuw bij uw bank.'
export const TOO_MANY = `In dit bestand staan meer dan ${MAX_ENTRIES} regels. Download een kortere periode bij uw bank.`
export const TOO_MANY_STATEMENTS = `In dit bestand staan meer dan ${MAX_STATEMENTS} afschriften. Download een kortere periode bij uw bank.`

const clean = (text: string | null | undefined, length: number): string | null =>
  text
    ?.replace(/[\u0000-\u001f\u007f\s]+/g, ' ')
    .trim()
    .slice(0, length)
    // What is cut within an emoji cannot be stored.
    .toWellFormed()
    .trim() || null

/** References that banks write where there is none. */
const NO_REFERENCE = /^(NONREF|NOTPROVIDED|NONE|0+|EREF)?$/i
const referenceOf = (text: string | null | undefined): string | null => {
  const found = clean(text, REFERENCE)
  return found === null || NO_REFERENCE.test(found) ? null : found
}

/** An IBAN without its spaces, or null for what is none. */
export const ibanOf = (text: string | null | undefined): string | null => {
  const found = text?.replace(/\s/g, '').toUpperCase()
  return found !== undefined && /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(found) ? found : null
}

const quoted = (text: string): string => (text.trim() === '' ? 'Een leeg veld' : `‘${text.trim().slice(0, 40)}’`)

/**
 * An amount as banks write it, such as '1234.50' or '000000000001234,5', in cents: what is bounded is what it is worth.
 * @throws StatementError
 */
export function centsOf(text: string): number {
  const [, whole, rest = ''] = /^\+?0*(\d{0,13})(?:[.,](\d*))?$/.exec(text.trim()) ?? []
  if (whole === undefined || !/\d/.test(text) || /[^0]/.test(rest.slice(2)))
    throw new StatementError(`${quoted(text)} is geen bedrag in euro’s en centen.`)
  const cents = Number(whole) * 100 + Number(rest.slice(0, 2).padEnd(2, '0'))
  if (cents > MAX_CENTS) throw new StatementError(`${quoted(text)} is een te groot bedrag.`)
  return cents
}

const DAY = /^(20\d\d)-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])/

/** The day of a date, or of an instant as the bank writes it. @throws StatementError */
export function dayOf(text: string): string {
  const day = DAY.exec(text.trim())?.[0]
  if (day === undefined || new Date(`${day}T00:00:00Z`).toISOString().slice(0, 10) !== day)
    throw new StatementError(`${quoted(text)} is geen bestaande dag.`)
  return day
}

/** Says where in a file it is what cannot be read. */
export function within<T>(where: string, read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof StatementError)) throw error
    throw new StatementError(`${where}: ${error.message} Er is niets ingelezen.`, { cause: error })
  }
}

/** An entry within the lengths that are kept. */
export const keptEntry = (entry: ReadEntry): ReadEntry => ({
  booked_on: entry.booked_on,
  amount: entry.amount,
  bank_ref: referenceOf(entry.bank_ref),
  end_to_end: referenceOf(entry.end_to_end),
  reference: referenceOf(entry.reference),
  counter_iban: ibanOf(entry.counter_iban),
  counter_name: clean(entry.counter_name, NAME),
  description: clean(entry.description, TEXT) ?? '',
  return_reason: clean(entry.return_reason, REFERENCE),
  payments: entry.payments ?? 1,
})

/** An account as it is called: an IBAN where the bank gives one, possibly with its currency behind it. */
export const accountOf = (text: string): string => {
  const found = text.replace(/[\u0000-\u001f\u007f\s.]/g, '').toUpperCase()
  return (/^[A-Z]{2}\d{2}[A-Z]{4}\d{10}(?=EUR$)/.exec(found)?.[0] ?? found).slice(0, 40).toWellFormed()
}

/** A statement whose amounts add up. @throws StatementError where they do not */
export function balanced(statement: ReadStatement): ReadStatement {
  const { account, number, opening, closing, entries } = statement
  if (account === '') throw new StatementError(`Afschrift ${number}: de rekening ontbreekt. Er is niets ingelezen.`)
  const sum = entries.reduce((total, { amount }) => total + amount, 0)
  if (opening + sum !== closing)
    throw new StatementError(
      `Afschrift ${number} van ${account} klopt niet: beginsaldo ${formatMoney(opening)} en de regels samen ${formatMoney(sum)} geven niet het eindsaldo ${formatMoney(closing)}. Er is niets ingelezen.`,
    )
  return { ...statement, number: clean(number, 40) ?? '-', entries: entries.map(keptEntry) }
}
