import { NotFound } from '../../platform/errors.ts'
import { formPopup } from '../../platform/screens/form/form-popup.ts'
import { setPassword } from './accounts.commands.ts'
import { ChangePasswordForm } from './accounts.forms.ts'
import { findWaitingChange } from './email-change.queries.ts'
import { refuseGuessable } from './password-choice.ts'
import { provePassword } from './proof.ts'
import { userSelfArea } from './rights.ts'
import { shownTwoStep } from './two-step.queries.ts'

const access = { area: userSelfArea, right: 'change', home: '/calendar' } as const

/** The own account: appearance (saved at once by the shell), address, sessions, two-step verification and password. */
export const profile = formPopup({
  ...access,
  path: '/profile',
  noUndo: 'account, right or secret',
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
      twoStep: await shownTwoStep(db, viewer.id),
    }
  },
  title: 'Mijn profiel',
  subtitle: ({ email }) => email,
  view: 'system/accounts/profile',
  form: ChangePasswordForm,
  submits: [{ label: 'Wachtwoord wijzigen' }],
  precheck: async ({ db, viewer, form, services }) => {
    await provePassword({ services, viewer }, form.current, 'current')
    await refuseGuessable(db, viewer.id, form.password)
  },
  save: async ({ trx, viewer, form }) => {
    await setPassword(trx, viewer.id, form.password)
    return { redirect: '/login' }
  },
  example: () => ({ form: { current: 'noordkaap-demo', password: 'een heel ander wachtwoord' } }),
})
