import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from './config.ts'

const ALGORITHM = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** The secret that seals, and the one before it, which still opens what was sealed with it. */
export type Secrets = Pick<Config, 'sessionSecret' | 'previousSecret'>

/** A key of its own per purpose (HKDF, RFC 5869), so that what was sealed for one cannot be used for another. */
const keyFor = (secret: string, purpose: string) => derived(secret, '', `noordkaap ${purpose}`)
/** How the keys of two-step verification were derived once; what was sealed with them is still opened. */
const earlierKeyFor = (secret: string, purpose: string) => derived(secret, 'noordkaap', purpose)

const derived = (secret: string, salt: string, info: string) => Buffer.from(hkdfSync('sha256', secret, salt, info, 32))

/**
 * Encrypts text that rests in the database or travels through a form, so that a copy of the database alone does not
 * give it away and nobody else can make one.
 */
export function seal({ sessionSecret }: Secrets, purpose: string, text: string): string {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(ALGORITHM, keyFor(sessionSecret, purpose), iv)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}

/** @returns null for what was not sealed with these secrets and for this purpose, or was changed since */
export function unseal({ sessionSecret, previousSecret }: Secrets, purpose: string, sealed: string): string | null {
  for (const secret of previousSecret === undefined ? [sessionSecret] : [sessionSecret, previousSecret])
    for (const key of [keyFor(secret, purpose), earlierKeyFor(secret, purpose)]) {
      const text = open(key, sealed)
      if (text !== null) return text
    }
  return null
}

/** The same text sealed anew; null when that is not needed, or when it cannot be opened. */
export function sealedAnew(secrets: Secrets, purpose: string, sealed: string): string | null {
  if (open(keyFor(secrets.sessionSecret, purpose), sealed) !== null) return null
  const text = unseal(secrets, purpose, sealed)
  return text === null ? null : seal(secrets, purpose, text)
}

function open(key: Buffer, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < IV_BYTES + TAG_BYTES) return null
  const decipher = createDecipheriv(ALGORITHM, key, bytes.subarray(0, IV_BYTES))
  decipher.setAuthTag(bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(IV_BYTES + TAG_BYTES)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
