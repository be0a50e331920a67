import { EventEmitter } from 'node:events'
import type { Job, WorkerEvents } from 'graphile-worker'

/** Turns the events of one worker into its start and its end. */
export interface WorkerLife {
  events: WorkerEvents
  /** Called once, before the worker takes its first job, with the name under which it will hold jobs. */
  onStart(then: (name: string) => void): void
  /**
   * Called once, when the worker gives up and its running jobs have ended. The worker's own promise does not tell: when
   * two answers to 'this job is done' are lost at once, it stays pending for ever.
   * @param then gets the same name
   */
  onEnd(then: (name: string) => void): void
}

export function workerLife(): WorkerLife {
  const events: WorkerEvents = new EventEmitter()
  const busy = new Set<Job['id']>()
  let name: string | null = null
  let ended: ((name: string) => void) | null = null

  const look = () => {
    if (name === null || busy.size > 0) return
    ended?.(name)
    ended = null
  }
  const done = (job: Job | null) => {
    if (job) busy.delete(job.id)
    look()
  }
  events.on('job:start', ({ job }) => busy.add(job.id))
  events.on('job:complete', ({ job }) => done(job))
  events.on('worker:fatalError', ({ worker }) => done(worker.getActiveJob()))
  events.on('pool:gracefulShutdown', ({ workerPool }) => {
    name = workerPool.id
    look()
  })
  return {
    events,
    onStart: (then) => void events.once('pool:create', ({ workerPool }) => then(workerPool.id)),
    onEnd: (then) => {
      ended = then
      look()
    },
  }
}
