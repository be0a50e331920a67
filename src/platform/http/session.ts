import connectPgSimple from 'connect-pg-simple'
import type { Request, RequestHandler } from 'express'
import session, { type Session, type SessionData } from 'express-session'
import type pg from 'pg'
import { isAway } from '../database/away.ts'
import { Unavailable } from '../errors.ts'
import type { RoleId } from '../access/roles.ts'
import { SessionCopies, type SessionChanges } from '../fast/session-copies.ts'
import type { Viewer } from '../access/viewer.ts'
import type { Log } from '../log.ts'

declare module 'express-session' {
  interface SessionData {
    /** The administrator who signed in as this user (login-as). */
    actedBy?: { id: number; name: string }
    /** Flashes that wait for the next page. */
    flashes?: { str: string; type: string }[]
    passport?: { user?: number }
  }
}

/** Hours without a request after which a session ends. */
const IDLE_HOURS = 12
/** Days after signing in after which a session ends, however much it is used. */
const LIFE_DAYS = 14
/** A session is written at most once a minute, or every request would be an UPDATE (docs/database.md). */
const TOUCH_AFTER_MS = 60_000

const VIEWER = Symbol('viewer')
const STORED_EXPIRY = Symbol('stored expiry')
type StoredSession = SessionData & { [VIEWER]?: Viewer | null; [STORED_EXPIRY]?: number }

interface SessionRow {
  sess: SessionData
  expire: Date
  ends: Date
  id: number | null
  name: string
  email: string
  roles: RoleId[]
  contact_id: number | null
  is_support: boolean
  is_developer: boolean
  agreed_to: string[]
  meta: Record<string, string> | null
  modules_off: string[] | null
}

// One round trip gives session, user, preferences and what is switched off for all: every request pays for this query.
const FIND_SESSION = {
  name: 'find-session',
  text: `
    select s.sess, s.expire, s.created_at + interval '${LIFE_DAYS} days' as ends, u.id, u.name, u.email, u.roles, u.contact_id, u.is_support, u.is_developer, u.agreed_to,
           (select jsonb_object_agg(m.key, m.value) from user_meta m where m.user_id = u.id) as meta,
           (select value from settings where key = 'modules_off') as modules_off
    from sessions s left join users u on u.id = s.user_id and u.active
    where s.sid = $1 and s.expire > now() and s.created_at > now() - interval '${LIFE_DAYS} days'`,
}

function toViewer(row: SessionRow): Viewer | null {
  if (row.id === null) return null
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    roles: row.roles,
    contactId: row.contact_id,
    isSupport: row.is_support,
    isDeveloper: row.is_developer,
    agreedTo: row.agreed_to,
    meta: row.meta ?? {},
    modulesOff: row.modules_off ?? [],
    actedBy: row.sess.actedBy ?? null,
  }
}
const PgStore = connectPgSimple(session)

interface KnownSession {
  /** As JSON, since every request gets an object of its own to write to. */
  sess: string
  viewer: Viewer | null
  expiry: number
  /** When it ends for good. */
  ends: number
}

class ViewerStore extends PgStore {
  readonly #pool: pg.Pool
  readonly #known: SessionCopies<KnownSession>

  constructor(pool: pg.Pool, changes: SessionChanges, log: Log) {
    // What is over is taken away now and then; where that fails it is tried again, and everything else goes on.
    const errorLog = (message: string, err: unknown) => log.warn({ err }, message)
    super({ pool, errorLog, tableName: 'sessions', createTableIfMissing: false, ttl: IDLE_HOURS * 3600 })
    this.#pool = pool
    this.#known = new SessionCopies(pool, changes)
  }

  override async get(sid: string, callback: (error: unknown, session?: SessionData | null) => void): Promise<void> {
    const known = this.#known.get(sid)
    if (known && Math.min(known.expiry, known.ends) > Date.now()) return callback(null, toStored(known))
    let found: KnownSession | null
    try {
      found = await this.#find(sid)
    } catch (error) {
      // Express-session would take ENOENT of a missing socket file for 'no such session'.
      return callback(isAway(error) ? new Unavailable() : error)
    }
    callback(null, found && toStored(found))
  }

  async #find(sid: string): Promise<KnownSession | null> {
    const keep = this.#known.keeper()
    const { rows } = await this.#pool.query<SessionRow>({ ...FIND_SESSION, values: [sid] })
    const [row] = rows
    if (!row) return null
    const found = {
      sess: JSON.stringify(row.sess),
      viewer: toViewer(row),
      expiry: row.expire.getTime(),
      ends: row.ends.getTime(),
    }
    keep(sid, found)
    return found
  }

  override createSession(req: Request, stored: SessionData): Session & SessionData {
    const created = super.createSession(req, stored) as Session & StoredSession
    const { [VIEWER]: viewer, [STORED_EXPIRY]: expiry } = stored as StoredSession
    ;(req as Carrying)[SESSION_VIEWER] = viewer ?? null
    if (expiry !== undefined) created[STORED_EXPIRY] = expiry
    return created
  }

  override touch(sid: string, current: SessionData, callback?: () => void): void {
    const stored = (current as StoredSession)[STORED_EXPIRY] ?? 0
    if (Date.now() + IDLE_HOURS * 3_600_000 - stored < TOUCH_AFTER_MS) callback?.()
    else super.touch(sid, current, callback)
  }
}

function toStored({ sess, viewer, expiry }: KnownSession): SessionData {
  const stored = JSON.parse(sess) as StoredSession
  stored[VIEWER] = viewer
  stored[STORED_EXPIRY] = expiry
  return stored
}

/** Kept at the request itself: a map beside it takes a twentieth of the time of a popup. */
const SESSION_VIEWER = Symbol('session viewer')
interface Carrying {
  [SESSION_VIEWER]?: Viewer | null
}

/** The user whose session this request carries, as the session query found it. */
export function sessionViewer(req: Request): Viewer | null {
  return (req as Carrying)[SESSION_VIEWER] ?? null
}

/** Tells visits apart, also of who is not signed in. It is the key of the cookie: nothing keeps it, but what stands for it. */
export const visitOf = (req: Request): string => req.sessionID

/** Waits for a call that tells the session's store something and calls back. @throws what the store said */
export function inStore(call: (done: (error?: unknown) => void) => void): Promise<void> {
  return new Promise((resolve, reject) =>
    call((error) => (error ? reject(error instanceof Error ? error : new Error('the session failed')) : resolve())),
  )
}

/**
 * Stores the changed session before a redirect is sent: a browser follows it at once, and would otherwise read, and
 * write back, the old session.
 */
export const saveSession = (req: Request): Promise<void> => inStore((done) => req.session.save(done))

/**
 * How the session's cookie is called and kept. Over https a browser takes the name `__Host-` from this very host alone,
 * and never from one beside or below it (RFC 6265bis, 4.1.3.2).
 */
export function sessionCookie(secure: boolean) {
  const attributes = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const
  return { name: secure ? '__Host-noordkaap' : 'noordkaap', attributes }
}

/** Sessions in PostgreSQL; the cookie lives as long as the browser, the row 12 hours after its last use, 14 days at most. */
export function sessions(
  pool: pg.Pool,
  changes: SessionChanges,
  options: { secrets: string[]; secure: boolean; log: Log },
): RequestHandler {
  const { name, attributes } = sessionCookie(options.secure)
  return session({
    store: new ViewerStore(pool, changes, options.log),
    name,
    secret: options.secrets,
    resave: false,
    saveUninitialized: false,
    cookie: attributes,
  })
}
