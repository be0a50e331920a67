import { ROLE } from '../../platform/access/roles.ts'
import { NotFound } from '../../platform/errors.ts'
import { sentFlash } from '../../platform/mail/sending.ts'
import { action, fragment } from '../../platform/screens/call/calls.ts'
import { endAccess, endSession, endSessions, listSessions, resetPassword, resetTwoStep } from '../accounts/index.ts'
import { userArea } from './rights.ts'
import { EndSessionsForm, UserIdForm } from './users.forms.ts'
import { getUser } from './users.queries.ts'

const access = { area: userArea, record: 'user' } as const

export const userResetPassword = action({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/user/reset_password',
  noUndo: 'account, right or secret',
  form: UserIdForm,
  save: async ({ trx, viewer, form, services }) => {
    await resetPassword(trx, viewer, form.id, services)
    return {
      changed: [{ type: 'user', id: form.id }],
      flash: await sentFlash(services, 'Wachtwoord opnieuw ingesteld en per email verzonden', {
        done: 'Wachtwoord opnieuw ingesteld.',
      }),
    }
  },
  example: (story) => ({ form: { id: story.users[ROLE.scheduler]! } }),
})

export const userResetTwoStep = action({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/user/reset_two_step',
  noUndo: 'account, right or secret',
  form: UserIdForm,
  save: async ({ trx, viewer, form }) => {
    await resetTwoStep(trx, viewer, form.id)
    return {
      changed: [{ type: 'user', id: form.id }],
      flash: { str: 'Tweestapsverificatie opgeheven', type: 'success' },
    }
  },
})

/** Where a user is signed in; the request tells which session is the viewer's own. */
export const userSessions = fragment({
  ...access,
  right: 'view',
  path: '/user/sessions/:id',
  pageAddress: '/user/view/:id?item=sessions',
  view: 'system/users/sessions',
  load: async ({ db, params, sessionId }) => {
    const { id } = await getUser(db, params.id)
    const sessions = await listSessions(db, id, sessionId)
    return { sessions, url: `/user/sessions/${id}`, endUrl: '/user/sessions/end', userId: id }
  },
  example: (story) => ({ params: { id: story.users[ROLE.scheduler]! } }),
})

export const userEndSessions = action({
  ...access,
  recordParam: null,
  right: 'change',
  path: '/user/sessions/end',
  noUndo: 'account, right or secret',
  form: EndSessionsForm,
  save: async ({ trx, form, services }) => {
    const user = await trx.selectFrom('users').select('id').where('id', '=', form.id).executeTakeFirst()
    if (!user) throw new NotFound('Gebruiker')
    if (form.session === undefined) {
      await endSessions(trx, form.id)
      await endAccess(trx, form.id, services)
    } else await endSession(trx, form.id, form.session)
    return { changed: [{ type: 'user', id: form.id }], flash: { str: 'Uitgelogd', type: 'success' } }
  },
})
