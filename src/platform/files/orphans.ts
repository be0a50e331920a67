import type { Db } from '../database/types.ts'
import type { JobHandler } from '../jobs/jobs.ts'
import { isPart } from './file-store.ts'
import { type HeldFiles, heldFiles, namedKeys, waitingKeys } from './held-files.ts'

/** A file that is still being written, or whose row is still to come, is younger than this. */
const OLD_MS = 24 * 3_600_000
/** Keys asked for at a time, so that memory does not grow with the number of files. */
const BATCH = 1_000
/**
 * With more unnamed files than this, and than a tenth of all, killed processes cannot be the cause: the folder probably
 * belongs to another database.
 */
const MOST = 100

/** Files that no row names, in batches, with how many were looked at. */
async function* unnamed(db: Db, held: readonly HeldFiles[], keys: AsyncIterable<string>) {
  for await (const batch of inBatches(keys)) {
    const whole = batch.filter((key) => !isPart(key))
    const known = await namedKeys(db, held, whole)
    for (const key of await waitingKeys(db, whole)) known.add(key)
    yield { seen: batch.length, orphans: batch.filter((key) => !known.has(key)) }
  }
}

async function* inBatches(keys: AsyncIterable<string>): AsyncGenerator<string[]> {
  let batch: string[] = []
  for await (const key of keys) {
    if (batch.push(key) < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/**
 * Removes what a process that was killed left behind: files older than a day that no row names and that do not
 * wait for a job of their own, and parts of files.
 * When there are more of those than kills can explain it removes nothing and says so in the log.
 */
export const sweepFiles: JobHandler = async (_payload, { db, files, registry, log }, signal) => {
  const held = registry.all(heldFiles)
  const before = new Date(Date.now() - OLD_MS)
  let seen = 0
  let orphans = 0
  for await (const batch of unnamed(db, held, files.olderThan(before))) {
    signal?.throwIfAborted()
    seen += batch.seen
    orphans += batch.orphans.length
  }
  if (orphans === 0) return
  if (orphans > MOST && orphans > seen / 10) {
    log.error({ orphans, seen }, 'so many files belong to no row that none was removed: is this the right database?')
    return
  }
  for await (const batch of unnamed(db, held, files.olderThan(before))) {
    signal?.throwIfAborted()
    for (const key of batch.orphans) await files.removeOlder(key, before)
  }
  log.info({ orphans, seen }, 'files that belong to no row were removed')
}
