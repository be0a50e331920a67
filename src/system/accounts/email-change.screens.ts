import * as z from 'zod'
import { inTransaction, sqlState } from '../../platform/database/transaction.ts'
import { Forbidden, HttpError, Invalid } from '../../platform/errors.ts'
import { email } from '../../platform/forms/fields.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import { mailLeaves, notSentFlash } from '../../platform/mail/sending.ts'
import { action, fragment } from '../../platform/screens/call/calls.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { type PublicAnswer, publicPage } from '../../platform/screens/call/public.ts'
import { REFUSED, askForEmail, confirmEmail, countEmailRequest, withdrawEmailChange } from './email-change.commands.ts'
import { findEmailChange, findWaitingChange } from './email-change.queries.ts'
import { ownPassword, provePassword } from './proof.ts'
import { userSelfArea } from './rights.ts'

const access = { area: userSelfArea, right: 'change' } as const

function refuseOthers(viewer: Viewer): void {
  if (viewer.actedBy) throw new Forbidden('Het eigen e-mailadres wijzigt de gebruiker zelf.')
}

/** Asks for another address of the own account (rulings 4). */
export const ownEmail = formPopup({
  ...access,
  path: '/profile/email',
  noUndo: 'account, right or secret',
  home: '/calendar',
  size: 'small',
  title: 'E-mailadres wijzigen',
  load: async ({ db, viewer, services }) => {
    refuseOthers(viewer)
    return { waiting: await findWaitingChange(db, viewer.id), leaves: await mailLeaves(services) }
  },
  view: 'system/accounts/email-form',
  form: z.object({ email, current: ownPassword }),
  submits: [{ label: 'Links versturen' }],
  precheck: async ({ viewer, form, services }) => {
    refuseOthers(viewer)
    await provePassword({ services, viewer }, form.current, 'current')
    await countEmailRequest(services, viewer.id)
  },
  save: async ({ trx, viewer, form, services }) => {
    await askForEmail(trx, viewer, form.email, services)
    return {
      changed: [{ type: 'user', id: viewer.id }],
      flash: await notSentFlash(services, viewer, {
        str: 'Bevestig de wijziging op uw oude en uw nieuwe adres',
        type: 'success',
      }),
    }
  },
  example: () => ({ form: { email: 'ander.adres@noordkaap.example', current: 'noordkaap-demo' } }),
})

/** The part of the profile that shows the own address and a change that waits. */
export const ownEmailState = fragment({
  area: userSelfArea,
  right: 'view',
  path: '/profile/email/state',
  pageAddress: '/profile',
  view: 'system/accounts/email-state',
  load: async ({ db, viewer }) => ({ email: viewer.email, waiting: await findWaitingChange(db, viewer.id) }),
})

export const withdrawOwnEmail = action({
  ...access,
  path: '/profile/email/withdraw',
  noUndo: 'account, right or secret',
  save: async ({ trx, viewer }) => {
    await withdrawEmailChange(trx, viewer)
    return {
      changed: [{ type: 'user', id: viewer.id }],
      flash: { str: 'Wijziging van uw e-mailadres ingetrokken', type: 'success' },
    }
  },
  example: () => ({
    first: [{ path: '/profile/email', form: { email: 'ander.adres@noordkaap.example', current: 'noordkaap-demo' } }],
  }),
})

const page = (data: object, status = 200): PublicAnswer => ({
  status,
  view: 'system/accounts/email-confirm',
  data: { token: null, change: null, done: null, error: null, ...data },
})
const ended = () => page({ error: 'Deze link werkt niet meer: hij is gebruikt, ingetrokken of verlopen.' }, 404)

/**
 * The page behind the links in both mails. Opening it changes nothing, as programs that look through mail open links;
 * the button does. It works signed in or not, and signs nobody in.
 */
export const confirmEmailPage = publicPage({
  path: '/reset/email',
  title: 'E-mailadres wijzigen',
  form: z.object({ token: z.string().max(100) }),
  show: async ({ query, services }) => {
    const { token } = query
    const change = typeof token === 'string' ? await findEmailChange(services.db, token) : undefined
    return change ? page({ token, change }) : ended()
  },
  submit: async ({ form, services }) => {
    const change = await findEmailChange(services.db, form.token)
    if (!change) return ended()
    const owner = { id: change.id, actedBy: null }
    const done = await inTransaction(services.db, owner, (trx) => confirmEmail(trx, services, form.token))
    return done ? page({ done }) : ended()
  },
  invalid: async (error) => {
    if (error instanceof Invalid) return ended()
    // Another account got the address before, or at this very moment.
    const isTaken = (error instanceof HttpError && error.status === 409) || sqlState(error) === '23505'
    return isTaken ? page({ error: REFUSED }, 409) : null
  },
})
