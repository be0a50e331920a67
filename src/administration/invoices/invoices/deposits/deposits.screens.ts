import { sql } from 'kysely'
import * as z from 'zod'
import type { Db } from '../../../../platform/database/types.ts'
import { amount } from '../../../../platform/fields/kinds.ts'
import { formatMoney } from '../../../../platform/format/format.ts'
import { formPopup } from '../../../../platform/screens/form/form-popup.ts'
import type { PopupAction } from '../../../../platform/screens/popup/popup-actions.ts'
import type { SaveCtx } from '../../../../platform/screens/screen.ts'
import { bothOf } from '../../../catalogue/prices/index.ts'
import { listSaleLines } from '../../../sales/sales/index.ts'
import { makeDeposit, partsOf } from './deposits.commands.ts'
import { type DepositedSale, listDeposits } from './deposits.queries.ts'
import type { DepositAsked } from './deposits.rules.ts'
import { conceptsArea } from '../rights.ts'

/** Percents or euros, both in hundredths. */
const value = amount('Hoeveel').parse

const DepositForm = z
  .object({ as: z.enum(['percentage', 'amount'], 'Kies een percentage of een bedrag.').default('percentage'), value })
  .refine(({ value: typed }) => typed !== null && typed > 0, {
    path: ['value'],
    message: 'Vul in hoeveel er wordt aanbetaald.',
  })
  .refine(({ as, value: typed }) => as === 'amount' || typed === null || typed <= 10_000, {
    path: ['value'],
    message: 'Een aanbetaling is hooguit 100%.',
  })
type Form = z.output<typeof DepositForm>

const askedOf = ({ as, value: typed }: Form): DepositAsked =>
  as === 'percentage' ? { percentage: (typed! / 100).toFixed(2) } : { amount: BigInt(typed!) }

const access = { area: conceptsArea, right: 'change', size: 'small', view: 'administration/invoices/deposit' } as const

async function loaded(db: Db, sale: DepositedSale) {
  const lines = await listSaleLines(db, 'order_id' in sale ? { type: 'order', id: sale.order_id } : { type: 'quotation', id: sale.quotation_id }) // prettier-ignore
  const deposits = await listDeposits(db, sale)
  const whole = partsOf(lines, { percentage: '100' }).reduce(
    (sum, part) => sum + bothOf(part.amount, part.rate, part.taxes_included).incl,
    0n,
  )
  const open = Number(whole) - deposits.reduce((sum, { left }) => sum + Number(left), 0)
  return {
    open: formatMoney(Math.max(0, open)),
    nothing: open <= 0,
    deposits: deposits.map((one) => ({ ...one, total: formatMoney(one.total), left: formatMoney(one.left) })),
  }
}

async function saved(
  { trx, viewer, form }: Pick<SaveCtx<object, object, Form>, 'trx' | 'viewer' | 'form'>,
  sale: DepositedSale,
) {
  const id = await makeDeposit(trx, sale, askedOf(form), viewer.id)
  const about = 'order_id' in sale ? { type: 'order', id: sale.order_id } : { type: 'quotation', id: sale.quotation_id }
  return {
    changed: [{ type: 'invoice', id }, about],
    flash: { str: 'Aanbetaling als concept gemaakt', type: 'success' as const },
    open: `/administration/invoice/view/${id}`,
    body: { id },
  }
}

const form = { value: '30' }
const NOTHING = 'Alles wat nog open staat, is al aanbetaald of gefactureerd.'

/** Asks a part of an order beforehand. */
export const orderDeposit = formPopup({
  ...access,
  record: 'order',
  path: '/administration/order/deposit/:id',
  home: '/administration/orders',
  load: ({ db, params }) => loaded(db, { order_id: params.id }),
  title: 'Aanbetaling factureren',
  form: DepositForm,
  submits: [{ label: 'Concept maken' }],
  refusal: ({ nothing }) => (nothing ? NOTHING : undefined),
  save: (ctx) => saved(ctx, { order_id: ctx.params.id }),
  example: (story) => ({ params: { id: story.orders.open }, form, foreign: null }),
})

/** The same of a quotation that the customer accepted. */
export const quotationDeposit = formPopup({
  ...access,
  record: 'quotation',
  path: '/administration/quotation/deposit/:id',
  home: '/administration/quotations',
  load: async ({ db, params }) => {
    const quotation = await db.selectFrom('quotations').select('stage').where('id', '=', params.id).executeTakeFirst()
    return { ...(await loaded(db, { quotation_id: params.id })), accepted: quotation?.stage === 'accepted' }
  },
  title: 'Aanbetaling factureren',
  form: DepositForm,
  submits: [{ label: 'Concept maken' }],
  refusal: ({ nothing, accepted }) =>
    accepted ? (nothing ? NOTHING : undefined) : 'De offerte is nog niet geaccepteerd.',
  save: (ctx) => saved(ctx, { quotation_id: ctx.params.id }),
  example: (story) => ({ params: { id: story.quotations.accepted }, form, foreign: null }),
})

const step = { place: 'menu', order: 47, area: conceptsArea, right: 'change' } as const

/** In the menu of an order of which something is left, and of a quotation that was accepted and became nothing yet. */
export const depositActions: PopupAction[] = [
  {
    ...step,
    record: 'order',
    action: ({ id }) => ({ label: 'Aanbetaling', icon: 'coin-euro', kind: 'popup', url: `/administration/order/deposit/${id}` }), // prettier-ignore
    when: (_viewer, id) => sql`exists (select 1 from orders where id = ${id} and line_count > settled_count)`,
  },
  {
    ...step,
    record: 'quotation',
    action: ({ id }) => ({ label: 'Aanbetaling', icon: 'coin-euro', kind: 'popup', url: `/administration/quotation/deposit/${id}` }), // prettier-ignore
    when: (_viewer, id) => sql`exists (select 1 from quotations where id = ${id} and stage = 'accepted')
      and not exists (select 1 from orders where quotation_id = ${id})
      and not exists (select 1 from invoices where quotation_id = ${id})`,
  },
]
