import { type ParsedCronItem, type Runner, type TaskList, run } from 'graphile-worker'
import type { Services } from '../services.ts'
import { type SignOfLife, freeJobsOf } from './sign-of-life.ts'
import { workerLife } from './worker-life.ts'
import { workerLog } from './worker-log.ts'

/** graphile-worker's own schema beside ours. */
export const SCHEMA = 'graphile_worker'
/** Pause before a worker that gave up is started again, e.g. after the database went away. */
const RESTART_MS = 1_000

export interface WorkerOptions {
  services: Services
  alive: SignOfLife
  tasks: TaskList
  crons: ParsedCronItem[]
  /** Jobs at once. */
  concurrency: number
  /** Milliseconds from the end of the worker's life until the signal of its jobs goes off. */
  graceMs: number
}

/** Does the jobs of some tasks, for as long as the process lives: one that gives up is followed by another. */
export class Worker {
  readonly #options: WorkerOptions
  #runner: Runner | null = null
  #stopped = false

  constructor(options: WorkerOptions) {
    this.#options = options
  }

  start(): Promise<void> {
    return this.#work(null)
  }

  /** @param lost the worker before, which gave up: what it still held is free again */
  async #work(lost: string | null): Promise<void> {
    const { services, alive, tasks, crons, concurrency, graceMs } = this.#options
    if (lost !== null) await freeJobsOf(services.db, [lost])
    const life = workerLife()
    life.onStart((name) => alive.hold(name))
    const runner = await run({
      pgPool: services.pool,
      preset: {
        worker: {
          // Batching makes the worker await the answer to 'this job is done'. Without it a connection that breaks at
          // that moment would end the whole process.
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0,
          gracefulShutdownAbortTimeout: graceMs,
        },
      },
      taskList: tasks,
      events: life.events,
      schema: SCHEMA,
      concurrency,
      noHandleSignals: true,
      parsedCronItems: crons,
      logger: workerLog(services.log),
    })
    runner.promise.catch(() => undefined)
    if (this.#stopped) return runner.stop()
    this.#runner = runner
    life.onEnd((name) => {
      if (this.#stopped) return
      services.log.warn('the worker gave up and starts again')
      alive.release(name)
      runner.stop().catch(() => undefined)
      this.#workAgain(name)
    })
  }

  #workAgain(lost: string): void {
    const again = () => {
      if (!this.#stopped) this.#work(lost).catch(() => this.#workAgain(lost))
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
