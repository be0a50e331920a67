import { type Viewer, viewerScope } from '../../../../platform/access/viewer.ts'
import type { Trx } from '../../../../platform/database/types.ts'
import { Invalid, NotFound } from '../../../../platform/errors.ts'
import { formatCount, formatDate } from '../../../../platform/format/format.ts'
import { today, wallClock } from '../../../../platform/format/zone.ts'
import { closedDays } from '../../../../system/holidays/index.ts'
import { placesFollow } from '../../../money/agreements/index.ts'
import { getAppointment, lockParts } from '../../../planning/appointments/index.ts'
import { orderPasses } from '../../../money/ordering/index.ts'
import { getCourse } from '../../../catalogue/courses/index.ts'
import { refuseInactive } from '../enrolment.commands.ts'
import { type LockedPart, enrolmentsManagedBy, getPeople, partIdsOf } from '../enrolment.queries.ts'
import { takesPeople } from '../enrolment.rules.ts'
import { lastDayToReplace } from './replacing.rules.ts'
import { enrolmentArea } from '../../../rights.ts'
import { refuseUnsubscribing } from '../unsubscribing/unsubscribing.commands.ts'
import { refuseUnfit } from '../unsubscribing/waiving.commands.ts'

export interface Replaced {
  enrolmentIds: number[]
  partIds: number[]
  name: string
}

const refused = (message: string) => new Invalid({ contact_id: [message] })

/** Parts that are still to come and have not been closed. */
export const isRemaining = (part: Pick<LockedPart, 'starts_at' | 'status'>): boolean =>
  part.starts_at > new Date() && takesPeople(part)

/**
 * Lets somebody take the place of a student in all parts that are still to come, for the same company. The note stays
 * behind: it says something about the person. As many places are taken as before, so nobody else's is.
 * @throws Invalid on `contact_id` for somebody who is in one of the parts already or not active, on `students` as
 *   unsubscribing does and for a supervisor who comes after the term of the course; NotFound outside the viewer's scope
 */
export async function replace(
  trx: Trx,
  viewer: Viewer,
  {
    appointmentId,
    leavingId,
    comingId,
    waiver,
  }: { appointmentId: number; leavingId: number; comingId: number; waiver: string },
): Promise<Replaced> {
  const parts = await lockParts(trx, await partIdsOf(trx, [appointmentId], 'all'))
  await trx.selectFrom('contacts').select('id').where('id', '=', comingId).forShare().execute()
  const people = await getPeople(trx, viewer, [...new Set([leavingId, comingId])])
  if (leavingId === comingId) throw refused('Kies iemand anders.')
  const remaining = parts.filter(isRemaining)
  const rows = await trx
    .selectFrom('enrolments')
    .select(['enrolments.id', 'enrolments.appointment_id', 'enrolments.contact_id', 'enrolments.company_id'])
    .select(['enrolments.use_invoice_relation', 'enrolments.invoice_relation_id'])
    .where('enrolments.appointment_id', 'in', [0, ...remaining.map(({ id }) => id)])
    .where('enrolments.contact_id', '=', leavingId)
    .where(enrolmentsManagedBy(viewer))
    .execute()
  if (rows.length === 0) throw new NotFound('Inschrijving')
  const touched = remaining.filter(({ id }) => rows.some(({ appointment_id }) => appointment_id === id))
  const coming = people.find(({ id }) => id === comingId)!
  refuseInactive([coming])
  await refusePresent(trx, touched, coming)
  await refuseUnsubscribing(trx, viewer, touched, rows)
  await refuseAfterTerm(trx, viewer, appointmentId, touched)
  const planningId = touched[0]!.group_id
  const waived = await refuseUnfit(
    trx,
    viewer,
    { planningId, contactIds: [comingId], waiver: { reason: waiver, by: viewer.id } },
    'contact_id',
  )
  const letIn = waived.contactIds.has(comingId) ? waived.columns : {}
  await trx.deleteFrom('enrolments').where('id', 'in', rows.map(({ id }) => id)).execute() // prettier-ignore
  const added = await trx
    .insertInto('enrolments')
    .values(
      rows.map(({ appointment_id, company_id, use_invoice_relation, invoice_relation_id }) => ({
        ...{ appointment_id, company_id, use_invoice_relation, invoice_relation_id },
        contact_id: comingId,
        ...letIn,
      })),
    )
    .returning('id')
    .execute()
  await placesFollow(trx, { planningId, contactIds: [leavingId] }, { planningId, contactId: comingId })
  await orderPasses(trx, planningId, leavingId, comingId)
  return {
    enrolmentIds: [...rows, ...added].map(({ id }) => id),
    partIds: touched.map(({ id }) => id),
    name: coming.name,
  }
}

async function refusePresent(trx: Trx, parts: LockedPart[], { id, name }: { id: number; name: string }): Promise<void> {
  const present = await trx
    .selectFrom('enrolments')
    .select('id')
    .where(
      'appointment_id',
      'in',
      parts.map((part) => part.id),
    ) // prettier-ignore
    .where('contact_id', '=', id)
    .limit(1)
    .execute()
  if (present.length > 0) throw refused(`${name} is al ingeschreven in deze planning.`)
}

/** A supervisor replaces until so many working days before the planning begins, as its course says. */
async function refuseAfterTerm(
  trx: Trx,
  viewer: Viewer,
  appointmentId: number,
  parts: Pick<LockedPart, 'starts_at'>[],
): Promise<void> {
  if (viewerScope(viewer, enrolmentArea, 'change') === 'all') return
  const { replace_days: days } = await getCourse(trx, (await getAppointment(trx, appointmentId)).course_id)
  if (days === null) throw new Invalid({ students: ['Vervangen doet de planning. Neem contact op.'] })
  const begins = parts.map(({ starts_at }) => wallClock(starts_at).day).sort()[0]!
  const { isClosed } = await closedDays(trx)
  const last = lastDayToReplace(begins, days, isClosed)
  if (today() > last)
    throw new Invalid({
      students: [
        `Vervangen kon tot en met ${formatDate(last)}, ${formatCount(days, 'werkdag', 'werkdagen')} voor aanvang. Neem contact op met de planning.`,
      ],
    })
}
