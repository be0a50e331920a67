import * as z from 'zod'
import { price } from '../../../../platform/fields/kinds.ts'
import { formatDate } from '../../../../platform/format/format.ts'
import { formatPrice } from '../../../../platform/format/price.ts'
import { action } from '../../../../platform/screens/call/calls.ts'
import { formPopup } from '../../../../platform/screens/form/form-popup.ts'
import type { SaveCtx } from '../../../../platform/screens/screen.ts'
import { digitsOf } from '../../../catalogue/prices/index.ts'
import { type Wanted, makeCredit } from './credit.commands.ts'
import { listCreditable } from './credit.queries.ts'
import { getInvoice } from '../invoices.queries.ts'
import { STATUSES, shownLines } from '../invoices.rules.ts'
import { invoicesArea } from '../rights.ts'

/** Lines that are not ticked come without their id. */
const Lines = z
  .array(
    z.object({
      id: z.coerce.number<string>().int().min(1).max(2_147_483_647).optional(),
      count: price('Aantal').parse.transform((digits) => digits ?? '0'),
    }),
  )
  .max(5000)

const access = { area: invoicesArea, record: 'invoice', right: 'change' } as const

async function credited({ trx, params }: SaveCtx<{ id: number }, object, object>, wanted: readonly Wanted[] | null) {
  const id = await makeCredit(trx, params.id, wanted)
  return {
    changed: [
      { type: 'invoice', id },
      { type: 'invoice', id: params.id },
    ],
    flash: { str: 'Creditfactuur gemaakt', type: 'success' as const },
    open: `/administration/invoice/view/${id}`,
    body: { id },
  }
}

/** Takes back all that is left of an invoice. */
export const invoiceCreditWhole = action({
  ...access,
  path: '/administration/invoice/:id/make_credit_invoice',
  save: (ctx) => credited(ctx, null),
  example: (story) => ({ params: { id: story.invoices.definitive }, foreign: null }),
})

/** Takes back chosen lines of it. */
export const invoiceCredit = formPopup({
  ...access,
  path: '/administration/invoice/:id/credit',
  home: '/administration/invoices',
  size: 'medium',
  view: 'administration/invoices/credit',
  load: async ({ db, params }) => {
    const invoice = await getInvoice(db, params.id)
    const lines = await listCreditable(db, params.id)
    const shown = new Map(shownLines(lines).map((line) => [line.id, line]))
    return {
      invoice,
      lines: lines
        .filter(({ left }) => left !== 0n)
        .map(({ id, left }) => ({
          ...shown.get(id)!,
          left: formatPrice(digitsOf(left).replace('-', '')).replace(/,00$/, ''),
        })),
    }
  },
  title: ({ invoice }) => `Factuur ${invoice.uid ?? ''} crediteren`.replace('  ', ' '),
  subtitle: ({ invoice }) => `${invoice.customer} · ${formatDate(invoice.invoice_date)}`,
  status: ({ invoice }) => STATUSES[invoice.status],
  form: z.object({ lines: Lines }),
  submits: [{ label: 'Creditfactuur maken' }],
  confirm: ({ invoice }) => `Weet u zeker dat u factuur ${invoice.uid ?? ''} wilt crediteren?`,
  refusal: ({ invoice, lines }) =>
    invoice.uid === null
      ? 'Een concept wordt niet gecrediteerd, maar verwijderd.'
      : invoice.credits_id !== null
        ? 'Een creditfactuur kan niet zelf worden gecrediteerd.'
        : lines.length === 0
          ? 'Deze factuur is al helemaal gecrediteerd.'
          : undefined,
  save: (ctx) =>
    credited(
      ctx,
      ctx.form.lines.flatMap(({ id, count }) => (id === undefined ? [] : [{ id, count }])),
    ),
  example: (story) => ({
    params: { id: story.invoices.definitive },
    form: { 'lines[0][id]': story.invoiceLine, 'lines[0][count]': '1' },
  }),
})
