import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds that one code lasts, and its length (RFC 6238 4, RFC 4226 5.3): what every authenticator app assumes. */
const STEP_SECONDS = 30
const DIGITS = 6
/** Steps that the clock of a phone may be off, either way (RFC 6238 5.2). */
const DRIFT = 1
/** Bytes of a secret (RFC 4226 4, R6: 160 bits). */
export const SECRET_BYTES = 20

/** One-time password for a counter: HMAC-SHA-1, truncated to six digits (RFC 4226 5.3). */
export function hotp(secret: Buffer, counter: number): string {
  const message = Buffer.alloc(8)
  message.writeBigUInt64BE(BigInt(counter))
  const mac = createHmac('sha1', secret).update(message).digest()
  const offset = mac[mac.length - 1]! & 0x0f
  const number = mac.readUInt32BE(offset) & 0x7fffffff
  return String(number % 10 ** DIGITS).padStart(DIGITS, '0')
}

/** The time step of an instant: the counter of its code. */
export function stepOf(at: Date): number {
  return Math.floor(at.getTime() / 1000 / STEP_SECONDS)
}

/**
 * The time step whose code this is: the current one, or one next to it.
 * @param after the step of the last code that was accepted; it and earlier ones count as used
 */
export function matchingStep(secret: Buffer, code: string, at: Date, after: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const now = stepOf(at)
  for (let step = now - DRIFT; step <= now + DRIFT; step++)
    if (step > after && timingSafeEqual(Buffer.from(hotp(secret, step)), Buffer.from(code))) return step
  return null
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Base32 without padding (RFC 4648 6), which is how apps want a secret. */
export function base32(bytes: Buffer): string {
  let bits = 0
  let value = 0
  let text = ''
  for (const byte of bytes) {
    value = (value << 8) | byte
    bits += 8
    while (bits >= 5) {
      text += ALPHABET[(value >>> (bits - 5)) & 31]
      bits -= 5
    }
    value &= 0xff
  }
  return bits > 0 ? text + ALPHABET[(value << (5 - bits)) & 31] : text
}

/** The address behind the QR code, as authenticator apps read it. */
export function otpauthUrl(secret: Buffer, email: string): string {
  const label = encodeURIComponent(`Noordkaap:${email}`)
  return `otpauth://totp/${label}?secret=${base32(secret)}&issuer=Noordkaap&algorithm=SHA1&digits=${DIGITS}&period=${STEP_SECONDS}`
}
