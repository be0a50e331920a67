import { everOf, maskHistory } from '../../../platform/database/history.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { impersonal } from '../../../platform/fields/facts.ts'
import { cityLine, streetLine } from '../../../platform/fields/address.ts'
import { formatCount, formatDate, formatMoney } from '../../../platform/format/format.ts'
import type { PersonDataSource } from '../../../system/privacy/points.ts'
import { orderFields } from './orders.fields.ts'
import { STATUSES } from './orders.rules.ts'
import { listOrders } from './orders.queries.ts'

const attached = (db: Db | Trx, contactId: number) =>
  db.selectFrom('order_contacts').select('order_id').where('contact_id', '=', contactId)

const ordersOf = (db: Db | Trx, contactId: number) =>
  listOrders(db)
    .select(['orders.street', 'orders.street_no', 'orders.street_no_adding', 'orders.postal_code'])
    .where((eb) => eb.or([eb('orders.contact_id', '=', contactId), eb('orders.id', 'in', attached(db, contactId))]))
    .orderBy('orders.order_date')
    .orderBy('orders.id')

const EMPTY = { street: null, street_no: null, street_no_adding: null, postal_code: null, city: null } as const

/** What somebody ordered, or has to do with as a contact of an order. */
export const orderData: PersonDataSource = {
  key: 'orders',
  label: 'Uw orders',
  collect: async ({ db }, contactId) =>
    (await ordersOf(db, contactId).execute()).map((order) => ({
      Nummer: order.uid,
      [orderFields.order_date.label]: formatDate(order.order_date),
      [orderFields.reference.label]: order.reference,
      Adres: [streetLine(order), cityLine(order)].filter(Boolean).join(', '),
      Totaal: formatMoney(order.total),
      Status: STATUSES[order.status].label,
    })),
  plan: async (db, contactId) => {
    const rows = await ordersOf(db, contactId).execute()
    const own = rows.filter((order) => order.company_id === null)
    const others = (await attached(db, contactId).execute()).length
    return {
      emptied: [
        ...(own.length === 0 ? [] : [formatCount(own.length, 'adres bij een order', 'adressen bij orders')]),
        ...(others === 0 ? [] : [formatCount(others, 'koppeling aan een order', 'koppelingen aan orders')]),
      ],
      kept:
        rows.length === 0
          ? []
          : [{ what: `${formatCount(rows.length, 'order', 'orders')}, zonder naam en adres`, why: 'de fiscale bewaarplicht van zeven jaar' }], // prettier-ignore
      blocked: [],
    }
  },
  anonymise: async (trx, contactId) => {
    await trx.deleteFrom('order_contacts').where('contact_id', '=', contactId).execute()
    await trx
      .updateTable('orders')
      .set(EMPTY)
      .where('contact_id', '=', contactId)
      .where('company_id', 'is', null)
      .execute()
  },
  mask: async (trx, contactId) => {
    await maskHistory(trx, 'order', await everOf(trx, 'order', { contact_id: contactId }), impersonal(orderFields))
  },
}
