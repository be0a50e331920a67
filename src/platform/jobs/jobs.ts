import { type Runner, type TaskList, parseCronItems, run, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db, Trx } from '../database/types.ts'
import { workerLife } from './worker-life.ts'
import { workerLog } from './worker-log.ts'
import type { Services } from '../services.ts'

export type JobHandler = (payload: Record<string, unknown>, services: Services) => Promise<void>

/** graphile-worker's own schema beside ours. */
const SCHEMA = 'graphile_worker'
/** Pause before the worker starts again that gave up, e.g. because the database went away under it. */
const RESTART_MS = 1_000

/**
 * Background work on PostgreSQL. A job is added inside the transaction that makes it necessary, so it exists exactly
 * when that work was committed; it may run more than once and must be written for that.
 */
export class Jobs {
  #runner: Runner | null = null
  #stopped = false

  /**
   * @param options.key jobs with the same key replace each other while they wait
   * @param options.attempts how often the job is tried in all, with growing pauses
   */
  async add(
    trx: Trx | Db,
    task: string,
    payload: Record<string, unknown>,
    options: { key?: string; runAt?: Date; attempts?: number } = {},
  ): Promise<void> {
    await sql`
      select graphile_worker.add_job(${task}, payload => ${JSON.stringify(payload)}::json,
        run_at => ${options.runAt ?? null}::timestamptz, max_attempts => ${options.attempts ?? 8}::integer,
        job_key => ${options.key ?? null}::text)
    `.execute(trx)
  }

  /** Starts working in this process. Several processes may work on one database. */
  async start(services: Services, options: { concurrency?: number } = {}): Promise<void> {
    this.#stopped = false
    await this.#work(services, options.concurrency ?? 2, null)
  }

  /** @param lost the worker before, which gave up: what it still held is free again */
  async #work(services: Services, concurrency: number, lost: string | null): Promise<void> {
    if (lost !== null)
      await sql`select graphile_worker.force_unlock_workers(array[${lost}]::text[])`.execute(services.db)
    const taskList: TaskList = {}
    for (const manifest of services.registry.manifests)
      for (const [name, handler] of Object.entries(manifest.jobs ?? {}))
        taskList[name] = async (payload) => handler((payload ?? {}) as Record<string, unknown>, services)
    const life = workerLife()
    const runner = await run({
      pgPool: services.pool,
      // Without a batch nobody waits for the answer to 'this job is done', and a connection that breaks just then ends
      // the whole process.
      preset: { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } },
      taskList,
      events: life.events,
      schema: SCHEMA,
      concurrency,
      noHandleSignals: true,
      // Of several processes one takes each turn; a turn that was missed while none ran is not made up for.
      parsedCronItems: parseCronItems(
        services.registry.manifests
          .flatMap((manifest) => Object.entries(manifest.crons ?? {}))
          .map(([task, match]) => ({ task, match, options: { backfillPeriod: 0 } })),
      ),
      logger: workerLog(services.log),
    })
    runner.promise.catch(() => undefined)
    if (this.#stopped) return runner.stop()
    this.#runner = runner
    life.onEnd((name) => {
      if (this.#stopped) return
      services.log.warn('the worker gave up and starts again')
      runner.stop().catch(() => undefined)
      this.#workAgain(services, concurrency, name)
    })
  }

  #workAgain(services: Services, concurrency: number, lost: string): void {
    const again = () => {
      if (!this.#stopped)
        this.#work(services, concurrency, lost).catch(() => this.#workAgain(services, concurrency, lost))
    }
    setTimeout(again, RESTART_MS).unref()
  }

  /** Lets running jobs finish and stops taking new ones. */
  async stop(): Promise<void> {
    this.#stopped = true
    const runner = this.#runner
    this.#runner = null
    // One that gave up has stopped already.
    await runner?.stop().catch(() => undefined)
  }
}

/** graphile-worker's tables, made beside our migrations. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, schema: SCHEMA })
}
