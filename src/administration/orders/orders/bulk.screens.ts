import * as z from 'zod'
import { idList } from '../../../platform/forms/fields.ts'
import { bulkAction } from '../../../platform/screens/table/bulk.ts'
import { deliverAll } from './orders.commands.ts'
import { planDelivering } from './orders.plan.ts'
import { ordersArea } from './rights.ts'

/** As many as one save changes within the time that somebody waits for it. */
const ids = idList(200).refine((chosen) => chosen.length > 0, 'Vink minimaal één order aan.')

/** Everything of several orders was delivered. */
export const [deliverMany, deliverManyPreview] = bulkAction({
  area: ordersArea,
  record: 'order',
  recordParam: null,
  right: 'change',
  home: '/administration/orders',
  path: '/administration/orders/bulk/delivered',
  previewPath: '/administration/orders/bulk/delivered/preview',
  words: {
    one: 'order',
    many: 'orders',
    verb: 'afleveren',
    done: 'afgeleverd',
    will: { one: 'Wordt geleverd', many: 'Worden geleverd' },
  },
  form: z.object({ ids }),
  formRecords: { ids: 'order' },
  plan: planDelivering,
  lock: ({ trx, form }) =>
    trx.selectFrom('orders').select('id').where('id', 'in', form.ids).orderBy('id').forUpdate().execute(),
  carryOut: async ({ trx, services }, plan) => {
    for (const { id } of plan.does) await deliverAll(trx, services.registry, id)
    return { changed: plan.does.map(({ id }) => ({ type: 'order', id })) }
  },
  example: (story) => ({ query: { ids: String(story.orders.open) } }),
})
