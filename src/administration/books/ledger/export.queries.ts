import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../../platform/database/types.ts'
import { type InvoiceEntry, besideIn, entriesOf } from './entries.queries.ts'
import { type AccountNames, type PeriodSum, periodSums } from './export.rules.ts'

/** Both days included, ISO. */
export interface Period {
  from: string
  until: string
}

const AT_ONCE = 250

/** The ids of what has a number and a date in a period, in the order of dates, some at once. */
export async function* invoicesIn(db: Db, { from, until }: Period): AsyncGenerator<number[]> {
  let after: { invoice_date: string; id: number } | null = null
  for (;;) {
    const seen: { invoice_date: string; id: number } | null = after
    const rows = await db
      .selectFrom('invoices')
      .select(['id', 'invoice_date'])
      .where('definitive_at', 'is not', null)
      .where('invoice_date', '>=', from)
      .where('invoice_date', '<=', until)
      .$if(seen !== null, (query) =>
        query.where((eb) => eb(eb.refTuple('invoice_date', 'id'), '>', eb.tuple(seen!.invoice_date, seen!.id))),
      )
      .orderBy('invoice_date')
      .orderBy('id')
      .limit(AT_ONCE)
      .execute()
    if (rows.length === 0) return
    yield rows.map(({ id }) => id)
    after = rows.at(-1)!
  }
}

/** The entries of a period, one by one; memory does not grow with their number. */
export async function* entriesIn(db: Db, period: Period): AsyncGenerator<InvoiceEntry> {
  for await (const ids of invoicesIn(db, period)) {
    const entries = new Map((await entriesOf(db, ids)).map((entry) => [entry.id, entry]))
    for (const id of ids) yield entries.get(id)!
    await setImmediate()
  }
}

export async function accountNames(db: Db): Promise<AccountNames> {
  const rows = await db.selectFrom('ledger_accounts').select(['id', 'code', 'name']).execute()
  return new Map(rows.map(({ id, ...name }) => [id, name]))
}

/** What a period comes to, per ledger account. */
export async function sumPeriod(db: Db, period: Period): Promise<PeriodSum> {
  const sums = periodSums(await accountNames(db))
  for await (const entry of entriesIn(db, period)) sums.add(entry)
  for await (const some of besideIn(db, period)) for (const entry of some) sums.addBeside(entry)
  return sums.sum()
}
