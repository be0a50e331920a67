/** The thread in which workbooks are read; `list-rows.ts` starts it. */
import { parentPort, workerData } from 'node:worker_threads'
import { ListError, rowsOfWorkbook } from './list-rows.rules.ts'

/** What the thread answers: an error would lose its kind on the way. */
export type ListRowsAnswer = { rows: string[][] } | { refused: string }

async function answer(bytes: Uint8Array): Promise<ListRowsAnswer> {
  try {
    return { rows: await rowsOfWorkbook(bytes) }
  } catch (error) {
    if (error instanceof ListError) return { refused: error.message }
    throw error
  }
}

parentPort?.postMessage(await answer(workerData as Uint8Array))
