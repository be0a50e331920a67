import { Invalid } from '../errors.ts'
import { places } from '../jobs/semaphore.ts'
import { ThreadEnded, runInThread } from '../jobs/thread.ts'
import {
  ListError,
  type ListLimits,
  MOST_LINES,
  TOO_LONG,
  filledOf,
  isWorkbook,
  rowsOfCsv,
  rowsOfText,
} from './list-rows.rules.ts'
import type { ListRowsAnswer, ListRowsInput } from './list-rows-worker.ts'

const WORKER = new URL('./list-rows-worker.ts', import.meta.url)
const LIMITS = { seconds: 20, megabytes: 256 }

/** Threads of one process at once: every further list waits for its turn. */
const threads = places(1)

const TOO_MUCH = 'Het lezen van dit Excel-bestand kost te veel tijd of geheugen. Bewaar de lijst als CSV.'
const TOO_LARGE = 'het lezen kost te veel tijd of geheugen. Deel dit bestand in kleinere bestanden.'
const REPLACED = 'Het lezen van deze lijst is afgebroken.'

/**
 * The filled lines of a list that somebody pasted or sent as a csv or .xlsx file of at most 2 MB and 2,000 lines; a
 * workbook is read in a thread.
 * @throws Invalid where it cannot be read, or is too long
 */
export async function listRows(
  input: { bytes: Uint8Array } | { text: string },
  signal?: AbortSignal,
): Promise<string[][]> {
  try {
    const filled = filledOf('text' in input ? rowsOfText(input.text) : await rowsOfBytes(input.bytes, signal))
    if (filled.length > MOST_LINES + 1) throw new ListError(TOO_LONG)
    return filled
  } catch (error) {
    throw error instanceof ListError ? new Invalid({ list: [error.message] }) : error
  }
}

const rowsOfBytes = (bytes: Uint8Array, signal?: AbortSignal): Promise<string[][]> | string[][] =>
  isWorkbook(bytes) ? inThread({ bytes }, signal) : rowsOfCsv(bytes)

/** The filled lines of a csv or .xlsx file that may be longer than any other list. @throws ListError */
export const longRows = async (bytes: Uint8Array, limits: ListLimits): Promise<string[][]> => filledOf(await inThread({ bytes, limits })) // prettier-ignore

async function inThread(input: ListRowsInput, signal?: AbortSignal): Promise<string[][]> {
  if (!(await threads.take(signal))) throw new ListError(REPLACED)
  try {
    const answer = (await runInThread(WORKER, input, { ...LIMITS, signal })) as ListRowsAnswer
    if ('rows' in answer) return answer.rows
    throw new ListError(answer.refused)
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error
    throw new ListError(error.reason === 'aborted' ? REPLACED : input.limits ? TOO_LARGE : TOO_MUCH, { cause: error })
  } finally {
    threads.free()
  }
}
