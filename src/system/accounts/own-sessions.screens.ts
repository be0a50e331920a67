import * as z from 'zod'
import { Forbidden, Invalid } from '../../platform/errors.ts'
import { checkbox, id } from '../../platform/forms/fields.ts'
import { fragment } from '../../platform/screens/call/calls.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { endAccess, endOtherSessions, endSession } from './accounts.commands.ts'
import { listSessions } from './accounts.queries.ts'
import { ownPassword, provePassword } from './proof.ts'
import { userSelfArea } from './rights.ts'

/** The own sessions; the request tells which one this is. */
export const ownSessions = fragment({
  path: '/profile/sessions',
  pageAddress: '/profile',
  area: userSelfArea,
  right: 'view',
  view: 'system/accounts/sessions',
  load: async ({ db, viewer, sessionId }) => {
    const sessions = await listSessions(db, viewer.id, sessionId)
    return { sessions, url: '/profile/sessions', endUrl: '/profile/sessions/end', userId: null }
  },
})

const Which = z.object({ session: id.optional(), all: checkbox })

/** Signs out of one other browser, or of all others: whoever finds this one open is not to throw the owner out. */
export const endOwnSessions = formPopup({
  area: userSelfArea,
  right: 'change',
  path: '/profile/sessions/end',
  noUndo: 'account, right or secret',
  home: '/calendar',
  size: 'small',
  query: Which,
  load: ({ query: { session, all } }) => {
    if (session === undefined && !all) throw new Invalid({ session: ['Maak een keuze'] })
    return { session: session ?? null }
  },
  title: ({ session }) => (session === null ? 'Overal elders uitloggen' : 'Uitloggen op een ander apparaat'),
  view: 'system/accounts/sessions-end',
  form: Which.extend({ current: ownPassword }),
  submits: [{ label: 'Uitloggen' }],
  precheck: async ({ viewer, form, services }) => {
    if (viewer.actedBy) throw new Forbidden('Uitloggen op andere apparaten doet de gebruiker zelf.')
    if (form.session === undefined && !form.all) throw new Invalid({ session: ['Maak een keuze'] })
    await provePassword({ services, viewer }, form.current, 'current')
  },
  save: async ({ trx, viewer, form, services, sessionId }) => {
    if (form.session === undefined) {
      await endOtherSessions(trx, viewer.id, sessionId)
      await endAccess(trx, viewer.id, services)
    } else await endSession(trx, viewer.id, form.session)
    return { changed: [{ type: 'user', id: viewer.id }], flash: { str: 'Uitgelogd', type: 'success' } }
  },
  example: () => ({ query: { all: '1' }, form: { current: 'noordkaap-demo' } }),
})
