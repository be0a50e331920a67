import { hash, verify } from '@node-rs/argon2'

/**
 * The strength that OWASP's password storage cheat sheet asks: argon2id, 19 MiB, 2 passes, 1 lane. The library sets it by
 * itself; a test notices when it no longer does.
 */
export const hashPassword = (password: string): Promise<string> => hash(password)

/** A hash of no one's password: an unknown account costs as much time as a known one. */
const NOBODY = hashPassword('nobody has this password')

/** Whether the password is right; takes equally long when there is no account (stored null). */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await NOBODY), password)
  return stored !== null && matches
}

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 200
