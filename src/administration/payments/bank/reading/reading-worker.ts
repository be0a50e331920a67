/** The thread in which files of banks are read; `reading-thread.ts` starts it. */
import { parentPort, workerData } from 'node:worker_threads'
import { readStatements } from './reading.rules.ts'
import { type ReadStatement, StatementError } from './types.ts'

/** What the thread answers: an error would lose its kind on the way. */
export type ReadAnswer = { statements: ReadStatement[] } | { refused: string }

function answer(file: Uint8Array): ReadAnswer {
  try {
    return { statements: readStatements(file) }
  } catch (error) {
    if (error instanceof StatementError) return { refused: error.message }
    throw error
  }
}

parentPort?.postMessage(answer(workerData as Uint8Array))
