/** Which ledger account gets what of an invoice, and the entry that comes of it: whole cents, debit above zero. */
import { exact, totalsOf } from '../../catalogue/prices/index.ts'
import { RULE_KINDS, type RuleKind } from './labels.ts'

/** Days that are asked for at once: a year, and what a broken one has more. */
export const MOST_DAYS = 550

/** What gets an account; null where the rule holds whatever it is. */
export interface PostingRule {
  kind: RuleKind
  product_id: number | null
  category_id: number | null
  tax_type_id: number | null
  ledger_account_id: number
}

/** Why a rule cannot be so; null where it can. */
export function ruleProblem(rule: Omit<PostingRule, 'ledger_account_id'>): { field: string; message: string } | null {
  const { kind, product_id, category_id, tax_type_id } = rule
  if (product_id !== null && category_id !== null)
    return { field: 'category_id', message: 'Kies een product of een categorie, niet allebei.' }
  if (kind !== 'turnover' && (product_id !== null || category_id !== null))
    return { field: product_id === null ? 'category_id' : 'product_id', message: 'Dit geldt alleen voor omzet.' }
  if (kind === 'vat' && tax_type_id === null) return { field: 'tax_type_id', message: 'Kies een btw-soort.' }
  if (kind !== 'turnover' && kind !== 'vat' && tax_type_id !== null)
    return {
      field: 'tax_type_id',
      message: `${RULE_KINDS[kind]}${kind === 'debtors' ? ',' : ''} ${kind === 'costs' ? 'hebben' : 'heeft'} geen btw-soort.`,
    }
  return null
}

/** What a line of an invoice is about. */
export interface Posted {
  product_id: number | null
  category_id: number | null
  tax_type_id: number
}

const holds = (told: number | null, asked: number | null): boolean => told === null || told === asked

/** The narrower rule goes first: a product before its category, and either before the VAT type alone. */
const narrowness = ({ product_id, category_id, tax_type_id }: PostingRule): number =>
  (product_id === null ? 0 : 4) + (category_id === null ? 0 : 2) + (tax_type_id === null ? 0 : 1)

/** The account of the turnover of a line; null where no rule tells. */
export function turnoverOf(rules: readonly PostingRule[], line: Posted): number | null {
  const found = rules.filter(
    (rule) =>
      rule.kind === 'turnover' &&
      holds(rule.product_id, line.product_id) &&
      holds(rule.category_id, line.category_id) &&
      holds(rule.tax_type_id, line.tax_type_id),
  )
  return found.sort((a, b) => narrowness(b) - narrowness(a))[0]?.ledger_account_id ?? null
}

export const accountOf = (rules: readonly PostingRule[], kind: RuleKind, taxTypeId: number | null): number | null =>
  rules.find((rule) => rule.kind === kind && rule.tax_type_id === taxTypeId)?.ledger_account_id ?? null

/** A line of an invoice as it was frozen, with what it is about. */
export interface PostedLine extends Posted {
  tax_type: string
  /** In percents, as digits. */
  tax: string
  taxes_included: boolean
  /** Cents. */
  amount: number
}

/** A line of an entry. An account that is not told is null, and is told in `lacking`. */
export interface EntryLine {
  kind: RuleKind
  ledger_account_id: number | null
  tax_type_id: number | null
  tax_type: string | null
  tax: string | null
  /** Cents; above zero debit, below zero credit. */
  amount: number
  /** Of turnover: the VAT on it, on the same side, which stands on lines of its own as well. */
  vat: number
}

export interface Entry {
  lines: EntryLine[]
  /** What has no ledger account yet, each a whole sentence. */
  lacking: string[]
}

/** Divides cents as the parts are, by largest remainder; of equal ones the first gets it. */
function shared(total: number, parts: readonly number[]): number[] {
  const whole = parts.reduce((sum, part) => sum + part, 0)
  // Parts that cancel out say nothing of how to divide: all of it goes to the first.
  if (whole === 0) return parts.map((_, i) => (i === 0 ? total : 0))
  const shares = parts.map((part, at) => {
    const scaled = BigInt(total) * BigInt(part)
    const floor = scaled / BigInt(whole) - (scaled % BigInt(whole) !== 0n && scaled < 0n !== whole < 0 ? 1n : 0n)
    return { at, cents: Number(floor), rest: Math.abs(Number(scaled - floor * BigInt(whole))) }
  })
  let left = total - shares.reduce((sum, { cents }) => sum + cents, 0)
  for (const share of [...shares].sort((a, b) => b.rest - a.rest || a.at - b.at)) {
    if (left <= 0) break
    share.cents += 1
    left -= 1
  }
  return shares.map(({ cents }) => cents)
}

/**
 * The entry of an invoice: what the customer owes, against turnover per account and VAT type, and VAT per type. Together
 * nothing, and each side the invoice to the cent; a credit invoice is its invoice turned around.
 * @throws RangeError where the lines are not those of the invoice
 */
export function entryOf(
  lines: readonly PostedLine[],
  invoice: { base: number; vat: number },
  rules: readonly PostingRule[],
): Entry {
  // A credit is counted as its invoice is and turned around, so that cents are divided alike.
  if (invoice.base + invoice.vat < 0) return mirrored(lines, invoice, rules)
  const { taxes, nets, base, vat } = totalsOf(
    lines.map((line) => ({
      tax: String(line.tax_type_id),
      rate: line.tax,
      taxes_included: line.taxes_included,
      amount: BigInt(line.amount),
    })),
  )
  if (Number(base) !== invoice.base || Number(vat) !== invoice.vat)
    throw new RangeError('the lines do not come to what the invoice says')
  const owed = debtors(rules, invoice.base + invoice.vat)
  const rest = taxes.map((of) => {
    const own = lines.flatMap((line, at) =>
      String(line.tax_type_id) === of.tax && exact(line.tax) === exact(of.rate)
        ? [{ line, net: Number(nets[at]) }]
        : [],
    )
    return ofTax(own, Number(of.vat), rules)
  })
  const all = [owed, ...rest.map(({ turnover }) => turnover), ...rest.map(({ vat: its }) => its)].flat()
  // Where no VAT is charged none has to be booked.
  const kept = all.filter(({ amount, vat: its, kind }) => kind === 'debtors' || amount !== 0 || its !== 0)
  return {
    lines: kept,
    lacking: [...new Set(kept.flatMap((line) => (line.ledger_account_id === null ? [lackingText(line)] : [])))],
  }
}

function mirrored(...[lines, { base, vat }, rules]: Parameters<typeof entryOf>): Entry {
  const turned = lines.map((line) => ({ ...line, amount: -line.amount }))
  const { lines: own, lacking } = entryOf(turned, { base: -base, vat: -vat }, rules)
  // Never a zero below zero.
  return { lines: own.map((line) => ({ ...line, amount: 0 - line.amount, vat: 0 - line.vat })), lacking }
}

const debtors = (rules: readonly PostingRule[], amount: number): EntryLine[] => [
  { kind: 'debtors', ledger_account_id: accountOf(rules, 'debtors', null), ...NO_TAX, amount, vat: 0 },
]
const NO_TAX = { tax_type_id: null, tax_type: null, tax: null } as const

/** Of one VAT type at one rate: turnover per account with its share of the VAT, and the VAT. */
function ofTax(own: { line: PostedLine; net: number }[], vat: number, rules: readonly PostingRule[]) {
  const { tax_type_id, tax_type, tax } = own[0]!.line
  const places = [...Map.groupBy(own, ({ line }) => turnoverOf(rules, line))].map(([ledger_account_id, its]) => ({
    ledger_account_id,
    base: its.reduce((sum, { net }) => sum + net, 0),
  }))
  const shares = shared(vat, places.map(({ base }) => base)) // prettier-ignore
  return {
    turnover: places.map(({ ledger_account_id, base }, i): EntryLine => ({
      kind: 'turnover',
      ledger_account_id,
      tax_type_id,
      tax_type,
      tax,
      amount: 0 - base,
      vat: 0 - shares[i]!,
    })),
    vat: [
      {
        kind: 'vat' as const,
        ledger_account_id: accountOf(rules, 'vat', tax_type_id),
        tax_type_id,
        tax_type,
        tax,
        amount: 0 - vat,
        vat: 0,
      } satisfies EntryLine,
    ],
  }
}

const lackingText = ({ kind, tax_type }: EntryLine): string =>
  kind === 'debtors'
    ? 'Kies op welke grootboekrekening komt wat klanten schuldig zijn.'
    : `Kies op welke grootboekrekening ${kind === 'vat' ? 'de btw van' : 'omzet met'} ${tax_type} komt.`
