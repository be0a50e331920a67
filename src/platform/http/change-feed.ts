import type { Response } from 'express'
import { sql } from 'kysely'
import pg from 'pg'
import type { Db, Trx } from '../database/types.ts'
import { Invalid, TooManyRequests } from '../errors.ts'
import type { Log } from '../log.ts'
import type { RecordRef } from '../screens/models.ts'
import { HeardNotices } from './heard-notices.ts'
import { condense } from './respond.ts'

const CHANNEL = 'noordkaap_changed'
/** Sent by triggers when a session, a user or a preference changes; says only that something did. */
const SESSION_CHANNEL = 'noordkaap_sessions'
/** What is said to some people alone. */
const DIRECT_CHANNEL = 'noordkaap_direct'
/** PostgreSQL passes on no longer a notice. */
const LONGEST_BYTES = 7900
/** A line that keeps proxies from closing a quiet stream, and tells the browser until when it heard everything. */
const HEARTBEAT_MS = 25_000
const RECONNECT_MS = 1_000
const TYPES_PAUSE_MS = 2_000
/** Event streams of one user in this process; there is one per browser. */
const MOST_STREAMS = 20
const AGAIN_AFTER_SECONDS = 60
const TOO_MANY = 'U bent op te veel plaatsen tegelijk ingelogd.'

/** A listener: the session, the user with the roles of that moment, and the record types these may be notified of. */
export interface FeedListener {
  sid: string
  userId: number
  roles: number[]
  types: string[]
  /**
   * Record types for which the listener hears only that something changed, not which record: it may lie outside their
   * scope.
   */
  hearsTypesOnly: boolean
  /** When what the browser shows was read, or when it last heard something, in epoch milliseconds; it is told what it missed. */
  since: number | null
}

interface Direct {
  to: number[]
  event: string
  said: object
}

interface Listener {
  res: Response
  types: Set<string>
  hearsTypesOnly: boolean
  /** Equal as long as the session belongs to the same user with the same roles. */
  identity: string
  sid: string
  userId: number
}

/** Writes a notice, with no more than its listener may hear of. */
function tell({ res, types }: Listener, items: RecordRef[], at: number): void {
  const visible = items.filter(({ type }) => types.has(type))
  if (visible.length > 0) res.write(`id: ${at}\nevent: changed\ndata: ${JSON.stringify({ items: visible })}\n\n`)
}

const identityOf = (userId: number, roles: number[]): string => `${userId}: ${[...roles].sort((a, b) => a - b).join()}`

/**
 * Change notices between browsers and processes: a save NOTIFYs type and id in its own transaction, one LISTEN
 * connection per process hears it, and every event stream gets what its viewer may see (rulings 3).
 */
export class ChangeFeed {
  readonly #connectionString: string
  readonly #log: Log
  readonly #listeners = new Set<Listener>()
  #client: pg.Client | null = null
  #heartbeat: NodeJS.Timeout | null = null
  /** Types that changed since the last notice to listeners that hear of types only. */
  readonly #changedTypes = new Set<string>()
  readonly #heard = new HeardNotices()
  /** What those heard who hear of types only. */
  readonly #heardTypes = new HeardNotices()
  #pause: NodeJS.Timeout | null = null
  #stopped = false
  #sessionChanges = 0
  /** The count of session changes at which every listener was last known to be signed in. */
  #checked = 0
  #sent: Promise<void> = Promise.resolve()

  constructor(connectionString: string, log: Log) {
    this.#connectionString = connectionString
    this.#log = log
  }

  /** Announces changed records; heard only when the transaction commits. */
  async announce(trx: Trx | Db, changed: RecordRef[]): Promise<void> {
    await sql`select pg_notify(${CHANNEL}, ${JSON.stringify(condense(changed))})`.execute(trx)
  }

  /**
   * Says something to these people, in every browser that they have open; heard only when the transaction commits, and
   * by nobody who comes later.
   * @throws Invalid for more than can be passed on
   */
  async say(trx: Trx | Db, to: number[], event: string, said: object): Promise<void> {
    const notice = JSON.stringify({ to, event, said } satisfies Direct)
    if (Buffer.byteLength(notice) > LONGEST_BYTES) throw new Invalid({ _form: ['Dit bericht is te lang.'] })
    if (to.length > 0) await sql`select pg_notify(${DIRECT_CHANNEL}, ${notice})`.execute(trx)
  }

  /**
   * Changes of sessions, users and preferences heard so far, in this process or another; null while the connection
   * that hears them is broken.
   */
  get sessionChanges(): number | null {
    return this.#client === null ? null : this.#sessionChanges
  }

  async start(): Promise<void> {
    this.#heartbeat = setInterval(() => {
      for (const listener of this.#listeners) listener.res.write(`id: ${this.#heardBy(listener).moment()}\n\n`)
    }, HEARTBEAT_MS)
    this.#heartbeat.unref()
    await this.#listen()
  }

  async #listen(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#connectionString, application_name: 'noordkaap-events' })
    client.on('notification', ({ channel, payload }) => {
      if (channel === SESSION_CHANNEL) this.#sessionChanges += 1
      else if (channel === DIRECT_CHANNEL) this.#tellDirectly(payload ?? '')
      else this.#announceInTurn(client, payload ?? '[]')
    })
    client.on('error', () => this.#reconnect(client))
    client.on('end', () => this.#reconnect(client))
    await client.connect()
    await client.query(`listen ${CHANNEL}; listen ${SESSION_CHANNEL}; listen ${DIRECT_CHANNEL}`)
    this.#client = client
    // What changed while nobody listened is unknown.
    this.#sessionChanges += 1
    this.#heard.begin()
    this.#heardTypes.begin()
  }

  #reconnect(client: pg.Client): void {
    if (this.#stopped || this.#client !== client) return
    this.#client = null
    const again = async () => {
      try {
        await this.#listen()
      } catch (error) {
        this.#log.warn({ err: error }, 'change feed cannot reach the database')
        if (!this.#stopped) setTimeout(again, RECONNECT_MS).unref()
        return
      }
      // What happened while the connection was broken is unknown: every browser reloads what it shows.
      for (const listener of this.#listeners) this.#catchUp(listener, 0)
    }
    setTimeout(again, RECONNECT_MS).unref()
  }

  #tellDirectly(payload: string): void {
    const { to, event, said } = JSON.parse(payload) as Direct
    const data = JSON.stringify({ event, said })
    for (const { res, userId } of this.#listeners)
      if (to.includes(userId)) res.write(`event: direct\ndata: ${data}\n\n`)
  }

  #announceInTurn(client: pg.Client, payload: string): void {
    const fails = (error: unknown) => this.#log.warn({ err: error }, 'a change notice was lost')
    this.#sent = this.#sent.then(() => this.#publish(client, payload)).catch(fails)
  }

  async #publish(client: pg.Client, payload: string): Promise<void> {
    await this.#dismiss(client)
    const items = JSON.parse(payload) as RecordRef[]
    this.#tell(items, this.#heard)
    for (const { type } of items) this.#changedTypes.add(type)
    if (this.#pause === null) this.#tellTypes()
  }

  #heardBy({ hearsTypesOnly }: Listener): HeardNotices {
    return hearsTypesOnly ? this.#heardTypes : this.#heard
  }

  /** Keeps a notice, and tells those who hear of this kind of notices. */
  #tell(items: RecordRef[], heard: HeardNotices): void {
    const at = heard.add(items)
    for (const listener of this.#listeners) if (this.#heardBy(listener) === heard) tell(listener, items, at)
  }

  /** Tells what changed after a moment; of a time of which nothing is known any more, that all may have. */
  #catchUp(listener: Listener, since: number): void {
    const heard = this.#heardBy(listener)
    const missed = heard.since(since) ?? [...listener.types].map((type) => ({ type, id: 0 }))
    tell(listener, missed, heard.moment())
  }

  /**
   * Announces changed types at once, then collects those of the next pause: each notice makes browsers reload
   * everything of these types, and its timing must not reveal who works when.
   */
  #tellTypes(): void {
    this.#pause = null
    if (this.#changedTypes.size === 0) return
    const items = [...this.#changedTypes].map((type) => ({ type, id: 0 }))
    this.#changedTypes.clear()
    this.#tell(items, this.#heardTypes)
    this.#pause = setTimeout(() => this.#tellTypes(), TYPES_PAUSE_MS)
    this.#pause.unref()
  }

  /** Ends the streams of those who were signed out, or got other roles; these come back by themselves. */
  async #dismiss(client: pg.Client): Promise<void> {
    const heard = this.#sessionChanges
    if (heard === this.#checked || this.#listeners.size === 0) return
    const sids = [...this.#listeners].map(({ sid }) => sid)
    const answer = await client
      .query<{ sid: string; id: number; roles: number[] }>(
        `select s.sid, u.id, u.roles from sessions s join users u on u.id = s.user_id and u.active
         where s.sid = any($1) and s.expire > now()`,
        [sids],
      )
      // Without a connection no notice arrives; when it is back every browser reloads, and its session is checked
      // again.
      .catch(() => null)
    if (!answer) return
    const known = new Map(answer.rows.map(({ sid, id, roles }) => [sid, identityOf(id, roles)]))
    for (const listener of this.#listeners)
      if (sids.includes(listener.sid) && known.get(listener.sid) !== listener.identity) {
        this.#listeners.delete(listener)
        listener.res.end()
      }
    this.#checked = heard
  }

  /**
   * Makes the response an event stream with the changes that this audience may hear of.
   * @throws TooManyRequests when the user has as many already: each browser needs one
   */
  subscribe(res: Response, { sid, userId, roles, types, hearsTypesOnly, since }: FeedListener): void {
    const own = [...this.#listeners].filter((listener) => listener.userId === userId)
    if (own.length >= MOST_STREAMS) throw new TooManyRequests(AGAIN_AFTER_SECONDS, TOO_MANY)
    res.set({ 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' })
    res.flushHeaders()
    const listener = { res, types: new Set(types), hearsTypesOnly, sid, userId, identity: identityOf(userId, roles) }
    res.write(`retry: 2000\nid: ${this.#heardBy(listener).moment()}\n\n`)
    if (since !== null) this.#catchUp(listener, since)
    this.#listeners.add(listener)
    res.on('close', () => this.#listeners.delete(listener))
  }

  /** Closes all streams and the listening connection. */
  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#heartbeat) clearInterval(this.#heartbeat)
    if (this.#pause) clearTimeout(this.#pause)
    for (const { res } of this.#listeners) res.end()
    this.#listeners.clear()
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => undefined)
  }
}
