import { HOTP, Secret, TOTP } from 'otpauth'

/** Seconds that one code lasts, and its length (RFC 6238 4, RFC 4226 5.3): what every authenticator app assumes. */
const CODES = { algorithm: 'SHA1', digits: 6, period: 30 } as const
/** Steps that the clock of a phone may be off, either way (RFC 6238 5.2). */
const DRIFT = 1
/** Bytes of a secret (RFC 4226 4, R6: 160 bits). */
export const SECRET_BYTES = 20

const secretOf = (bytes: Buffer) => new Secret({ buffer: new Uint8Array(bytes).buffer })

/** One-time password for a counter (RFC 4226 5.3). */
export const hotp = (secret: Buffer, counter: number): string =>
  HOTP.generate({ ...CODES, secret: secretOf(secret), counter })

/** The time step of an instant: the counter of its code. */
export const stepOf = (at: Date): number => TOTP.counter({ ...CODES, timestamp: at.getTime() })

/**
 * The time step whose code this is: the current one, or one next to it.
 * @param after the step of the last code that was accepted; it and earlier ones count as used
 */
export function matchingStep(secret: Buffer, code: string, at: Date, after: number): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const now = stepOf(at)
  const off = TOTP.validate({ ...CODES, secret: secretOf(secret), token: code, timestamp: at.getTime(), window: DRIFT })
  return off !== null && now + off > after ? now + off : null
}

/** Base32 without padding (RFC 4648 6), which is how apps want a secret. */
export const base32 = (bytes: Buffer): string => secretOf(bytes).base32

/** The address behind the QR code, as authenticator apps read it. */
export const otpauthUrl = (secret: Buffer, email: string): string =>
  new TOTP({ ...CODES, issuer: 'Noordkaap', label: email, secret: secretOf(secret) }).toString()
