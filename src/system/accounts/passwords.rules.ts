import { hash, verify } from '@node-rs/argon2'

/** OWASP password storage cheat sheet: argon2id, 19 MiB, 2 passes, 1 lane. */
const OPTIONS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string): Promise<string> => hash(password, OPTIONS)

/** A hash of no one's password: an unknown account costs as much time as a known one. */
const NOBODY = hashPassword('nobody has this password')

/** Whether the password is right; takes equally long when there is no account (stored null). */
export async function passwordMatches(stored: string | null, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await NOBODY), password)
  return stored !== null && matches
}

export const PASSWORD_MIN = 12
export const PASSWORD_MAX = 200
