import { sql } from 'kysely'
import { type Viewer, may } from '../../platform/access/viewer.ts'
import { capital } from '../../platform/format/sentence.ts'
import type { RecordType } from '../../platform/manifest.ts'
import { columnsOf } from '../../platform/screens/table/shown-columns.ts'
import { documentsArea } from './rights.ts'

const { shown } = columnsOf('documents')

/** Customers are not told who of the house did what. */
const isStaff = (viewer: Viewer) => may(viewer, documentsArea, 'change')

const ofFile = (column: 'name' | 'created_at') =>
  sql`(select f.${sql.ref(column)} from stored_files f where f.id = newest.file_id)`

/** What else is known of documents, for who wants it in the list. */
export const documentColumns = (types: readonly RecordType[]) => {
  const words = new Map(types.map(({ type, label }) => [type, capital(label.one)]))
  return [
    shown('object_type', { label: 'Hoort bij', as: (type: string) => words.get(type) ?? null }),
    shown('author', { label: 'Toegevoegd door', as: 'text', when: isStaff, of: sql`users.name` }),
    shown('file_name', { label: 'Bestandsnaam', as: 'text', of: ofFile('name') }),
    shown('newest_at', { label: 'Laatste versie van', as: 'date', of: ofFile('created_at') }),
  ]
}
