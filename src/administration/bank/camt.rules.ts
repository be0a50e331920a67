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
} from './limits.rules.ts'
import { type ReadEntry, type ReadStatement, StatementError } from './statements.types.ts'

/** Texts of one element of the file, by the path below it. */
class Texts {
  readonly #texts = new Map<string, string[]>()

  add(path: string, text: string): void {
    const found = this.#texts.get(path)
    if (found) found.push(text)
    else this.#texts.set(path, [text])
  }

  /** The first text at the first of these paths that has one. */
  first(...paths: string[]): string | undefined {
    for (const path of paths) {
      const [text] = this.#texts.get(path) ?? []
      if (text) return text
    }
    return undefined
  }

  all(path: string): string[] {
    return this.#texts.get(path) ?? []
  }
}

interface Balance {
  code: string
  cents: number
  day: string
}

const signed = (cents: number, mark: string | undefined): number => {
  if (mark !== 'CRDT' && mark !== 'DBIT') throw new StatementError(DAMAGED)
  return mark === 'CRDT' ? cents : -cents
}

function balanceOf(texts: Texts): Balance {
  return {
    code: texts.first('Tp/CdOrPrtry/Cd', 'Tp/CdOrPrtry/Prtry') ?? '',
    cents: signed(centsOf(texts.first('Amt') ?? ''), texts.first('CdtDbtInd')),
    day: dayOf(texts.first('Dt/Dt', 'Dt/DtTm') ?? ''),
  }
}

const FOR_ENTRY = 'AddtlNtryInf'

/** What one detail of an entry tells; the other party is who paid where money came in. */
function detailOf(
  entry: Texts,
  detail: Texts,
  amount: number,
  booked_on: string,
  bankRef: string | undefined,
): ReadEntry {
  // A debit that comes back names its debtor still.
  const isBack = amount < 0 && detail.first('RltdPties/CdtrAcct/Id/IBAN', 'RltdPties/Cdtr/Nm') === undefined
  const side = amount > 0 || isBack ? 'Dbtr' : 'Cdtr'
  const remitted = detail.all('RmtInf/Ustrd').join(' ')
  const name = detail.first(`RltdPties/${side}/Nm`, `RltdPties/${side}/Pty/Nm`, `RltdPties/Ultmt${side}/Nm`, `RltdPties/Ultmt${side}/Pty/Nm`) // prettier-ignore
  const returned = detail.first('RtrInf/AddtlInf', 'RtrInf/Rsn/Cd', 'RtrInf/Rsn/Prtry')
  return {
    booked_on,
    amount,
    bank_ref: bankRef ?? null,
    end_to_end: detail.first('Refs/EndToEndId') ?? null,
    reference: detail.first('RmtInf/Strd/CdtrRefInf/Ref') ?? null,
    counter_iban: detail.first(`RltdPties/${side}Acct/Id/IBAN`) ?? null,
    counter_name: name ?? null,
    description: remitted || (detail.first('AddtlTxInf') ?? entry.first(FOR_ENTRY) ?? ''),
    return_reason: returned ?? (entry.first('RvslInd') === 'true' ? 'Teruggeboekt door de bank' : null),
  }
}

/** The lines of an entry: of a batch each of its details, where their amounts are told and add up. */
function entriesOf(entry: Texts, details: Texts[]): ReadEntry[] {
  if ((entry.first('Sts', 'Sts/Cd') ?? 'BOOK') !== 'BOOK') return []
  const amount = signed(centsOf(entry.first('Amt') ?? ''), entry.first('CdtDbtInd'))
  const day = dayOf(entry.first('BookgDt/Dt', 'BookgDt/DtTm', 'ValDt/Dt', 'ValDt/DtTm') ?? '')
  const ref = entry.first('AcctSvcrRef', 'NtryRef')
  if (amount === 0) return []
  const parts = details.map((detail) => {
    const cents = detail.first('AmtDtls/TxAmt/Amt', 'Amt')
    return cents === undefined ? null : signed(centsOf(cents), detail.first('CdtDbtInd') ?? entry.first('CdtDbtInd'))
  })
  const isSplit = parts.length > 1 && parts.every((part) => part) && parts.reduce((sum, part) => sum! + part!, 0) === amount // prettier-ignore
  if (!isSplit) {
    const detail = details[0] ?? new Texts()
    return [detailOf(entry, detail, amount, day, ref ?? detail.first('Refs/AcctSvcrRef'))]
  }
  return details.map((detail, i) => {
    const own = detail.first('Refs/AcctSvcrRef') ?? (ref === undefined ? undefined : `${ref}/${i + 1}`)
    return detailOf(entry, detail, parts[i]!, day, own)
  })
}

function statementOf(texts: Texts, balances: Balance[], entries: ReadEntry[]): ReadStatement {
  const opening = balances.find(({ code }) => code === 'OPBD') ?? balances.find(({ code }) => code === 'PRCD')
  const closing = balances.findLast(({ code }) => code === 'CLBD')
  if (!opening || !closing) throw new StatementError(DAMAGED)
  return balanced({
    format: 'camt',
    account: accountOf(texts.first('Acct/Id/IBAN', 'Acct/Id/Othr/Id') ?? ''),
    number: texts.first('ElctrncSeqNb', 'LglSeqNb', 'Id') ?? '',
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
  #statement: { at: number; texts: Texts; balances: Balance[]; entries: ReadEntry[] } | null = null
  /** Open elements within the statement whose texts are gathered, the innermost last. */
  #open: { at: number; name: string; texts: Texts; details: Texts[] }[] = []
  #count = 0

  begin(name: string, currency: string | undefined): void {
    this.#path.push(name)
    if (this.#path.length > MAX_DEPTH) throw new StatementError(DAMAGED)
    this.#text = ''
    const at = this.#path.length
    if (name === 'Stmt') this.#statement = { at, texts: new Texts(), balances: [], entries: [] }
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
    if (name === 'Bal') return void this.#statement!.balances.push(balanceOf(texts))
    const made = entriesOf(texts, details)
    this.#count += made.length
    if (this.#count > MAX_ENTRIES) throw new StatementError(TOO_MANY)
    this.#statement!.entries.push(...made)
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
