import type { Request } from 'express'
import type { SessionData } from 'express-session'
import { recordEvent } from '../../platform/database/history.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import { csrfToken } from '../../platform/http/csrf.ts'
import { inStore, saveSession } from '../../platform/http/session.ts'
import type { Services } from '../../platform/services.ts'
import { noteSignIn } from './accounts.commands.ts'
import { twoStepState } from './two-step.queries.ts'

declare module 'express-session' {
  interface SessionData {
    /** User-Agent of the browser that signed in, for the list of sessions. */
    device?: string
    /** The password was right; two-step verification is still to come, and until then nobody is signed in. */
    secondStep?: { userId: number; next: string; until: number }
  }
}

/** Minutes between the password and the code. */
const SECOND_STEP_MINUTES = 10
const DEVICE_LENGTH = 300

/**
 * Signs in as a user with a fresh session, so that no one can plant a session id.
 * @param more what that session knows besides
 */
export async function logIn(req: Request, user: Express.User, more: Partial<SessionData> = {}): Promise<void> {
  await inStore((done) => req.logIn(user, done))
  Object.assign(req.session, more, { device: (req.get('user-agent') ?? '').slice(0, DEVICE_LENGTH) })
  // Now, not by the first page that shows a form: two of those at once would each make one.
  csrfToken(req)
  await saveSession(req)
}

export const logOut = (req: Request): Promise<void> => inStore((done) => req.logout(done))

/** Signs in a user who has shown all there is to show, and notes it. */
export async function signInNow(req: Request, services: Services, userId: number): Promise<void> {
  await logIn(req, { id: userId })
  await inTransaction(services.db, null, async (trx) => {
    await noteSignIn(trx, userId)
    await recordEvent(trx, { id: userId, actedBy: null }, { type: 'user', id: userId, action: 'sign-in' })
  })
}

/**
 * After the right password, or the link that stands for it: signs in, or asks for two-step verification first.
 * @returns where to go
 */
export async function enter(req: Request, services: Services, userId: number, next: string): Promise<string> {
  const { enabledAt, required } = await twoStepState(services.db, userId)
  if (enabledAt === null && !required) {
    await signInNow(req, services, userId)
    return next
  }
  await inStore((done) => req.session.regenerate(done))
  req.session.secondStep = { userId, next, until: Date.now() + SECOND_STEP_MINUTES * 60_000 }
  await saveSession(req)
  return enabledAt === null ? '/login/two-step' : '/login/code'
}

/** Who has given the password and not yet a code; null when nobody has, or too long ago. */
export function waitingFor(req: Request): { userId: number; next: string } | null {
  const waiting = req.session.secondStep
  return waiting && waiting.until > Date.now() ? waiting : null
}
