import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { countOf } from '../../platform/database/count.ts'
import { NotFound, type Reason } from '../../platform/errors.ts'
import type { UploadRule } from '../../platform/http/receive-file.ts'
import { type Viewer, may, viewerFor, viewerScope } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import type { RecordRef, Records } from '../../platform/manifest.ts'
import type { Services } from '../../platform/services.ts'
import { DocumentLimits, KIND_GROUPS } from './documents.forms.ts'
import { ofSeen, ownerParam } from '../../platform/screens/form/carried.ts'
import { carriesDocuments } from './documents.rules.ts'
import { documentsArea } from './rights.ts'

/** Those of owners that somebody sees. */
function ofVisibleOwners(viewer: Viewer, records: Records): Expression<SqlBool> {
  const types = records.recordTypes().filter((type) => carriesDocuments(type) && may(viewer, type.area))
  return ofSeen(viewer, records, types, 'documents')
}

/**
 * Row scope of the record type 'document': of what the viewer sees, and for customers only what was marked as external
 * (permissions, documents). Whoever may change documents sees the internal ones too: a teacher those of the own
 * appointments.
 */
export function documentsVisibleTo(viewer: Viewer, records: Records): Expression<SqlBool> {
  const scope = viewerScope(viewer, documentsArea)
  if (scope !== 'own') return scope === 'all' ? sql<SqlBool>`true` : sql<SqlBool>`false`
  const external = sql<SqlBool>`(documents.external and ${ofVisibleOwners(viewer, records)})`
  const staff = viewerFor(viewer, documentsArea, 'change')
  return sql<SqlBool>`(${external} or ${ofVisibleOwners(staff, records)})`
}

/** Those of one record. */
export const ofOwner = ({ type, id }: RecordRef) =>
  sql<SqlBool>`documents.object_type = ${type} and documents.object_id = ${id}`

export const countDocumentsOf = (viewer: Viewer, id: number, type: string, records: Records): Expression<number> =>
  sql<number>`select count(*) from documents
    where ${ofOwner({ type, id })} and ${documentsVisibleTo(viewer, records)}`

/** The name of the record a document belongs to. */
function ownerName(records: Records): RawBuilder<string> {
  const cases = records
    .recordTypes()
    .filter(carriesDocuments)
    .map(
      ({ type, table, nameSql, label }) => sql`when ${type} then (select ${nameSql ?? sql`${label.one}`}
      from ${sql.table(table)} where ${sql.ref(`${table}.id`)} = documents.object_id)`,
    )
  return sql<string>`(case documents.object_type ${sql.join(cases, sql` `)} end)`
}

/** Documents with their type, owner and newest version. */
export const listDocuments = (db: Db | Trx, records: Records) =>
  db
    .selectFrom('documents')
    .innerJoin('document_types', 'document_types.id', 'documents.type_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('document_versions')
          .innerJoin('stored_files', 'stored_files.id', 'document_versions.file_id')
          .whereRef('document_versions.document_id', '=', 'documents.id')
          .select(['document_versions.number', 'stored_files.byte_size', 'stored_files.id as file_id'])
          .orderBy('document_versions.number', 'desc')
          .limit(1)
          .as('newest'),
      (join) => join.onTrue(),
    )
    .leftJoin('users', 'users.id', 'documents.created_by')
    .selectAll('documents')
    .select([
      'document_types.name as type',
      'newest.number',
      'newest.byte_size',
      'newest.file_id',
      'users.name as author',
      ownerName(records).as('owner_name'),
    ])

export async function getDocument(db: Db | Trx, records: Records, id: number) {
  const document = await listDocuments(db, records).where('documents.id', '=', id).executeTakeFirst()
  if (!document) throw new NotFound('Document')
  return { ...document, owner: { type: document.object_type, id: document.object_id } }
}

/** All versions, the newest first. */
export const listVersions = (db: Db | Trx, id: number) =>
  db
    .selectFrom('document_versions')
    .innerJoin('stored_files', 'stored_files.id', 'document_versions.file_id')
    .leftJoin('users', 'users.id', 'stored_files.created_by')
    .select([
      'document_versions.number',
      'stored_files.id as file_id',
      'stored_files.name',
      'stored_files.byte_size',
      'stored_files.created_at',
      'users.name as author',
    ])
    .where('document_id', '=', id)
    .orderBy('number', 'desc')
    .execute()

export const listTypes = (db: Db) =>
  db.selectFrom('document_types').select(['document_types.id', 'name', 'active', 'version'])

/** Types a form offers: the active ones, and the one it has. */
export async function typeOptions(db: Db, current: number | null = null) {
  const types = await listTypes(db)
    .where((eb) => eb.or([eb('active', '=', true), eb('id', '=', current ?? 0)]))
    .orderBy(sql`name::text collate "nl-x-icu"`)
    .execute()
  return types.map(({ id, name }) => ({ value: String(id), label: name }))
}

export async function getType(db: Db, id: number) {
  const type = await db.selectFrom('document_types').selectAll().where('id', '=', id).executeTakeFirst()
  if (!type) throw new NotFound('Documenttype')
  return type
}

/** What may be uploaded, from the setting `documents`. */
export async function uploadRule({ db }: Pick<Services, 'db'>): Promise<UploadRule> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', 'documents').executeTakeFirst()
  const limits = DocumentLimits.parse(row?.value ?? {})
  const kinds = limits.kinds.flatMap((group) => KIND_GROUPS[group] ?? [])
  return { field: 'file', folder: 'documents', maxBytes: limits.max_megabytes * 1_000_000, kinds }
}

/** Documents that block deleting their owner. */
export async function ownerBlockers(db: Db | Trx, id: number, type: string): Promise<Reason[]> {
  const count = await countOf(db.selectFrom('documents').where(ofOwner({ type, id })))
  return [{ label: 'Documenten', count, url: `/documents?${ownerParam(type)}=${id}` }]
}
