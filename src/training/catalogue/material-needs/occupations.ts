import { sql } from 'kysely'
import type { OccupationRow, OccupationSource } from '../../../system/occupations/points.ts'

/** What the parts of plannings take of the material that their components need. */
const parts: OccupationSource = {
  resource: 'material',
  record: 'appointment',
  counted: true,
  // The range is spelled as the index appointments_during has it.
  rows: sql<OccupationRow>`
    select n.material_id as resource_id, a.id as record_id, a.description, a.starts_at, a.ends_at,
           tstzrange(a.starts_at, a.ends_at) as during, a.status <> 'cancelled' as counts,
           n.count * case when n.per_students is null then 1
             else greatest(1, ceil(a.max_count::numeric / n.per_students))::integer end as units
    from component_materials n join appointments a on a.component_id = n.component_id`,
}

export const needOccupations = [parts]
