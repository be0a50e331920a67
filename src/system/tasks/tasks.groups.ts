import { sql } from 'kysely'
import { referenceGroup, valueGroup } from '../../platform/screens/table/value-groups.ts'
import { taskFields } from './tasks.fields.ts'
import { KINDS, OFFICE, type TaskKind } from './tasks.rules.ts'

export const taskGroups = {
  person: referenceGroup<{ person: string | null }>({
    label: taskFields.user_id.label,
    id: sql`coalesce(tasks.user_id, 0)`,
    by: sql`coalesce(users.name, '') collate "nl-x-icu"`,
    name: (task) => task.person ?? OFFICE,
  }),
  kind: valueGroup<{ kind: TaskKind }>({
    label: taskFields.kind.label,
    column: sql<string>`tasks.kind`,
    name: (task) => KINDS[task.kind],
  }),
}
