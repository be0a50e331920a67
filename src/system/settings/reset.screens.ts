import * as z from 'zod'
import { Forbidden } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { parseForm } from '../../platform/forms/invalid.ts'
import { isSameOrigin } from '../../platform/http/csrf.ts'
import { sendOutcome } from '../../platform/http/respond.ts'
import { fragment } from '../../platform/screens/call/calls.ts'
import { type Exchange, screenOf, signedIn } from '../../platform/screens/screen.ts'
import { resetToStory } from './reset.commands.ts'
import { settingsArea } from './rights.ts'

/** What has to be typed before everything is thrown away. */
const WORD = 'HERSTELLEN'

const ResetQuery = z.object({
  confirm: z
    .string()
    .default('')
    .refine((value) => value.trim().toUpperCase() === WORD, `Typ ${WORD} om te bevestigen.`),
})

export const resetTab = fragment({
  area: settingsArea,
  right: 'change',
  path: '/settings/reset',
  pageAddress: '/settings/?tab=reset',
  view: 'system/settings/reset',
  load: async ({ services }) => ({ allowed: services.config.reset, word: WORD }),
})

async function reset({ req, res, services, viewer }: Exchange): Promise<void> {
  if (!services.config.reset) throw new Forbidden('Herstellen staat in deze omgeving uit.')
  if (req.get('sec-fetch-site') !== undefined && !isSameOrigin(req)) throw new Forbidden('Dit verzoek is geweigerd.')
  parseForm(ResetQuery, req.query)
  await inTransaction(services.db, null, (trx) => resetToStory(trx, services, signedIn(viewer)))
  sendOutcome(res, { redirect: '/login' })
}

const declaration = {
  area: settingsArea,
  path: '/resetAll',
  noUndo: 'anonymised or retention',
  example: () => ({ query: { confirm: WORD } }),
} as const

/** A GET by specification; it carries the token all the same (rulings 3, state on GET). */
export const resetAll = screenOf('action', declaration, [
  { method: 'GET', path: '/resetAll', right: 'change', guarded: true, handle: reset },
])
