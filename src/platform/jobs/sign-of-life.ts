import { sql } from 'kysely'
import pg from 'pg'
import type { Db } from '../database/types.ts'
import type { Log } from '../log.ts'

/** Distinguishes these advisory locks from all others; the second number is derived from the worker's name. */
const LOCK = 7_103_252
const LOOK_MS = 10_000
const RECONNECT_MS = 1_000

/**
 * Shows all processes which workers are alive: each holds an advisory lock on its name over a connection of its own,
 * which PostgreSQL releases when the process dies, however that happens. Jobs that a worker without its lock still
 * holds are released, so that others go on with them.
 */
export class SignOfLife {
  readonly #connectionString: string
  readonly #log: Log
  readonly #names = new Set<string>()
  #client: pg.Client | null = null
  #turn: Promise<unknown> = Promise.resolve()
  #timer: NodeJS.Timeout | null = null
  #stopped = true
  /** Without their lock at the last look; a connection that broke is replaced before the next one. */
  #suspects = new Set<string>()

  constructor(connectionString: string, log: Log) {
    this.#connectionString = connectionString
    this.#log = log
  }

  /** Starts to show the workers of this process as alive and to check those of others, every `lookMs` milliseconds. */
  async start(db: Db, lookMs = LOOK_MS): Promise<void> {
    this.#stopped = false
    await this.#connect()
    const look = async () => {
      await this.#free(db).catch((err: unknown) => {
        this.#suspects.clear()
        this.#log.warn({ err }, 'jobs of dead processes could not be looked for')
      })
      if (!this.#stopped) this.#timer = setTimeout(() => void look(), lookMs).unref()
    }
    await look()
  }

  /** This worker lives from now on. */
  hold(name: string): void {
    this.#names.add(name)
    this.#say('select pg_advisory_lock($1, hashtext($2))', name)
  }

  /** This worker has ended; what it still holds is for others. */
  release(name: string): void {
    this.#names.delete(name)
    this.#say('select pg_advisory_unlock($1, hashtext($2))', name)
  }

  async stop(): Promise<void> {
    this.#stopped = true
    if (this.#timer) clearTimeout(this.#timer)
    this.#names.clear()
    const client = this.#client
    this.#client = null
    await client?.end().catch(() => undefined)
  }

  /** A lock that cannot be taken over a broken connection is taken over the next one. */
  #say(statement: string, name: string): void {
    const client = this.#client
    if (!client) return
    this.#turn = this.#turn.then(() => client.query(statement, [LOCK, name])).catch(() => undefined)
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#connectionString,
      application_name: 'noordkaap-worker',
      // A machine that is gone does not say goodbye.
      options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
    })
    const lost = () => this.#reconnect(client)
    client.on('error', lost)
    client.on('end', lost)
    await client.connect()
    this.#client = client
    for (const name of this.#names) this.hold(name)
  }

  #reconnect(client: pg.Client): void {
    if (this.#stopped || this.#client !== client) return
    this.#client = null
    const again = () => {
      if (!this.#stopped) this.#connect().catch(() => setTimeout(again, RECONNECT_MS).unref())
    }
    setTimeout(again, RECONNECT_MS).unref()
  }

  async #free(db: Db): Promise<void> {
    const { rows } = await sql<{ name: string }>`
      select name from (
        select distinct locked_by as name from graphile_worker.jobs where locked_by is not null offset 0
      ) holders
      where pg_try_advisory_xact_lock(${LOCK}::integer, hashtext(name))
    `.execute(db)
    const silent = rows.map(({ name }) => name)
    const dead = silent.filter((name) => this.#suspects.has(name))
    this.#suspects = new Set(silent)
    if (dead.length === 0) return
    await freeJobsOf(db, dead)
    this.#log.warn({ workers: dead.length }, 'jobs of dead processes go on')
  }
}

/** Releases the jobs that these workers hold. */
export async function freeJobsOf(db: Db, workers: string[]): Promise<void> {
  await sql`select graphile_worker.force_unlock_workers(${workers}::text[])`.execute(db)
}
