import * as z from 'zod'
import { Invalid } from '../../platform/errors.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Services } from '../../platform/services.ts'
import { PASSWORD_MAX } from './passwords.rules.ts'
import { signInOf } from './sign-in.ts'

/** The password asked again, before what a browser that was left open is not enough for. */
export const ownPassword = z.string('Vul een :label in.').min(1, 'Vul een :label in.').max(PASSWORD_MAX)

/**
 * Checks the password of who is signed in, and counts a wrong one.
 * @throws Invalid on the field that it was typed in; TooManyRequests after too many wrong ones
 */
export async function provePassword<Field extends string>(
  { services, viewer }: { services: Services; viewer: Pick<Viewer, 'id'> },
  password: string,
  field: Field,
): Promise<void> {
  if (await signInOf(services).isPasswordOf(viewer, password)) return
  throw new Invalid({ [field]: ['Het huidige wachtwoord is onjuist.'] })
}
