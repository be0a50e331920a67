import type { Db, Trx } from '../../../platform/database/types.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Registry } from '../../../platform/registry.ts'
import { type InvoiceRelation, invoiceRelationsOf } from '../../catalogue/customers/index.ts'
import type { Buyers } from '../../sales/sales/index.ts'
import { listBilledCustomers } from './billing.queries.ts'
import { type Bill, billsOf, buyersOf, withStrangers } from './billing.rules.ts'
import { type Billable, type BillableSource, billables } from './points.ts'

interface Asked {
  /** ISO. */
  until: string
  /** One customer alone. */
  of?: Buyers
}

/** What was done up to and with a day and is not invoiced yet, with who told of it. */
export async function listDone(db: Db | Trx, registry: Registry, asked: Asked) {
  const done: { source: BillableSource; found: Billable[] }[] = []
  for (const source of registry.all(billables)) done.push({ source, found: await source.list(db, asked) })
  return done
}

/** Who gets each of these bills in the place of who buys, by its key. */
async function relationsOf(db: Db | Trx, found: readonly Billable[]): Promise<Map<string, InvoiceRelation>> {
  const buyers = [...buyersOf(found)]
  const getters = await invoiceRelationsOf(
    db,
    buyers.map(([, buyer]) => buyer),
  )
  return new Map(getters.flatMap((relation, i) => (relation ? [[buyers[i]![0], relation] as const] : [])))
}

/** The invoices that there would be: one function for the list, the file and the run. */
export async function planBills(db: Db | Trx, registry: Registry, asked: Asked): Promise<Bill[]> {
  const done = (await listDone(db, registry, asked)).flatMap(({ found }) => found)
  const agreed = await relationsOf(db, done)
  const found = withStrangers(done, agreed)
  // What stands apart now has a key of its own.
  const relations = found.some((one, i) => one !== done[i]) ? await relationsOf(db, found) : agreed
  const getting = [...relations.values()].map(({ id }) => ({ company_id: id, contact_id: null }))
  return billsOf(found, await listBilledCustomers(db, [...found, ...getting]), relations, today())
}
