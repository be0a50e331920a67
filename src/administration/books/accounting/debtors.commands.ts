/** What every booking there shares: one process at a time, and the debtor that it is for. */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/types.ts'
import type { InvoiceEntry } from '../ledger/index.ts'
import { Refused } from './errors.ts'
import type { ErrorRow } from './types.ts'
import { debtorOf, withDetails } from './bookings/bookings.rules.ts'
import type { Linked } from './settings/link.queries.ts'

/** What looking a debtor up there takes. */
export interface Asking extends Linked {
  /** Debtors that were refused in this run: what else is for them fails without being asked. */
  refused: Map<number, ErrorRow>
}

/** Does it for one row while nobody else can, by a lock of a connection of its own. @returns null where somebody else does */
export const alone = <T>(db: Db, name: string, id: number, work: (db: Db) => Promise<T>): Promise<T | null> =>
  db.connection().execute(async (own) => {
    const lock = await sql<{ mine: boolean }>`select pg_try_advisory_lock(hashtext(${name}), ${id}) as mine`.execute(
      own,
    )
    if (!lock.rows[0]!.mine) return null
    try {
      return await work(own)
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${name}), ${id})`.execute(own)
    }
  })

const printOf = (value: object): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

/** The debtor there, told of at most once as long as nothing changes; whoever books for the same one waits. */
export async function debtorThere(work: Asking, db: Db, entry: InvoiceEntry): Promise<string> {
  const { provider, books, call, refused } = work
  const debtor = debtorOf(entry)
  const earlier = refused.get(debtor.client_id)
  if (earlier) throw new Refused(400, earlier)
  const told = printOf(debtor)
  const known = () =>
    db
      .selectFrom('accounting_debtors')
      .select('their_id')
      .where('provider', '=', provider.key)
      .where('administration', '=', books.administration)
      .where('client_id', '=', debtor.client_id)
      .where('told', '=', told)
      .executeTakeFirst()
  const before = await known()
  if (before) return before.their_id
  await sql`select pg_advisory_lock(hashtext('accounting debtor'), ${debtor.client_id})`.execute(db)
  try {
    const meanwhile = await known()
    if (meanwhile) return meanwhile.their_id
    const their_id = await provider.upsertDebtor(call, books, debtor)
    const row = { provider: provider.key, administration: books.administration, client_id: debtor.client_id, their_id, told } // prettier-ignore
    await db
      .insertInto('accounting_debtors')
      .values(row)
      .onConflict((conflict) =>
        conflict.columns(['provider', 'administration', 'client_id']).doUpdateSet({ their_id, told }),
      ) // prettier-ignore
      .execute()
    return their_id
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    const row = withDetails(error.row, `Debiteur ${debtor.client_id}, ${debtor.name}`)
    refused.set(debtor.client_id, row)
    throw new Refused(error.status, row)
  } finally {
    await sql`select pg_advisory_unlock(hashtext('accounting debtor'), ${debtor.client_id})`.execute(db)
  }
}
