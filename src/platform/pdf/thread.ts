import { Worker } from 'node:worker_threads'

const FILE = new URL('./drawing-thread.ts', import.meta.url)
/** Of JavaScript objects: sixteen documents with their fonts take less than half of it. */
const MEGABYTES = 192
/** So long the thread stays with nothing to draw, in ms; its memory is then given back. */
const IDLE_MS = 60_000

interface Running {
  worker: Worker
  documents: number
  /** What it ended with. */
  ended: Promise<unknown>
  idle: NodeJS.Timeout | undefined
}
/** One per process: drawing is all computation, and a second would only take it from requests. */
let running: Running | undefined

/** The next document gets a new thread. */
function forget(thread: Running): void {
  clearTimeout(thread.idle)
  if (running === thread) running = undefined
}

function start(): Running {
  const worker = new Worker(FILE, {
    resourceLimits: { maxOldGenerationSizeMb: MEGABYTES, maxYoungGenerationSizeMb: 16 },
    execArgv: [],
    env: {},
  })
  let failure: unknown
  worker.once('error', (error) => (failure = error))
  const ended = new Promise((resolve) => worker.once('exit', () => resolve(failure)))
  const started: Running = { worker, documents: 0, ended, idle: undefined }
  void ended.then(() => forget(started))
  // Whoever reads a document keeps the process; the thread alone does not.
  worker.unref()
  return started
}

export interface Borrowed {
  worker: Worker
  /** To call by who notices that it ends; what it ended with. */
  lost(): Promise<unknown>
  giveBack(): void
}

/** The thread that draws the documents of this process; one that ended is replaced. */
export function borrowThread(): Borrowed {
  const thread = (running ??= start())
  thread.documents++
  clearTimeout(thread.idle)
  return {
    worker: thread.worker,
    lost() {
      forget(thread)
      return thread.ended
    },
    giveBack() {
      thread.documents--
      if (thread.documents > 0 || running !== thread) return
      thread.idle = setTimeout(() => {
        forget(thread)
        void thread.worker.terminate()
      }, IDLE_MS).unref()
    },
  }
}
