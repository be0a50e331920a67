import type { Request } from 'express'
import passport from 'passport'
import { Strategy as LocalStrategy } from 'passport-local'
import type pg from 'pg'
import { sessionViewer } from '../../platform/http/session.ts'
import { Throttle } from '../../platform/http/throttle.ts'
import type { Db } from '../../platform/database/types.ts'
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
const FAILURES = { account: 10, address: 50 } as const
const WINDOW_SECONDS = 15 * 60

const MESSAGE = 'Te veel mislukte pogingen. Probeer het later opnieuw.'

/** Passport with the local strategy, and the throttle on failures; one per process, state in PostgreSQL. */
export class SignIn {
  readonly #account: Throttle
  readonly #address: Throttle
  readonly passport = new passport.Passport()

  constructor(db: Db, pool: pg.Pool) {
    const throttle = (name: keyof typeof FAILURES) =>
      new Throttle(pool, { name, tries: FAILURES[name], seconds: WINDOW_SECONDS, message: MESSAGE })
    this.#account = throttle('account')
    this.#address = throttle('address')
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
   * Checks e-mail and password and signs in with a fresh session.
   * @returns the user's id, or null when they do not match
   * @throws TooManyRequests after too many failures of the account or from the address
   */
  async attempt(req: Request, email: string, address: string): Promise<number | null> {
    const accountKey = email.toLowerCase()
    await this.#account.refuseWhenSpent(accountKey)
    await this.#address.refuseWhenSpent(address)
    const user = await this.#verify(req)
    if (!user) {
      await Promise.all([this.#account.count(accountKey), this.#address.count(address)])
      return null
    }
    await this.#account.forget(accountKey)
    await logIn(req, user)
    return user.id
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

/** Signs in as a user with a fresh session, so that no one can plant a session id. */
export function logIn(req: Request, user: Express.User): Promise<void> {
  return new Promise((resolve, reject) =>
    req.logIn(user, (error: unknown) => (error ? reject(asError(error)) : resolve())),
  )
}

export function logOut(req: Request): Promise<void> {
  return new Promise((resolve, reject) => req.logout((error: unknown) => (error ? reject(asError(error)) : resolve())))
}

const asError = (error: unknown): Error => (error instanceof Error ? error : new Error('sign-in failed'))
