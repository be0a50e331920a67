import * as z from 'zod'
import { inTransaction } from '../../platform/database/transaction.ts'
import { Forbidden, Invalid } from '../../platform/errors.ts'
import { checkbox } from '../../platform/forms/fields.ts'
import { parseForm } from '../../platform/forms/invalid.ts'
import { fragment } from '../../platform/screens/call/calls.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { wizard } from '../../platform/screens/form/wizard.ts'
import { endOtherSessions } from './accounts.commands.ts'
import { ownPassword, provePassword } from './proof.ts'
import { userSelfArea } from './rights.ts'
import { signInOf } from './sign-in.ts'
import { disableTwoStep, enableTwoStep, refuseSecond, spendCode } from './two-step.commands.ts'
import { shownTwoStep, twoStepState } from './two-step.queries.ts'
import { WRONG_FIRST_CODE, checkSetup, drawSetup, newSetup, openSetup, sealSetup } from './two-step-setup.commands.ts'

const access = { area: userSelfArea, right: 'change', home: '/calendar' } as const

/** The part of the profile that changes when two-step verification was switched on or off. */
export const ownTwoStep = fragment({
  area: userSelfArea,
  right: 'view',
  path: '/profile/two-step/state',
  pageAddress: '/profile',
  view: 'system/accounts/two-step-state',
  load: async ({ db, viewer }) => ({ twoStep: await shownTwoStep(db, viewer.id) }),
})

const code = z.string('Vul een :label in.').trim().min(1, 'Vul een :label in.').max(40, ':label is niet geldig.')
const sealed = z.string().max(4000)
const FirstStep = z.object({ current: ownPassword, setup: sealed, code })

/** Sets two-step verification up: scan, prove that the app works and the password is known, keep the recovery codes. */
export const twoStepOn = wizard({
  ...access,
  path: '/profile/two-step',
  noUndo: 'account, right or secret',
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
      check: FirstStep,
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
        const form = parseForm(FirstStep, fields)
        await provePassword({ services, viewer }, form.current, 'current')
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
  save: async ({ trx, viewer, form, services, sessionId }) => {
    const { config } = services
    const setup = openSetup(config, viewer.id, form.proof)
    // Only the step that checked the password and a code seals one with a time step in it.
    if (setup.step === 0) throw new Invalid({ code: [WRONG_FIRST_CODE] })
    await enableTwoStep(trx, config, viewer, setup)
    await endOtherSessions(trx, viewer.id, sessionId)
    return {
      changed: [{ type: 'user', id: viewer.id }],
      flash: { str: 'Tweestapsverificatie ingeschakeld', type: 'success' },
    }
  },
})

export const twoStepOff = formPopup({
  ...access,
  path: '/profile/two-step/off',
  noUndo: 'account, right or secret',
  size: 'small',
  title: 'Tweestapsverificatie uitschakelen',
  load: async ({ db, viewer }) => ({ required: (await twoStepState(db, viewer.id)).required }),
  view: 'system/accounts/two-step-off',
  form: z.object({ password: ownPassword, code }),
  submits: [{ label: 'Uitschakelen' }],
  precheck: async ({ db, viewer, form, services }) => {
    await provePassword({ services, viewer }, form.password, 'password')
    const { config } = services
    const passed = await signInOf(services).attemptCode(viewer.id, () =>
      inTransaction(db, null, (trx) => spendCode(trx, config, viewer.id, form.code)),
    )
    if (passed === null) throw new Invalid({ code: ['Deze code klopt niet of is al gebruikt.'] })
  },
  save: async ({ trx, viewer, sessionId }) => {
    await disableTwoStep(trx, viewer, viewer.id)
    await endOtherSessions(trx, viewer.id, sessionId)
    return {
      changed: [{ type: 'user', id: viewer.id }],
      flash: { str: 'Tweestapsverificatie uitgeschakeld', type: 'success' },
    }
  },
})
