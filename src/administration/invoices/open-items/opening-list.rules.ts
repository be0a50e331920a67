/** From rows of cells to items of an old system, each with what is wrong with it. */
import { placesOf } from '../../../platform/files/list-rows.rules.ts'
import { dayIn } from '../../../platform/forms/listed-days.ts'
import { itemProblems } from './opening-items.forms.ts'

/** What a column holds. */
const COLUMNS = ['client_id', 'number', 'invoice_date', 'expires_at', 'total', 'opening'] as const
type Column = (typeof COLUMNS)[number]

export const COLUMN_NAMES: Readonly<Record<Column, string>> = {
  client_id: 'Debiteurnummer',
  number: 'Factuurnummer',
  invoice_date: 'Factuurdatum',
  expires_at: 'Vervaldatum',
  total: 'Totaal',
  opening: 'Openstaand',
}

/** By what a heading is known. */
export const OPENING_HEADINGS: [Column, RegExp][] = [
  ['expires_at', /verval|uiterlijk/i],
  ['client_id', /debiteur|klantnummer|klantnr|relatie/i],
  ['opening', /open|saldo|restant/i],
  ['invoice_date', /factuurdatum|datum/i],
  ['number', /factuurn|nummer|boekstuk/i],
  ['total', /totaal|bedrag/i],
]

/** One line as it was read; null where the cell says nothing of the kind. Amounts are whole cents, days ISO. */
export interface ListedItem {
  line: number
  client_id: number | null
  number: string
  invoice_date: string | null
  expires_at: string | null
  total: number | null
  opening: number | null
}

/** No amount is more, as cents: nine digits before the comma, rounded. */
export const MOST_CENTS = 100_000_000_000

/** '1.234,56', '1234.56' and '€ 12' as whole cents; null for what is no amount. */
export function centsOf(typed: string): number | null {
  const text = typed.replace(/[€\s\u00a0]/g, '').replace(/,-{1,2}$/, '')
  const dutch = /^-?[1-9]\d{0,2}(\.\d{3})*(,\d{1,2})?$|^-?\d+(,\d{1,2})?$/.test(text)
  const plain = dutch ? text.replaceAll('.', '').replace(',', '.') : text.replace(/,(?=\d{3})/g, '')
  if (!/^-?\d{1,9}(\.\d{1,4})?$/.test(plain)) return null
  const [whole, part = ''] = plain.replace('-', '').split('.')
  const cents = Number(whole) * 100 + Math.round(Number(`0.${part || '0'}`) * 100)
  return plain.startsWith('-') ? -cents : cents
}

/** Which column holds what: by its headings, or else in the order in which they are named. */
function columnsOf(rows: string[][]): { places: Map<Column, number>; from: number } {
  const places = placesOf(rows[0] ?? [], OPENING_HEADINGS)
  return places.size >= 4 ? { places, from: 1 } : { places: new Map(COLUMNS.map((column, i) => [column, i])), from: 0 }
}

export function readItems(rows: string[][]): ListedItem[] {
  const { places, from } = columnsOf(rows)
  const cellOf = (row: string[]) => (column: Column) => row[places.get(column) ?? -1] ?? ''
  // A list of what is open may have one amount.
  return rows.slice(from).map((row, i) => readItem(cellOf(row), i + from + 1, places.has('opening')))
}

/** One line; without a column of its own what is open is the total. */
export function readItem(cell: (column: Column) => string, line: number, hasOpening: boolean): ListedItem {
  const total = centsOf(cell('total'))
  const clientId = Number(/^\d{1,9}$/.exec(cell('client_id'))?.[0] ?? Number.NaN)
  return {
    line,
    client_id: Number.isNaN(clientId) ? null : clientId,
    number: cell('number').slice(0, 40),
    invoice_date: dayIn(cell('invoice_date')),
    expires_at: dayIn(cell('expires_at')),
    total,
    opening: hasOpening ? centsOf(cell('opening')) : total,
  }
}

/** What keeps a line from being taken, as a sentence; null for nothing. */
export function problemOf(
  item: ListedItem,
  known: { customers: ReadonlyMap<number, unknown>; taken: ReadonlySet<string> },
): string | null {
  if (item.client_id === null) return 'Debiteurnummer ontbreekt.'
  if (!known.customers.has(item.client_id)) return `Debiteurnummer ${item.client_id} is niet bekend.`
  if (item.number === '') return 'Factuurnummer ontbreekt.'
  if (item.invoice_date === null) return 'Factuurdatum ontbreekt of is geen datum.'
  if (item.expires_at === null) return 'Vervaldatum ontbreekt of is geen datum.'
  if (known.taken.has(`${item.client_id} ${item.number}`)) return 'Deze factuur van deze klant staat er al.'
  const [problem] = itemProblems({ ...item, invoice_date: item.invoice_date, expires_at: item.expires_at })
  return problem?.message ?? null
}

/** Whether a line comes twice in its list. */
export const isTwice = (items: readonly ListedItem[], item: ListedItem): boolean =>
  items.some((one) => one.line < item.line && one.client_id === item.client_id && one.number === item.number)
