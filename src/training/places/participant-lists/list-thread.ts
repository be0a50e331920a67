import { places } from '../../../platform/jobs/semaphore.ts'
import { ThreadEnded, runInThread } from '../../../platform/jobs/thread.ts'
import { ParticipantListError } from './limits.rules.ts'
import { type MatchTask, type ListTask, type ReadList, type ReadTask, matchNow, readListNow } from './list-tasks.ts'
import type { ListAnswer } from './list-worker.ts'
import { type Match } from './types.ts'

const WORKER = new URL('./list-worker.ts', import.meta.url)
const LIMITS = { seconds: 20, megabytes: 256 }
/**
 * Beyond these a thread costs less than what would wait for the list; workbooks unpack to much more than they weigh.
 */
const SMALL_BYTES = 16_000
const SMALL_PEOPLE = 200

/** Threads of one process at once: every further list waits for its turn. */
const threads = places(2)

/**
 * Reads a list, a large one in a thread.
 * @throws ParticipantListError when it is no list, or takes unreasonable time or memory to read
 */
export function readList(task: Omit<ReadTask, 'kind'>, signal: AbortSignal): Promise<ReadList> {
  const { input } = task
  const size = 'text' in input ? input.text.length : isZip(input.bytes) ? Infinity : input.bytes.length
  const reading: ReadTask = { kind: 'read', ...task }
  return size <= SMALL_BYTES ? readListNow(reading) : (inThread(reading, signal) as Promise<ReadList>)
}

/** Judges people, many of them in a thread. @throws ParticipantListError when that takes unreasonable time or memory */
export async function matchList(task: Omit<MatchTask, 'kind'>, signal?: AbortSignal): Promise<Match[]> {
  const matching: MatchTask = { kind: 'matchPeople', ...task }
  const small = task.people.length <= SMALL_PEOPLE && task.known.length <= SMALL_PEOPLE * 10
  return small ? matchNow(matching) : ((await inThread(matching, signal)) as Match[])
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b

const TOO_MUCH =
  'Het lezen van deze lijst kost te veel tijd of geheugen. Splits de lijst, of laat alleen de cursisten staan.'
const REPLACED = 'Het lezen van deze lijst is afgebroken.'

async function inThread(task: ListTask, signal?: AbortSignal): Promise<unknown> {
  if (!(await threads.take(signal))) throw new ParticipantListError(REPLACED)
  try {
    const answer = (await runInThread(WORKER, task, { ...LIMITS, signal })) as ListAnswer
    if ('value' in answer) return answer.value
    throw new ParticipantListError(answer.refused)
  } catch (error) {
    if (!(error instanceof ThreadEnded)) throw error
    throw new ParticipantListError(error.reason === 'aborted' ? REPLACED : TOO_MUCH, { cause: error })
  } finally {
    threads.free()
  }
}
