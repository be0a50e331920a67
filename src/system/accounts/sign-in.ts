import type { Request } from 'express'
import passport from 'passport'
import { Strategy as LocalStrategy } from 'passport-local'
import type pg from 'pg'
import { sessionViewer } from '../../platform/http/session.ts'
import { Brake, type Counter, Throttle, counted } from '../../platform/http/throttle.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Db } from '../../platform/database/types.ts'
import { singleton } from '../../platform/services.ts'
import { findAccount } from './accounts.queries.ts'
import { noteFailure } from './failures.commands.ts'
import { passwordMatches } from './passwords.rules.ts'

declare global {
  // oxlint-disable-next-line typescript/no-namespace
  namespace Express {
    interface User {
      id: number
    }
  }
}

/**
 * Failures within the window after which one has to wait: of an account from one address, so that nobody locks out
 * another; of codes and of the password asked again, both only for who is in already, of an account.
 */
const FAILURES = { 'account-address': 10, code: 10, 'own-password': 10 } as const
/** Failures after which tries take longer: for an account from wherever, from an address for whichever account. */
const FREE = { account: 10, address: 50 } as const
const WINDOW_SECONDS = 15 * 60

const MESSAGE = 'Te veel mislukte pogingen. Probeer het later opnieuw.'

/** Passport with the local strategy, and the throttles on failures; one per process, state in PostgreSQL. */
class SignIn {
  readonly #db: Db
  readonly #together: Throttle
  readonly #code: Throttle
  readonly #ownPassword: Throttle
  readonly #account: Brake
  readonly #address: Brake
  readonly passport = new passport.Passport()

  constructor(db: Db, pool: pg.Pool) {
    this.#db = db
    const throttle = (name: keyof typeof FAILURES) =>
      new Throttle(pool, { name, tries: FAILURES[name], seconds: WINDOW_SECONDS, message: MESSAGE })
    this.#together = throttle('account-address')
    this.#code = throttle('code')
    this.#ownPassword = throttle('own-password')
    this.#account = new Brake(pool, { name: 'account', free: FREE.account, seconds: WINDOW_SECONDS })
    this.#address = new Brake(pool, { name: 'address', free: FREE.address, seconds: WINDOW_SECONDS })
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
   * @throws TooManyRequests after too many failures of the account from the address
   */
  async attempt(req: Request, email: string, address: string): Promise<number | null> {
    const account = email.toLowerCase()
    const brakes: Counter<Brake>[] = [
      [this.#account, account],
      [this.#address, address],
    ]
    const user = await counted([this.#together, `${account} ${address}`], brakes, async () => {
      const found = await this.#verify(req)
      if (!found) await noteFailure(this.#db, 'password', { email })
      return found || null
    })
    return user?.id ?? null
  }

  /**
   * Checks the password of somebody who is signed in, and counts it when it was wrong: a browser that was left open is
   * no place to guess it.
   * @throws TooManyRequests after too many failures of the account
   */
  async isPasswordOf(viewer: Pick<Viewer, 'id'>, password: string): Promise<boolean> {
    const passed = await counted([this.#ownPassword, String(viewer.id)], [], async () => {
      const user = await this.#db
        .selectFrom('users')
        .select('password_hash')
        .where('id', '=', viewer.id)
        .executeTakeFirst()
      if (await passwordMatches(user?.password_hash ?? null, password)) return true
      await noteFailure(this.#db, 'password', viewer)
      return null
    })
    return passed !== null
  }

  /**
   * Lets `check` try a code of two-step verification, and counts it when it was wrong. Who gets this far has given the
   * password, so that nobody else locks the account out; from however many addresses, six digits stay six digits.
   * @returns what `check` answers; null means a wrong code
   * @throws TooManyRequests after too many wrong codes for the account
   */
  attemptCode<T>(userId: number, check: () => Promise<T | null>): Promise<T | null> {
    return counted([this.#code, String(userId)], [], async () => {
      const result = await check()
      if (result === null) await noteFailure(this.#db, 'code', { id: userId })
      return result
    })
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
export const signInOf = singleton(({ db, pool }) => new SignIn(db, pool))
