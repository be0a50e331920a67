import { sql } from 'kysely'
import { type Viewer, may } from '../../platform/access/viewer.ts'
import { formatDate } from '../../platform/format/format.ts'
import { capital } from '../../platform/format/sentence.ts'
import type { RecordType } from '../../platform/manifest.ts'
import { askedColumn } from '../../platform/screens/table/table-columns.ts'
import { documentsArea } from './rights.ts'

/** Customers are not told who of the house did what. */
const isStaff = (viewer: Viewer) => may(viewer, documentsArea, 'change')

/** What else is known of documents, for who wants it in the list. */
export const documentColumns = (types: readonly RecordType[]) => {
  const words = new Map(types.map(({ type, label }) => [type, capital(label.one)]))
  return [
    askedColumn({
      field: 'object_type',
      label: 'Hoort bij',
      asks: () => sql<string>`documents.object_type`,
      cell: (type) => words.get(type) ?? null,
    }),
    askedColumn({
      field: 'author',
      label: 'Toegevoegd door',
      when: isStaff,
      asks: () => sql<string | null>`users.name`,
      cell: (name) => name,
    }),
    askedColumn({
      field: 'file_name',
      label: 'Bestandsnaam',
      asks: () => sql<string>`(select f.name from stored_files f where f.id = newest.file_id)`,
      cell: (name) => name,
    }),
    askedColumn({
      field: 'newest_at',
      label: 'Laatste versie van',
      asks: () => sql<Date>`(select f.created_at from stored_files f where f.id = newest.file_id)`,
      cell: (at) => formatDate(at),
    }),
  ]
}
