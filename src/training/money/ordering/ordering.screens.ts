import * as z from 'zod'
import { parsersOf } from '../../../platform/fields/facts.ts'
import { id as recordId } from '../../../platform/forms/fields.ts'
import { formatCount, formatMoney } from '../../../platform/format/format.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { getAppointment, listParts } from '../../planning/appointments/index.ts'
import { ORDER_BY } from '../../catalogue/courses/index.ts'
import { chooseOrders } from './choosing.commands.ts'
import { creditGone, listToCredit } from './crediting.commands.ts'
import { choiceFields } from './ordering.fields.ts'
import { getOrderedPlanning, hasOwnChoice, listOrdersOf } from './ordering.queries.ts'
import { planningOrdersArea } from './rights.ts'

/** Lines of definitive invoices, to be credited. */
const credit = z.preprocess((sent) => [sent ?? []].flat(), z.array(recordId).max(1000))

/** How a planning is billed: by orders that follow who is enrolled, or not; and the orders that there are. */
export const ordersOfPlanning = formPopup({
  area: planningOrdersArea,
  record: 'appointment',
  fieldsOf: 'planning_order_choice',
  right: 'change',
  path: '/calendar/orders/:id',
  home: '/calendar',
  size: 'medium',
  load: async ({ db, params }) => {
    const { group_id, course_description } = await getAppointment(db, params.id)
    const planning = await getOrderedPlanning(db, group_id)
    const orders = await listOrdersOf(db, group_id)
    const own = await hasOwnChoice(db, group_id)
    const found = await listToCredit(db, group_id)
    return {
      group_id,
      course: course_description,
      choice: { order_by: own ? planning.order_by : 'course' },
      toCredit: [...Map.groupBy(found, ({ invoice_id }) => invoice_id)].map(([invoice, lines]) => ({
        id: invoice,
        uid: lines[0]!.uid,
        lines,
      })),
      asCourse: ORDER_BY[planning.course_order_by],
      orders: orders.map((order) => ({ ...order, total: formatMoney(order.total) })),
    }
  },
  title: 'Orders',
  subtitle: ({ course, group_id }) => `${course} · planning ${group_id}`,
  view: 'training/ordering/planning',
  form: z.object({ ...parsersOf(choiceFields, 'order_by'), credit }),
  save: async ({ trx, params, form }) => {
    const { group_id } = await getAppointment(trx, params.id)
    await chooseOrders(trx, group_id, form.order_by)
    const made = form.credit.length === 0 ? [] : await creditGone(trx, group_id, form.credit)
    const parts = await listParts(trx, group_id)
    return {
      changed: [
        ...parts.map(({ id }) => ({ type: 'appointment', id })),
        { type: 'order', id: 0 },
        ...made.map((invoice) => ({ type: 'invoice', id: invoice })),
      ],
      flash: {
        str:
          made.length > 0
            ? `${formatCount(made.length, 'creditfactuur', 'creditfacturen')} gemaakt`
            : form.order_by === 'none'
              ? 'Deze planning maakt geen orders'
              : 'De orders volgen de inschrijvingen',
        type: 'success',
      },
      ...(made.length === 1 ? { open: `/administration/invoice/view/${made[0]}` } : {}),
    }
  },
  example: (story) => ({ params: { id: story.appointments.coming }, form: { order_by: 'none' }, foreign: null }),
})
