import { type SqlBool, sql } from 'kysely'
import { formatCount } from '../../platform/format/format.ts'
import type { Group } from '../../platform/screens/table/table-groups.ts'
import { materialFields } from './materials.fields.ts'
import { EVERYWHERE } from './materials.rules.ts'

const place = sql<number>`coalesce(materials.establishment_id, 0)`

/** By where it is kept; what is taken along to all of them first. */
const establishment: Group<{ establishment_name: string | null }> = {
  label: materialFields.establishment_id.label,
  sort: { by: [sql`coalesce(establishments.name, '') collate "nl-x-icu"`, place], types: ['text', 'bigint'] },
  key: sql<string>`${place}::text`,
  among: (keys) => sql<SqlBool>`${place} = any(${keys.map(Number)}::integer[])`,
  name: (material) => material.establishment_name ?? EVERYWHERE,
  sums: [{ of: sql<number>`materials.count`, text: (pieces) => formatCount(pieces, 'stuk', 'stuks') }],
}

export const materialGroups = { establishment }
