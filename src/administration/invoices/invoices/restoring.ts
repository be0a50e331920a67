import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { HttpError } from '../../../platform/errors.ts'
import { type Restoring, type RowChange, sideOf } from '../../../platform/undo/points.ts'
import { refuseClosed } from './periods/closed-period.queries.ts'

/** Rows that tell of a record, which is locked by them. */
interface Facts {
  table: 'invoice_payments' | 'invoice_marks' | 'opening_payments'
  of: 'invoice_id' | 'opening_item_id'
  owner: 'invoices' | 'opening_items'
}

/** A row that changed says what differs alone: the rest of it stands in the table. */
const changedIds = (changes: readonly RowChange[]): number[] =>
  changes.flatMap(({ id, kind }) => (kind === 'changed' ? [id] : []))

async function lockOwners(trx: Trx, { table, of, owner }: Facts, changes: RowChange[]): Promise<void> {
  const told = changes.flatMap((change) => (sideOf(change)[of] as number | undefined) ?? [])
  await sql`
    select id from ${sql.table(owner)} where id = any(array(
      select unnest(${told}::integer[])
      union select ${sql.ref(of)} from ${sql.table(table)} where id = any(${changedIds(changes)}::integer[])))
    order by id for update`.execute(trx)
}

/** The days on which these payments stand, and stood. */
async function daysOf(trx: Trx, { table }: Facts, changes: readonly RowChange[]): Promise<string[]> {
  const { rows } = await sql<{ paid_on: string }>`
    select paid_on::text from ${sql.table(table)} where id = any(${changedIds(changes)}::integer[])`.execute(trx)
  const told = changes.flatMap(({ before, after }) => [before.paid_on, after.paid_on])
  return [...new Set([...rows.map(({ paid_on }) => paid_on), ...told.filter((day) => typeof day === 'string')])]
}

/** What went back since went back as the payment was divided then: divided otherwise, the two would not agree. */
async function refuseTakenBack(trx: Trx, { table }: Facts, changes: readonly RowChange[]): Promise<void> {
  const own = changes.map(({ id }) => id)
  const { rows } = await sql`
    select from ${sql.table(table)} p where p.id = any(${changedIds(changes)}::integer[]) and exists (
      select from ${sql.table(table)} other where other.takes_back_id = coalesce(p.takes_back_id, p.id)
        and other.id <> p.id and other.id <> all(${own}::integer[])) limit 1`.execute(trx)
  if (rows.length > 0) throw new HttpError(409, 'Deze betaling is daarna teruggeboekt.')
}

const locking = (facts: Facts): Restoring => ({
  table: facts.table,
  lock: (trx, changes) => lockOwners(trx, facts, changes),
})

/** A payment neither comes into a closed period, leaves it, nor is divided otherwise in it; its record is locked. */
export const paymentRestoringOf = (facts: Facts): Restoring => ({
  ...locking(facts),
  judge: async (trx, changes) => {
    for (const day of await daysOf(trx, facts, changes))
      await refuseClosed(trx, day, 'Deze betaling is niet meer terug te draaien.')
    await refuseTakenBack(trx, facts, changes)
  },
})

/** What was told of an invoice is locked by that invoice. */
export const factRestorings: Restoring[] = [
  paymentRestoringOf({ table: 'invoice_payments', of: 'invoice_id', owner: 'invoices' }),
  locking({ table: 'invoice_marks', of: 'invoice_id', owner: 'invoices' }),
]
