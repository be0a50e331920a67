import { sql } from 'kysely'
import { referenceGroup } from '../../platform/screens/table/value-groups.ts'
import { documentFields } from './documents.fields.ts'

export const documentGroups = {
  type: referenceGroup<{ type: string }>({
    label: documentFields.type_id.label,
    id: sql`documents.type_id`,
    by: sql`document_types.name collate "nl-x-icu"`,
    name: (document) => document.type,
  }),
}
