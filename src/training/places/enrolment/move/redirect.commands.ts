/** Who gets the invoice of somebody who is enrolled, in all parts of a planning alike. */
import type { InvoiceTo } from '../../../../administration/catalogue/customers/index.ts'
import { Invalid } from '../../../../platform/errors.ts'
import type { Db, Trx } from '../../../../platform/database/types.ts'
import { byName, fullName, nameColumns } from '../../../../relations/contacts/index.ts'
import { ordersRedirect, whyFixed } from '../../../money/ordering/index.ts'

/** As rows keep it: null is 'as agreed'. */
export const keptAs = ({ use_invoice_relation, invoice_relation_id }: InvoiceTo) => ({
  use_invoice_relation: use_invoice_relation ? null : false,
  invoice_relation_id: use_invoice_relation ? invoice_relation_id : null,
})

/** What these people are in a planning, part by part, by name. */
export const enrolmentsIn = (db: Db | Trx, planningId: number, contactIds: readonly number[]) =>
  db
    .selectFrom('enrolments')
    .innerJoin('appointments', 'appointments.id', 'enrolments.appointment_id')
    .innerJoin('contacts', 'contacts.id', 'enrolments.contact_id')
    .select(['enrolments.id', 'enrolments.contact_id', ...nameColumns])
    .select(['enrolments.use_invoice_relation', 'enrolments.invoice_relation_id'])
    .where('appointments.group_id', '=', planningId)
    .where('enrolments.contact_id', 'in', [...contactIds])
    .orderBy(byName[0]!)
    .orderBy(byName[1]!)
    .orderBy('enrolments.id')

/**
 * Chooses otherwise who gets the invoice of people who are in a planning; the lines of orders go along. The parts are
 * locked by the caller.
 * @returns the enrolments that changed, and of how many people
 * @throws Invalid where one of them stands on an invoice, or on what follows an order
 */
export async function redirect(
  trx: Trx,
  planningId: number,
  contactIds: readonly number[],
  to: InvoiceTo,
): Promise<{ ids: number[]; people: number }> {
  const kept = keptAs(to)
  const rows = await enrolmentsIn(trx, planningId, contactIds).execute()
  const other = rows.filter(
    (row) =>
      row.use_invoice_relation !== kept.use_invoice_relation || row.invoice_relation_id !== kept.invoice_relation_id,
  )
  if (other.length === 0) return { ids: [], people: 0 }
  const who = [...new Set(other.map(({ contact_id }) => contact_id))]
  const fixed = await whyFixed(trx, planningId, who)
  const first = other.find(({ contact_id }) => fixed.has(contact_id))
  if (first)
    throw new Invalid({
      use_invoice_relation: [`Factuur naar kan niet meer anders: ${fullName(first)} ${fixed.get(first.contact_id)}.`],
    })
  const ids = other.map(({ id }) => id)
  await trx.updateTable('enrolments').set(kept).where('id', 'in', ids).execute()
  await ordersRedirect(trx, planningId, who)
  return { ids, people: who.length }
}
