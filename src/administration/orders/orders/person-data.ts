import type { Db, Trx } from '../../../platform/database/types.ts'
import { addressLine, NO_PLACE, placeColumns } from '../../../platform/fields/address.ts'
import { formatDate, formatMoney } from '../../../platform/format/format.ts'
import { FISCAL, isOwnOf, type PersonDataSource, personRows } from '../../../system/privacy/points.ts'
import { orderFields } from './orders.fields.ts'
import { STATUSES } from './orders.rules.ts'
import { listOrders } from './orders.queries.ts'

const attached = (db: Db | Trx, contactId: number) =>
  db.selectFrom('order_contacts').select('order_id').where('contact_id', '=', contactId)

/** What somebody ordered, or has to do with as a contact of an order. */
export const orderData: PersonDataSource = {
  ...personRows({
    key: 'orders',
    label: 'Uw orders',
    rows: (db, contactId) =>
      listOrders(db)
        .select(placeColumns('orders'))
        .select((eb) => eb('orders.id', 'in', attached(db, contactId)).as('attached'))
        .where((eb) => eb.or([eb('orders.contact_id', '=', contactId), eb('orders.id', 'in', attached(db, contactId))]))
        .orderBy('orders.order_date')
        .orderBy('orders.id'),
    show: (order) => ({
      Nummer: order.uid,
      [orderFields.order_date.label]: formatDate(order.order_date),
      [orderFields.reference.label]: order.reference,
      Adres: addressLine(order),
      Totaal: formatMoney(order.total),
      Status: STATUSES[order.status].label,
    }),
    empties: [
      { what: ['adres bij een order', 'adressen bij orders'], of: (order) => order.company_id === null },
      { what: ['koppeling aan een order', 'koppelingen aan orders'], of: (order) => Boolean(order.attached) },
    ],
    keeps: [{ what: ['order, zonder naam en adres', 'orders, zonder naam en adres'], why: FISCAL }],
    history: { order: orderFields },
  }),
  anonymise: async (trx, contactId) => {
    await trx.deleteFrom('order_contacts').where('contact_id', '=', contactId).execute()
    await trx.updateTable('orders').set(NO_PLACE).where(isOwnOf(contactId)).execute()
  },
}
