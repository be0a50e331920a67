import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'

const FILE = new URL('./drawing-thread.ts', import.meta.url)
/** Of JavaScript objects: sixteen documents with their fonts take less than half of it. */
const LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 24 }

export interface PdfThread {
  worker: Worker
  /** To call by who notices that it ends; what it ended with. */
  lost(): Promise<unknown>
}
/** One per process: drawing is all computation, and a second would only take it from requests. */
let running: PdfThread | undefined

function start(): PdfThread {
  // The flag that the process was started with goes above the limits of a thread; the main thread has read it already.
  // With less than this a quarter of the time goes into collecting what one page leaves.
  setFlagsFromString('--max-semi-space-size=8')
  const worker = new Worker(FILE, { resourceLimits: LIMITS, execArgv: [], env: {} })
  let failure: unknown
  worker.once('error', (error) => (failure = error))
  const ended = new Promise((resolve) => worker.once('exit', () => resolve(failure)))
  const lost = () => {
    if (running?.worker === worker) running = undefined
    return ended
  }
  void ended.then(lost)
  // Whoever reads a document keeps the process; the thread alone does not.
  worker.unref()
  return { worker, lost }
}

/**
 * The thread that draws the documents of this process; one that ended is replaced. A server asks for it at its start:
 * the first document then waits for no fonts, and memory is from the start what it will be.
 */
export function pdfThread(): PdfThread {
  return (running ??= start())
}
