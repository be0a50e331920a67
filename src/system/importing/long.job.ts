import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { may } from '../../platform/access/viewer.ts'
import { isAway } from '../../platform/database/away.ts'
import { inTransaction, sqlState } from '../../platform/database/transaction.ts'
import { HttpError, Invalid } from '../../platform/errors.ts'
import { ListError } from '../../platform/files/list-rows.rules.ts'
import { listLines } from '../../platform/files/list-stream.ts'
import type { JobHandler } from '../../platform/jobs/jobs.ts'
import type { Services } from '../../platform/services.ts'
import { offerUndo } from '../../platform/undo/undoable.ts'
import { findViewer } from '../accounts/index.ts'
import { IMPORT_UNDO_DAYS, rememberColumns } from './importing.commands.ts'
import { IMPORT_FAILED } from './importing.contract.ts'
import { countOutcomes, getImport, planRows } from './importing.queries.ts'
import { nothingBefore } from './judging.rules.ts'
import { readRows } from './list.rules.ts'
import { failLong } from './long.commands.ts'
import { findTarget } from './points.ts'
import { importArea } from './rights.ts'
import { MOST_WHOLE, PART, type Progress, keepPlans, storeReady } from './storing.commands.ts'
import { type Target, importedText, withoutNeeded } from './types.ts'

type Import = NonNullable<Awaited<ReturnType<typeof getImport>>>
interface Reading {
  found: Import
  target: Target
  signal: AbortSignal | undefined
}

/** Reads and judges a list, and puts its rows ready; a run that is broken off is begun anew. */
export const readLong: JobHandler = async ({ id }, services, signal) => {
  const { db, files, registry } = services
  const found = await getImport(db, Number(id))
  const target = found && findTarget(registry, found.target)
  if (found?.state !== 'reading' || !target || found.file_key === null) return
  try {
    await db.deleteFrom('import_rows').where('import_id', '=', found.id).execute()
    const { total, columns } = await readyRows(services, { found, target, signal })
    await db.updateTable('imports').set({ state: 'read', percent: 100, total, columns, file_key: null }).where('id', '=', found.id).execute() // prettier-ignore
  } catch (error) {
    if (!(error instanceof ListError)) throw error
    await failLong(db, found.id, error.message)
  }
  // Its rows stand in the database; the file itself is of no use any more.
  await files.remove(found.file_key)
}

async function readyRows({ db, files, registry }: Services, { found, target, signal }: Reading) {
  const size = target.apart ? PART : MOST_WHOLE + 1
  const before = nothingBefore()
  const at = { read: 0, size: 0 }
  let head: string[] | null = null
  let columns = found.columns
  let total = 0
  let part: string[][] = []
  const flush = async () => {
    const { rows, columns: taken } = readRows([head!, ...part], target.headings, columns, total)
    columns = taken.map(({ column }) => column)
    if (!columns.includes(target.needed)) throw new ListError(withoutNeeded(target))
    await keepPlans(db, found.id, rows, await planRows(db, registry, target, rows, before))
    total += part.length
    part = []
  }
  const tell = percentTold(db, found.id)
  for await (const line of listLines(() => counted(files.open(found.file_key!), at))) {
    if (head === null) {
      head = line
      continue
    }
    if (part.push(line) < size) continue
    if (!target.apart) throw new ListError(`Van ${target.label.many} gaan hooguit ${MOST_WHOLE.toLocaleString('nl-NL')} regels tegelijk mee. Deel de lijst.`) // prettier-ignore
    await flush()
    signal?.throwIfAborted()
    await tell(at.read / at.size)
  }
  if (part.length > 0) await flush()
  if (total === 0) throw new ListError('In deze lijst staan geen regels.')
  return { total, columns }
}

/** A file with how far it is read; the first time tells how large it is. */
async function counted(file: Promise<Readable>, at: { read: number; size: number }): Promise<Readable> {
  const stream = await file
  at.size = Math.max(at.size, at.read)
  at.read = 0
  return Readable.from(
    (async function* count() {
      for await (const chunk of stream as AsyncIterable<Uint8Array>) {
        at.read += chunk.length
        yield chunk
      }
    })(),
  )
}

/** Writes down how far an import is, beside the transaction that does it; whole percents alone. */
function percentTold(db: Services['db'], id: number): (share: number) => Promise<void> {
  let told = 0
  return async (share) => {
    const percent = Math.min(99, Math.floor(share * 100))
    if (percent <= told) return
    told = percent
    await db.updateTable('imports').set({ percent }).where('id', '=', id).execute()
  }
}

const NOBODY = 'Wie deze lijst importeerde, mag dat niet meer.'

/** Stores a list that was read, whole or not at all: as one save, which can be taken back as one. */
export const storeLong: JobHandler = async ({ id, expected }, services, signal) => {
  const { db } = services
  const found = await getImport(db, Number(id))
  if (found?.state !== 'storing') return
  try {
    const viewer = found.user_id === null ? null : await findViewer(db, { id: found.user_id })
    if (!viewer || !may(viewer, importArea, 'change')) throw new HttpError(403, NOBODY)
    const tell = percentTold(db, found.id)
    let done = 0
    // Each row is judged once and, mostly, stored once.
    const progress: Progress = async (rows) => {
      signal?.throwIfAborted()
      await tell((done += rows) / (2 * found.total))
    }
    await inTransaction(db, viewer, async (trx) => {
      done = 0
      await sql`select pg_advisory_xact_lock(hashtext('import'))`.execute(trx)
      if ((await getImport(trx, found.id))?.state !== 'storing') return
      const { source, columns, target: name, doubts } = found
      await storeReady({ trx, viewer, services: { ...services, db: trx } }, found, { expected: String(expected), doubts }, progress) // prettier-ignore
      if (source !== '' && columns) await rememberColumns(trx, { target: name, source, columns })
      const { record, label } = findTarget(services.registry, name)!
      const changed = [{ type: record, id: 0 }]
      await services.changes.announce(trx, changed)
      const text = importedText(label, await countOutcomes(trx, found.id))
      await offerUndo(trx, viewer, { area: importArea, right: 'change', label: text, changed, days: IMPORT_UNDO_DAYS })
    })
  } catch (error) {
    await failLong(db, found.id, problemOf(services, found.id, error, signal))
  }
}

/** Why a list was not stored; it is not left on its way, which would keep back all others. @throws the error itself where another try may do it */
function problemOf({ registry, log }: Services, id: number, error: unknown, signal?: AbortSignal): string {
  if (error instanceof Invalid) return Object.values(error.fields).flat().join(' ')
  if (error instanceof HttpError) return error.message
  // A server that stops, a database that is away, or two that were in each other's way.
  if (signal?.aborted || isAway(error) || sqlState(error)?.startsWith('40')) throw error
  if (!sqlState(error)?.startsWith('23'))
    log.error({ import: id, failure: error instanceof Error ? error.name : 'unknown' }, 'a long list was not stored')
  return registry.constraints[(error as { constraint?: string }).constraint ?? '']?.message ?? IMPORT_FAILED
}
