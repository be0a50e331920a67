import { sql } from 'kysely'
import { HttpError } from '../../platform/errors.ts'
import { action } from '../../platform/screens/calls.ts'
import type { PopupAction } from '../../platform/screens/popup-actions.ts'
import { getAppointment, listParts, lockParts, setStatus } from '../appointments/index.ts'
import { appointmentsArea } from '../appointments/rights.ts'

/** States that come before a planning is certain. */
const UNCERTAIN = ['option', 'planned']

/** Confirms every part of a planning that was not certain yet. */
export const planningConfirm = action({
  area: appointmentsArea,
  record: 'appointment',
  right: 'change',
  path: '/calendar/confirm/:id',
  save: async ({ trx, params }) => {
    const { group_id } = await getAppointment(trx, params.id)
    const parts = await lockParts(
      trx,
      (await listParts(trx, group_id)).map(({ id }) => id),
    )
    const uncertain = parts.filter(({ status }) => UNCERTAIN.includes(status)).map(({ id }) => id)
    if (uncertain.length === 0) throw new HttpError(409, 'Deze planning is al bevestigd.')
    const changed = await setStatus(trx, uncertain, 'confirmed')
    return {
      changed: changed.map((id) => ({ type: 'appointment', id })),
      flash: { str: `Planning ${group_id} bevestigd`, type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.appointments.option }, foreign: null }),
})

/** Confirming, which an option waits for. */
export const confirmStep: PopupAction = {
  record: 'appointment',
  place: 'step',
  order: 10,
  area: appointmentsArea,
  right: 'change',
  action: ({ id }) => ({ label: 'Bevestigen', icon: 'circle-check', kind: 'post', url: `/calendar/confirm/${id}` }),
  when: (_viewer, id) => sql`exists (select 1 from appointments where id = ${id} and status = any(${UNCERTAIN}))`,
  next: (_viewer, id) => sql`exists (select 1 from appointments where id = ${id} and status = 'option')`,
}
