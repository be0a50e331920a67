import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { NOW, waitingRows } from '../../../../system/attention/points.ts'
import type { Doubt } from '../types.ts'
import { besideNumber } from '../charges/charges.queries.ts'

/** Those of what is linked now that are still open here: what was paid since asks nothing any more. */
const OPEN_DOUBTS = sql`accounting_doubts d
  join accounting_links l on l.provider = d.provider and l.administration = d.administration
  join invoices i on i.id = d.invoice_id and i.open > 0`

/** The same as what waits for somebody. */
export const openDoubts = waitingRows({ day: NOW, from: sql`from ${OPEN_DOUBTS}` })

/** Invoices of which it cannot be told whether they were paid there; the first hundred by number, with what is booked beside them there. */
export async function listDoubts(db: Db | Trx) {
  const { rows } = await sql<{ invoice_id: number; number: string; beside: string[]; reason: Doubt }>`
    select d.invoice_id, i.uid as number, d.reason, array(select ${besideNumber} from accounting_beside b
        where b.invoice_id = d.invoice_id and b.provider = d.provider and b.administration = d.administration
          and b.state = 'booked' order by b.sequence) as beside
    from ${OPEN_DOUBTS} order by i.uid, d.invoice_id limit 100`.execute(db)
  return rows
}
