import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { MAX_ID } from './forms/fields.ts'
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

const TOKEN_BYTES = 24
const ID_BYTES = 4

const proofOf = (secret: string, what: string): Buffer =>
  createHmac('sha256', secret)
    .update(`noordkaap ${what}`)
    .digest()
    .subarray(0, TOKEN_BYTES - ID_BYTES)

/**
 * A token that follows from its record and the secret of the installation: nobody makes it without that, and it rests
 * nowhere. @param what it leads to, with the id
 */
export function derivedToken({ sessionSecret }: Pick<Secrets, 'sessionSecret'>, id: number, what: string): string {
  const bytes = Buffer.alloc(ID_BYTES)
  bytes.writeUInt32BE(id)
  return Buffer.concat([bytes, proofOf(sessionSecret, what)]).toString('base64url')
}

/** The record that a derived token says it leads to, whether that is true or not; null for what is no token. */
export function claimedId(token: string): number | null {
  if (!isToken(token)) return null
  const id = Buffer.from(token, 'base64url').readUInt32BE()
  return id > 0 && id <= MAX_ID ? id : null
}

/** Whether a derived token is the one of this record, by this secret or the one before. */
export function isDerivedToken({ sessionSecret, previousSecret }: Secrets, token: string, what: string): boolean {
  const proof = Buffer.from(token, 'base64url').subarray(ID_BYTES)
  return [sessionSecret, previousSecret].some((secret) => {
    if (secret === undefined) return false
    const right = proofOf(secret, what)
    return proof.length === right.length && timingSafeEqual(proof, right)
  })
}
