import type { Db, Trx } from '../../platform/database/types.ts'
import { today } from '../../platform/format/zone.ts'
import type { Registry } from '../../platform/registry.ts'
import { invoiceRelationsOf } from '../customers/index.ts'
import type { Buyers } from '../sales/index.ts'
import { listBilledCustomers } from './billing.queries.ts'
import { type Bill, billsOf, buyersOf } from './billing.rules.ts'
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

/** The invoices that there would be: one function for the list, the file and the run. */
export async function planBills(db: Db | Trx, registry: Registry, asked: Asked): Promise<Bill[]> {
  const found = (await listDone(db, registry, asked)).flatMap((done) => done.found)
  const buyers = [...buyersOf(found)]
  const getters = await invoiceRelationsOf(
    db,
    buyers.map(([, buyer]) => buyer),
  )
  const relations = new Map(getters.flatMap((relation, i) => (relation ? [[buyers[i]![0], relation] as const] : [])))
  const getting = [...relations.values()].map(({ id }) => ({ company_id: id, contact_id: null }))
  return billsOf(found, await listBilledCustomers(db, [...found, ...getting]), relations, today())
}
