import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { NotFound } from '../../../../platform/errors.ts'
import type { BookingState } from '../bookings/bookings.queries.ts'
import type { DifferenceField } from '../bookings/bookings.rules.ts'
import type { ProviderKey } from '../types.ts'

/** The last comparison. */
export const latestCheck = (db: Db | Trx) =>
  db
    .selectFrom('accounting_checks')
    .leftJoin('users', 'users.id', 'accounting_checks.started_by')
    .selectAll('accounting_checks')
    .select('users.name as starter')
    .orderBy('accounting_checks.id', 'desc')
    .limit(1)
    .executeTakeFirst()

/** With how the booking stands by which one of them is repaired. */
export const listDifferences = (db: Db | Trx, checkId: number) =>
  db
    .selectFrom('accounting_differences as d')
    .innerJoin('accounting_checks as c', 'c.id', 'd.check_id')
    .leftJoin('accounting_bookings as b', (join) =>
      join
        .onRef('b.invoice_id', '=', 'd.invoice_id')
        .onRef('b.provider', '=', 'c.provider')
        .onRef('b.administration', '=', 'c.administration'),
    )
    .select(['d.id', 'd.check_id', 'd.invoice_id', 'd.number', 'd.here', 'd.there', 'd.their_id', 'd.state'])
    .select([sql<DifferenceField>`d.field`.as('field'), sql<BookingState | null>`b.state`.as('booking')])
    .where('d.check_id', '=', checkId)
    .orderBy(sql`d.state = 'open'`, 'desc')
    .orderBy('d.number')
    .orderBy('d.id')
    .limit(1000)
    .execute()

/** @throws NotFound */
export async function getDifference(db: Db | Trx, id: number) {
  const row = await db
    .selectFrom('accounting_differences')
    .innerJoin('accounting_checks', 'accounting_checks.id', 'accounting_differences.check_id')
    .select(['accounting_differences.id', 'invoice_id', 'number', 'their_id', 'there', 'accounting_differences.state'])
    .select(['administration', sql<ProviderKey>`provider`.as('provider'), sql<DifferenceField>`field`.as('field')])
    .where('accounting_differences.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new NotFound('Verschil')
  return row
}
