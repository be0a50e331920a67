import { type SqlBool, sql } from 'kysely'
import { formatCount } from '../../platform/format/format.ts'
import type { Group } from '../../platform/screens/table/table-groups.ts'
import { roomFields } from './establishments.fields.ts'
import { byEstablishment } from './establishments.queries.ts'

const establishment: Group<{ establishment_name: string }> = {
  label: roomFields.establishment_id.label,
  sort: { by: [byEstablishment, sql`rooms.establishment_id`], types: ['text', 'bigint'] },
  key: sql<string>`rooms.establishment_id::text`,
  among: (keys) => sql<SqlBool>`rooms.establishment_id = any(${keys.map(Number)}::integer[])`,
  name: (room) => room.establishment_name,
  sums: [
    {
      of: sql<number>`coalesce(rooms.capacity, 0)`,
      text: (places) => formatCount(places, 'plaats', 'plaatsen'),
    },
  ],
}

export const roomGroups = { establishment }
