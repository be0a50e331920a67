import type { Request } from 'express'
import passport from 'passport'
import { Strategy as LocalStrategy } from 'passport-local'
import type pg from 'pg'
import { sessionViewer } from '../../platform/http/session.ts'
import { type Counter, Throttle, counted } from '../../platform/http/throttle.ts'
import type { Viewer } from '../../platform/http/viewer.ts'
import type { Db } from '../../platform/database/types.ts'
import { onceMade } from '../../platform/services.ts'
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
  readonly #db: Db
  readonly #account: Throttle
  readonly #address: Throttle
  readonly #code: Throttle
  readonly #codeAddress: Throttle
  readonly passport = new passport.Passport()

  constructor(db: Db, pool: pg.Pool) {
    this.#db = db
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
    const account: Counter = [this.#account, email.toLowerCase()]
    const user = await counted(account, [this.#address, address], async () => (await this.#verify(req)) || null)
    return user?.id ?? null
  }

  /**
   * Checks the password of somebody who is signed in, and counts it when it was wrong: a browser that was left open is
   * no place to guess it.
   * @throws TooManyRequests after too many failures of the account
   */
  async isPasswordOf(viewer: Pick<Viewer, 'id' | 'email'>, password: string): Promise<boolean> {
    const passed = await counted([this.#account, viewer.email.toLowerCase()], null, async () => {
      const user = await this.#db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', viewer.id)
        .executeTakeFirst()
      return (await passwordMatches(user?.password_hash ?? null, password)) || null
    })
    return passed !== null
  }

  /**
   * Lets `check` try a code of two-step verification, and counts it when it was wrong.
   * @returns what `check` answers; null means a wrong code
   * @throws TooManyRequests after too many wrong codes for the account or from the address
   */
  attemptCode<T>(userId: number, address: string | null, check: () => Promise<T | null>): Promise<T | null> {
    return counted([this.#code, String(userId)], address === null ? null : [this.#codeAddress, address], check)
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

/** The sign-in of this process. */
export const signInOf = onceMade(({ db, pool }) => new SignIn(db, pool))
