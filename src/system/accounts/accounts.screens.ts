import type * as z from 'zod'
import { Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { recordEvent } from '../../platform/database/history.ts'
import { isSameOrigin } from '../../platform/http/csrf.ts'
import { ROLE, ROLES } from '../../platform/access/roles.ts'
import { hasRole } from '../../platform/access/viewer.ts'
import { mailLeaves } from '../../platform/mail/sending.ts'
import { type PublicAnswer, publicPage } from '../../platform/screens/call/public.ts'
import { raw } from '../../platform/screens/call/raw.ts'
import { sessionCookie } from '../../platform/http/session.ts'
import type { Services } from '../../platform/services.ts'
import { setPassword } from './accounts.commands.ts'
import { ChoosePasswordForm, ResetRequestForm, SignInForm, safeNext } from './accounts.forms.ts'
import { findToken, findViewer } from './accounts.queries.ts'
import { refuseGuessable } from './password-choice.ts'
import { PASSWORD_MIN } from './passwords.rules.ts'
import { askForResetLink } from './reset-link.ts'
import { authSessionArea, loginAsArea } from './rights.ts'
import { enter, logIn, logOut } from './session.ts'
import { signInOf } from './sign-in.ts'

const emailOf = (body: unknown): string => {
  const { email } = (body ?? {}) as { email?: unknown }
  return typeof email === 'string' ? email : ''
}

const WRONG = 'E-mailadres of wachtwoord is onjuist.'

export const login = publicPage({
  path: '/login',
  title: 'Inloggen',
  form: SignInForm,
  show: ({ query, viewer }) => {
    const next = safeNext(typeof query.next === 'string' ? query.next : undefined)
    if (viewer) return { redirect: next }
    return { view: 'platform/login', data: { next, email: '', error: null, resetUrl: '/reset' } }
  },
  submit: async ({ form, services, exchange, address }) => {
    const userId = await signInOf(services).attempt(exchange.req, form.email, address)
    if (userId === null)
      return {
        status: 422,
        view: 'platform/login',
        data: { next: safeNext(form.next), email: form.email, error: WRONG, resetUrl: '/reset' },
      }
    return { redirect: await enter(exchange.req, services, userId, safeNext(form.next)) }
  },
  invalid: async (error, { req }) =>
    error instanceof Invalid
      ? {
          status: 422,
          view: 'platform/login',
          data: {
            next: '/',
            email: emailOf(req.body),
            error: WRONG,
            resetUrl: '/reset',
          },
        }
      : null,
})

/** Whether mail leaves here is nothing secret, and the same for every address that is typed. */
async function resetRequest(services: Services, data: { sent?: boolean; error?: string } = {}): Promise<PublicAnswer> {
  const leaves = await mailLeaves(services)
  return { view: 'platform/reset-request', data: { sent: false, error: null, leaves, ...data } }
}

/** The two pages behind a mailed link differ in their words only. */
function choosePasswordPage(path: '/firstUse' | '/reset', purpose: 'first_use' | 'reset', title: string) {
  const page = (services: Services, token: string) => findToken(services.db, token, purpose)
  const expired = {
    status: 404,
    view: 'platform/choose-password',
    data: { title, token: null, name: null, action: path, minLength: PASSWORD_MIN, errors: {} },
  }
  return publicPage({
    path,
    title,
    form: ChoosePasswordForm,
    show: async ({ query, services }) => {
      if (typeof query.token !== 'string') return path === '/reset' ? resetRequest(services) : expired
      const found = await page(services, query.token)
      return found
        ? {
            view: 'platform/choose-password',
            data: { title, token: query.token, name: found.name, action: path, minLength: PASSWORD_MIN, errors: {} },
          }
        : expired
    },
    submit: async ({ form, services, exchange }) => {
      const found = await page(services, form.token)
      if (!found) return expired
      await refuseGuessable(services.db, found.user_id, form.password)
      await inTransaction(services.db, null, (trx) => setPassword(trx, found.user_id, form.password, found.id))
      return { redirect: await enter(exchange.req, services, found.user_id, '/') }
    },
    invalid: async (error, exchange) => {
      if (!(error instanceof Invalid)) return null
      const { token } = exchange.req.body as Partial<z.input<typeof ChoosePasswordForm>>
      return {
        status: 422,
        view: 'platform/choose-password',
        data: { title, token: token ?? null, name: null, action: path, minLength: PASSWORD_MIN, errors: error.fields },
      }
    },
  })
}

export const firstUse = choosePasswordPage('/firstUse', 'first_use', 'Welkom bij Noordkaap')
export const reset = choosePasswordPage('/reset', 'reset', 'Nieuw wachtwoord kiezen')

/** Asks for a reset link; the answer is the same whether the account exists or not. */
export const requestReset = publicPage({
  path: '/reset/request',
  title: 'Wachtwoord vergeten',
  form: ResetRequestForm,
  show: ({ services }) => resetRequest(services),
  submit: async ({ form, services, address }) => {
    await askForResetLink(services, form.email, address)
    return resetRequest(services, { sent: true })
  },
  invalid: async (error, { services }) =>
    error instanceof Invalid
      ? { status: 422, ...(await resetRequest(services, { error: 'Vul een geldig e-mailadres in.' })) }
      : null,
})

export const logout = raw({
  path: '/logout',
  noUndo: 'account, right or secret',
  methods: ['POST'],
  area: authSessionArea,
  right: 'change',
  kind: 'action',
  handle: async ({ req, res, services }) => {
    await logOut(req)
    const { name, attributes } = sessionCookie(services.config.secure)
    res.clearCookie(name, attributes)
    // What pages kept in this browser is not for whoever sits here next; what nobody sent yet is lost to nobody.
    if ((req.body as { empty?: unknown } | undefined)?.empty === '1') res.set('Clear-Site-Data', '"storage"')
    res.redirect(303, '/login')
  },
})

/** Signs an administrator in as someone else (never another administrator); both identities stay in the log. */
export const loginAs = raw({
  path: '/loginAs/:email(word)',
  noUndo: 'account, right or secret',
  methods: ['GET'],
  area: loginAsArea,
  right: 'change',
  kind: 'action',
  example: () => ({ params: { email: 'planner@noordkaap.example' } }),
  handle: async ({ req, res, params, viewer, services }) => {
    if (!isSameOrigin(req)) throw new Forbidden('Dit verzoek is geweigerd.')
    if (viewer!.actedBy) throw new Forbidden('Ga eerst terug naar uw eigen account.')
    const target = await findViewer(services.db, { email: String(params.email) })
    if (!target) throw new NotFound('Gebruiker')
    if (hasRole(target, ROLE.administrator))
      throw new Forbidden(`U kunt niet inloggen als een andere ${ROLES[ROLE.administrator]}.`)
    await inTransaction(services.db, viewer, (trx) =>
      recordEvent(trx, viewer, { type: 'user', id: target.id, action: 'login-as' }),
    )
    await logIn(req, { id: target.id }, { actedBy: { id: viewer!.id, name: viewer!.name } })
    res.redirect(303, '/')
  },
})

/** One click back to the administrator's own account. */
export const stopLoginAs = raw({
  path: '/loginAs/stop',
  noUndo: 'account, right or secret',
  methods: ['POST'],
  area: authSessionArea,
  right: 'change',
  kind: 'action',
  handle: async ({ req, res, viewer, services }) => {
    const { actedBy } = viewer!
    if (actedBy) {
      await inTransaction(services.db, viewer, (trx) =>
        recordEvent(trx, viewer, { type: 'user', id: viewer!.id, action: 'login-as-end' }),
      )
      await logIn(req, { id: actedBy.id })
    }
    res.redirect(303, '/')
  },
})
