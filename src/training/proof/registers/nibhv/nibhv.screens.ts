import { HttpError } from '../../../../platform/errors.ts'
import { Unavailable } from '../../../../platform/outside/ask-json.ts'
import { ShutOut } from '../../../../platform/outside/outbox.ts'
import { type Exchange, contextOf, screenOf } from '../../../../platform/screens/screen.ts'
import { sendJson } from '../../../../platform/http/respond.ts'
import { fetchNumbers } from '../numbers.commands.ts'
import { sendingTo, validationOf } from '../register-screens.ts'
import { registerSendArea } from '../rights.ts'

export const nibhvValidation = validationOf('nibhv')
export const nibhvSend = sendingTo('nibhv')

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
    if (!(error instanceof Unavailable || error instanceof ShutOut)) throw error
    throw new HttpError(503, 'NIBHV geeft nu geen antwoord. Probeer het later opnieuw.')
  }
}

export const nibhvSync = screenOf('action', declaration, [
  { method: 'GET', path: declaration.path, right: 'change', guarded: true, handle: syncResults },
])
