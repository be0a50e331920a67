import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { findNamed } from '../../../relations/importing/index.ts'
import type { Alike, ListedRow, ReadRow, Target } from '../../../system/importing/index.ts'
import { addOpeningItem } from './opening-items.commands.ts'
import { openingItemFields } from './opening-items.fields.ts'
import { type OpeningItemInput, itemProblems } from './opening-items.forms.ts'
import { OPENING_HEADINGS, readItem } from './opening-list.rules.ts'

const HEADINGS = [...OPENING_HEADINGS, ['customer', /^klant$|^naam$|debiteur|bedrijf/i]] as const

async function read(db: Db | Trx, rows: readonly ListedRow[]): Promise<ReadRow<OpeningItemInput>[]> {
  const whoOf = ({ cells }: ListedRow) => cells.client_id ?? cells.customer ?? ''
  const customerOf = await findNamed(db, rows.map(whoOf)) // prettier-ignore
  return rows.map((row) => readRow(row, customerOf(whoOf(row))))
}

function readRow(
  { line, cells }: ListedRow,
  customer: { company_id: number | null; contact_id: number | null } | { why: string },
): ReadRow<OpeningItemInput> {
  const item = readItem((column) => cells[column] ?? '', line, 'opening' in cells)
  const row = { line, name: [item.number, cells.customer].filter(Boolean).join(' '), filled: [], keys: [], input: null }
  const { invoice_date, expires_at, total, opening, number } = item
  if ('why' in customer) return { ...row, why: customer.why }
  if (number === '') return { ...row, why: 'Factuurnummer ontbreekt.' }
  if (invoice_date === null) return { ...row, why: 'Factuurdatum ontbreekt of is geen datum.' }
  if (expires_at === null) return { ...row, why: 'Vervaldatum ontbreekt of is geen datum.' }
  const input = { ...customer, number, invoice_date, expires_at, total, opening }
  const problems = itemProblems(input)
  if (problems.length > 0) return { ...row, why: problems.map(({ message }) => message).join(' ') }
  const owner = `${customer.company_id} ${customer.contact_id}`
  return { ...row, filled: ['invoice_date', 'expires_at', 'total', 'opening'], keys: [`${owner} ${number}`], why: '', input } // prettier-ignore
}

const DIFFERS = 'Deze factuur van deze klant staat er al, anders dan hier. Wijzig haar bij de openstaande posten.'

async function alike(db: Db | Trx, rows: readonly ReadRow<OpeningItemInput>[]): Promise<Map<number, Alike[]>> {
  const asked = rows.flatMap(({ line, input }) => (input === null ? [] : [{ ...input, line }]))
  const { rows: found } = await sql<{ line: number; id: number; version: number; stored: Record<string, unknown> }>`
    select asked.line, i.id, i.version, jsonb_build_object('invoice_date', i.invoice_date, 'expires_at', i.expires_at,
      'total', i.total, 'opening', i.opening) as stored
    from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
      as asked (line integer, number text, company_id integer, contact_id integer)
    join opening_items i on i.number = asked.number and (i.company_id = asked.company_id
      or (asked.company_id is null and i.company_id is null and i.contact_id = asked.contact_id))`.execute(db)
  const guarded = Object.fromEntries(['invoice_date', 'expires_at', 'total', 'opening'].map((field) => [field, DIFFERS])) // prettier-ignore
  return new Map(
    found.map(({ line, ...one }) => [line, [{ ...one, why: DIFFERS, sure: true, hidden: new Set(), guarded }]]),
  )
}

/** What customers still owe of invoices of the system before this one: paid and reminded of as any, and never booked. */
export const openingTarget: Target<OpeningItemInput> = {
  name: 'opening-items',
  record: 'opening_item',
  label: { one: 'factuur van het oude systeem', many: 'facturen van het oude systeem' },
  fields: openingItemFields,
  headings: HEADINGS,
  labels: { client_id: 'Debiteurnummer', customer: 'Klant' },
  needed: 'number',
  read,
  alike,
  add: ({ trx }, input) => addOpeningItem(trx, input),
  // What differs is refused above.
  change: () => Promise.resolve(),
}
