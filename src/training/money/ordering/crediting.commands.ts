/** What stands on a definitive invoice of people who left since, and the credit invoices of exactly those lines. */
import { listBilled, makeCredit } from '../../../administration/invoices/invoices/index.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { HttpError, Invalid } from '../../../platform/errors.ts'
import { getOrderedPlanning, listOrderedStudents, listStood } from './ordering.queries.ts'

export interface ToCredit {
  /** The line of the invoice. */
  line_id: number
  invoice_id: number
  uid: string
  name: string
  description: string | null
  count: string
}

/** Lines of definitive invoices for who is in the planning no more, as far as no credit invoice takes them back. */
export async function listToCredit(db: Db | Trx, planningId: number): Promise<ToCredit[]> {
  const stood = (await listStood(db, [planningId])).filter(
    ({ kind, destination }) => kind !== 'costs' && destination === 'invoice',
  )
  if (stood.length === 0) return []
  const there = new Set((await listOrderedStudents(db, planningId)).map(({ contact_id }) => contact_id))
  const { group_max_count } = await getOrderedPlanning(db, planningId)
  const tooMany = Math.max(0, there.size - (group_max_count ?? there.size))
  const gone = stood.filter(({ kind, contact_id }) =>
    kind === 'student' ? !there.has(contact_id!) : kind === 'whole' ? there.size === 0 : tooMany === 0,
  )
  const of = new Map(gone.map((line) => [line.line_id, line]))
  return (await listBilled(db, [...of.keys()]))
    .filter(({ definitive, left }) => definitive && Number(left) > 0)
    .map(({ order_line_id, line_id, invoice_id, uid, left }) => {
      const { name, description } = of.get(order_line_id)!
      return { line_id, invoice_id, uid: uid!, name, description, count: left }
    })
}

/**
 * Makes concepts of credit invoices of lines that `listToCredit` tells, one for each invoice.
 * @returns their ids
 * @throws Invalid where none is chosen; HttpError (409) where one is no longer among them
 */
export async function creditGone(trx: Trx, planningId: number, lineIds: readonly number[]): Promise<number[]> {
  if (lineIds.length === 0) throw new Invalid({ lines: ['Vink minimaal één regel aan.'] })
  await trx.selectFrom('appointment_groups').select('id').where('id', '=', planningId).forUpdate().execute()
  const open = (await listToCredit(trx, planningId)).filter(({ line_id }) => lineIds.includes(line_id))
  if (open.length < new Set(lineIds).size)
    throw new HttpError(409, 'Een regel is intussen gecrediteerd, of hoeft dat niet meer. Bekijk de regels opnieuw.')
  const made: number[] = []
  for (const [invoice, lines] of [...Map.groupBy(open, ({ invoice_id }) => invoice_id)].sort(([a], [b]) => a - b))
    made.push(
      await makeCredit(
        trx,
        invoice,
        lines.map(({ line_id, count }) => ({ id: line_id, count })),
      ),
    )
  return made
}
