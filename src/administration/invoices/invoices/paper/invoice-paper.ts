import type { Config } from '../../../../platform/config.ts'
import type { Db } from '../../../../platform/database/types.ts'
import { formatDate, formatMoney } from '../../../../platform/format/format.ts'
import { firmDetails } from '../../../catalogue/firm/index.ts'
import { type PaperFacts, dayFact, inLayout } from '../../../sales/papers/index.ts'
import { draftOf } from '../definitive/definitive.queries.ts'
import { invoiceFields } from '../invoices.fields.ts'
import { invoiceTitle } from '../invoices.rules.ts'
import { onlinePayLinks } from '../payments/pay-link.queries.ts'
import type { Delivery, InvoiceSnapshot } from '../definitive/snapshot.rules.ts'

const deliveryFact = ({ from, until }: Delivery): [string, string] =>
  from === until
    ? dayFact(invoiceFields.delivered_on.label, from)
    : [invoiceFields.delivered_on.label, `${formatDate(from)} t/m ${formatDate(until)}`]

/** A line with the day of its own, or the days, below what it is. */
function deliveredLine({
  delivered_on,
  delivered_from,
  ...line
}: InvoiceSnapshot['lines'][number]): PaperFacts['sale']['lines'][number] {
  if (delivered_on === undefined) return line
  const days = delivered_from
    ? `van ${formatDate(delivered_from)} t/m ${formatDate(delivered_on)}`
    : `op ${formatDate(delivered_on)}`
  return { ...line, description: [line.description, `Geleverd ${days}`].filter(Boolean).join('\n') }
}

/** How an invoice is paid, or how what it takes back is settled; '' where it comes to nothing. */
function settlingText({ total, expiresAt, payment, credits, texts }: Omit<InvoiceSnapshot, 'number'>): string {
  if (total > 0)
    return [
      `Wij ontvangen ${formatMoney(total)} graag uiterlijk op ${formatDate(expiresAt)}.`,
      ...[payment.text, texts.payment].filter(Boolean),
    ].join(' ')
  if (total === 0) return ''
  const against = credits ? `wat van factuur ${credits.number} nog openstaat` : 'wat u ons nog moet betalen'
  return `U hoeft niets te betalen. Wij verrekenen ${formatMoney(-total)} met ${against}; wat u al betaald hebt, betalen wij aan u terug.`
}

/** What an invoice says on paper, from what was frozen; one without a number says that it is no invoice yet. */
export function invoicePaper(
  snapshot: Omit<InvoiceSnapshot, 'number'> & { number: string | null },
  createdAt: Date,
): PaperFacts {
  const {
    number,
    invoiceDate,
    expiresAt,
    payment: _payment,
    credits,
    order,
    quotation,
    texts,
    delivery,
    ...sale
  } = snapshot
  const title = invoiceTitle({ uid: number, total: sale.total })
  return {
    kind: 'invoice',
    title,
    fileName: number === null ? 'concept-factuur.pdf' : `factuur-${number}.pdf`,
    sale: { ...sale, lines: sale.lines.map(deliveredLine) },
    facts: [
      dayFact(invoiceFields.invoice_date.label, invoiceDate),
      ...(delivery ? [deliveryFact(delivery)] : []),
      ...(sale.total > 0 ? [dayFact(invoiceFields.expires_at.label, expiresAt)] : []),
      ...(credits ? [[invoiceFields.credits_id.label, credits.number] as [string, string]] : []),
      ...(order === null ? [] : [['Order', order] as [string, string]]),
      ...(quotation === null ? [] : [['Offerte', quotation] as [string, string]]),
    ],
    texts: { header: texts.header, footer: texts.footer },
    ...(number === null ? { notice: 'Dit is een concept en nog geen factuur.' } : {}),
    payment: {
      text: settlingText(snapshot),
      reference: number ?? 'het factuurnummer',
      total: number === null ? 0 : sale.total,
    },
    createdAt,
  }
}

/** What an invoice says on paper now. */
export async function invoiceFacts(db: Db, id: number): Promise<PaperFacts> {
  const { snapshot, definitive_at } = await db
    .selectFrom('invoices')
    .select(['snapshot', 'definitive_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (definitive_at !== null)
    return inLayout(db, invoicePaper(snapshot as InvoiceSnapshot, definitive_at), { at: definitive_at })
  const { draft } = await draftOf(db, id, await firmDetails(db))
  return inLayout(db, invoicePaper({ ...draft, number: null }, new Date()))
}

/** The same with the address where it is paid online, while something of it is open. */
export async function payablePaper(db: Db, id: number, { config }: { config: Config }): Promise<PaperFacts> {
  const facts = await invoiceFacts(db, id)
  const link = (await onlinePayLinks(db, config, [id])).get(id)
  return link === undefined || !facts.payment ? facts : { ...facts, payment: { ...facts.payment, link } }
}
