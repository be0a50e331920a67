import { sql } from 'kysely'
import { assertDeletable } from '../../../../platform/blockers.ts'
import { HttpError, Invalid } from '../../../../platform/errors.ts'
import type { Trx } from '../../../../platform/database/types.ts'
import { mergeStrategies } from '../../../../platform/merging.ts'
import type { Registry } from '../../../../platform/registry.ts'
import { listMovingReferences } from '../../../../relations/merging/index.ts'
import { keepSupply, lockSale, moveLines } from '../../../sales/sales/index.ts'
import { listMergeable } from './merging.queries.ts'
import { NONE_TO_MERGE } from '../invoices.rules.ts'

/**
 * Makes one concept of several of the same customer: their lines come behind its own, as they are, and they go.
 * @param ids those that go
 * @throws NotFound; Invalid where none was chosen, or one that cannot be merged with it
 */
export async function mergeInvoices(trx: Trx, registry: Registry, id: number, ids: readonly number[]): Promise<void> {
  await trx
    .selectFrom('invoices')
    .select('id')
    .where('id', 'in', [id, ...ids])
    .orderBy('id')
    .forUpdate()
    .execute()
  const kept = await lockSale(trx, registry, { type: 'invoice', id })
  const mergeable = await listMergeable(trx, id)
  if (mergeable.length === 0) throw new HttpError(409, NONE_TO_MERGE)
  const chosen = mergeable.filter((one) => ids.includes(one.id))
  if (ids.length === 0 || chosen.length < new Set(ids).size)
    throw new Invalid({
      invoices: [ids.length === 0 ? 'Vink minimaal één factuur aan.' : 'Kies facturen uit deze lijst.'],
    })
  await keepDelivery(trx, id, ids)
  for (const { id: gone, reference, order } of chosen) {
    const sale = await lockSale(trx, registry, { type: 'invoice', id: gone })
    await moveLines(trx, sale, kept, reference ?? order)
    await moveRest(trx, registry, gone, id)
    await assertDeletable(trx, registry, 'invoice', gone)
    await trx.deleteFrom('invoices').where('id', '=', gone).execute()
  }
}

/** When what was told apart was supplied, together, and of each line as it was told of its own concept. */
async function keepDelivery(trx: Trx, id: number, ids: readonly number[]): Promise<void> {
  const told = await trx
    .selectFrom('invoices')
    .select(['id', 'delivered_on', 'delivered_from'])
    .where('id', 'in', [id, ...ids])
    .where('delivered_on', 'is not', null)
    .orderBy('id')
    .execute()
  if (new Set(told.map(({ delivered_on, delivered_from }) => `${delivered_from}~${delivered_on}`)).size > 1)
    for (const one of told) await keepSupply(trx, one.id, one.delivered_on!, one.delivered_from)
  await sql`
    update invoices set delivered_on = told.until, delivered_from = nullif(told.since, told.until)
    from (select max(delivered_on) as until, min(coalesce(delivered_from, delivered_on)) as since
      from invoices where id = any(${[id, ...ids]})) told
    where id = ${id} and told.until is not null`.execute(trx)
}

/** What else hangs on a concept that goes: notes, documents, and what other areas have on it. */
async function moveRest(trx: Trx, registry: Registry, gone: number, kept: number): Promise<void> {
  const strategies = registry.all(mergeStrategies)
  for (const { table, column, type } of await listMovingReferences(
    trx,
    { type: 'invoice', table: 'invoices' },
    strategies,
  ))
    await sql`
      update ${sql.table(table)} set ${sql.ref(column)} = ${kept}
      where ${sql.ref(column)} = ${gone} ${type ? sql`and ${sql.ref(type.column)} = ${type.value}` : sql``}
    `.execute(trx)
}
