/**
 * The link by which somebody pays an invoice. It follows from the invoice and the secret of the installation, so that a
 * mail and a paper have the same one; a higher generation ends those before.
 */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Secrets } from '../../platform/secrets.ts'

const TOKEN_BYTES = 24
const ID_BYTES = 4

const proofOf = (secret: string, id: number, generation: number): Buffer =>
  createHmac('sha256', secret)
    .update(`noordkaap pay link ${id} ${generation}`)
    .digest()
    .subarray(0, TOKEN_BYTES - ID_BYTES)

/** A token of 32 characters that nobody makes without the secret. */
export function payToken({ sessionSecret }: Pick<Secrets, 'sessionSecret'>, id: number, generation: number): string {
  const bytes = Buffer.alloc(ID_BYTES)
  bytes.writeUInt32BE(id)
  return Buffer.concat([bytes, proofOf(sessionSecret, id, generation)]).toString('base64url')
}

/** The invoice that a token says it is of, whether that is true or not; null for what is no token. */
export function claimedInvoice(token: string): number | null {
  if (!/^[\w-]{32}$/.test(token)) return null
  const id = Buffer.from(token, 'base64url').readUInt32BE()
  return id > 0 && id <= 2_147_483_647 ? id : null
}

/** Whether a token is the one of this invoice and generation, by this secret or the one before. */
export function isPayToken(
  { sessionSecret, previousSecret }: Secrets,
  token: string,
  id: number,
  generation: number,
): boolean {
  const proof = Buffer.from(token, 'base64url').subarray(ID_BYTES)
  return [sessionSecret, previousSecret].some((secret) => {
    if (secret === undefined) return false
    const right = proofOf(secret, id, generation)
    return proof.length === right.length && timingSafeEqual(proof, right)
  })
}
