import { Invalid, NotFound } from '../../platform/errors.ts'
import { formPopup } from '../../platform/screens/form-popup.ts'
import { setPassword } from './accounts.commands.ts'
import { ChangePasswordForm } from './accounts.forms.ts'
import { passwordMatches } from './passwords.rules.ts'

/** The own account: appearance (saved at once by the shell) and password; a new password signs out everywhere. */
export const profile = formPopup({
  area: 'user-self',
  right: 'change',
  path: '/profile',
  home: '/calendar',
  size: 'medium',
  load: async ({ db, viewer }) => {
    const user = await db.selectFrom('users').select('last_login_at').where('id', '=', viewer.id).executeTakeFirst()
    if (!user) throw new NotFound('Gebruiker')
    return {
      user,
      email: viewer.email,
      theme: viewer.meta.theme ?? 'auto',
      density: viewer.meta.density ?? 'default',
      shortcuts: viewer.meta.shortcuts ?? '1',
    }
  },
  title: 'Mijn profiel',
  subtitle: ({ email }) => email,
  view: 'system/accounts/profile',
  form: ChangePasswordForm,
  submits: [{ label: 'Wachtwoord wijzigen' }],
  save: async ({ trx, viewer, form, db }) => {
    const user = await db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', viewer.id)
      .executeTakeFirstOrThrow()
    if (!(await passwordMatches(user.password_hash, form.current)))
      throw new Invalid({ current: ['Het huidige wachtwoord is onjuist.'] })
    await setPassword(trx, viewer.id, form.password)
    return { redirect: '/login' }
  },
})
