import { HttpError } from '../../../../platform/errors.ts'
import { formatCount } from '../../../../platform/format/format.ts'
import { Unavailable } from '../../../../platform/outside/ask-json.ts'
import { action, json } from '../../../../platform/screens/call/calls.ts'
import { type Exchange, contextOf, screenOf } from '../../../../platform/screens/screen.ts'
import { sendJson } from '../../../../platform/http/respond.ts'
import * as z from 'zod'
import { idList } from '../../../../platform/forms/fields.ts'
import { getAppointment } from '../../../planning/appointments/index.ts'
import { Refused } from '../register.ts'
import { fetchNumbers } from '../numbers.commands.ts'
import { sendNow, validate } from '../registers.commands.ts'
import { registerSendArea, registersArea } from '../rights.ts'

/** Whether students of a planning can be passed on to NIBHV, and what keeps them from it. */
export const nibhvValidation = json({
  area: registersArea,
  record: 'appointment',
  right: 'view',
  path: '/nibhv/validateAppointment/:id',
  query: z.object({ students: idList(1000) }),
  answer: async ({ db, params, query, services }) => {
    const { group_id: planningId } = await getAppointment(db, params.id)
    const errors = await validate(services, 'nibhv', { planningId, students: query.students })
    return { success: errors.length === 0, errors }
  },
  example: (story) => ({ params: { id: story.appointments.toFinish } }),
})

/** All that waits for NIBHV, or was tried often enough, is sent now. */
export const nibhvSend = action({
  area: registerSendArea,
  record: 'register-request',
  right: 'change',
  recordParam: null,
  path: '/nibhv/run',
  noUndo: 'accepted by an outside system',
  save: async ({ trx, services }) => {
    const count = await sendNow(trx, services, { register: 'nibhv' })
    const str =
      count === 0
        ? 'Er wacht niets op verzending'
        : `${formatCount(count, 'cursist wordt', 'cursisten worden')} verstuurd`
    return { changed: [{ type: 'register-request', id: 0 }], flash: { str, type: 'success' } }
  },
  example: () => ({}),
})

const declaration = {
  area: registerSendArea,
  record: 'appointment_group',
  right: 'change',
  path: '/nibhv/appointmentGroup/:id/syncResults',
  noUndo: 'accepted by an outside system',
  // An installation without a connection has nobody to ask.
  example: () => null,
} as const

/** Asks for the numbers of who NIBHV took without one; a GET by specification, with the token all the same (rulings 3). */
async function syncResults(exchange: Exchange): Promise<void> {
  const { params, services } = contextOf(declaration, exchange)
  try {
    sendJson(exchange.res, { synced: await fetchNumbers(services, 'nibhv', params.id) })
  } catch (error) {
    if (!(error instanceof Unavailable || error instanceof Refused)) throw error
    throw new HttpError(503, 'NIBHV geeft nu geen antwoord. Probeer het later opnieuw.')
  }
}

export const nibhvSync = screenOf('action', declaration, [
  { method: 'GET', path: declaration.path, right: 'change', guarded: true, handle: syncResults },
])
