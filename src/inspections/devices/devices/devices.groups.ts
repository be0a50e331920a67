import { sql } from 'kysely'
import { stateGroup } from '../../../platform/screens/table/state-group.ts'
import { monthGroup, referenceGroup } from '../../../platform/screens/table/value-groups.ts'
import { deviceFields } from './devices.fields.ts'
import { STATUSES } from './devices.rules.ts'

export const deviceGroups = {
  status: stateGroup({ label: deviceFields.status.label, column: sql<string>`devices.status`, states: STATUSES }),
  category: referenceGroup<{ category: string | null }>({
    label: deviceFields.device_category_id.label,
    id: sql`coalesce(devices.device_category_id, 0)`,
    by: sql`(coalesce(device_categories.name, '')) collate "nl-x-icu"`,
    name: ({ category }) => category ?? 'Zonder categorie',
  }),
  month: monthGroup('devices.next_on'),
}
