import { Invalid, NotFound } from '../../../../platform/errors.ts'
import { type Viewer, viewerScope } from '../../../../platform/access/viewer.ts'
import type { Trx } from '../../../../platform/database/types.ts'
import { lockParts } from '../../../planning/appointments/index.ts'
import { addCosts, followEnrolments, leavingWhole, proposeCosts } from '../../../money/ordering/index.ts'
import { type LockedPart, enrolmentsManagedBy, getPeople, listCertified, partIdsOf } from '../enrolment.queries.ts'
import { whoText } from '../enrolment.rules.ts'
import { enrolmentArea } from '../../../rights.ts'

export interface Unsubscribed {
  people: number
  enrolmentIds: number[]
  partIds: number[]
}

/**
 * Ends enrolments: of these people in these parts, or in all parts of the plannings that these belong to. Who is not
 * (or no longer) in a part is passed over.
 * @throws Invalid when a part is finished, when somebody already has a certificate, or when a supervisor is too late;
 *   NotFound when none of them is enrolled, or somebody lies outside the viewer's scope
 */
export async function unsubscribe(
  trx: Trx,
  viewer: Viewer,
  input: {
    selection: { appointmentId: number; contactId: number }[]
    fromAll: boolean
    /** What leaving late costs comes onto the order: as the course says, or this part of the price; left out: nothing. */
    costs?: { percentage: number | null; delivered: boolean }
  },
): Promise<Unsubscribed> {
  const chosen = [...new Set(input.selection.map(({ appointmentId }) => appointmentId))]
  const people = [...new Set(input.selection.map(({ contactId }) => contactId))]
  const partIds = await partIdsOf(trx, chosen, input.fromAll ? 'all' : 'this')
  if (partIds.length === 0 || people.length === 0) throw new NotFound('Inschrijving')
  const parts = await lockParts(trx, partIds)
  await getPeople(trx, viewer, people)
  const planningIdOf = new Map(parts.map((part) => [part.id, part.group_id]))
  const unitOf = (appointmentId: number) => (input.fromAll ? planningIdOf.get(appointmentId) : appointmentId)
  const wanted = new Set(input.selection.map(({ appointmentId, contactId }) => `${unitOf(appointmentId)}:${contactId}`))
  const enrolled = await trx
    .selectFrom('enrolments')
    .select(['enrolments.id', 'enrolments.appointment_id', 'enrolments.contact_id'])
    .where('enrolments.appointment_id', 'in', partIds)
    .where('enrolments.contact_id', 'in', people)
    .where(enrolmentsManagedBy(viewer))
    .execute()
  const rows = enrolled.filter((row) => wanted.has(`${unitOf(row.appointment_id)}:${row.contact_id}`))
  if (rows.length === 0) throw new NotFound('Inschrijving')
  const touched = parts.filter((part) => rows.some(({ appointment_id }) => appointment_id === part.id))
  await refuseUnsubscribing(trx, viewer, touched, rows)
  const ids = rows.map(({ id }) => id)
  const leaving = await leavingWhole(trx, ids)
  const costs = input.costs === undefined ? [] : await proposeCosts(trx, leaving)
  await trx.deleteFrom('enrolments').where('id', 'in', ids).execute()
  const { percentage, delivered } = input.costs ?? { percentage: null, delivered: false }
  await addCosts(trx, costs.map((one) => ({ ...one, percentage: percentage ?? one.percentage })), { delivered }) // prettier-ignore
  for (const [planningId, own] of Map.groupBy(rows, ({ appointment_id }) => planningIdOf.get(appointment_id)!))
    await followEnrolments(trx, planningId, [...new Set(own.map(({ contact_id }) => contact_id))])
  return {
    people: new Set(rows.map(({ contact_id }) => contact_id)).size,
    enrolmentIds: ids,
    partIds: touched.map(({ id }) => id),
  }
}

/**
 * What was finished stays as it was; a supervisor's people leave before a part starts.
 * @param leaving who leaves which of the parts
 */
export async function refuseUnsubscribing(
  trx: Trx,
  viewer: Viewer,
  parts: LockedPart[],
  leaving: { appointment_id: number; contact_id: number }[],
): Promise<void> {
  const finished = parts.find(({ status }) => status === 'done')
  if (finished) throw new Invalid({ students: [`${finished.description} is afgerond; uitschrijven kan niet meer.`] })
  const planningOf = new Map(parts.map(({ id, group_id }) => [id, group_id]))
  const certified = await listCertified(
    trx,
    leaving.map((row) => ({ planningId: planningOf.get(row.appointment_id)!, contactId: row.contact_id })),
  )
  if (certified.length > 0)
    throw new Invalid({
      students: [`${whoText(certified)}: er is al een certificaat uitgegeven. Trek het certificaat eerst in.`],
    })
  refuseLate(viewer, parts)
}

/** Whether a part has begun or closed, after which a supervisor changes nothing any more. */
export const isLate = (part: Pick<LockedPart, 'starts_at' | 'status'>): boolean =>
  part.starts_at <= new Date() || !['planned', 'confirmed'].includes(part.status)

/** @throws Invalid on `students` when a supervisor comes after a part has begun or closed */
export function refuseLate(viewer: Viewer, parts: LockedPart[]): void {
  if (viewerScope(viewer, enrolmentArea, 'change') === 'all') return
  const late = parts.find(isLate)
  if (late)
    throw new Invalid({
      students: [`${late.description} is al begonnen of gesloten. Neem contact op met de planning.`],
    })
}
