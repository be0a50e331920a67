/** What is asked there of an invoice, and what was paid of it here, for payments that come and payments that go back. */
import { sql } from 'kysely'
import type { Trx } from '../../../../platform/database/types.ts'
import type { BesideDocument } from '../charges/open-charges.rules.ts'
import { besideNumber } from '../charges/charges.queries.ts'
import type { Linked } from '../settings/link.queries.ts'

/** Differences of amount of an invoice that somebody accepted, over a row of invoices. */
export const acceptedAmounts = ({ provider, books }: Pick<Linked, 'provider' | 'books'>) => sql<
  { here: string; there: string }[]
>`coalesce((
  select json_agg(json_build_object('here', d.here, 'there', d.there))
  from accounting_differences d join accounting_checks c on c.id = d.check_id and c.provider = ${provider.key}
    and c.administration = ${books.administration}
  where d.invoice_id = invoices.id and d.field = 'amount' and d.state = 'accepted'), '[]')`

/** What is booked there of costs and interest beside an invoice, over a row of bookings. */
export const bookedBeside = sql<BesideDocument[]>`coalesce((
  select json_agg(json_build_object('id', coalesce(b.provider_id, ''), 'number', ${besideNumber}, 'total', b.costs + b.interest)
    order by b.sequence)
  from accounting_beside b join invoices i on i.id = b.invoice_id
  where b.invoice_id = accounting_bookings.invoice_id and b.provider = accounting_bookings.provider
    and b.administration = accounting_bookings.administration and b.state = 'booked'), '[]')`

/** What was paid of costs and interest beside an invoice, in cents. */
export async function paidBeside(trx: Trx, id: number): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(coalesce(costs, 0) + coalesce(interest, 0)), 0)::float8 as cents
    from invoice_payments where invoice_id = ${id}`.execute(trx)
  return rows[0]!.cents
}
