import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { type Beside, type BesideFacts, NOTHING, besideOf, columnsOf, divisionOf, owedOn } from './dividing.rules.ts'

/** An invoice of ours, or an item of the system before this one. */
export type ClaimKind = 'invoice' | 'opening'

interface Whose {
  company_id: number | null
  contact_id: number | null
}

const OF: Record<ClaimKind, Record<'letters' | 'payments' | 'waived' | 'table', RawBuilder<unknown>>> = {
  invoice: {
    letters: sql`i.invoice_id`,
    table: sql`invoices`,
    payments: sql`invoice_payments p where p.invoice_id = asked.id`,
    waived: sql`exists (select from invoice_marks m where m.invoice_id = i.invoice_id and m.kind = 'costs_waived')`,
  },
  opening: {
    letters: sql`i.opening_item_id`,
    table: sql`opening_items`,
    payments: sql`opening_payments p where p.opening_item_id = asked.id`,
    waived: sql`exists (select from opening_items w where w.id = i.opening_item_id and w.costs_waived is not null)`,
  },
}

/**
 * What letters asked beside these invoices and what was paid of it, in one query; those of which nothing was asked, or of
 * which it was waived, are not among them.
 * @param which a condition over items of letters, called `i`
 */
async function besideWhere(
  db: Db | Trx,
  kind: ClaimKind,
  which: RawBuilder<unknown>,
): Promise<Map<number, BesideFacts>> {
  const { letters, payments, table, waived } = OF[kind]
  const { rows } = await sql<BesideFacts & { id: number }>`
    select asked.id, asked.letters, (select t.open from ${table} t where t.id = asked.id)::float8 as open,
      coalesce((select json_agg(json_build_object('day', p.paid_on, 'costs', coalesce(p.costs, 0), 'interest', coalesce(p.interest, 0)))
        from ${payments} and num_nonnulls(p.costs, p.interest) > 0), '[]') as paid
    from (
      select ${letters} as id, json_agg(json_build_object('step', i.step, 'costs', i.costs, 'interest', i.interest,
        'sent_on', (r.sent_at at time zone 'Europe/Amsterdam')::date) order by r.id) as letters
      from reminder_items i join reminders r on r.id = i.reminder_id
      where ${letters} is not null and (i.costs > 0 or i.interest > 0) and i.counts and r.sent_at is not null
        and ${which} and not ${waived}
      group by 1
    ) asked`.execute(db)
  return new Map(rows.map(({ id, ...facts }) => [id, facts]))
}

/** What was asked beside these invoices, by their ids. */
export const listBeside = (db: Db | Trx, kind: ClaimKind, ids: readonly number[]): Promise<Map<number, BesideFacts>> =>
  ids.length === 0
    ? Promise.resolve(new Map<number, BesideFacts>())
    : besideWhere(db, kind, sql`${OF[kind].letters} = any(${[...ids]}::integer[])`)

/** What was asked beside all that is open on a day, with whose it is. */
export async function listBesideOpen(db: Db | Trx, day: string): Promise<(Whose & { facts: BesideFacts })[]> {
  const { rows } = await sql<Whose & { kind: ClaimKind; record_id: number }>`
    select o.kind, o.record_id, o.company_id, o.contact_id from open_items_on(${day}::date) o
    where o.open > 0 and case o.kind
      when 'invoice' then exists (select from reminder_items i
        where i.invoice_id = o.record_id and (i.costs > 0 or i.interest > 0))
      else exists (select from reminder_items i
        where i.opening_item_id = o.record_id and (i.costs > 0 or i.interest > 0)) end`.execute(db)
  const ids = (kind: ClaimKind) => rows.flatMap((row) => (row.kind === kind ? [row.record_id] : []))
  const found = { invoice: await listBeside(db, 'invoice', ids('invoice')), opening: await listBeside(db, 'opening', ids('opening')) } // prettier-ignore
  return rows.flatMap(({ kind, record_id, ...whose }) => {
    const facts = found[kind].get(record_id)
    return facts ? [{ ...whose, facts }] : []
  })
}

/** What is owed beside one invoice on a day, and with what is open of it. */
export async function dueOn(db: Db | Trx, kind: ClaimKind, { id, open }: { id: number; open: number }, day: string) {
  const beside = open > 0 ? await besideOn(db, kind, id, day) : NOTHING
  return { beside, due: open > 0 ? open + besideOf(beside) : 0 }
}

/** What is owed beside one invoice on a day. */
async function besideOn(db: Db | Trx, kind: ClaimKind, id: number, day: string): Promise<Beside> {
  const facts = (await listBeside(db, kind, [id])).get(id)
  return facts ? owedOn(facts, day) : NOTHING
}

/** How a payment of one is divided, as its columns have it; its invoice is locked. */
export const dividedBy = async (
  trx: Trx,
  kind: ClaimKind,
  id: number,
  { day, amount }: { day: string; amount: number },
) => columnsOf(divisionOf(amount, await besideOn(trx, kind, id, day)))
