import { sql } from 'kysely'
import { HttpError, NotFound } from '../../../platform/errors.ts'
import { lockVersion } from '../../../platform/database/versioned.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Address } from '../../../platform/fields/address.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Registry } from '../../../platform/registry.ts'
import {
  NO_NUMBERS,
  invoiceRelationOf,
  isGovernment,
  lawNumbersOf,
  paymentConditionOf,
} from '../../catalogue/customers/index.ts'
import { getPaymentCondition } from '../../catalogue/payment-conditions/index.ts'
import {
  type AddedLine,
  type SaleLine,
  addAmounts,
  addLines,
  copyLines,
  addressOf,
  forgetSupply,
  freeSources,
  listLines,
  listSaleLines,
  lockSale,
  refuseStrangers,
  repriceSale,
  setDestination,
  withPlace,
} from '../../sales/sales/index.ts'
import { type Settlement, lockDeposits, planSettlement } from './deposits/deposits.queries.ts'
import { strangeDeposit } from './deposits/deposits.rules.ts'
import type { InvoiceEdit, InvoiceInput } from './invoices.forms.ts'
import { getInvoice } from './invoices.queries.ts'
import { IMMUTABLE, expiryOf } from './invoices.rules.ts'

/** Who gets a concept, and what for. */
export interface Concept {
  /** One of the two at least. */
  company_id: number | null
  contact_id: number | null
  /** Today when left out. */
  invoice_date?: string
  /** When what its lines charge was supplied, as far as no order says so. */
  delivered_on?: string | null
  /** The first day of it, where that was on several. */
  delivered_from?: string | null
  /** What is agreed with the customer when left out. */
  payment_condition_id?: number | null
  /** That of the customer when left out. */
  address?: Address & { country_code: string }
  employee_id?: number | null
  reference?: string | null
  /** By what we know what it charges, for a customer who told no reference: 'Planning 20418'. */
  called?: string | null
  header_text?: string | null
  footer_text?: string | null
  print_layout_id?: number | null
  quotation_id?: number | null
  /** False: it goes to who buys, also where another company gets the invoices of that. */
  use_invoice_relation?: boolean
  /** This company gets it, whatever was agreed with the customer. */
  invoice_relation_id?: number | null
  order_id?: number | null
  /** The invoice that it takes back, or lines of it. */
  credits_id?: number
  /** Lines of orders or quotations, in this order, at the prices that they have. Their sales are locked by the caller. */
  line_ids?: readonly number[]
  /** What it takes off of deposits, where that was planned with other invoices together; the caller locked the deposits. */
  settled?: readonly Settlement[]
  /** Products at the prices of the day, behind them. */
  added?: readonly AddedLine[]
}

/**
 * Makes an invoice that has no number yet, of lines that are there and of products at the prices of the day behind them.
 * Lines of an order that come onto it are settled with it.
 * @returns its id
 * @throws NotFound where a line is gone; HttpError where one went elsewhere already; Invalid where a product has no VAT yet
 */
export async function makeConcept(trx: Trx, registry: Registry, { added = [], ...concept }: Concept): Promise<number> {
  const id = await makeConceptOf(trx, concept)
  // Whoever gets the invoice, the prices are those of who buys.
  const { company_id, contact_id } = concept
  if (added.length > 0)
    await addLines(trx, { ...(await lockSale(trx, registry, { type: 'invoice', id })), company_id, contact_id }, added)
  return id
}

/** The same of lines that are there already. */
export async function makeConceptOf(trx: Trx, concept: Omit<Concept, 'added'>): Promise<number> {
  const { address: asked, invoice_date = today(), payment_condition_id, line_ids = [], use_invoice_relation: _use, invoice_relation_id: _id, settled: planned, called, ...buyer } = concept // prettier-ignore
  const lines = await linesFor(trx, line_ids)
  const relation = await relationFor(trx, concept, lines)
  const head = relation ? { ...buyer, company_id: relation.id, contact_id: null, header_text: buyer.header_text ?? `Voor ${relation.for}.` } : buyer // prettier-ignore
  const address = relation ? undefined : asked
  await lockDeposits(trx, lines)
  const settled = planned ?? (await planSettlement(trx, lines))
  const strange = strangeDeposit(settled, head)
  if (strange !== null) throw new HttpError(409, `${strange} Er is niets gefactureerd.`)
  const condition =
    typeof payment_condition_id === 'number'
      ? await getPaymentCondition(trx, payment_condition_id)
      : (await paymentConditionOf(trx, head)).condition
  const reference = head.reference ?? (called && (await ownReference(trx, head.company_id)) ? null : called)
  const { id } = await trx
    .insertInto('invoices')
    .values({
      ...head,
      reference: reference ?? null,
      ...(address ?? (await addressOf(trx, head))),
      invoice_date,
      payment_condition_id: condition.id,
      expires_at: expiryOf(invoice_date, condition.days),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await copyLines(trx, { type: 'invoice', id }, lines)
  await addAmounts(
    trx,
    { type: 'invoice', id },
    settled.map((one) => ({ ...one, amount: -one.amount })),
  )
  await setDestination(
    trx,
    lines.filter(({ kind, order_id }) => kind === 'product' && order_id !== null).map((line) => line.id),
    'invoice',
  )
  return id
}

/** Whether this customer takes no reference but its own. */
const ownReference = async (trx: Trx, companyId: number | null): Promise<boolean> =>
  isGovernment((await lawNumbersOf(trx, [companyId])).get(companyId ?? 0) ?? NO_NUMBERS)

/** Who gets the invoice in the place of who buys; null where nobody does, or an order of it says otherwise. */
async function relationFor(trx: Trx, concept: Omit<Concept, 'added'>, lines: readonly SaleLine[]) {
  const { company_id, contact_id, credits_id, use_invoice_relation, invoice_relation_id = null, order_id } = concept
  if (credits_id !== undefined || use_invoice_relation === false) return null
  const orders = [order_id ?? 0, ...lines.flatMap((line) => line.order_id ?? [])]
  const told = await trx
    .selectFrom('orders')
    .select(['use_invoice_relation', 'invoice_relation_id'])
    .distinct()
    .where('id', 'in', orders)
    .execute()
  if (told.some((order) => !order.use_invoice_relation)) return null
  const chosen = new Set(
    [invoice_relation_id, ...told.map((order) => order.invoice_relation_id)].filter((id) => id !== null),
  )
  if (chosen.size > 1 || (chosen.size === 1 && told.some((order) => order.invoice_relation_id === null)))
    throw new HttpError(409, 'De facturen van deze orders gaan naar verschillende bedrijven. Factureer ze apart.')
  return invoiceRelationOf(trx, { company_id, contact_id, invoice_relation_id: [...chosen][0] ?? null })
}

/** Lines that go onto an invoice, in the order of their ids as given. */
async function linesFor(trx: Trx, ids: readonly number[]) {
  const found = await listLines(trx, ids)
  const lines = ids.map((id) => found.find((line) => line.id === id))
  if (lines.includes(undefined)) throw new NotFound('Regel')
  const gone = found.find(({ destination, chosen }) => destination !== null || !chosen)
  if (gone) throw new HttpError(409, `${gone.name} is al verwerkt of niet gekozen. Er is niets gefactureerd.`)
  return found.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** The row of an invoice, locked, while it has no number. @throws NotFound; HttpError where it is definitive */
export async function lockConcept(trx: Trx, id: number): Promise<void> {
  const { rows } = await sql<{ is_definitive: boolean }>`
    select definitive_at is not null as is_definitive from invoices where id = ${id} for update
  `.execute(trx)
  if (!rows[0]) throw new NotFound('Factuur')
  if (rows[0].is_definitive) throw new HttpError(409, IMMUTABLE)
}

/** A concept by hand, with no lines yet. @throws Invalid where nobody buys, or two who do not belong together */
export async function addConcept(trx: Trx, registry: Registry, input: InvoiceInput): Promise<number> {
  await refuseStrangers(trx, input)
  const { company_id, contact_id, invoice_date, delivered_on, payment_condition_id, ...rest } = await withPlace(
    trx,
    input,
  )
  const { reference, header_text, footer_text, ...place } = rest
  return makeConcept(trx, registry, {
    ...{ company_id, contact_id, invoice_date, delivered_on, payment_condition_id },
    ...{ reference, header_text, footer_text },
    use_invoice_relation: false,
    address: place,
  })
}

/**
 * @returns how many of its lines got another price, of another customer or day
 * @throws NotFound, Invalid; Stale when someone else saved first; Unconfirmed where its prices would be others; HttpError
 *   where it is definitive
 */
export async function editConcept(trx: Trx, id: number, { version, prices, ...input }: InvoiceEdit): Promise<number> {
  await lockConcept(trx, id)
  const row = await lockVersion(trx, 'invoices', id, version, input)
  await refuseStrangers(trx, input)
  const { days } = await getPaymentCondition(trx, input.payment_condition_id)
  if (row.delivered_on !== input.delivered_on) await forgetSupply(trx, id)
  await trx
    .updateTable('invoices')
    .set({
      ...input,
      expires_at: expiryOf(input.invoice_date, days),
      // Who tells another day tells of all of it.
      delivered_from: sql<
        string | null
      >`case when delivered_on is not distinct from ${input.delivered_on}::date then delivered_from end`,
    })
    .where('id', '=', id)
    .execute()
  return repriceSale(
    trx,
    { type: 'invoice', id },
    { before: { ...row, day: row.invoice_date }, after: { ...input, day: input.invoice_date }, answer: prices },
  )
}

/** Takes a concept away; lines of orders that stood on it can go elsewhere again. @throws HttpError where it is definitive */
export async function deleteConcept(trx: Trx, id: number): Promise<void> {
  await lockConcept(trx, id)
  await freeSources(trx, { type: 'invoice', id })
  await trx.deleteFrom('invoices').where('id', '=', id).execute()
}

/** The same lines once more for the same customer, as a concept of today. */
export async function copyInvoice(trx: Trx, registry: Registry, id: number): Promise<number> {
  const { company_id, contact_id, payment_condition_id, reference, header_text, footer_text, ...row } =
    await getInvoice(trx, id)
  const { street, street_no, street_no_adding, postal_code, city, country_code } = row
  const copy = await makeConcept(trx, registry, {
    ...{ company_id, contact_id, payment_condition_id, reference, header_text, footer_text },
    use_invoice_relation: false,
    address: { street, street_no, street_no_adding, postal_code, city, country_code },
  })
  const lines = await listSaleLines(trx, { type: 'invoice', id })
  await copyLines(trx, { type: 'invoice', id: copy }, lines, { linked: false })
  return copy
}
