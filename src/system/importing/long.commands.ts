/** Lists that come as a file: what is chosen of them, and what a job then does. */
import { randomUUID } from 'node:crypto'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { HttpError } from '../../platform/errors.ts'
import type { Services } from '../../platform/services.ts'
import { refuseWhileStoring } from './importing.commands.ts'
import { countOutcomes } from './importing.queries.ts'
import { countsText } from './judging.rules.ts'

/** Below the file store, until it is read. */
export const FOLDER = 'imports'
export const READ = 'imports.read'
export const STORE = 'imports.store'

const GONE = 'Deze lijst is al geïmporteerd, of niet meer te importeren. Kies het bestand opnieuw.'

interface LongList {
  target: string
  file: { name: string; key: string }
  /** Marks its headings, and says as what its columns are taken; null where they say so themselves. */
  source: string
  columns: string[] | null
}

/** Puts a file ready to be read and judged. */
export async function readLater(
  trx: Trx,
  { jobs }: Services,
  viewer: Viewer,
  { target, file, source, columns }: LongList,
): Promise<number> {
  const { id } = await trx
    .insertInto('imports')
    .values({
      ...{ key: randomUUID(), target, file_name: file.name, file_key: file.key, user_id: viewer.id },
      ...{ total: 0, state: 'reading', source, columns },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await jobs.add(trx, READ, { id })
  return id
}

/** A list that was read and waits, for who sent it. @throws HttpError 409 */
async function lockRead(trx: Trx, viewer: Viewer, id: number): Promise<void> {
  const found = await trx.selectFrom('imports').select(['state', 'user_id']).where('id', '=', id).forUpdate().executeTakeFirst() // prettier-ignore
  if (found?.state !== 'read' || found.user_id !== viewer.id) throw new HttpError(409, GONE)
}

/** What becomes of a row in doubt; '' for what becomes of the others. @throws HttpError 409 */
export async function chooseDoubt(
  trx: Trx,
  viewer: Viewer,
  { id, line, choice }: { id: number; line: number; choice: string },
): Promise<void> {
  await lockRead(trx, viewer, id)
  await trx
    .updateTable('import_rows')
    .set({ choice: choice || null })
    .where('import_id', '=', id)
    .where('line', '=', line)
    .where('outcome', '=', 'doubt')
    .execute()
}

/** Has a list stored as it was shown. @throws HttpError 409 */
export async function storeLater(
  trx: Trx,
  { jobs }: Services,
  viewer: Viewer,
  { id, expected, doubts }: { id: number; expected: string; doubts: boolean },
): Promise<void> {
  await refuseWhileStoring(trx)
  await lockRead(trx, viewer, id)
  if (countsText(await countOutcomes(trx, id)) !== expected) throw new HttpError(409, GONE)
  await trx.updateTable('imports').set({ state: 'storing', percent: 0, doubts }).where('id', '=', id).execute()
  await jobs.add(trx, STORE, { id, expected })
}

/** Says why nothing comes of a list, and forgets what was ready of it. */
export async function failLong(db: Db, id: number, problem: string): Promise<void> {
  await db.updateTable('imports').set({ state: 'failed', problem, file_key: null }).where('id', '=', id).execute()
  await db.deleteFrom('import_rows').where('import_id', '=', id).execute()
}
