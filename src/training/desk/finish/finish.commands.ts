import { Invalid } from '../../../platform/errors.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { today, wallClock } from '../../../platform/format/zone.ts'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Services } from '../../../platform/services.ts'
import { getAppointment, listParts, lockParts, setStatus } from '../../planning/appointments/index.ts'
import { issueCertificates, issueDateProblem, listCertificateLayouts } from '../../proof/certificates/index.ts'
import { deliverPlanning } from '../../money/ordering/index.ts'
import { lockResults, setResults } from '../../places/enrolment/index.ts'
import { choiceKey, listResults, openChoicesText } from '../../proof/results/index.ts'
import type { FinishInput } from './finish.forms.ts'
import { heldParts } from './finish.queries.ts'
import { keepCredits } from '../../proof/drivers/index.ts'
import { keepRefreshers } from '../../proof/refreshers/index.ts'
import { filledIn, studentsOf } from './finish.rules.ts'
import { assertPassed, followedRows, keptRows } from './refreshers.step.ts'
import { REGISTER_KEYS, passOn } from '../../proof/registers/index.ts'

/**
 * The day on which documents are issued, when some are.
 * @throws Invalid when it lies in the future or before the planning
 */
export function assertIssueDate(
  form: { document_layouts: number[]; issued_on: string | null },
  parts: readonly { starts_at: Date }[],
): void {
  if (form.document_layouts.length === 0 || form.issued_on === null) return
  const firstDay = parts.map(({ starts_at }) => wallClock(starts_at).day).sort()[0]!
  const problem = issueDateProblem(form.issued_on, { firstDay, today: today() })
  if (problem !== null) throw new Invalid({ issued_on: [problem] })
}

/** A part that was cancelled meanwhile was not held, so nobody was there. @throws Invalid when results of it are sent */
function refuseCancelled(
  form: FinishInput,
  parts: readonly { id: number; status: string; description: string }[],
): void {
  const cancelled = new Map(parts.flatMap((part) => (part.status === 'cancelled' ? [[part.id, part] as const] : [])))
  const sent = [...Object.keys(form.present_students), ...Object.keys(form.passed_students)]
  const [refused] = sent.flatMap((key) => cancelled.get(Number(key.split('-')[1])) ?? [])
  if (refused) throw new Invalid({ _form: [`${refused.description} is geannuleerd. Open Planning afronden opnieuw.`] })
}

/**
 * Finishes a planning: results, status of the parts, refreshers, who is passed on and certificates, all or nothing. The parts are locked first, so
 * that nobody is enrolled meanwhile and a second final POST waits and then finds everything done.
 * @throws Invalid when a choice is open (somebody was enrolled meanwhile) or a layout is gone
 */
export async function finishPlanning(trx: Trx, viewer: Viewer, partId: number, form: FinishInput, services: Services) {
  const { group_id } = await getAppointment(trx, partId)
  const all = await listParts(trx, group_id)
  const locked = await lockParts(
    trx,
    all.map(({ id }) => id),
  )
  const held = heldParts(locked)
  refuseCancelled(form, locked)
  assertIssueDate(form, held)
  const parts = held.map(({ id }) => id)
  const enrolments = await lockResults(trx, parts)
  const rows = filledIn(await listResults(trx, viewer, parts), form)
  const open = openChoicesText(rows)
  if (open !== null)
    throw new Invalid({ _form: [`${open}: de cursisten zijn intussen gewijzigd. Open Planning afronden opnieuw.`] })
  const choices = new Map(rows.map((row) => [row.key, row]))
  await setResults(
    trx,
    enrolments.map((enrolment) => {
      const { present, passed } = choices.get(choiceKey(enrolment.contact_id, enrolment.appointment_id))!
      return { ...enrolment, present, passed }
    }),
  )
  if (form.update_status !== 'keep') await setStatus(trx, parts, form.update_status)
  await deliverPlanning(trx, group_id)
  const contactIds = studentsOf(rows).flatMap(({ contactId, passed }) => (passed ? [contactId] : []))
  const planned = { planningId: group_id, contactIds, issuedOn: form.issued_on }
  const kept = keptRows(await followedRows(trx, planned, form.refreshers))
  assertPassed(kept, new Set(contactIds))
  const refresherIds = await keepRefreshers(trx, group_id, kept)
  const credited = await keepCredits(trx, group_id, held)
  const registers = REGISTER_KEYS.filter((key) => form[`pass_to_${key}`])
  for (const key of registers) await passOn(trx, services, key, { planningId: group_id, students: contactIds })
  const certificateIds = await issue(trx, viewer, { planningId: group_id, contactIds, form }, services)
  return { appointmentIds: parts, certificateIds, refresherIds, registers, passed: contactIds.length, credited }
}

/** Last of all, because the numbers stay locked from here on. Who holds a certificate already gets no second one. */
async function issue(
  trx: Trx,
  viewer: Viewer,
  { planningId, contactIds, form }: { planningId: number; contactIds: number[]; form: FinishInput },
  services: Services,
): Promise<number[]> {
  const { document_layouts, issued_on } = form
  const layouts = (await listCertificateLayouts(trx)).filter(({ id }) => document_layouts.includes(id))
  if (layouts.length < document_layouts.length)
    throw new Invalid({ document_layouts: ['Deze layout is niet meer in gebruik.'] })
  if (issued_on === null || contactIds.length === 0) return []
  const ids: number[] = []
  for (const { id } of layouts)
    ids.push(
      ...(await issueCertificates(
        trx,
        viewer,
        { planningId, contactIds, layoutId: id, issuedOn: issued_on, seen: form.letters_seen },
        services,
      )),
    )
  return ids
}
