import { NotFound } from '../../../platform/errors.ts'
import { sql } from 'kysely'
import { formatMoney } from '../../../platform/format/format.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { today } from '../../../platform/format/zone.ts'
import { dueOn } from '../../sales/claims/index.ts'
import { payLinks, payable } from '../../invoices/invoices/index.ts'
import { invoicesArea } from '../../invoices/invoices/rights.ts'

const access = { area: invoicesArea, record: 'invoice', right: 'change' } as const

/** Where the customer of an invoice pays it, for who mails or reads it out. */
export const payLinkPopup = popup({
  ...access,
  path: '/administration/invoice/:id/pay_link',
  home: '/administration/invoices',
  size: 'medium',
  load: async ({ db, params, services }) => {
    const invoice = await payable(db).where('invoices.id', '=', params.id).executeTakeFirst()
    if (!invoice) throw new NotFound('Factuur')
    const { due } = await dueOn(db, 'invoice', invoice, today())
    return { invoice, due, link: (await payLinks(db, services.config, [params.id])).get(params.id) ?? null }
  },
  title: ({ invoice }) => `Betaallink van ${invoice.uid}`,
  subtitle: ({ invoice, due }) =>
    `${invoice.customer} · ${formatMoney(invoice.open)} open${due > invoice.open ? `, ${formatMoney(due)} met kosten en rente` : ''}`,
  options: ({ invoice: { id, uid }, link }) =>
    link === null
      ? []
      : [
          {
            area: invoicesArea,
            right: 'change',
            label: 'Nieuwe link maken',
            icon: 'refresh',
            kind: 'post',
            url: `/administration/invoice/${id}/renew_pay_link`,
            confirm: `Weet u zeker dat u een nieuwe link voor ${uid} wilt maken? Die in een e-mail of op papier staat, werkt dan niet meer.`,
          },
        ],
  view: 'administration/online-payments/link',
  example: (story) => ({ params: { id: story.invoices.definitive } }),
})

/** Another link: those before lead nowhere any more. */
export const payLinkRenew = action({
  ...access,
  path: '/administration/invoice/:id/renew_pay_link',
  noUndo: 'account, right or secret',
  save: async ({ trx, params }) => {
    await trx
      .insertInto('pay_links')
      .values({ invoice_id: params.id, generation: 1 })
      .onConflict((conflict) =>
        conflict.column('invoice_id').doUpdateSet({ generation: sql<number>`pay_links.generation + 1` }),
      )
      .execute()
    return {
      changed: [{ type: 'invoice', id: params.id }],
      flash: { str: 'Nieuwe betaallink gemaakt', type: 'success' },
    }
  },
  example: (story) => ({ params: { id: story.invoices.definitive } }),
})
