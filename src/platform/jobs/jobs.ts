import { type CronItem, type TaskList, parseCronItems, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import { continueSet, continuedSet } from '../database/continued-set.ts'
import type { Db, Trx } from '../database/types.ts'
import type { Log } from '../log.ts'
import type { Services } from '../services.ts'
import { SignOfLife } from './sign-of-life.ts'
import { SCHEMA, Worker } from './worker.ts'

/**
 * Does one job. `signal` goes off when this process stops and cannot wait for long: what throws then is begun anew by
 * another process, or by the next one.
 */
export type JobHandler = (payload: Record<string, unknown>, services: Services, signal?: AbortSignal) => Promise<void>

/** Seconds for which mail waits, so that what it tells of can be taken back, unless the settings say otherwise. */
export const UNDO_SECONDS = 30

const outside = new WeakSet<JobHandler>()

/**
 * A job that waits for servers elsewhere, which may hang. Such jobs have places of their own, so that they delay only
 * each other.
 */
export function waitsOutside(handler: JobHandler): JobHandler {
  outside.add(handler)
  return handler
}

/** For how many seconds mail waits, so that what it tells of can be taken back (rulings 10.5): a setting. */
export const undoSeconds = sql<number>`coalesce(
  (select (value ->> 'undo_seconds')::integer from settings where key = 'mail'), ${UNDO_SECONDS}::integer)`

/** Jobs at once in one process; those that wait for servers elsewhere beside the others. */
const OWN_WORK = 2
const WAITING_OUTSIDE = 4
/** How long running jobs may go on while the process stops; then they are aborted. */
const GRACE_MS = 8_000

/**
 * Adds a job in the transaction that makes it necessary. It goes on with the change set of what queues it.
 * @param options.key jobs with the same key replace each other while they wait
 * @param options.runAt not before this instant
 * @param options.undoable it waits until who queued it has had the time to take that back (rulings 10.5), and for
 *   `runAt` where that is later
 * @param options.attempts how often the job is tried in all, with growing pauses
 */
export async function addJob(
  trx: Trx | Db,
  task: string,
  payload: Record<string, unknown>,
  options: { key?: string; runAt?: Date; attempts?: number; undoable?: boolean } = {},
): Promise<void> {
  await sql`
    select graphile_worker.add_job(${task},
      payload => (${JSON.stringify(payload)}::jsonb || jsonb_build_object('changeSet',
        coalesce(${continuedSet()}::bigint, change_set())))::json,
      run_at => ${options.undoable && continuedSet() === null ? sql`greatest(now() + make_interval(secs => ${undoSeconds}), ${options.runAt ?? null}::timestamptz)` : sql`${options.runAt ?? null}::timestamptz`}, max_attempts => ${options.attempts ?? 8}::integer,
      job_key => ${options.key ?? null}::text)
  `.execute(trx)
}

/**
 * Background work on PostgreSQL. A job is added inside the transaction that makes it necessary, so it exists exactly
 * when that work was committed; it may run more than once and must be written for that.
 */
export class Jobs {
  readonly #alive: SignOfLife
  #workers: Worker[] = []

  constructor(connectionString: string, log: Log) {
    this.#alive = new SignOfLife(connectionString, log)
  }

  /** @see addJob */
  add(...job: Parameters<typeof addJob>): Promise<void> {
    return addJob(...job)
  }

  /**
   * Starts working in this process. Several processes may work on one database; the jobs of one that died go on in the
   * others.
   * @param options.lookMs milliseconds between two looks for processes that died; it takes two to be sure
   * @param options.graceMs milliseconds that jobs may go on in peace while the process stops
   */
  async start(services: Services, options: { lookMs?: number; graceMs?: number } = {}): Promise<void> {
    const { manifests } = services.registry
    const tasks = (isOutside: boolean): TaskList =>
      Object.fromEntries(
        manifests
          .flatMap((manifest) => Object.entries(manifest.jobs ?? {}))
          .filter(([, handler]) => outside.has(handler) === isOutside)
          .map(([name, handler]) => [
            name,
            (payload, { abortSignal }) => doJob(handler, payload as Payload | null, services, abortSignal),
          ]),
      )
    await this.#alive.start(services.db, options.lookMs)
    const shared = { services, alive: this.#alive, graceMs: options.graceMs ?? GRACE_MS }
    this.#workers = [
      new Worker({
        ...shared,
        tasks: tasks(false),
        crons: parseCronItems(clockItems(manifests)),
        concurrency: OWN_WORK,
      }),
      new Worker({
        ...shared,
        tasks: tasks(true),
        crons: [],
        concurrency: WAITING_OUTSIDE,
      }),
    ]
    await Promise.all(this.#workers.map((worker) => worker.start()))
  }

  /** Lets running jobs finish and stops taking new ones. */
  async stop(): Promise<void> {
    await Promise.all(this.#workers.map((worker) => worker.stop()))
    await this.#alive.stop()
  }
}

/**
 * What the clock starts. Of several processes one does each run, and no two runs of one task go side by side, so that one
 * that takes long is done before the next looks; a run that was missed while no process was up is not made up for.
 */
export const clockItems = (manifests: readonly { crons?: Record<string, string> }[]): CronItem[] =>
  manifests
    .flatMap((manifest) => Object.entries(manifest.crons ?? {}))
    .map(([task, match]) => ({ task, match, options: { backfillPeriod: 0, queueName: task } }))

type Payload = Record<string, unknown>

/** Does a job under the change set of the save that queued it; a job of the clock has none. */
export async function doJob(
  handler: JobHandler,
  payload: Payload | null,
  services: Services,
  signal?: AbortSignal,
): Promise<void> {
  const { changeSet, ...own } = payload ?? {}
  const work = () => handler(own, services, signal)
  await (typeof changeSet === 'number' ? continueSet(changeSet, work) : work())
}

/** graphile-worker's tables, made beside our migrations. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, schema: SCHEMA })
}
