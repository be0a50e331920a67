import { Forbidden } from '../../platform/errors.ts'
import { forgetFiles, keepFile } from '../../platform/files/kept-files.ts'
import type { ReceivedFile } from '../../platform/http/receive-file.ts'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Trx } from '../../platform/database/types.ts'
import { lockRow, refuseStale } from '../../platform/database/versioned.ts'
import type { RecordRef } from '../../platform/manifest.ts'
import type { Services } from '../../platform/services.ts'
import { mayChangeDocument } from './documents.rules.ts'

interface DocumentInput {
  name: string
  type_id: number
  external: boolean
}

/** A new document with its first version; without a name it is called after its file. */
export async function addDocument(
  trx: Trx,
  viewer: Viewer,
  owner: RecordRef,
  { file, name, type_id, external }: DocumentInput & { file: ReceivedFile },
): Promise<number> {
  const { id } = await trx
    .insertInto('documents')
    .values({
      name: name || file.name,
      type_id,
      external,
      object_type: owner.type,
      object_id: owner.id,
      created_by: viewer.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await trx
    .insertInto('document_versions')
    .values({ document_id: id, number: 1, file_id: await keepFile(trx, viewer, file) })
    .execute()
  return id
}

/** @throws Forbidden unless the viewer may change it */
async function lockDocument(trx: Trx, viewer: Viewer, id: number) {
  const document = await lockRow(trx, 'documents', id)
  if (!mayChangeDocument(viewer, document)) throw new Forbidden('Alleen wie dit document toevoegde, kan het wijzigen.')
  return document
}

export async function editDocument(
  trx: Trx,
  viewer: Viewer,
  id: number,
  { version, ...input }: DocumentInput & { version: number },
): Promise<void> {
  await refuseStale(trx, 'documents', await lockDocument(trx, viewer, id), version, input)
  await trx.updateTable('documents').set(input).where('id', '=', id).execute()
}

/** Gives it another name. @throws Forbidden unless the viewer may, Stale when someone else saved first */
export async function renameDocument(
  trx: Trx,
  viewer: Viewer,
  id: number,
  { version, ...input }: { name: string; version: number },
): Promise<void> {
  await refuseStale(trx, 'documents', await lockDocument(trx, viewer, id), version, input)
  await trx.updateTable('documents').set(input).where('id', '=', id).execute()
}

export async function setExternal(trx: Trx, viewer: Viewer, id: number, external: boolean): Promise<void> {
  await lockDocument(trx, viewer, id)
  await trx.updateTable('documents').set({ external }).where('id', '=', id).execute()
}

/** Adds a version; the earlier ones stay. Two at once get a number each, since the document is locked. */
export async function addVersion(trx: Trx, viewer: Viewer, id: number, file: ReceivedFile): Promise<number> {
  await lockDocument(trx, viewer, id)
  const { last } = await trx
    .selectFrom('document_versions')
    .select(({ fn }) => fn.max('number').as('last'))
    .where('document_id', '=', id)
    .executeTakeFirstOrThrow()
  const number = last + 1
  await trx
    .insertInto('document_versions')
    .values({ document_id: id, number, file_id: await keepFile(trx, viewer, file) })
    .execute()
  return number
}

/** Deletes a document with all its versions and their files. */
export async function deleteDocument(
  trx: Trx,
  viewer: Viewer,
  id: number,
  services: Pick<Services, 'jobs'>,
): Promise<void> {
  await lockDocument(trx, viewer, id)
  const files = await trx.deleteFrom('document_versions').where('document_id', '=', id).returning('file_id').execute()
  await trx.deleteFrom('documents').where('id', '=', id).execute()
  await forgetFiles(
    trx,
    services,
    files.map(({ file_id }) => file_id),
  )
}
