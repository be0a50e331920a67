import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { PayoutFacts } from './payouts.rules.ts'

/** Payouts with all that they are made of, each line beside the payment that we know of it; in two queries. */
export async function listPayoutFacts(db: Db | Trx, ids: readonly string[]): Promise<PayoutFacts[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Omit<PayoutFacts, 'lines'> & { lines: PayoutFacts['lines'] }>`
    select s.id, s.reference, s.amount, s.costs, s.payments, s.settled_on::text, s.read_at is not null as read,
      coalesce((select json_agg(json_build_object('kind', l.kind, 'amount', l.amount, 'provider_id', l.provider_id,
          'id', p.id, 'invoice_id', p.invoice_id, 'uid', i.uid, 'paid', p.amount, 'booked', p.payment_id is not null,
          'taken_back', p.taken_back, 'back', case when l.kind in ('refund', 'chargeback') then (
            select -sum(b.amount) from online_settlement_lines b
            where b.provider_id = l.provider_id and b.kind in ('refund', 'chargeback')) else 0 end) order by l.kind <> 'payment', l.provider_id, l.id)
        from online_settlement_lines l left join online_payments p on p.provider_id = l.provider_id
          left join invoices i on i.id = p.invoice_id
        where l.settlement_id = s.id), '[]') as lines
    from online_settlements s where s.id = any(${[...ids]}) order by s.settled_on desc, s.id`.execute(db)
  return rows
}
