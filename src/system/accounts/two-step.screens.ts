import type { Request } from 'express'
import * as z from 'zod'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Invalid } from '../../platform/errors.ts'
import { type PublicAnswer, publicPage } from '../../platform/screens/call/public.ts'
import type { Exchange } from '../../platform/screens/screen.ts'
import type { Services } from '../../platform/services.ts'
import { endSessions } from './accounts.commands.ts'
import { signInNow, waitingFor } from './session.ts'
import { signInOf } from './sign-in.ts'
import { enableTwoStep, spendCode } from './two-step.commands.ts'
import { twoStepState } from './two-step.queries.ts'
import { WRONG_FIRST_CODE, checkSetup, drawSetup, newSetup, openSetup, sealSetup } from './two-step-setup.commands.ts'

const START_AGAIN = { redirect: '/login' }
const WRONG_CODE = 'Deze code klopt niet of is al gebruikt. Wacht op de volgende en probeer het opnieuw.'

/** Codes are typed with spaces, recovery codes with hyphens; what is left over is neither. */
const code = z.string().trim().min(1, 'Vul een :label in.').max(40, ':label is niet geldig.')

const codeView = (error: string | null): PublicAnswer => ({
  view: 'system/accounts/code',
  data: { error },
  ...(error === null ? {} : { status: 422 }),
})

/** The second step of signing in. Until it is passed the session belongs to nobody. */
export const codePage = publicPage({
  path: '/login/code',
  title: 'Code invullen',
  form: z.object({ code }),
  show: ({ exchange }) => (waitingFor(exchange.req) ? codeView(null) : START_AGAIN),
  submit: async ({ form, services, exchange }) => {
    const waiting = waitingFor(exchange.req)
    if (!waiting) return START_AGAIN
    const { userId, next } = waiting
    const { config } = services
    const passed = await signInOf(services).attemptCode(userId, () =>
      inTransaction(services.db, null, (trx) => spendCode(trx, config, userId, form.code)),
    )
    if (passed === null) return codeView(WRONG_CODE)
    await signInNow(exchange.req, services, userId)
    return { redirect: next }
  },
  invalid: async (error) => (error instanceof Invalid ? codeView('Vul de code in.') : null),
})

/** Somebody whose role may not sign in without two-step verification, before it has been set up. */
async function newcomer(req: Request, services: Services) {
  const waiting = waitingFor(req)
  if (!waiting || (await twoStepState(services.db, waiting.userId)).enabledAt !== null) return null
  const user = await services.db
    .selectFrom('users')
    .select('email')
    .where('id', '=', waiting.userId)
    .where('active', '=', true)
    .executeTakeFirst()
  return user ? { ...waiting, email: user.email } : null
}

const setupView = (data: object, error: string | null): PublicAnswer => ({
  view: 'system/accounts/two-step-required',
  data: { ...data, error, codes: null, next: null },
  ...(error === null ? {} : { status: 422 }),
})

async function drawAgain(error: unknown, { req, services }: Exchange): Promise<PublicAnswer | null> {
  if (!(error instanceof Invalid)) return null
  const person = await newcomer(req, services)
  const { setup: sealed } = (req.body ?? {}) as { setup?: unknown }
  // What was set up too long ago, or by nobody we know, starts anew with another secret.
  if (!person || typeof sealed !== 'string' || error.fields._form) return START_AGAIN
  const setup = openSetup(services.config, person.userId, sealed)
  return setupView({ ...drawSetup(setup, person.email), setup: sealed }, error.message)
}

/** Sets two-step verification up while signing in, for roles that may not go without. */
export const requiredSetupPage = publicPage({
  path: '/login/two-step',
  title: 'Tweestapsverificatie instellen',
  form: z.object({ setup: z.string().max(4000), code }),
  show: async ({ services, exchange }) => {
    const person = await newcomer(exchange.req, services)
    if (!person) return START_AGAIN
    const setup = newSetup()
    const sealed = sealSetup(services.config, person.userId, setup)
    return setupView({ ...drawSetup(setup, person.email), setup: sealed }, null)
  },
  submit: async ({ form, services, exchange }) => {
    const person = await newcomer(exchange.req, services)
    if (!person) return START_AGAIN
    const { config } = services
    const opened = openSetup(config, person.userId, form.setup)
    const setup = await signInOf(services).attemptCode(person.userId, async () => checkSetup(opened, form.code))
    if (!setup) throw new Invalid({ code: [WRONG_FIRST_CODE] })
    const actor = { id: person.userId, actedBy: null }
    await inTransaction(services.db, null, async (trx) => {
      await enableTwoStep(trx, config, actor, setup)
      await endSessions(trx, person.userId)
    })
    await signInNow(exchange.req, services, person.userId)
    return { view: 'system/accounts/two-step-required', data: { error: null, codes: setup.codes, next: person.next } }
  },
  invalid: drawAgain,
})
