/** Orders follow who gets the invoice of who is enrolled, when that is chosen otherwise later. */
import { listBilled, takeOffConcepts } from '../../../administration/invoices/invoices/index.ts'
import { passLines } from '../../../administration/sales/sales/index.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { followEnrolments, orderOfPayer } from './sync-orders.commands.ts'
import { lockPlanning } from './locking.commands.ts'
import { type Stood, getOrderedPlanning, isOrdered, listOrderedStudents, listStood } from './ordering.queries.ts'
import { isWhole, payersOf } from './ordering.rules.ts'
import { listPlaced } from './places.queries.ts'

const placesOf = async (db: Db | Trx, planningId: number, contactIds: readonly number[]): Promise<Stood[]> =>
  (await listStood(db, [planningId])).filter(
    ({ kind, contact_id }) => kind === 'student' && contactIds.includes(contact_id!),
  )

/** Why it cannot be chosen any more who gets the invoice of people in a planning, each by their id; nothing: it can. */
export async function whyFixed(
  db: Db | Trx,
  planningId: number,
  contactIds: readonly number[],
): Promise<Map<number, string>> {
  const fixed = new Map<number, string>()
  const charged = await db
    .selectFrom('planning_charges')
    .innerJoin('invoices', 'invoices.id', 'planning_charges.invoice_id')
    .select(['planning_charges.contact_id', 'invoices.uid'])
    .where('planning_charges.group_id', '=', planningId)
    .where('planning_charges.contact_id', 'in', [0, ...contactIds])
    .execute()
  for (const { contact_id, uid } of charged)
    fixed.set(contact_id!, uid === null ? 'staat al op een conceptfactuur; verwijder die eerst' : onInvoice(uid))
  for (const { contact_id, uid } of await listPlaced(db, planningId))
    if (contact_id !== null && contactIds.includes(contact_id))
      fixed.set(contact_id, uid === null ? 'staat op een offerte; kies het bij die offerte' : `staat op order ${uid}; kies het bij die order`) // prettier-ignore
  const places = await placesOf(db, planningId, contactIds)
  const billed = new Map((await listBilled(db, places.map(({ line_id }) => line_id))).map((one) => [one.order_line_id, one])) // prettier-ignore
  for (const { contact_id, line_id, trail, destination } of places) {
    const invoice = billed.get(line_id)
    if (invoice?.definitive) fixed.set(contact_id!, onInvoice(invoice.uid!))
    else if (trail.length > 1) fixed.set(contact_id!, 'staat op een vervolgorder; kies het bij die order')
    else if (destination === 'quote') fixed.set(contact_id!, 'staat op een offerte; kies het bij die offerte')
  }
  return fixed
}

const onInvoice = (uid: string): string => `staat al op factuur ${uid}; crediteer die eerst`

/**
 * Lets the lines of people go to the order of who gets the invoice now, as they are; what stood on a concept of an invoice
 * goes off it. Whoever calls has asked `whyFixed`.
 */
export async function ordersRedirect(trx: Trx, planningId: number, contactIds: readonly number[]): Promise<void> {
  if (!(await isOrdered(trx, planningId))) return
  await lockPlanning(trx, planningId)
  const planning = await getOrderedPlanning(trx, planningId)
  const places = await placesOf(trx, planningId, contactIds)
  if (!isWhole(planning) && planning.order_by !== 'none' && places.length > 0) {
    const billed = places.filter(({ destination }) => destination === 'invoice').map(({ line_id }) => line_id)
    await takeOffConcepts(trx, billed)
    const students = (await listOrderedStudents(trx, planningId)).filter(({ contact_id }) => contactIds.includes(contact_id)) // prettier-ignore
    for (const payer of payersOf(students, planning.order_by)) {
      const people = new Set(payer.students.map(({ contact_id }) => contact_id))
      const own = places.filter(({ contact_id }) => people.has(contact_id!))
      if (own.length === 0) continue
      const { sale, id } = await orderOfPayer(trx, planningId, payer)
      const moving = own.filter(({ order_id }) => order_id !== sale.id)
      await passLines(trx, moving.map(({ line_id }) => line_id), { type: 'order', id: sale.id }) // prettier-ignore
      await trx
        .updateTable('planning_order_lines')
        .set({ planning_order_id: id })
        .where('id', 'in', [0, ...moving.map((line) => line.id)])
        .execute()
    }
  }
  await followEnrolments(trx, planningId, contactIds)
}
