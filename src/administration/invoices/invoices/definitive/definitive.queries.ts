import { type SqlBool, sql } from 'kysely'
import { NotFound } from '../../../../platform/errors.ts'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { NO_NUMBERS, lawNumbersOf } from '../../../catalogue/customers/index.ts'
import { type FirmDetails, firmDetails } from '../../../catalogue/firm/index.ts'
import { type SaleFacts, saleFacts } from '../../../sales/papers/index.ts'
import { getPaymentCondition } from '../../../catalogue/payment-conditions/index.ts'
import { creditedDelivery, creditedInvoice } from '../credit/credit.queries.ts'
import { type Invoice, getInvoice } from '../invoices.queries.ts'
import { type InvoiceSnapshot, type Missing, deliveryOf, missingOn } from './snapshot.rules.ts'

interface Supplied {
  kind: string
  day: string | null
  /** The first day of it, where it was supplied on several. */
  from: string | null
}

/**
 * When a line of an invoice was supplied: as the order knows it that it or what it credits comes from, or as it was told
 * of the line or of the one that it credits. Refers to the line, its source, and the first one that that came of.
 */
export const supplyDay = (line: string, source: string, first: string) =>
  sql<string | null>`coalesce(${sql.ref(`${source}.delivered_on`)}, ${sql.ref(`${first}.delivered_on`)},
    ${sql.ref(`${line}.supplied_on`)}, ${sql.ref(`${source}.supplied_on`)})`

/** The line that a line came of where it credits one: to be joined as `first`. */
export const isFirst = sql<SqlBool>`first.id = source.source_id and source.invoice_id is not null`

/** When each line of an invoice was supplied, in their order. */
async function suppliedDays(db: Db | Trx, id: number): Promise<Supplied[]> {
  const { rows } = await sql<Supplied>`
    select line.kind, ${supplyDay('line', 'source', 'first')}::text as day,
      case when coalesce(source.delivered_on, first.delivered_on) is null
        then case when line.supplied_on is null then source.supplied_from else line.supplied_from end end::text as "from"
    from sale_lines line left join sale_lines source on source.id = line.source_id
      left join sale_lines first on ${isFirst}
    where line.invoice_id = ${id} order by line.position, line.id`.execute(db)
  return rows
}

/** The days of the supply, of all and of each line where these differ. What is taken back was supplied when it was charged. */
async function supplyOf(db: Db | Trx, invoice: Invoice, { lines }: Pick<SaleFacts, 'lines'>) {
  const days = await suppliedDays(db, invoice.id)
  const products = days.filter(({ kind }) => kind === 'product')
  const { delivered_on, delivered_from } = invoice
  const delivery =
    deliveryOf(
      [
        ...products.map(({ day }) => day),
        ...[...products.map(({ from }) => from), delivered_from].filter((from) => from !== null),
      ],
      delivered_on,
    ) ?? (await creditedDelivery(db, invoice.credits_id))
  const differ = delivery !== null && delivery.from < delivery.until
  return {
    delivery,
    lines: lines.map((line, i) => {
      // Of what was on several days each line says itself on which.
      const day = days[i]?.day ?? (delivered_from === null ? delivered_on : null)
      const from = days[i]?.from
      return differ && day !== null && line.kind === 'product'
        ? { ...line, delivered_on: day, ...(from ? { delivered_from: from } : {}) }
        : line
    }),
  }
}

/** What an invoice says as things are, without its number. */
async function saidBy(db: Db | Trx, invoice: Invoice, firm: FirmDetails): Promise<Omit<InvoiceSnapshot, 'number'>> {
  const { days, text } = await getPaymentCondition(db, invoice.payment_condition_id)
  const { invoice_header, invoice_footer, payment_text } = firm.texts
  const facts = await saleFacts(db, { type: 'invoice', id: invoice.id }, invoice, firm)
  const numbers = (await lawNumbersOf(db, [invoice.company_id])).get(invoice.company_id ?? 0) ?? NO_NUMBERS
  return {
    ...facts,
    buyer: { ...facts.buyer, ...numbers },
    ...(await supplyOf(db, invoice, facts)),
    invoiceDate: invoice.invoice_date,
    expiresAt: invoice.expires_at,
    payment: { days, text },
    credits: await creditedInvoice(db, invoice.credits_id),
    order: invoice.order,
    quotation: invoice.quotation,
    texts: { header: invoice_header, footer: invoice_footer, payment: payment_text },
  }
}

/** What an invoice says as things are, without its number, and what is missing on it. */
export async function draftOf(db: Db | Trx, id: number, firm: FirmDetails) {
  const invoice = await getInvoice(db, id)
  const draft = await saidBy(db, invoice, firm)
  const lines = draft.lines.filter(({ kind }) => kind === 'product').length
  const missing = missingOn(invoice, {
    firm,
    lines,
    taxes: draft.taxes,
    vatId: draft.buyer.vat_id,
    delivered: Boolean(draft.delivery),
    credits: invoice.credits_id !== null,
  })
  return { draft, missing, creditsId: invoice.credits_id }
}

/** What still has to be told before a concept can become definitive. */
export async function missingOf(db: Db | Trx, id: number): Promise<Missing[]> {
  return (await draftOf(db, id, await firmDetails(db))).missing
}

/** The day of the last invoice that has a number. */
export async function lastDay(db: Db | Trx): Promise<string | null> {
  const row = await db
    .selectFrom('invoices')
    .select('invoice_date')
    .where('definitive_at', 'is not', null)
    .orderBy('invoice_date', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.invoice_date ?? null
}

/** What an invoice with a number said when it got it. @throws NotFound for a concept too */
export async function getSnapshot(db: Db | Trx, id: number): Promise<InvoiceSnapshot> {
  const row = await db.selectFrom('invoices').select('snapshot').where('id', '=', id).executeTakeFirst()
  if (!row?.snapshot) throw new NotFound('Factuur')
  return row.snapshot as InvoiceSnapshot
}

/** The same of several at once, in the order of their ids; concepts are left out. */
export async function getSnapshots(
  db: Db | Trx,
  ids: readonly number[],
): Promise<{ id: number; snapshot: InvoiceSnapshot }[]> {
  const rows = await db
    .selectFrom('invoices')
    .select(['id', 'snapshot'])
    .where('id', 'in', [...ids])
    .where('snapshot', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id, snapshot }) => ({ id, snapshot: snapshot as InvoiceSnapshot }))
}
