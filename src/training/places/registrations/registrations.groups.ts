import { sql } from 'kysely'
import { valueGroup } from '../../../platform/screens/table/value-groups.ts'
import { entryFields } from './registrations.fields.ts'

export const entryGroups = {
  company_name: valueGroup<{ company_name: string | null }>({
    label: entryFields.company_name.label,
    column: sql<string>`coalesce(entries.company_name, '')`,
    name: ({ company_name }) => company_name ?? 'Particulier',
  }),
  source_name: valueGroup<{ source_name: string }>({
    label: entryFields.source_name.label,
    column: sql<string>`entries.source_name`,
    name: ({ source_name }) => source_name,
  }),
}
