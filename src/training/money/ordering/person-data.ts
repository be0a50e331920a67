import { sql } from 'kysely'
import { FISCAL, personRows } from '../../../system/privacy/points.ts'
import { placeFields, planningOrderFields } from './ordering.fields.ts'

/** On which orders somebody stands as a student. */
export const orderedData = personRows({
  key: 'planning-orders',
  label: 'Orders voor opleidingen die u volgde',
  rows: async (db, contactId) => {
    const { rows } = await sql<{ name: string; uid: string }>`
      select l.name, o.uid from (
        select 1 as nth, id, line_id from planning_order_lines where contact_id = ${contactId}
        union all select 2, id, line_id from planning_order_places where contact_id = ${contactId}
      ) ordered join sale_lines l on l.id = ordered.line_id join orders o on o.id = l.order_id
      order by ordered.nth, ordered.id`.execute(db)
    return rows
  },
  show: ({ name, uid }) => ({ Regel: name, [planningOrderFields.order_id.label]: uid }),
  keeps: [{ what: ['orderregel van gevolgde opleidingen', 'orderregels van gevolgde opleidingen'], why: FISCAL }],
  history: { planning_order: planningOrderFields, planning_order_place: placeFields },
})
