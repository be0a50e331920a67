import { sql } from 'kysely'
import { referenceGroup, valueGroup } from '../../platform/screens/table/value-groups.ts'
import { conflictFields } from './conflicts.fields.ts'

export const conflictGroups = {
  person: referenceGroup<{ person: string | null }>({
    label: conflictFields.user_id.label,
    id: sql`coalesce(conflicts.user_id, 0)`,
    by: sql`coalesce(users.name, '') collate "nl-x-icu"`,
    name: (conflict) => conflict.person ?? 'Onbekend',
  }),
  /** Several of one kind are decided about at once. */
  label: valueGroup<{ label: string }>({
    label: conflictFields.label.label,
    column: sql<string>`conflicts.label`,
    name: (conflict) => conflict.label,
  }),
}
