import { sql } from 'kysely'
import type { Db, Trx } from '../../../platform/database/types.ts'
import type { OpeningItemInput } from './opening-items.forms.ts'
import { type ListedItem, isTwice, problemOf } from './opening-list.rules.ts'

interface Known {
  client_id: number
  company_id: number | null
  contact_id: number | null
  name: string
}

/** Who the debtor numbers of a list are. */
async function customersOf(db: Db | Trx, ids: number[]): Promise<Map<number, Known>> {
  const { rows } = await sql<Known>`
    select n.client_id, n.company_id, n.contact_id,
      coalesce(companies.name, concat_ws(' ', contacts.first_name, contacts.last_name_prefix, contacts.last_name)) as name
    from client_ids n left join companies on companies.id = n.company_id left join contacts on contacts.id = n.contact_id
    where n.client_id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.client_id, row]))
}

/** What is there already, by debtor number and number. */
async function takenOf(db: Db | Trx, customers: ReadonlyMap<number, Known>): Promise<Set<string>> {
  const known = [...customers.values()]
  const { rows } = await sql<{ company_id: number | null; contact_id: number | null; number: string }>`
    select company_id, contact_id, number from opening_items
    where company_id = any(${known.flatMap(({ company_id }) => company_id ?? [])}::integer[])
      or (company_id is null and contact_id = any(${known.flatMap(({ contact_id }) => contact_id ?? [])}::integer[]))`.execute(
    db,
  )
  const taken = new Set<string>()
  for (const row of rows) {
    const whose = known.find((one) => (row.company_id === null ? one.contact_id === row.contact_id : one.company_id === row.company_id)) // prettier-ignore
    if (whose) taken.add(`${whose.client_id} ${row.number}`)
  }
  return taken
}

export interface JudgedItem {
  item: ListedItem
  customer: string
  problem: string | null
  input: OpeningItemInput | null
}

/** What will come of a list: one function for the preview that shows it and the save that does it. */
export async function planImport(db: Db | Trx, items: readonly ListedItem[]): Promise<JudgedItem[]> {
  const customers = await customersOf(db, [...new Set(items.flatMap(({ client_id }) => client_id ?? []))])
  const taken = await takenOf(db, customers)
  return items.map((item) => {
    const known = item.client_id === null ? undefined : customers.get(item.client_id)
    const problem = problemOf(item, { customers, taken }) ?? (isTwice(items, item) ? 'Deze factuur staat twee keer in de lijst.' : null) // prettier-ignore
    const { number, invoice_date, expires_at, total, opening } = item
    return {
      ...{ item, problem, customer: known?.name ?? '' },
      input:
        problem === null && known
          ? { company_id: known.company_id, contact_id: known.company_id === null ? known.contact_id : null, number, invoice_date: invoice_date!, expires_at: expires_at!, total, opening } // prettier-ignore
          : null,
    }
  })
}
