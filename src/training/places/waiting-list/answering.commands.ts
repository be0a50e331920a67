import { AS_AGREED } from '../../../administration/catalogue/customers/index.ts'
import { HttpError } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import type { Services } from '../../../platform/services.ts'
import { enrol } from '../enrolment/index.ts'
import { addSteps, announce, ask, lockPlanning } from './offer.commands.ts'
import { systemViewer } from './system-viewer.ts'
import { type Entry, getPlanning } from './waiting-list.queries.ts'

export type Reply = 'yes' | 'no' | 'withdraw'

/** What an answer came to; `late`: the offer was over. */
export type Outcome = 'accepted' | 'declined' | 'withdrawn' | 'late'

const ENDS = { yes: 'accepted', no: 'declined', withdraw: 'withdrawn' } as const

/**
 * Answers the open offer of somebody, by their own link or for them by a planner. Yes enrols them as any other, in the
 * parts that were held for them; after anything else the next in the line is asked.
 */
export async function answerOffer(
  trx: Trx,
  services: Services,
  entry: Pick<Entry, 'id' | 'contact_id' | 'open'>,
  {
    reply,
    reason = '',
    actorId = null,
    now = new Date(),
  }: { reply: Reply; reason?: string; actorId?: number | null; now?: Date },
): Promise<Outcome> {
  if (!entry.open) return 'late'
  const { id, group_id } = entry.open
  await lockPlanning(trx, group_id)
  const planning = await getPlanning(trx, group_id)
  const isOver = !planning.isOpen || planning.begins <= now
  const offer = await trx
    .updateTable('waiting_offers')
    .set({ state: ENDS[reply], ended_at: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .where((eb) => (actorId === null ? eb('expires_at', '>', now) : eb.lit(true)))
    .where((eb) => (reply === 'yes' && isOver ? eb.lit(false) : eb.lit(true)))
    .returning('id')
    .executeTakeFirst()
  if (!offer) return 'late'
  await addSteps(trx, [
    { entry_id: entry.id, group_id, kind: ENDS[reply], detail: reason, offer_id: id, actor_id: actorId },
  ])
  if (reply === 'yes') {
    const { pays_alone: alone, invoice_relation_id } = await trx
      .updateTable('waiting_entries')
      .set({ state: 'enrolled' })
      .where('id', '=', entry.id)
      .returning(['pays_alone', 'invoice_relation_id'])
      .executeTakeFirstOrThrow()
    await enrol(trx, systemViewer, {
      appointmentId: planning.partId,
      contactIds: [entry.contact_id],
      whatAppointments: 'all',
      fromLine: { waiver: await findWaiver(trx, id) },
      alone,
      ...(invoice_relation_id === null ? {} : { invoiceTo: { ...AS_AGREED, invoice_relation_id } }),
    })
  }
  // A planner takes it back within the time for undo; the line is asked by itself after that.
  if (actorId === null) await ask(trx, services, group_id, now)
  await announce(trx, services, planning, [entry.id])
  return ENDS[reply]
}

/** Why a planner offered the place by hand, which stands for who does not meet what the course asks. */
async function findWaiver(trx: Trx, offerId: number) {
  const offer = await trx
    .selectFrom('waiting_offers')
    .innerJoin('waiting_steps', 'waiting_steps.offer_id', 'waiting_offers.id')
    .select(['waiting_offers.reason', 'waiting_steps.actor_id as by'])
    .where('waiting_offers.id', '=', offerId)
    .where('waiting_steps.kind', '=', 'offered')
    .where('waiting_steps.actor_id', 'is not', null)
    .executeTakeFirst()
  return offer ?? null
}

/** Takes somebody off the list; an open offer ends with it. */
export async function takeOff(
  trx: Trx,
  services: Services,
  entry: Pick<Entry, 'id' | 'contact_id' | 'open' | 'group_id'>,
  { reason = '', actorId = null, now = new Date() }: { reason?: string; actorId?: number | null; now?: Date } = {},
): Promise<void> {
  if (entry.open) await lockPlanning(trx, entry.open.group_id)
  const { numUpdatedRows } = await trx
    .updateTable('waiting_entries')
    .set({ state: 'left' })
    .where('id', '=', entry.id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new HttpError(409, 'Deze persoon staat niet meer op de wachtlijst.')
  await trx
    .updateTable('waiting_offers')
    .set({ state: actorId === null ? 'declined' : 'withdrawn', ended_at: now })
    .where('entry_id', '=', entry.id)
    .where('state', '=', 'open')
    .execute()
  await addSteps(trx, [
    {
      entry_id: entry.id,
      group_id: entry.open?.group_id ?? entry.group_id,
      kind: 'left',
      detail: reason,
      actor_id: actorId,
    },
  ])
  if (entry.open && actorId === null) await ask(trx, services, entry.open.group_id, now)
  await services.changes.announce(trx, [{ type: 'waiting-entry', id: entry.id }])
}
