/** What becomes of an order: each line goes somewhere, and none goes twice. */
import { formatMoney } from '../../../platform/format/format.ts'
import { amountOf, totalsOf } from '../../catalogue/prices/index.ts'
import { type Destination, type PricedLine, type SaleLine, countText } from '../../sales/sales/index.ts'

/** What is done with a product that is not delivered yet, and where it goes then. */
export const CHOICES = {
  mark_delivered: { label: 'Geleverd', hint: 'op de factuur', goes: 'invoice' },
  deliver_on_new_order: { label: 'Later leveren', hint: 'op een nieuwe order', goes: 'order' },
  make_quote: { label: 'Aanbieden', hint: 'op een offerte', goes: 'quote' },
} as const satisfies Record<string, { label: string; hint: string; goes: Destination }>
export type Choice = keyof typeof CHOICES
/** What holds while nobody chose: nothing is billed that was not delivered. */
export const USUAL: Choice = 'deliver_on_new_order'

export const DESTINATION_ORDER = ['invoice', 'order', 'quote'] as const satisfies readonly Destination[]

type Line = Pick<SaleLine, 'id' | 'kind' | 'delivered' | 'destination'>
const isOpen = ({ kind, destination }: Line) => kind === 'product' && destination === null
/** A product that nobody decided about yet. */
export const isUndelivered = (line: Line): boolean => isOpen(line) && !line.delivered

/** Where the products of an order go: what is delivered onto the invoice, the rest as chosen. */
export const goingOf = (lines: readonly Line[], chosen: ReadonlyMap<number, Choice>): Map<number, Destination> =>
  new Map(
    lines
      .filter(isOpen)
      .map(({ id, delivered }) => [id, delivered ? 'invoice' : CHOICES[chosen.get(id) ?? USUAL].goes]),
  )

/**
 * The ids of the lines that go onto each, in their order. A heading goes wherever a product below it goes; one with
 * nothing below it goes with the product before it.
 */
export function dividedOver(
  lines: readonly Line[],
  going: ReadonlyMap<number, Destination>,
): Record<Destination, number[]> {
  const divided: Record<Destination, number[]> = { invoice: [], order: [], quote: [] }
  lines.forEach((line, at) => {
    for (const to of line.kind === 'product' ? [going.get(line.id)] : headingGoes(lines, at, going))
      if (to !== undefined) divided[to].push(line.id)
  })
  return divided
}

function headingGoes(lines: readonly Line[], at: number, going: ReadonlyMap<number, Destination>): Set<Destination> {
  const isProduct = ({ kind }: Line) => kind === 'product'
  const rest = lines.slice(at + 1)
  const first = rest.findIndex(isProduct)
  // Headings one above the other have the same products below them.
  const next = rest.findIndex((line, i) => i > first && !isProduct(line))
  const below = first === -1 ? [] : rest.slice(first, next === -1 ? rest.length : next)
  const before = lines.slice(0, at).findLast(isProduct)
  const of = below.length > 0 ? below : before ? [before] : []
  return new Set(of.flatMap(({ id }) => going.get(id) ?? []))
}

/** A line of what comes of an order, as it is read. */
interface Shown {
  name: string
  /** Null of a heading. */
  count: string | null
  amount: string
}
export interface Outcome {
  goes: Destination
  lines: Shown[]
  /** Carried along without a line of its own. */
  along: string[]
  base: string
  vat: string
  total: string
}

const shown = (cents: bigint | number) => formatMoney(Number(cents))

/** What comes behind the lines of the order: products, and deposits that are taken off. */
type AddedAmount = Pick<SaleLine, 'name' | 'count' | 'tax_type_id' | 'tax' | 'taxes_included'> & { amount: number }

export const asAdded = (line: PricedLine): AddedAmount => ({ ...line, amount: Number(amountOf(line)) })

/** What one of the three will say: lines of the order as they are, and behind them what is added. */
export function outcomeOf(
  goes: Destination,
  lines: readonly SaleLine[],
  added: readonly AddedAmount[],
  along: readonly string[],
): Outcome {
  const all = [
    ...lines.map((line) => ({ ...line, amount: BigInt(line.amount) })),
    ...added.map((line) => ({ ...line, kind: 'product' as const, amount: BigInt(line.amount) })),
  ]
  const products = all.filter(({ kind }) => kind === 'product')
  const { base, vat, total } = totalsOf(
    products.map(({ tax_type_id, tax, taxes_included, amount }) => ({
      tax: String(tax_type_id),
      rate: tax ?? '0',
      taxes_included,
      amount,
    })),
  )
  return {
    goes,
    lines: all.map(({ kind, name, count, amount }) => ({
      name,
      count: kind === 'product' ? countText(count) : null,
      amount: kind === 'product' ? shown(amount) : '',
    })),
    along: [...along],
    base: shown(base),
    vat: shown(vat),
    total: shown(total),
  }
}

const NAMES: Record<Destination, string> = { invoice: 'factuur', order: 'nieuwe order', quote: 'offerte' }

/** 'Factuur en nieuwe order maken'. */
export function labelOf(outcomes: readonly Outcome[]): string {
  const names = outcomes.map(({ goes }) => NAMES[goes])
  if (names.length === 0) return 'Order afhandelen'
  const last = names.at(-1)!
  const text = names.length === 1 ? last : `${names.slice(0, -1).join(', ')} en ${last}`
  return `${text[0]!.toUpperCase()}${text.slice(1)} maken`
}
