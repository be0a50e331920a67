/** What a sending run will do with each invoice: one function for the question, the save and the job. */
import { sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { planKey } from '../../../platform/screens/table/bulk-plan.ts'
import { planInvoices } from './invoices.plan.ts'
import type { Sending } from './sending.rules.ts'

/** An invoice as it would be sent; `shown` changes when anything does that its customer would read. */
export interface PlannedSending extends Sending {
  shown: string
}

/** How often each concept and its lines were changed; what has its number does not change. */
async function changesOf(db: Db | Trx, ids: readonly number[]): Promise<Map<number, number[]>> {
  const { rows } = await sql<{ id: number; changes: number[] }>`
    select invoices.id, array[invoices.version, count(l.id), coalesce(sum(l.version), 0), coalesce(max(l.id), 0)]::integer[] as changes
    from invoices left join sale_lines l on l.invoice_id = invoices.id
    where invoices.id = any(${ids}) and invoices.definitive_at is null
    group by invoices.id`.execute(db)
  return new Map(rows.map(({ id, changes }) => [id, changes]))
}

/** Those that a viewer sees, in the order in which they get their numbers. */
export async function planRun(db: Db | Trx, viewer: Viewer, ids: number[]): Promise<PlannedSending[]> {
  const plan = await planInvoices(db, viewer, ids, null)
  const changes = await changesOf(db, ids)
  return plan.map((one) => {
    const { id, uid, customer, total, email } = one
    return { ...one, shown: planKey([id, uid, customer, total, email, changes.get(id) ?? []]) }
  })
}
