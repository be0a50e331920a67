import type { Request } from 'express'
import passport from 'passport'
import { Strategy as LocalStrategy } from 'passport-local'
import type pg from 'pg'
import { sessionViewer } from '../../platform/http/session.ts'
import { Throttle } from '../../platform/http/throttle.ts'
import type { Db } from '../../platform/database/types.ts'
import type { Services } from '../../platform/services.ts'
import { findAccount } from './accounts.queries.ts'
import { passwordMatches } from './passwords.rules.ts'

declare global {
  // eslint-disable-next-line @typescript-eslint/no-namespace
  namespace Express {
    interface User {
      id: number
    }
  }
}

/** Failures within the window after which an account or address has to wait (rulings 3: per account and per address). */
const FAILURES = { account: 10, address: 50, code: 10, 'code-address': 50 } as const
const WINDOW_SECONDS = 15 * 60

const MESSAGE = 'Te veel mislukte pogingen. Probeer het later opnieuw.'

/** Passport with the local strategy, and the throttles on failures; one per process, state in PostgreSQL. */
export class SignIn {
  readonly #account: Throttle
  readonly #address: Throttle
  readonly #code: Throttle
  readonly #codeAddress: Throttle
  readonly passport = new passport.Passport()

  constructor(db: Db, pool: pg.Pool) {
    const throttle = (name: keyof typeof FAILURES) =>
      new Throttle(pool, { name, tries: FAILURES[name], seconds: WINDOW_SECONDS, message: MESSAGE })
    this.#account = throttle('account')
    this.#address = throttle('address')
    this.#code = throttle('code')
    this.#codeAddress = throttle('code-address')
    this.passport.use(
      new LocalStrategy({ usernameField: 'email', passwordField: 'password' }, (email, password, done) => {
        findAccount(db, email)
          .then(async (account) => {
            const matches = await passwordMatches(account?.active ? account.password_hash : null, password)
            done(null, matches && account ? { id: account.id } : false)
          })
          .catch(done)
      }),
    )
    this.passport.serializeUser((user, done) => done(null, user.id))
    // The session query has already brought the user along; passport needs no second round trip.
    this.passport.deserializeUser(
      (req: Request, _id: number, done: (error: unknown, user?: Express.User | false) => void) => {
        const viewer = sessionViewer(req)
        done(null, viewer ? { id: viewer.id } : false)
      },
    )
  }

  /**
   * Checks e-mail and password; signs nobody in yet.
   * @returns the user's id, or null when they do not match
   * @throws TooManyRequests after too many failures of the account or from the address
   */
  async attempt(req: Request, email: string, address: string): Promise<number | null> {
    const counters: Counter[] = [
      [this.#account, email.toLowerCase()],
      [this.#address, address],
    ]
    const user = await counted(counters, async () => (await this.#verify(req)) || null)
    return user?.id ?? null
  }

  /**
   * Lets `check` try a code of two-step verification, and counts it when it was wrong.
   * @returns what `check` answers; null means a wrong code
   * @throws TooManyRequests after too many wrong codes for the account or from the address
   */
  attemptCode<T>(userId: number, address: string | null, check: () => Promise<T | null>): Promise<T | null> {
    const counters: Counter[] = [[this.#code, String(userId)]]
    if (address !== null) counters.push([this.#codeAddress, address])
    return counted(counters, check)
  }

  #verify(req: Request): Promise<Express.User | false> {
    return new Promise((resolve, reject) => {
      const done = (error: unknown, user?: Express.User | false) =>
        error ? reject(error instanceof Error ? error : new Error('sign-in failed')) : resolve(user ?? false)
      const middleware = this.passport.authenticate('local', { session: false }, done) as (
        r: Request,
        s: unknown,
        n: unknown,
      ) => void
      middleware(req, req.res, reject)
    })
  }
}

type Counter = [Throttle, string]

/** Counts failures of `attempt` under every key; a success forgets those of the first one, which is the account. */
async function counted<T>(counters: Counter[], attempt: () => Promise<T | null>): Promise<T | null> {
  for (const [throttle, key] of counters) await throttle.refuseWhenSpent(key)
  const result = await attempt()
  if (result === null) await Promise.all(counters.map(([throttle, key]) => throttle.count(key)))
  else await counters[0]?.[0].forget(counters[0][1])
  return result
}

const signIns = new WeakMap<Services, SignIn>()
/** The sign-in of this process. */
export function signInOf(services: Services): SignIn {
  let found = signIns.get(services)
  if (!found) signIns.set(services, (found = new SignIn(services.db, services.pool)))
  return found
}
