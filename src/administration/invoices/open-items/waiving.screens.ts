import { action } from '../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../platform/screens/form/form-popup.ts'
import { WAIVING, WaiveForm, listBeside, splitByWaiving, waivingOf } from '../../sales/claims/index.ts'
import { closedUntil } from '../invoices/index.ts'
import { getOpeningItem } from './opening-items.queries.ts'
import { NO_LETTERS } from './opening-items.rules.ts'
import { openItemsArea } from './rights.ts'
import { askOpeningAgain, waiveOpeningCosts } from './waiving.commands.ts'

const access = { area: openItemsArea, record: 'opening_item', right: 'change' } as const

/** Costs and interest that letters asked, or would ask, are let go. */
export const openingWaive = formPopup({
  ...access,
  path: '/administration/opening-item/waive/:id',
  home: '/administration/opening-items',
  size: 'small',
  view: 'administration/waive',
  load: async ({ db, params }) => {
    const item = await getOpeningItem(db, params.id)
    const facts = (await listBeside(db, 'opening', [params.id])).get(params.id)
    const paid = await splitByWaiving(db, 'opening', params.id, await closedUntil(db))
    return { item, sentences: waivingOf(facts, item.open, paid) }
  },
  title: WAIVING.title,
  subtitle: ({ item }) => `${item.number}, ${item.customer}`,
  refusal: ({ item }) => (item.costs_waived !== null ? WAIVING.refusal : item.opening < 0 ? NO_LETTERS : undefined),
  form: WaiveForm,
  submits: [{ label: WAIVING.submit }],
  save: async ({ trx, params, form }) => {
    await waiveOpeningCosts(trx, params.id, form.reason)
    return {
      changed: [{ type: 'opening_item', id: params.id }],
      flash: { str: WAIVING.done, type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.openingItem }, form: { reason: 'Uit coulance' } }),
})

/** They are asked again after all. */
export const openingCharge = action({
  ...access,
  path: '/administration/opening-item/charge/:id',
  save: async ({ trx, params }) => {
    await askOpeningAgain(trx, params.id)
    return {
      changed: [{ type: 'opening_item', id: params.id }],
      flash: { str: WAIVING.again, type: 'success' },
    }
  },
  example: (story) => ({
    params: { id: story.openingItem },
    first: [{ path: `/administration/opening-item/waive/${story.openingItem}`, form: { reason: 'Uit coulance' } }],
    foreign: null,
  }),
})
