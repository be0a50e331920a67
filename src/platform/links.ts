import { createHash, randomBytes } from 'node:crypto'
import { type Secrets, seal, unseal } from './secrets.ts'

/** How the token of a link rests: as what stands for it, by which it is found, and sealed, for who shows the link again. */
export interface StoredLink {
  token_hash: string
  sealed_token: string
}

/** What stands for a token in the database and in the counts of tries. */
export const tokenHash = (token: string): string => createHash('sha256').update(token).digest('hex')

/** What no token can look like is not asked of the database. */
export const isToken = (token: string): boolean => /^[\w-]{32}$/.test(token)

/** A token that nobody guesses, and how it rests. @param purpose what it is sealed for, with the id of its record */
export function newLink(secrets: Secrets, purpose: string): StoredLink & { token: string } {
  const token = randomBytes(24).toString('base64url')
  return { token, token_hash: tokenHash(token), sealed_token: seal(secrets, purpose, token) }
}

/** The token of a link; null when it was sealed with a secret that is gone, or is another's. */
export function tokenOfLink(
  secrets: Secrets,
  purpose: string,
  { token_hash, sealed_token }: StoredLink,
): string | null {
  const token = unseal(secrets, purpose, sealed_token)
  return token !== null && tokenHash(token) === token_hash ? token : null
}
