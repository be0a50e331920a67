import { sql } from 'kysely'
import type { InvoiceTo } from '../../../administration/catalogue/customers/index.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { today } from '../../../platform/format/zone.ts'
import { planPlaces } from './uses.queries.ts'

/** Notes that people were enrolled in a planning out of an agreement. The caller holds the row of the agreement. */
export async function usePlaces(
  trx: Trx,
  {
    agreementId,
    lineId,
    planningId,
    contactIds,
  }: {
    agreementId: number
    lineId: number
    planningId: number
    contactIds: number[]
  },
): Promise<void> {
  if (contactIds.length === 0) return
  await trx
    .insertInto('training_agreement_uses')
    .values(
      contactIds.map((contact_id) => ({
        agreement_id: agreementId,
        line_id: lineId,
        contact_id,
        group_id: planningId,
        used_on: today(),
      })),
    )
    .onConflict((conflict) => conflict.columns(['line_id', 'contact_id', 'group_id']).doUpdateSet({ used_on: today() }))
    .execute()
}

/**
 * Lets people who are about to come into a planning take what their companies bought of it, as far as there is. The caller
 * enrols them afterwards: who came and left before is not among those who hold a place then.
 */
export async function takePlaces(
  trx: Trx,
  planningId: number,
  contactIds: number[],
  invoiceTo?: InvoiceTo,
): Promise<void> {
  // A place that was given back by leaving is not taken again by coming back, where others took it meanwhile.
  await sql`delete from training_agreement_uses used where used.group_id = ${planningId}
    and used.contact_id = any(${contactIds}::integer[]) and not exists (
      select from enrolments e join appointments a on a.id = e.appointment_id
      where a.group_id = used.group_id and e.contact_id = used.contact_id and a.status <> 'cancelled')`.execute(trx)
  const plan = await planPlaces(trx, planningId, contactIds, { holds: true, invoiceTo })
  for (const { agreementId, lineId, contactIds: taking } of plan)
    await usePlaces(trx, { agreementId, lineId, planningId, contactIds: taking })
}

/**
 * Lets the places that people hold by an agreement go along to another planning, or to whoever takes their place, once
 * they have left the planning whole.
 */
export async function placesFollow(
  trx: Trx,
  from: { planningId: number; contactIds: number[] },
  to: { planningId: number; contactId?: number },
): Promise<void> {
  const holder = to.contactId === undefined ? sql`contact_id` : sql`${to.contactId}::integer`
  await sql`
    update training_agreement_uses moving set group_id = ${to.planningId}, contact_id = ${holder}
    where group_id = ${from.planningId} and contact_id = any(${from.contactIds}::integer[])
      and not exists (select 1 from enrolments e join appointments a on a.id = e.appointment_id
        where a.group_id = moving.group_id and e.contact_id = moving.contact_id)
      and not exists (select 1 from training_agreement_uses there where there.line_id = moving.line_id
        and there.group_id = ${to.planningId} and there.contact_id = ${
          to.contactId === undefined ? sql`moving.contact_id` : sql`${to.contactId}::integer`
        })
  `.execute(trx)
}
