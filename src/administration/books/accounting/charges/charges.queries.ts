import { sql } from 'kysely'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { NOW, waitingRows } from '../../../../system/attention/points.ts'
import { customerName } from '../../../sales/sales/index.ts'

/** The number of a document there, of `b` and its invoice `i`: that of the invoice, and which time it is. */
export const besideNumber = sql<string>`i.uid || '-K' || b.sequence`

/** What was not booked of the administration that is linked now, as `b`; what is of an earlier one goes nowhere. */
const FAILED = sql`accounting_beside b
  join accounting_links l on l.provider = b.provider and l.administration = b.administration and b.state = 'failed'`

/** The same as what waits for somebody. */
export const failedBeside = waitingRows({ day: NOW, from: sql`from ${FAILED}` })

interface FailedBeside {
  invoice_id: number
  number: string
  customer: string
  costs: number
  interest: number
  problem: string | null
}

/** What of costs and interest was not booked, and why; the first hundred. */
export async function listFailedBeside(db: Db | Trx): Promise<FailedBeside[]> {
  const { rows } = await sql<FailedBeside>`
    select b.invoice_id, ${besideNumber} as number, ${customerName} as customer, b.costs, b.interest, b.problem
    from ${FAILED} join invoices i on i.id = b.invoice_id
      left join companies on companies.id = i.company_id left join contacts on contacts.id = i.contact_id
    order by b.id limit 100`.execute(db)
  return rows
}
