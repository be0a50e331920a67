import * as z from 'zod'
import type { Db } from '../../../platform/database/types.ts'
import { Invalid } from '../../../platform/errors.ts'
import { idList } from '../../../platform/forms/fields.ts'
import { formatCount, formatMoney } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { planOf } from '../../../platform/screens/table/bulk-plan.ts'
import { bulkAction } from '../../../platform/screens/table/bulk.ts'
import { monthText } from '../../devices/devices/index.ts'
import { daysAhead } from './ahead.queries.ts'
import { extendContract } from './contracts.commands.ts'
import { HOME } from './contracts.screens.ts'
import { listContracts } from './contracts.queries.ts'
import { makeOrderFor, makePeriodOrders } from './period-orders.commands.ts'
import { planPriced } from './period-orders.plan.ts'
import { listGoingContracts } from './period-orders.queries.ts'
import { contractsArea } from './rights.ts'

const access = { area: contractsArea, record: 'inspectionContract', right: 'change' } as const
const CHANGED = 'Intussen is er iets gewijzigd. Kijk de lijst nog een keer na.'

/** So many contracts are looked at together; of more the night makes the orders. */
const MOST = 200

/** The order of the running period: made once, and answered again afterwards. */
export const contractMakeOrder = action({
  ...access,
  path: `${HOME}/makeOrderFor/:id`,
  noUndo: 'number given',
  save: async ({ trx, params, services, viewer }) => {
    const { id, isNew } = await makeOrderFor(trx, params.id, { registry: services.registry, employee_id: viewer.id, ahead: await daysAhead(trx) }) // prettier-ignore
    return {
      changed: [
        { type: 'order', id },
        { type: 'inspectionContract', id: params.id },
      ],
      flash: { str: isNew ? 'Order gemaakt' : 'De order van deze periode is er al', type: 'success' },
      open: `/administration/order/view/${id}`,
      body: { id },
    }
  },
  example: (story) => ({ params: { id: story.contracts.deLinde } }),
})

/** What would be made, and of the rest why not: of these contracts, or of all whose work month has come. */
async function planned(db: Db, ids: readonly number[]) {
  const asked = ids.length > 0 ? ids : (await listGoingContracts(db, today()).orderBy('expires_at').limit(5000).execute()).map(({ id }) => id) // prettier-ignore
  const plan = await planPriced(db, asked, { ahead: await daysAhead(db) })
  const due = ids.length > 0 ? plan : plan.filter(({ hasCome, made }) => hasCome && !made)
  return { does: due.filter(({ why }) => why === null).slice(0, MOST), not: due.filter(({ why }) => why !== null) }
}

/** Orders of the work months that have come: what is made, what is not and why. */
export const contractOrders = formPopup({
  ...access,
  recordParam: null,
  path: `${HOME}/orders`,
  home: HOME,
  size: 'medium',
  query: z.object({ ids: idList(MOST) }),
  load: async ({ db, query }) => {
    const { does, not } = await planned(db, query.ids)
    return {
      does: does.map((one) => ({ ...one, month: monthText(one.month), amount: formatMoney(one.amount) })),
      not,
      total: formatMoney(does.reduce((sum, { amount }) => sum + amount, 0)),
      devices: does.reduce((sum, one) => sum + one.devices.length, 0),
    }
  },
  title: ({ does }) => `${formatCount(does.length, 'order', 'orders')} maken`,
  view: 'inspections/contracts/orders',
  form: z.object({ contracts: idList(MOST) }),
  formRecords: { contracts: 'inspectionContract' },
  submits: ({ does }) => [{ label: `${formatCount(does.length, 'order', 'orders')} maken` }],
  refusal: ({ does }) => (does.length === 0 ? 'Er is nu geen order te maken.' : undefined),
  noUndo: 'number given',
  save: async ({ trx, form, services, viewer }) => {
    if (form.contracts.length === 0) throw new Invalid({ contracts: ['Vink minimaal één contract aan.'] })
    const { plan, made } = await makePeriodOrders(trx, form.contracts, { registry: services.registry, employee_id: viewer.id, ahead: await daysAhead(trx) }) // prettier-ignore
    if (plan.some(({ why, made: before }) => why !== null && !before)) throw new Invalid({ contracts: [CHANGED] })
    return {
      changed: [...made].flatMap(([contract, order]) => [
        { type: 'inspectionContract', id: contract },
        { type: 'order', id: order },
      ]),
      flash: { str: made.size === 0 ? 'Deze orders waren er al' : `${formatCount(made.size, 'order', 'orders')} gemaakt`, type: 'success' }, // prettier-ignore
    }
  },
  example: (story) => ({ form: { contracts: String(story.contracts.deLinde) } }),
})

/** Several go on for one more period. */
export const [bulkExtend, bulkExtendPreview] = bulkAction({
  ...access,
  recordParam: null,
  home: HOME,
  path: `${HOME}/bulk/extend`,
  previewPath: `${HOME}/bulk/extend/preview`,
  form: z.object({ ids: idList(500).refine((ids) => ids.length > 0, 'Vink minimaal één contract aan.') }),
  formRecords: { ids: 'inspectionContract' },
  words: {
    one: 'contract',
    many: 'contracten',
    verb: 'verlengen',
    done: 'verlengd',
    will: { one: 'Wordt verlengd', many: 'Worden verlengd' },
  },
  plan: async ({ db, form }) => {
    const rows = await listContracts(db)
      .where('inspection_contracts.id', 'in', form.ids)
      .orderBy('inspection_contracts.id')
      .execute()
    return planOf(rows, (row) => (row.terminated_on === null ? {} : { why: 'is opgezegd' })).plan
  },
  lock: ({ trx, form }) =>
    trx.selectFrom('inspection_contracts').select('id').where('id', 'in', form.ids).orderBy('id').forUpdate().execute(),
  carryOut: async ({ trx }, plan) => {
    for (const { id } of plan.does) await extendContract(trx, id)
    return { changed: plan.does.map(({ id }) => ({ type: 'inspectionContract', id })) }
  },
  example: (story) => ({ query: { ids: String(story.contracts.deLinde) } }),
})
