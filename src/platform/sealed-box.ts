/**
 * What others seal for us and only we can open: ECDH on P-256 with a key of theirs for this once, HKDF, AES-256-GCM. Our
 * key follows from the secret of the installation, so that it rests nowhere.
 */
import { createDecipheriv, createECDH, type ECDH, hkdfSync } from 'node:crypto'
import type { Secrets } from './secrets.ts'

const CURVE = 'prime256v1'
/** A point of the curve, uncompressed. */
const POINT_BYTES = 65
const IV_BYTES = 12
const TAG_BYTES = 16

function keyPair(secret: string, purpose: string): ECDH {
  const ecdh = createECDH(CURVE)
  ecdh.setPrivateKey(Buffer.from(hkdfSync('sha256', secret, '', `noordkaap box ${purpose}`, 32)))
  return ecdh
}

/** The key that is sealed with, as a point in base64url. */
export const boxKey = ({ sessionSecret }: Secrets, purpose: string): string =>
  keyPair(sessionSecret, purpose).getPublicKey().toString('base64url')

/** @returns null for what was not sealed for us and for this purpose, or was changed since */
export function openBox({ sessionSecret, previousSecret }: Secrets, purpose: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < POINT_BYTES + IV_BYTES + TAG_BYTES) return null
  for (const secret of [sessionSecret, previousSecret]) {
    if (secret === undefined) continue
    try {
      const shared = keyPair(secret, purpose).computeSecret(bytes.subarray(0, POINT_BYTES))
      const key = Buffer.from(hkdfSync('sha256', shared, '', purpose, 32))
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(POINT_BYTES, POINT_BYTES + IV_BYTES))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      const body = bytes.subarray(POINT_BYTES + IV_BYTES, -TAG_BYTES)
      return Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8')
    } catch {
      // Not sealed with this one, or no point of the curve.
    }
  }
  return null
}
