import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { changedAt } from '../../../system/history/index.ts'
import { customerName } from '../../sales/sales/index.ts'

export const listOpeningItems = (db: Db | Trx) =>
  db
    .selectFrom('opening_items')
    .leftJoin('companies', 'companies.id', 'opening_items.company_id')
    .leftJoin('contacts', 'contacts.id', 'opening_items.contact_id')
    .select([
      'opening_items.id',
      'opening_items.version',
      'opening_items.number',
      'opening_items.company_id',
      'opening_items.contact_id',
      'opening_items.invoice_date',
      'opening_items.expires_at',
      'opening_items.disputed',
      'opening_items.written_off',
      'opening_items.note',
      'opening_items.costs_waived',
      'opening_items.open',
      'opening_items.total',
      'opening_items.opening',
      'opening_items.paid',
      customerName.as('customer'),
    ])

/** @throws NotFound */
export async function getOpeningItem(db: Db | Trx, id: number) {
  const row = await listOpeningItems(db)
    .select(
      changedAt('opening_item', sql.ref('opening_items.id'), sql.ref('opening_items.updated_at')).as('changed_at'),
    )
    .where('opening_items.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new NotFound('Openstaande post')
  return row
}

export const listOpeningPayments = (db: Db | Trx, id: number) =>
  db
    .selectFrom('opening_payments')
    .select(['id', 'paid_on', 'amount', 'costs', 'interest', 'note', 'source', 'takes_back_id'])
    .where('opening_item_id', '=', id)
    .orderBy('paid_on')
    .orderBy('id')
    .execute()

/** For the history: its number, and that it is not ours. */
export async function openingItemNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('opening_items').select(['id', 'number']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** How one stands. */
export const openingState = sql<'open' | 'paid' | 'disputed' | 'written_off'>`case
  when opening_items.written_off then 'written_off' when opening_items.open = 0 then 'paid'
  when opening_items.disputed then 'disputed' else 'open' end`
