import { sql } from 'kysely'
import { selector } from '../../platform/screens/selector.ts'

const text = sql<string>`normalise(opening_items.number || ' ' || coalesce((select name from companies where companies.id = opening_items.company_id), ''))` // prettier-ignore

/** What is open of the system before this one, the last ones first. */
export const openingItemSelector = selector({
  type: 'opening_item',
  record: 'opening_item',
  table: 'opening_items',
  query: (db) =>
    db
      .selectFrom('opening_items')
      .leftJoin('companies', 'companies.id', 'opening_items.company_id')
      .select(['opening_items.id', sql<string>`concat_ws(', ', opening_items.number, companies.name)`.as('label')]),
  searched: { text },
  sort: [sql`opening_items.invoice_date desc`, sql`opening_items.id desc`],
})
