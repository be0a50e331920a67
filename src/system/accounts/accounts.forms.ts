import * as z from 'zod'
import { email, text } from '../../platform/forms/fields.ts'
import { PASSWORD_MAX, PASSWORD_MIN } from './passwords.rules.ts'

export const SignInForm = z.object({
  email: text(254),
  password: z.string().min(1, 'Vul een :label in.').max(PASSWORD_MAX),
  next: z.string().max(2000).optional(),
})

/** Nothing is cut off: what is too long is refused. */
const newPassword = z
  .string('Vul een :label in.')
  .min(PASSWORD_MIN, `Kies een wachtwoord van minstens ${PASSWORD_MIN} tekens.`)
  .max(PASSWORD_MAX, `Kies een wachtwoord van hooguit ${PASSWORD_MAX} tekens.`)

export const ChoosePasswordForm = z
  .object({ token: z.string().max(100), password: newPassword, repeat: z.string() })
  .refine(({ password, repeat }) => password === repeat, {
    path: ['repeat'],
    message: 'De wachtwoorden zijn niet gelijk.',
  })

export const ResetRequestForm = z.object({ email })

export const ChangePasswordForm = z.object({
  current: z.string().min(1, 'Vul een :label in.').max(PASSWORD_MAX),
  password: newPassword,
})

/** A path of our own to go to after sign-in; anything else is the home page. */
export function safeNext(next: string | undefined): string {
  return next !== undefined && /^\/(?![/\\])[^\u0000-\u001f]*$/.test(next) && !next.startsWith('/login') ? next : '/'
}
