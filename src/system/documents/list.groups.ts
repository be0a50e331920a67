import { type SqlBool, sql } from 'kysely'
import type { Group } from '../../platform/screens/table/table-groups.ts'
import { documentFields } from './documents.fields.ts'

const type: Group<{ type: string }> = {
  label: documentFields.type_id.label,
  sort: { by: [sql`document_types.name collate "nl-x-icu"`, sql`documents.type_id`], types: ['text', 'bigint'] },
  key: sql<string>`documents.type_id::text`,
  among: (keys) => sql<SqlBool>`documents.type_id = any(${keys.map(Number)}::integer[])`,
  name: (document) => document.type,
}

export const documentGroups = { type }
