import { action } from '../../../../platform/screens/call/calls.ts'
import * as z from 'zod'
import { idList } from '../../../../platform/forms/fields.ts'
import { bulkAction } from '../../../../platform/screens/table/bulk.ts'
import { lockForNumbers, makeDefinitive } from './definitive.commands.ts'
import { planDefinitive } from './definitive.plan.ts'
import { invoicesArea } from '../rights.ts'

/** A concept gets its number and never changes after. */
export const invoiceDefinitive = action({
  area: invoicesArea,
  record: 'invoice',
  right: 'change',
  path: '/administration/invoice/definitive/:id',
  noUndo: 'number given',
  save: async ({ trx, params }) => {
    const number = await makeDefinitive(trx, params.id)
    return {
      changed: [{ type: 'invoice', id: params.id }],
      flash: { str: `Factuur ${number} is definitief`, type: 'success' },
      body: { number },
    }
  },
  example: (story) => ({ params: { id: story.invoices.concept }, foreign: null }),
})

/** As many as one save gives their numbers within the time that somebody waits for it. */
const ids = idList(200).refine((chosen) => chosen.length > 0, 'Vink minimaal één factuur aan.')

/** Several concepts get their numbers at once, in the order of their days: all that can, or none. */
export const [definitiveMany, definitiveManyPreview] = bulkAction({
  area: invoicesArea,
  record: 'invoice',
  recordParam: null,
  right: 'change',
  noUndo: 'number given',
  home: '/administration/invoices',
  path: '/administration/invoices/bulk/definitive',
  previewPath: '/administration/invoices/bulk/definitive/preview',
  words: {
    one: 'factuur',
    many: 'facturen',
    verb: 'definitief maken',
    done: 'definitief gemaakt',
    will: { one: 'Krijgt een nummer en verandert niet meer', many: 'Krijgen een nummer en veranderen niet meer' },
  },
  form: z.object({ ids }),
  formRecords: { ids: 'invoice' },
  plan: planDefinitive,
  lock: ({ trx, form }) => lockForNumbers(trx, form.ids),
  carryOut: async ({ trx }, plan) => {
    for (const { id } of plan.does) await makeDefinitive(trx, id)
    return { changed: plan.does.map(({ id }) => ({ type: 'invoice', id })) }
  },
  example: (story) => ({ query: { ids: String(story.invoices.concept) } }),
})
