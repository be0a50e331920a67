import { countOf } from '../../../platform/database/count.ts'
import { everOf, maskHistory } from '../../../platform/database/history.ts'
import { impersonal } from '../../../platform/fields/facts.ts'
import { formatCount } from '../../../platform/format/format.ts'
import type { PersonDataSource } from '../../../system/privacy/points.ts'
import { placeFields, planningOrderFields } from './ordering.fields.ts'

/** On which orders somebody stands as a student. */
export const orderedData: PersonDataSource = {
  key: 'planning-orders',
  label: 'Orders voor opleidingen die u volgde',
  collect: async ({ db }, contactId) => {
    const rows = await db
      .selectFrom('planning_order_lines')
      .innerJoin('sale_lines', 'sale_lines.id', 'planning_order_lines.line_id')
      .innerJoin('orders', 'orders.id', 'sale_lines.order_id')
      .select(['sale_lines.name', 'orders.uid'])
      .where('planning_order_lines.contact_id', '=', contactId)
      .orderBy('planning_order_lines.id')
      .execute()
    const placed = await db
      .selectFrom('planning_order_places')
      .innerJoin('sale_lines', 'sale_lines.id', 'planning_order_places.line_id')
      .innerJoin('orders', 'orders.id', 'sale_lines.order_id')
      .select(['sale_lines.name', 'orders.uid'])
      .where('planning_order_places.contact_id', '=', contactId)
      .orderBy('planning_order_places.id')
      .execute()
    return [...rows, ...placed].map(({ name, uid }) => ({ Regel: name, [planningOrderFields.order_id.label]: uid }))
  },
  plan: async (db, contactId) => {
    const lines = await countOf(db.selectFrom('planning_order_lines').where('contact_id', '=', contactId))
    const count = lines + (await countOf(db.selectFrom('planning_order_places').where('contact_id', '=', contactId)))
    return {
      emptied: [],
      kept:
        count === 0
          ? []
          : [
              {
                what: `${formatCount(count, 'orderregel', 'orderregels')} van gevolgde opleidingen`,
                why: 'de fiscale bewaarplicht van zeven jaar',
              },
            ],
      blocked: [],
    }
  },
  mask: async (trx, contactId) => {
    const ever = await everOf(trx, 'planning_order', { contact_id: contactId })
    await maskHistory(trx, 'planning_order', ever, impersonal(planningOrderFields))
    const placed = await everOf(trx, 'planning_order_place', { contact_id: contactId })
    await maskHistory(trx, 'planning_order_place', placed, impersonal(placeFields))
  },
}
