/**
 * Reads MT940 in the shapes of Dutch banks. Amounts and days must be right, which the balances prove; whatever else a
 * bank writes may be anything. No library: those refuse what is not needed, and without a word about where.
 */
import { MAX_ENTRIES, TOO_MANY, accountOf, balanced, centsOf, dayOf, within } from './limits.rules.ts'
import { detailsOf } from './mt940-details.rules.ts'
import { type ReadEntry, type ReadStatement, StatementError } from './types.ts'

interface Balance {
  cents: number
  day: string
}

/** A line of the statement as it is written: what :61: says, what stands below it, and its :86:. */
interface Written {
  at: number
  text: string
  below: string[]
  details: string[]
}

/** What was read so far of a statement that began on this line. */
interface Draft {
  at: number
  account: string
  number: string
  opening: Balance | null
  closing: Balance | null
  entries: Written[]
}

const lineAt = (at: number, tag: string): string => `Regel ${at} (:${tag}:)`
const unread = (at: number, tag: string, text: string, what: string): StatementError =>
  new StatementError(`${lineAt(at, tag)}: ‘${text.slice(0, 40)}’ is geen ${what}. Er is niets ingelezen.`)

const BALANCE = /^([CD])(\d\d)(\d\d)(\d\d)([A-Z]{3})\s*([\d.,]+)/
const isBalance = (text: string): boolean => BALANCE.test(text)

function balanceOf(text: string, at: number, tag: string): Balance {
  const [, mark, year, month, day, currency, amount = ''] = BALANCE.exec(text) ?? []
  if (mark === undefined) throw unread(at, tag, text, 'saldo')
  if (currency !== 'EUR') throw new StatementError('Alleen afschriften van rekeningen in euro worden ingelezen.')
  return within(lineAt(at, tag), () => ({
    cents: mark === 'C' ? centsOf(amount) : -centsOf(amount),
    day: dayOf(`20${year}-${month}-${day}`),
  }))
}

/** Value date, day of booking where told, sign, amount; banks put spaces or noughts where they tell no day. */
const ENTRY = /^(\d\d)(\d\d)(\d\d)(\d{4}| *)\s*(R?)([CD])[A-Z]?\s*([\d.,]+)\s*(?:[A-Z][A-Z0-9]{3})?(.*)$/

const DAY_LENGTH = 86_400_000

/** A line tells the day on which it was booked without a year: it is the one nearest to its value date. */
function bookedOn(value: string, monthDay: string): string {
  if (!/[1-9]/.test(monthDay)) return value
  const year = Number(value.slice(0, 4))
  const days = [year, year - 1, year + 1].map((one) => `${one}-${monthDay.slice(0, 2)}-${monthDay.slice(2)}`)
  const off = (day: string) => Math.abs(Date.parse(day) - Date.parse(value)) / DAY_LENGTH
  return days.filter(exists).sort((a, b) => off(a) - off(b))[0] ?? dayOf(days[0]!)
}

function exists(day: string): boolean {
  try {
    return dayOf(day) === day
  } catch {
    return false
  }
}

function entryOf({ at, text, below, details }: Written): ReadEntry {
  const [, year, month, day, booked = '', reversed, mark, amount = '', rest = ''] = ENTRY.exec(text) ?? []
  if (mark === undefined) throw unread(at, '61', text, 'boeking')
  const [cents, bookedOnDay] = within(lineAt(at, '61'), () => [
    centsOf(amount),
    bookedOn(dayOf(`20${year}-${month}-${day}`), booked),
  ])
  const isIn = (mark === 'C') === (reversed === '')
  const told = detailsOf(details, { rest: rest.trim(), below: below.join(' ') })
  return {
    ...told,
    booked_on: bookedOnDay,
    amount: isIn ? cents : -cents,
    return_reason: told.return_reason ?? (reversed === '' ? null : 'Teruggeboekt door de bank'),
  }
}

function statementOf({ at, account, number, opening, closing, entries }: Draft): ReadStatement {
  const missing = (what: string) => new StatementError(`Afschrift vanaf regel ${at}: ${what} ontbreekt. Er is niets ingelezen.`) // prettier-ignore
  if (account === '') throw missing('de rekening (:25:)')
  if (opening === null) throw missing('het beginsaldo (:60F:)')
  if (closing === null) throw missing('het eindsaldo (:62F:)')
  return balanced({
    ...{ format: 'mt940', account, number, from_on: opening.day, to_on: closing.day },
    ...{ opening: opening.cents, closing: closing.cents },
    entries: entries.map(entryOf).filter(({ amount }) => amount !== 0),
  })
}

/** A tag, possibly behind the header of its message. */
const TAG = /^(?:\{[^}]*\})*(?:\{4:)?:(\d\d[A-Z]?|NS):(.*)$/
const END = /^-(?:\}.*|X{3}.*)?$/
/** Of one :86:: the format has six lines of 65, and banks write some more. */
const MOST_LINES = 40
const LONGEST = 2000

/** Follows the lines of a file. A tag counts at its place alone: in a text a line may begin with a time, or be a hyphen. */
class Reader {
  readonly statements: ReadStatement[] = []
  #draft: Draft | null = null
  /** The text that goes on in lines without a tag; null where none does. */
  #text: string[] | null = null
  #count = 0

  line(line: string, at: number): void {
    const [, tag, text = ''] = TAG.exec(line) ?? []
    if (tag !== undefined && this.#tag(tag, text, at)) return
    if (this.#draft?.closing && END.test(line.trim())) return this.end()
    if (this.#text && this.#text.length < MOST_LINES && line.trim() !== '') this.#text.push(line)
  }

  end(): void {
    if (this.#draft) this.statements.push(statementOf(this.#draft))
    this.#draft = this.#text = null
  }

  /** @returns whether the tag has its place here; else its line is a text */
  #tag(tag: string, text: string, at: number): boolean {
    const draft = this.#draft
    if (draft === null || draft.closing) {
      if (/^(?:20|25|60)/.test(tag)) this.end()
      else if (draft === null || tag !== '61') return this.#goOn(null)
    }
    const here = (this.#draft ??= { at, account: '', number: '', opening: null, closing: null, entries: [] })
    return here.opening === null ? this.#head(here, tag, text, at) : this.#body(here, tag, text, at)
  }

  #head(draft: Draft, tag: string, text: string, at: number): boolean {
    if (/^25/.test(tag)) draft.account = accountOf(text)
    if (/^28/.test(tag)) draft.number = /^\d+(?:\/\d+)?/.exec(text)?.[0] ?? text
    if (/^60/.test(tag)) draft.opening = balanceOf(text, at, tag)
    return this.#goOn(null)
  }

  #body(draft: Draft, tag: string, text: string, at: number): boolean {
    const isFree = this.#text === null
    if (tag === '61' && (isFree || /^\d/.test(text))) {
      if (++this.#count > MAX_ENTRIES) throw new StatementError(TOO_MANY)
      const entry: Written = { at, text, below: [], details: [] }
      draft.entries.push(entry)
      return this.#goOn(entry.below)
    }
    if (tag === '86') {
      const details = draft.entries.at(-1)?.details ?? null
      details?.push(text)
      return this.#goOn(details)
    }
    if (/^62/.test(tag) && (isFree || isBalance(text))) draft.closing = balanceOf(text, at, tag)
    else if (/^60/.test(tag) && isBalance(text))
      throw new StatementError(`Regel ${at} (:${tag}:): hier begint een afschrift, en dat van regel ${draft.at} heeft geen eindsaldo (:62F:). Er is niets ingelezen.`) // prettier-ignore
    else if (tag !== 'NS') return false
    return this.#goOn(null)
  }

  #goOn(text: string[] | null): true {
    this.#text = text
    return true
  }
}

/** @throws StatementError for what is no MT940 or does not add up */
export function readMt940(text: string): ReadStatement[] {
  const reader = new Reader()
  text.split(/\r\n|\n|\r/).forEach((line, i) => reader.line(line.slice(0, LONGEST), i + 1))
  reader.end()
  return reader.statements
}
