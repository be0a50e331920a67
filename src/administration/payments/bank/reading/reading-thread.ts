import { places } from '../../../../platform/jobs/semaphore.ts'
import { ThreadEnded, runInThread } from '../../../../platform/jobs/thread.ts'
import type { ReadAnswer } from './reading-worker.ts'
import { type ReadStatement, StatementError } from './types.ts'

const WORKER = new URL('./reading-worker.ts', import.meta.url)
const LIMITS = { seconds: 60, megabytes: 384 }
/** Threads of one process at once: every further file waits for its turn. */
const threads = places(1)

/**
 * Reads a file of a bank in a thread, so that it holds up nobody else.
 * @throws StatementError when it is no statement that can be trusted, or takes unreasonable time or memory
 */
export async function readInThread(bytes: Uint8Array): Promise<ReadStatement[]> {
  if (!(await threads.take())) throw new StatementError('Het inlezen is afgebroken.')
  try {
    const answer = (await runInThread(WORKER, bytes, LIMITS)) as ReadAnswer
    if ('statements' in answer) return answer.statements
    throw new StatementError(answer.refused)
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error
    const text = 'Het lezen van dit bestand kost te veel tijd of geheugen. Download een kortere periode bij uw bank.'
    throw new StatementError(text, { cause: error })
  } finally {
    threads.free()
  }
}
