/** The thread in which workbooks and long lists are read; `list-rows.ts` starts it. */
import { parentPort, workerData } from 'node:worker_threads'
import { type ListLimits, ListError, isWorkbook, rowsOfCsv, rowsOfWorkbook } from './list-rows.rules.ts'

/** What the thread answers: an error would lose its kind on the way. */
export type ListRowsAnswer = { rows: string[][] } | { refused: string }

export interface ListRowsInput {
  bytes: Uint8Array
  /** Those of a list, unless it may be longer. */
  limits?: ListLimits
}

async function answer({ bytes, limits }: ListRowsInput): Promise<ListRowsAnswer> {
  try {
    return { rows: isWorkbook(bytes) ? await rowsOfWorkbook(bytes, limits) : rowsOfCsv(bytes, limits) }
  } catch (error) {
    if (error instanceof ListError) return { refused: error.message }
    throw error
  }
}

parentPort?.postMessage(await answer(workerData as ListRowsInput))
