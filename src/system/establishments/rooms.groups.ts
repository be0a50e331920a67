import { sql } from 'kysely'
import { counted } from '../../platform/screens/table/table-groups.ts'
import { referenceGroup } from '../../platform/screens/table/value-groups.ts'
import { roomFields } from './establishments.fields.ts'
import { byEstablishment } from './establishments.queries.ts'

export const roomGroups = {
  establishment: referenceGroup<{ establishment_name: string }>({
    label: roomFields.establishment_id.label,
    id: sql`rooms.establishment_id`,
    by: byEstablishment,
    name: (room) => room.establishment_name,
    sums: [counted(sql<number>`coalesce(rooms.capacity, 0)`, 'plaats', 'plaatsen')],
  }),
}
