import * as z from 'zod'
import { Invalid } from '../../../platform/errors.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { idList } from '../../../platform/forms/fields.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { preview } from '../../../platform/screens/form/preview.ts'
import { listLayouts } from '../../../system/layouts/index.ts'
import { getOrder } from './orders.queries.ts'
import { ordersArea } from './rights.ts'

const access = { area: ordersArea, record: 'order', right: 'change' } as const

const TOGETHER = 'Alle orders achter elkaar in een document, elke op een eigen pagina.'

/** In which ways the chosen orders can be printed, each as one document. */
export const ordersPrint = popup({
  ...access,
  recordParam: null,
  path: '/administration/orders/print',
  home: '/administration/orders',
  size: 'small',
  query: z.object({ ids: idList(500) }),
  load: async ({ db, query: { ids }, viewer, services }) => {
    if (ids.length === 0) throw new Invalid({ ids: ['Vink minimaal één order aan.'] })
    await services.registry.assertVisible(db, viewer, 'order', ...ids)
    const says = ids.length === 1 ? 'Als een document.' : TOGETHER
    return { count: ids.length, says, ids: ids.join(','), layouts: await listLayouts(db, ['order', 'work_order']) }
  },
  title: ({ count }) => `${formatCount(count, 'order', 'orders')} printen`,
  view: 'administration/orders/print',
  example: (story) => ({ query: { ids: String(story.orders.open) }, foreign: null }),
})

/** Where the work order of an order is, which tells what is to be done and has no prices. */
export const orderWorkOrder = preview({
  ...access,
  path: '/administration/order/generateWorkOrder/:order_id',
  form: z.object({}),
  load: async ({ db, params }) => {
    const { id } = await getOrder(db, params.order_id)
    const [layout] = await listLayouts(db, ['work_order'])
    return { url: layout ? `/print/collection/${layout.id}/${id}` : `/print/kind/work_order?ids=${id}` }
  },
  example: (story) => ({ params: { order_id: story.orders.open } }),
})
