import { sql } from 'kysely'
import { NO_END, type OccupationRow, type OccupationSource } from '../occupations/points.ts'

/** What is out of use is taken as if it were used elsewhere, so many of it. */
const outages: OccupationSource = {
  resource: 'material',
  record: 'material_outage',
  away: true,
  counted: true,
  rows: sql<OccupationRow>`
    select b.material_id as resource_id, b.id as record_id, 'Buiten gebruik (' || b.description || ')' as description,
           lower(b.during) as starts_at, coalesce(upper(b.during), ${NO_END}::timestamptz) as ends_at, b.during,
           true as counts, b.count as units
    from material_outages b`,
}

export const materialOccupations = [outages]
