import * as z from 'zod'
import { date } from '../../../platform/forms/fields.ts'
import { formatCount, formatDate, formatMoney } from '../../../platform/format/format.ts'
import { today } from '../../../platform/format/zone.ts'
import { action } from '../../../platform/screens/call/calls.ts'
import { popup } from '../../../platform/screens/popup/popup.ts'
import { makeInvoices } from './invoicing.commands.ts'
import { planInvoices } from './invoicing.plan.ts'
import { billedOtherwise, listInvoicesOf } from './invoicing.queries.ts'
import { invoicingArea } from './rights.ts'

const access = { area: invoicingArea, record: 'appointment' } as const

/** Which invoices there would be of a planning, and those that there are. */
export const invoicesOfPlanning = popup({
  ...access,
  right: 'change',
  path: '/calendar/makeInvoices/:id',
  home: '/calendar',
  size: 'medium',
  load: async ({ db, params }) => {
    const plan = await planInvoices(db, params.id)
    const made = await listInvoicesOf(db, plan.group_id)
    const otherwise = await billedOtherwise(db, plan.group_id)
    return {
      partId: params.id,
      plan,
      charges: plan.charges.map(({ lines, incl, ...charge }) => ({
        ...charge,
        total: formatMoney(incl),
        lines: lines.map((line) => ({ ...line, excl: formatMoney(line.excl), incl: formatMoney(line.incl) })),
      })),
      made: made.map((invoice) => ({ ...invoice, total: formatMoney(invoice.total) })),
      ...otherwise,
      day: formatDate(today()),
      priceDay: formatDate(plan.day),
    }
  },
  title: 'Facturen maken',
  subtitle: ({ plan }) => `${plan.course} · planning ${plan.group_id}`,
  view: 'training/invoicing/plan',
  example: (story) => ({ params: { id: story.appointments.finished } }),
})

const Form = z.object({
  charges: z.preprocess((sent) => [sent ?? []].flat(), z.array(z.string().max(30)).max(1000)),
  invoice_date: date,
  plan: z.string().max(40).default(''),
})

export const invoicesGenerate = action({
  ...access,
  right: 'change',
  path: '/calendar/generateInvoices/:id',
  form: Form,
  save: async ({ trx, viewer, params, form, services }) => {
    const made = await makeInvoices(trx, services.registry, {
      partId: params.id,
      key: form.plan || null,
      chosen: form.charges,
      invoice_date: form.invoice_date,
      employee_id: viewer.id,
    })
    const one = made.length === 1 ? made[0] : undefined
    return {
      changed: [...made.map((invoice) => ({ type: 'invoice', id: invoice })), { type: 'appointment', id: params.id }],
      flash: {
        str: `${formatCount(made.length, 'conceptfactuur', 'conceptfacturen')} gemaakt`,
        type: 'success',
      },
      close: true,
      ...(one === undefined ? {} : { open: `/administration/invoice/view/${one}` }),
      body: { ids: made },
    }
  },
  example: (story) => ({
    params: { id: story.appointments.finished },
    form: { charges: `company-${story.companies.deLinde}`, invoice_date: formatDate(today()) },
  }),
})
