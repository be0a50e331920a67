/** Reads MT940 in the shapes of Dutch banks. */
import { createRequire } from 'node:module'
import {
  DAMAGED,
  MAX_ENTRIES,
  TOO_MANY,
  accountOf,
  balanced,
  centsOf,
  ibanOf,
  dayOf as writtenDay,
} from './limits.rules.ts'
import { type ReadEntry, type ReadStatement, StatementError } from './statements.types.ts'

/** The library brings no types. */
const swift = createRequire(import.meta.url)('@centrapay/swift-parser') as {
  parse(options: { type: 'mt940'; data: string }): unknown[]
}

/** Of what it reads what is used here; amounts are decimals. */
interface Line {
  date: Date
  /** '' where the bank tells none. */
  entryDate: Date | ''
  amount: { toFixed(digits: number): string }
  isReversal: boolean
  transactionType: string
  reference: string
  bankReference: string
  extraDetails: string
  detailSegments: string[]
}
interface Statement {
  accountIdentification: string
  number: { statement: string; sequence?: string }
  statementDate: Date
  openingBalanceDate: Date
  currency: string
  openingBalance: Line['amount']
  closingBalance: Line['amount']
  transactions: Line[]
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10)
const cents = (amount: Line['amount']): number => {
  const text = amount.toFixed(2)
  return text.startsWith('-') ? -centsOf(text.slice(1)) : centsOf(text)
}

const DAYS = /^:6(?:1:(\d\d)(\d\d)(\d\d)(?:(\d\d)(\d\d))?|[02][FM]:[CD](\d\d)(\d\d)(\d\d))/gm

/** The library makes 2 March of 30 February. @throws StatementError for a day that does not exist */
function checkDays(data: string): void {
  for (const [, year, month, day, bookedMonth, bookedDay, ...balance] of data.matchAll(DAYS)) {
    writtenDay(`20${year === undefined ? balance.join('-') : [year, month, day].join('-')}`)
    if (bookedMonth !== undefined) writtenDay(`20${year}-${bookedMonth}-${bookedDay}`)
  }
}

const DAY_LENGTH = 86_400_000
const HALF_A_YEAR = 183

/** A line tells the day on which it was booked without a year: it is the one nearest to its value date. */
function bookedOn({ date, entryDate }: Pick<Line, 'date' | 'entryDate'>): string {
  if (!(entryDate instanceof Date)) return dayOf(date)
  const off = (entryDate.getTime() - date.getTime()) / DAY_LENGTH
  const years = off > HALF_A_YEAR ? -1 : off < -HALF_A_YEAR ? 1 : 0
  const booked = new Date(entryDate)
  booked.setUTCFullYear(booked.getUTCFullYear() + years)
  return dayOf(booked)
}

/** Statements of a file, each from its :20: on: banks put headers of their own before and between them. */
export function statementsIn(text: string): string[] {
  const made: string[][] = []
  let lines: string[] | null = null
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (/^(?:\{[^}]*\})*(?:\{4:)?:20:/.test(line)) made.push((lines = [line.slice(line.indexOf(':20:'))]))
    else if (/^-(?:\}.*|X{3}.*)?$/.test(line.trim())) lines = null
    else if (lines && line.trim() !== '' && !/^:940:/.test(line)) lines.push(line.trimEnd())
  }
  return made.map((statement) => statement.join('\n'))
}

/** A full line was cut by its length, so that a word goes on in the next; a shorter one ended there. */
const CUT_AT = 64
const joined = (segments: string[]): string =>
  segments
    .join('\n')
    .split('\n')
    .reduce((text, line, i, lines) => text + (i > 0 && lines[i - 1]!.length < CUT_AT ? ' ' : '') + line, '')

const TAGS =
  'EREF|IREF|PREF|CREF|MARF|CSID|CNTP|IBAN|BIC|NAME|ORDP|BENM|ULTD|ULTC|ULTB|REMI|TRTP|RTRN|PURP|ISDT|ADDR|BUSP|SVCL|ID|TRCD|TRDT|ACCW|CHGS|INIT|NRTX|OCMT|OAMT|EXCH|ADDITIONAL'
const TAG = new RegExp(`/(${TAGS})/`, 'g')

/** Texts of :86: by their tag: '/NAME/De Linde/REMI/F2026-0001'. */
function tagged(text: string): Map<string, string> {
  const found = [...text.matchAll(TAG)]
  return new Map(
    found.map((match, i) => [match[1]!, text.slice(match.index + match[0].length, found[i + 1]?.index).trim()]),
  )
}

/** The words with which ABN AMRO told it before there were tags. */
const WORDS = /\b(IBAN|BIC|NAAM|OMSCHRIJVING|KENMERK|MACHTIGING|INCASSANT):\s*/g
function worded(text: string): Map<string, string> {
  const found = [...text.matchAll(WORDS)]
  return new Map(found.map((match, i) => [match[1]!, text.slice(match.index + match[0].length, found[i + 1]?.index)]))
}

const ENDING_SLASHES = /\/+$/

/** '/USTD//text' and '/STRD/CUR/reference', as ING writes what was remitted. */
const remitted = (text: string): string =>
  text.replace(/^(?:USTD\/\/?|STRD\/(?:CUR|ISO)\/)/, '').replace(ENDING_SLASHES, '')

function partiesOf(text: string, { extraDetails }: Line) {
  const tags = tagged(text)
  const counter = tags.get('CNTP')
  if (counter !== undefined) {
    const [iban = '', , name = ''] = counter.split('/')
    return { iban: ibanOf(iban), name: name || null, text: remitted(tags.get('REMI') ?? ''), tags }
  }
  if (tags.has('REMI') || tags.has('NAME') || tags.has('IBAN')) {
    const iban =
      ibanOf(tags.get('IBAN')?.replace(ENDING_SLASHES, '')) ??
      ibanOf(/[A-Z]{2}\d{2}[A-Z]{4}\d{10}/.exec(extraDetails ?? '')?.[0])
    const name = tags.get('NAME')?.replace(ENDING_SLASHES, '')
    return { iban, name: name || null, text: remitted(tags.get('REMI') ?? ''), tags }
  }
  const words = worded(text)
  const iban = /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}/.exec((words.get('IBAN') ?? '').replaceAll(' ', ''))?.[0] ?? null
  return { iban: ibanOf(iban), name: words.get('NAAM') ?? null, text: words.get('OMSCHRIJVING') ?? text, tags: new Map([['EREF', words.get('KENMERK') ?? '']]) } // prettier-ignore
}

const isStructured = (text: string): boolean => /^(?:RF\d\d[A-Z0-9]{1,21}|\d{16})$/.test(text.replaceAll(' ', ''))

function entryOf(line: Line): ReadEntry {
  const { iban, name, text, tags } = partiesOf(joined(line.detailSegments ?? []), line)
  const tag = (name: string) => tags.get(name)?.replace(ENDING_SLASHES, '')
  const returned = tag('RTRN')
  return {
    booked_on: bookedOn(line),
    amount: cents(line.amount),
    bank_ref: line.bankReference?.trim() || line.reference || null,
    end_to_end: tag('EREF') || null,
    reference: isStructured(text) ? text : null,
    counter_iban: iban,
    counter_name: name,
    description: text,
    return_reason: returned || (line.isReversal ? 'Teruggeboekt door de bank' : null),
  }
}

function statementOf(data: string): ReadStatement {
  checkDays(data)
  let read: Statement[]
  try {
    read = swift.parse({ type: 'mt940', data }) as Statement[]
  } catch (cause) {
    throw new StatementError(DAMAGED, { cause })
  }
  const [statement] = read
  if (statement === undefined || read.length !== 1 || !statement.openingBalance || !statement.closingBalance)
    throw new StatementError(DAMAGED)
  if (statement.currency !== 'EUR')
    throw new StatementError('Alleen afschriften van rekeningen in euro worden ingelezen.')
  const { number, openingBalanceDate, statementDate, openingBalance, closingBalance, transactions } = statement
  if (transactions.length > MAX_ENTRIES) throw new StatementError(TOO_MANY)
  return balanced({
    format: 'mt940',
    account: accountOf(statement.accountIdentification),
    number: [number.statement, number.sequence].filter(Boolean).join('/'),
    from_on: dayOf(openingBalanceDate),
    to_on: dayOf(statementDate),
    opening: cents(openingBalance),
    closing: cents(closingBalance),
    entries: transactions.map(entryOf).filter(({ amount }) => amount !== 0),
  })
}

/** @throws StatementError for what is no MT940 or does not add up */
export const readMt940 = (text: string): ReadStatement[] => statementsIn(text).map(statementOf)
