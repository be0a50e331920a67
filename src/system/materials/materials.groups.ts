import { sql } from 'kysely'
import { counted } from '../../platform/screens/table/table-groups.ts'
import { referenceGroup } from '../../platform/screens/table/value-groups.ts'
import { materialFields } from './materials.fields.ts'
import { EVERYWHERE } from './materials.rules.ts'

export const materialGroups = {
  /** By where it is kept; what is taken along to all of them first. */
  establishment: referenceGroup<{ establishment_name: string | null }>({
    label: materialFields.establishment_id.label,
    id: sql`coalesce(materials.establishment_id, 0)`,
    by: sql`coalesce(establishments.name, '') collate "nl-x-icu"`,
    name: (material) => material.establishment_name ?? EVERYWHERE,
    sums: [counted(sql<number>`materials.count`, 'stuk', 'stuks')],
  }),
}
