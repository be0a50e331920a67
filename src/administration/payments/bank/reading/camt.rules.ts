/** Reads CAMT.053, the XML in which banks tell what happened on an account (001.02 and 001.08), by local names. */
import { type SaxesTagPlain, SaxesParser } from 'saxes'
import {
  DAMAGED,
  MAX_DEPTH,
  MAX_ENTRIES,
  MAX_TEXT,
  TOO_MANY,
  accountOf,
  balanced,
  centsOf,
  dayOf,
  within,
} from './limits.rules.ts'
import { type Own, Texts, detailOf, together } from './camt-details.rules.ts'
import { type ReadEntry, type ReadStatement, StatementError } from './types.ts'

interface Balance {
  code: string
  cents: number
  day: string
}

const signed = (cents: number, mark: string | undefined): number => {
  if (mark !== 'CRDT' && mark !== 'DBIT')
    throw new StatementError('Er staat niet bij of het bij (CRDT) of af (DBIT) is.')
  return mark === 'CRDT' ? cents : -cents
}

function balanceOf(texts: Texts): Balance {
  return {
    code: texts.first('Tp/CdOrPrtry/Cd', 'Tp/CdOrPrtry/Prtry') ?? '',
    cents: signed(centsOf(texts.first('Amt') ?? ''), texts.first('CdtDbtInd')),
    day: dayOf(texts.first('Dt/Dt', 'Dt/DtTm') ?? ''),
  }
}

/** The lines of an entry: of a batch each of its details, where their amounts are told and add up. */
function entriesOf(entry: Texts, details: Texts[], own: Own): ReadEntry[] {
  if ((entry.first('Sts', 'Sts/Cd') ?? 'BOOK') !== 'BOOK') return []
  const amount = signed(centsOf(entry.first('Amt') ?? ''), entry.first('CdtDbtInd'))
  const booked_on = dayOf(entry.first('BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm') ?? '')
  const ref = entry.first('AcctSvcrRef', 'NtryRef')
  if (amount === 0) return []
  const parts = details.map((detail) => {
    const cents = detail.first('AmtDtls/TxAmt/Amt', 'Amt')
    return cents === undefined ? null : signed(centsOf(cents), detail.first('CdtDbtInd') ?? entry.first('CdtDbtInd'))
  })
  const isSplit = parts.length > 1 && parts.every((part) => part) && parts.reduce((sum, part) => sum! + part!, 0) === amount // prettier-ignore
  const told = details.length > 0 ? details : [new Texts()]
  if (!isSplit) {
    const bank_ref = ref ?? told[0]!.first('Refs/AcctSvcrRef') ?? null
    const whole = together(told.map((detail) => detailOf(entry, detail, amount, { booked_on, bank_ref }, own)))
    const said = Number(entry.first('NtryDtls/Btch/NbOfTxs')) || 1
    return [{ ...whole, payments: Math.max(told.length, Math.min(said, MAX_ENTRIES)) }]
  }
  return told.map((detail, i) => {
    const bank_ref = detail.first('Refs/AcctSvcrRef') ?? (ref === undefined ? null : `${ref}/${i + 1}`)
    return detailOf(entry, detail, parts[i]!, { booked_on, bank_ref }, own)
  })
}

const ownOf = (texts: Texts): Own => ({
  account: accountOf(texts.first('Acct/Id/IBAN', 'Acct/Id/Othr/Id') ?? ''),
  owner: texts.first('Acct/Ownr/Nm', 'Acct/Ownr/Pty/Nm'),
})
const numberOf = (texts: Texts): string => texts.first('ElctrncSeqNb', 'LglSeqNb', 'Id') ?? ''

function statementOf(texts: Texts, balances: Balance[], entries: ReadEntry[]): ReadStatement {
  const opening = balances.find(({ code }) => code === 'OPBD') ?? balances.find(({ code }) => code === 'PRCD')
  const closing = balances.findLast(({ code }) => code === 'CLBD')
  const missing = opening ? 'eindsaldo (CLBD)' : 'beginsaldo (OPBD)'
  if (!opening || !closing)
    throw new StatementError(`Afschrift ${numberOf(texts)}: het ${missing} ontbreekt. Er is niets ingelezen.`)
  return balanced({
    format: 'camt',
    account: ownOf(texts).account,
    number: numberOf(texts),
    from_on: dayOf(texts.first('FrToDt/FrDtTm') ?? entries[0]?.booked_on ?? closing.day),
    to_on: closing.day,
    opening: opening.cents,
    closing: closing.cents,
    entries,
  })
}

/** Follows the elements of a file, and keeps the texts of no more than one entry at a time. */
class Reader {
  readonly statements: ReadStatement[] = []
  readonly #path: string[] = []
  #text = ''
  #statement: { at: number; texts: Texts; balances: Balance[]; entries: ReadEntry[]; read: number } | null = null
  /** Open elements within the statement whose texts are gathered, the innermost last. */
  #open: { at: number; name: string; texts: Texts; details: Texts[] }[] = []
  #count = 0

  begin(name: string, currency: string | undefined): void {
    this.#path.push(name)
    if (this.#path.length > MAX_DEPTH) throw new StatementError(DAMAGED)
    this.#text = ''
    const at = this.#path.length
    if (name === 'Stmt') this.#statement = { at, texts: new Texts(), balances: [], entries: [], read: 0 }
    else if (this.#statement && (name === 'Bal' || name === 'Ntry' || name === 'TxDtls'))
      this.#open.push({ at, name, texts: new Texts(), details: [] })
    const isTotal = name === 'Amt' && ['Bal', 'Ntry'].includes(this.#path.at(-2) ?? '')
    if (isTotal && currency !== undefined && currency !== 'EUR')
      throw new StatementError('Alleen afschriften van rekeningen in euro worden ingelezen.')
  }

  text(text: string): void {
    this.#text += text
    if (this.#text.length > MAX_TEXT) throw new StatementError(DAMAGED)
  }

  end(): void {
    const at = this.#path.length
    const name = this.#path.at(-1)
    const [here, text] = [this.#open.at(-1), this.#text.trim()]
    if (here?.at === at) this.#close()
    else if (text !== '') (here ?? this.#statement)?.texts.add(this.#path.slice((here ?? this.#statement)!.at).join('/'), text) // prettier-ignore
    if (name === 'Stmt' && this.#statement?.at === at) {
      const { texts, balances, entries } = this.#statement
      this.statements.push(statementOf(texts, balances, entries))
      this.#statement = null
    }
    this.#path.pop()
    this.#text = ''
  }

  #close(): void {
    const { name, texts, details } = this.#open.pop()!
    const above = this.#open.at(-1)
    if (name === 'TxDtls') return void above?.details.push(texts)
    const { texts: told, balances, entries } = this.#statement!
    const where = `Afschrift ${numberOf(told)}, ${name === 'Bal' ? 'saldo' : 'boeking'}`
    if (name === 'Bal') return void balances.push(within(`${where} ${balances.length + 1}`, () => balanceOf(texts)))
    const made = within(`${where} ${++this.#statement!.read}`, () => entriesOf(texts, details, ownOf(told)))
    this.#count += made.length
    if (this.#count > MAX_ENTRIES) throw new StatementError(TOO_MANY)
    entries.push(...made)
  }
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)

/** @throws StatementError for what is no CAMT.053, does not add up, or is built to harm its reader */
export function readCamt(xml: string): ReadStatement[] {
  const reader = new Reader()
  const parser = new SaxesParser({ xmlns: false, position: false })
  parser.on('doctype', () => {
    throw new StatementError('Dit bestand bevat een DOCTYPE en wordt daarom niet gelezen. Een bankafschrift heeft die niet.') // prettier-ignore
  })
  parser.on('error', () => {
    throw new StatementError(DAMAGED)
  })
  parser.on('opentag', ({ name, attributes }: SaxesTagPlain) => reader.begin(localName(name), attributes.Ccy))
  parser.on('text', (text) => reader.text(text))
  parser.on('cdata', (text) => reader.text(text))
  parser.on('closetag', () => reader.end())
  const CHUNK = 65_536
  for (let at = 0; at < xml.length; at += CHUNK) parser.write(xml.slice(at, at + CHUNK))
  parser.close()
  return reader.statements
}
