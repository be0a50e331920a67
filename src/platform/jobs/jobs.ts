import { type Runner, type TaskList, parseCronItems, run, runMigrations } from 'graphile-worker'
import { sql } from 'kysely'
import type pg from 'pg'
import type { Db, Trx } from '../database/types.ts'
import { workerLog } from './worker-log.ts'
import type { Services } from '../services.ts'

export type JobHandler = (payload: Record<string, unknown>, services: Services) => Promise<void>

/** graphile-worker's own schema beside ours. */
const SCHEMA = 'graphile_worker'

/**
 * Background work on PostgreSQL. A job is added inside the transaction that makes it necessary, so it exists exactly
 * when that work was committed; it may run more than once and must be written for that.
 */
export class Jobs {
  #runner: Runner | null = null

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
    const taskList: TaskList = {}
    for (const manifest of services.registry.manifests)
      for (const [name, handler] of Object.entries(manifest.jobs ?? {}))
        taskList[name] = async (payload) => handler((payload ?? {}) as Record<string, unknown>, services)
    this.#runner = await run({
      pgPool: services.pool,
      taskList,
      schema: SCHEMA,
      concurrency: options.concurrency ?? 2,
      noHandleSignals: true,
      parsedCronItems: parseCronItems(
        services.registry.manifests
          .flatMap(({ schedules }) => Object.entries(schedules ?? {}))
          .map(([task, match]) => ({ task, match, identifier: task })),
      ),
      logger: workerLog(services.log),
    })
  }

  /** Lets running jobs finish and stops taking new ones. */
  async stop(): Promise<void> {
    await this.#runner?.stop()
    this.#runner = null
  }
}

/** graphile-worker's tables, made beside our migrations. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, schema: SCHEMA })
}
