import * as z from 'zod'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Db } from '../../platform/database/types.ts'
import { Forbidden, Invalid, NotFound } from '../../platform/errors.ts'
import { checkbox, id } from '../../platform/forms/fields.ts'
import { parseForm } from '../../platform/forms/invalid.ts'
import { formatDate } from '../../platform/format/format.ts'
import { sendHtml } from '../../platform/http/respond.ts'
import { fragment } from '../../platform/screens/calls.ts'
import { formPopup, runSave } from '../../platform/screens/form-popup.ts'
import { raw } from '../../platform/screens/raw.ts'
import { wizard } from '../../platform/screens/wizard.ts'
import { endAccess, endOtherSessions, endSession, setPassword } from './accounts.commands.ts'
import { ChangePasswordForm } from './accounts.forms.ts'
import { listSessions } from './accounts.queries.ts'
import { findWaitingChange } from './email-change.queries.ts'
import { refuseGuessable } from './password-choice.ts'
import { signInOf } from './sign-in.ts'
import { disableTwoStep, enableTwoStep, refuseSecond, spendCode } from './two-step.commands.ts'
import { twoStepState } from './two-step.queries.ts'
import { WRONG_FIRST_CODE, checkSetup, drawSetup, newSetup, openSetup, sealSetup } from './two-step.setup.ts'

const access = { area: 'user-self', right: 'change', home: '/calendar' } as const
const WRONG_PASSWORD = 'Het huidige wachtwoord is onjuist.'

async function shownState(db: Db, userId: number) {
  const { enabledAt, codesLeft, required } = await twoStepState(db, userId)
  return { since: enabledAt ? formatDate(enabledAt) : null, codesLeft, required }
}

/** The own account: appearance (saved at once by the shell), address, sessions, two-step verification and password. */
export const profile = formPopup({
  ...access,
  path: '/profile',
  size: 'medium',
  load: async ({ db, viewer }) => {
    const user = await db.selectFrom('users').select('last_login_at').where('id', '=', viewer.id).executeTakeFirst()
    if (!user) throw new NotFound('Gebruiker')
    return {
      user,
      email: viewer.email,
      theme: viewer.meta.theme ?? 'auto',
      density: viewer.meta.density ?? 'default',
      background: viewer.meta.show_background_to_me ?? '1',
      shortcuts: viewer.meta.shortcuts ?? '1',
      waiting: await findWaitingChange(db, viewer.id),
      twoStep: await shownState(db, viewer.id),
    }
  },
  title: 'Mijn profiel',
  subtitle: ({ email }) => email,
  view: 'system/accounts/profile',
  form: ChangePasswordForm,
  submits: [{ label: 'Wachtwoord wijzigen' }],
  admit: async ({ db, viewer, form, services }) => {
    if (!(await signInOf(services).isPasswordOf(viewer, form.current))) throw new Invalid({ current: [WRONG_PASSWORD] })
    await refuseGuessable(db, viewer.id, form.password)
  },
  save: async ({ trx, viewer, form }) => {
    await setPassword(trx, viewer.id, form.password)
    return { redirect: '/login' }
  },
  example: () => ({ form: { current: 'noordkaap-demo', password: 'een heel ander wachtwoord' } }),
})

/** The part of the profile that changes when two-step verification was switched on or off. */
export const ownTwoStep = fragment({
  area: 'user-self',
  right: 'view',
  path: '/profile/two-step/state',
  seenAt: '/profile',
  view: 'system/accounts/two-step-state',
  load: async ({ db, viewer }) => ({ twoStep: await shownState(db, viewer.id) }),
})

/** The own sessions; the request tells which one this is. */
export const ownSessions = raw({
  path: '/profile/sessions',
  seenAt: '/profile',
  methods: ['GET'],
  area: 'user-self',
  right: 'view',
  kind: 'popup',
  handle: async ({ req, res, viewer, services }) => {
    const sessions = await listSessions(services.db, viewer!.id, req.sessionID)
    const data = { sessions, url: '/profile/sessions', endUrl: '/profile/sessions/end', userId: null }
    sendHtml(res, services.views.render('system/accounts/sessions', { ...res.locals, ...data }))
  },
})

const EndForm = z.object({ session: id.optional(), all: checkbox })

/** Signs out of one other browser, or of all others. */
export const endOwnSessions = raw({
  path: '/profile/sessions/end',
  methods: ['POST'],
  area: 'user-self',
  right: 'change',
  kind: 'action',
  handle: async (exchange) => {
    const form = parseForm(EndForm, exchange.req.body)
    if (form.session === undefined && !form.all) throw new Invalid({ session: ['Maak een keuze'] })
    const viewer = exchange.viewer!
    await runSave(
      exchange,
      viewer,
      async (trx) => {
        if (form.session === undefined) {
          await endOtherSessions(trx, viewer.id, exchange.req.sessionID)
          await endAccess(trx, viewer.id, exchange.services)
        } else await endSession(trx, viewer.id, form.session)
        return { changed: [{ type: 'user', id: viewer.id }], flash: { str: 'Uitgelogd', type: 'success' } }
      },
      { close: false },
    )
  },
})

const code = z.string('Vul :label in.').trim().min(1, 'Vul :label in.').max(40, ':label is niet geldig.')
const sealed = z.string().max(4000)

/** Sets two-step verification up: scan, prove that the app works, keep the recovery codes. */
export const twoStepOn = wizard({
  ...access,
  path: '/profile/two-step',
  size: 'medium',
  title: 'Tweestapsverificatie instellen',
  load: async ({ db, viewer }) => {
    if (viewer.actedBy) throw new Forbidden('Tweestapsverificatie stelt de gebruiker zelf in.')
    await refuseSecond(db, viewer.id)
    return {}
  },
  steps: [
    {
      key: 'scan',
      label: 'Koppelen',
      view: 'system/accounts/two-step-scan',
      check: z.object({ setup: sealed, code }),
      load: ({ viewer, services }) => {
        const setup = newSetup()
        return {
          ...drawSetup(setup, viewer.email),
          setup: sealSetup(services.config, viewer.id, setup),
        }
      },
    },
    {
      key: 'codes',
      label: 'Herstelcodes',
      view: 'system/accounts/two-step-codes',
      load: async ({ viewer, services }, _base, fields) => {
        const { config } = services
        const form = parseForm(z.object({ setup: sealed, code }), fields)
        const opened = openSetup(config, viewer.id, form.setup)
        const setup = await signInOf(services).attemptCode(viewer.id, async () => checkSetup(opened, form.code))
        if (!setup) throw new Invalid({ code: [WRONG_FIRST_CODE] })
        return { codes: setup.codes, proof: sealSetup(config, viewer.id, setup) }
      },
    },
  ],
  form: z.object({
    proof: sealed,
    kept: checkbox.refine((kept) => kept, 'Bewaar de herstelcodes en bevestig dat.'),
  }),
  submits: [{ label: 'Inschakelen' }],
  save: async ({ trx, viewer, form, services }) => {
    const { config } = services
    const setup = openSetup(config, viewer.id, form.proof)
    // Only the step that checked a code seals one with a time step in it.
    if (setup.step === 0) throw new Invalid({ code: [WRONG_FIRST_CODE] })
    await enableTwoStep(trx, config, viewer, setup)
    return {
      changed: [{ type: 'user', id: viewer.id }],
      flash: { str: 'Tweestapsverificatie ingeschakeld', type: 'success' },
    }
  },
})

export const twoStepOff = formPopup({
  ...access,
  path: '/profile/two-step/off',
  size: 'small',
  title: 'Tweestapsverificatie uitschakelen',
  load: async ({ db, viewer }) => ({ required: (await twoStepState(db, viewer.id)).required }),
  view: 'system/accounts/two-step-off',
  form: z.object({ password: z.string('Vul :label in.').min(1, 'Vul :label in.').max(200), code }),
  submits: [{ label: 'Uitschakelen' }],
  admit: async ({ db, viewer, form, services }) => {
    if (!(await signInOf(services).isPasswordOf(viewer, form.password)))
      throw new Invalid({ password: [WRONG_PASSWORD] })
    const { config } = services
    const passed = await signInOf(services).attemptCode(viewer.id, () =>
      inTransaction(db, null, (trx) => spendCode(trx, config, viewer.id, form.code)),
    )
    if (passed === null) throw new Invalid({ code: ['Deze code klopt niet of is al gebruikt.'] })
  },
  save: async ({ trx, viewer }) => {
    await disableTwoStep(trx, viewer, viewer.id)
    return {
      changed: [{ type: 'user', id: viewer.id }],
      flash: { str: 'Tweestapsverificatie uitgeschakeld', type: 'success' },
    }
  },
})
