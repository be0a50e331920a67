import { randomBytes } from 'node:crypto'
import * as z from 'zod'
import { Invalid } from '../../platform/errors.ts'
import { qrPath } from '../../platform/pdf/qr.ts'
import { type Secrets, seal, unseal } from '../../platform/secrets.ts'
import { SECRET_BYTES, base32, matchingStep, otpauthUrl } from './totp.rules.ts'

const RECOVERY_CODES = 10
/** Bytes of a recovery code: 120 bits, so that a plain hash of one cannot be searched through. */
const RECOVERY_BYTES = 15
/** Minutes a person has for setting up; what the form carries is worth nothing afterwards. */
const MINUTES = 30

/** What is being set up. It lives in the form, sealed: nothing is stored before a code has proved that the app works. */
export interface Setup {
  secret: string
  codes: string[]
  /** Time step of the code that was checked; 0 until then. */
  step: number
  until: number
}

const shape = z.object({ secret: z.string(), codes: z.array(z.string()), step: z.number(), until: z.number() })
const purposeOf = (userId: number): string => `two-step setup of user ${userId}`
const EXPIRED = 'Dit venster stond te lang open. Sluit het en begin opnieuw.'
/** What a person reads whose first code is wrong; most often the clock of the phone is. */
export const WRONG_FIRST_CODE =
  'Deze cijfers kloppen niet. Kijk of de tijd van uw telefoon goed staat en probeer de volgende zes.'

/** Recovery code as people copy it: 'abcd-efgh-ijkl-mnop'. */
function recoveryCode(): string {
  return base32(randomBytes(RECOVERY_BYTES)).toLowerCase().match(/.{4}/g)!.join('-')
}

export function newSetup(now = new Date()): Setup {
  return {
    secret: randomBytes(SECRET_BYTES).toString('base64url'),
    codes: Array.from({ length: RECOVERY_CODES }, recoveryCode),
    step: 0,
    until: now.getTime() + MINUTES * 60_000,
  }
}

export const sealSetup = (secrets: Secrets, userId: number, setup: Setup): string =>
  seal(secrets, purposeOf(userId), JSON.stringify(setup))

/** @throws Invalid when it is not ours, not for this user, or too old */
export function openSetup(secrets: Secrets, userId: number, sealed: string, now = new Date()): Setup {
  const text = unseal(secrets, purposeOf(userId), sealed)
  const setup = text === null ? null : shape.parse(JSON.parse(text))
  if (!setup || setup.until < now.getTime()) throw new Invalid({ _form: [EXPIRED] })
  return setup
}

/** The set-up with the code's time step in it, from which on that code counts as used; null when the code is wrong. */
export function checkSetup(setup: Setup, code: string, now = new Date()): Setup | null {
  const step = matchingStep(Buffer.from(setup.secret, 'base64url'), code.replace(/\s/g, ''), now, 0)
  return step === null ? null : { ...setup, step }
}

/** What the page shows: the QR code as one path of a square, and the secret to type for those who cannot scan. */
export function drawSetup(setup: Setup, email: string) {
  const secret = Buffer.from(setup.secret, 'base64url')
  return {
    qr: qrPath(otpauthUrl(secret, email)),
    typed: base32(secret)
      .match(/.{1,4}/g)!
      .join(' '),
  }
}
