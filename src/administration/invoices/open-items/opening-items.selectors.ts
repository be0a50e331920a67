import { sql } from 'kysely'
import { nameText } from '../../../relations/contacts/index.ts'
import { selector } from '../../../platform/screens/table/selector.ts'
import { openText } from '../../sales/sales/index.ts'

/** Of a company, or of a private customer. */
const name = sql<string | null>`coalesce(
  (select companies.name from companies where companies.id = opening_items.company_id),
  (select ${nameText} from contacts where contacts.id = opening_items.contact_id))`
const text = sql<string>`normalise(opening_items.number || ' ' || coalesce(${name}, ''))`

/** What is open of the system before this one, the last ones first. */
export const openingItemSelector = selector({
  type: 'opening_item',
  record: 'opening_item',
  table: 'opening_items',
  query: (db) =>
    db
      .selectFrom('opening_items')
      .select(['opening_items.id', sql<string>`concat_ws(', ', opening_items.number, ${name})`.as('label')])
      .select(openText(sql`opening_items.open`).as('sub'))
      // What was paid too much is paid back, so it is open as well.
      .where('opening_items.open', '<>', 0),
  searched: { text },
  sort: [sql`opening_items.invoice_date desc`, sql`opening_items.id desc`],
})
