import { Worker } from 'node:worker_threads'

/** A thread was ended: it took too long, needed too much memory, or was aborted. */
export class ThreadEnded extends Error {
  override name = 'ThreadEnded'
  readonly reason: 'time' | 'memory' | 'aborted'

  constructor(reason: 'time' | 'memory' | 'aborted') {
    super(`thread ended: ${reason}`)
    this.reason = reason
  }
}

export interface ThreadLimits {
  seconds: number
  /** Of JavaScript objects; buffers come on top of it. */
  megabytes: number
  /** Ends the thread when its answer is no longer wanted. */
  signal?: AbortSignal | undefined
}

/**
 * Runs a file in a thread of its own, so that long work over untrusted input holds up nobody else, and answers the one
 * message that it posts. It finds `input` in `workerData`; neither may hold functions.
 * @throws ThreadEnded over a limit or when aborted, and whatever the thread throws
 */
export function runInThread(file: URL, input: unknown, { seconds, megabytes, signal }: ThreadLimits): Promise<unknown> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new ThreadEnded('aborted'))
    const worker = new Worker(file, {
      workerData: input,
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: Math.ceil(megabytes / 4) },
      execArgv: [],
      env: {},
    })
    const end = (settle: () => void) => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      settle()
      void worker.terminate()
    }
    const abort = () => end(() => reject(new ThreadEnded('aborted')))
    const timer = setTimeout(() => end(() => reject(new ThreadEnded('time'))), seconds * 1000)
    signal?.addEventListener('abort', abort)
    worker.once('message', (answer: unknown) => end(() => resolve(answer)))
    worker.once('error', (error: NodeJS.ErrnoException) =>
      end(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new ThreadEnded('memory') : error)),
    )
    worker.once('exit', () => end(() => reject(new ThreadEnded('memory'))))
  })
}
