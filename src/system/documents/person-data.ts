import { countOf } from '../../platform/database/count.ts'
import { everOf, maskHistory } from '../../platform/database/history.ts'
import { impersonal } from '../../platform/fields/facts.ts'
import { forgetFiles } from '../../platform/files/kept-files.ts'
import { formatCount, formatDateTime } from '../../platform/format/format.ts'
import { detachFiles } from '../../platform/mail/person-data.ts'
import { formatSize } from '../../platform/format/size.ts'
import type { PersonDataSource } from '../privacy/points.ts'
import { documentFields } from './documents.fields.ts'
import { ofOwner } from './documents.queries.ts'

/** Columns that said whose a document is before it was a type and an id; the history still has them. */
const FORMER_OWNERS = ['contact_id', 'company_id', 'appointment_id']

/** Columns of a document and its versions that say nothing about the person. */
const KEPT_COLUMNS = [
  'object_type',
  'object_id',
  ...FORMER_OWNERS,
  ...impersonal(documentFields),
  'created_by',
  'document_id',
  'number',
  'file_id',
]

const ofPerson = (contactId: number) => ofOwner({ type: 'contact', id: contactId })

/** Documents that belong to a person, version by version. The files themselves stand on the tab with documents. */
export const documentData: PersonDataSource = {
  key: 'documents',
  label: 'Uw documenten',
  collect: async ({ db }, contactId) => {
    const versions = await db
      .selectFrom('documents')
      .innerJoin('document_types', 'document_types.id', 'documents.type_id')
      .innerJoin('document_versions', 'document_versions.document_id', 'documents.id')
      .innerJoin('stored_files', 'stored_files.id', 'document_versions.file_id')
      .select([
        'documents.name',
        'document_types.name as type',
        'document_versions.number',
        'stored_files.name as file',
        'stored_files.byte_size',
        'stored_files.created_at',
      ])
      .where(ofPerson(contactId))
      .orderBy('documents.id')
      .orderBy('document_versions.number')
      .execute()
    return versions.map((version) => ({
      [documentFields.name.label]: version.name,
      [documentFields.type_id.label]: version.type,
      Versie: version.number,
      Bestand: version.file,
      Grootte: formatSize(Number(version.byte_size)),
      Datum: formatDateTime(version.created_at),
    }))
  },
  plan: async (db, contactId) => {
    const count = await countOf(db.selectFrom('documents').where(ofPerson(contactId)))
    const what = formatCount(count, 'document', 'documenten')
    return { emptied: count === 0 ? [] : [`${what} met alle versies en bestanden`], kept: [], blocked: [] }
  },
  anonymise: async (trx, contactId, services) => {
    const versions = await trx
      .deleteFrom('document_versions')
      .using('documents')
      .whereRef('documents.id', '=', 'document_versions.document_id')
      .where(ofPerson(contactId))
      .returning('document_versions.file_id')
      .execute()
    const files = versions.map(({ file_id }) => file_id)
    await trx.deleteFrom('documents').where(ofPerson(contactId)).execute()
    await detachFiles(trx, files)
    await forgetFiles(trx, services, files)
  },
  mask: async (trx, contactId) => {
    const documents = await everOf(trx, 'document', { object_type: 'contact', object_id: contactId })
    const former = await everOf(trx, 'document', { contact_id: contactId })
    await maskHistory(trx, 'document', [...documents, ...former], KEPT_COLUMNS)
  },
}
