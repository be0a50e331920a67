/** The thread in which large lists are read and matched; `list-thread.ts` starts it. */
import { parentPort, workerData } from 'node:worker_threads'
import { ParticipantListError } from './limits.rules.ts'
import { type ListTask, matchNow, readListNow } from './list-tasks.ts'

/** What the thread answers: an error would lose its kind on the way. */
export type ListAnswer = { value: unknown } | { refused: string }

async function answer(task: ListTask): Promise<ListAnswer> {
  try {
    return { value: task.kind === 'read' ? await readListNow(task) : matchNow(task) }
  } catch (error) {
    if (error instanceof ParticipantListError) return { refused: error.message }
    throw error
  }
}

parentPort?.postMessage(await answer(workerData as ListTask))
