import type { InvoicesStep, RunStep } from './sending.forms.ts'
import { type Sending, UBL_OPTIONS, isMeant, toldOf } from './sending.rules.ts'

/** The step in which it is chosen which invoices go and with what: the same for some of them and for those of a month. */
export const invoicesStep = <Check extends typeof InvoicesStep | typeof RunStep>(check: Check) => ({
  key: 'invoices',
  label: 'Facturen',
  view: 'administration/sending/invoices',
  check,
  load: (_ctx: unknown, { rows }: { rows: readonly Sending[] }) => ({
    lines: rows.map((row) => ({ ...row, told: toldOf(row), chosen: isMeant(row, rows) })),
    formats: UBL_OPTIONS,
  }),
})

/** What the step of the message says of invoices. */
export const INVOICE_MESSAGE = {
  key: 'invoice_message',
  one: 'factuur',
  paper: ({ id, uid, customer }: Sending) => ({
    label: uid === null ? `Concept voor ${customer} (pdf)` : `factuur-${uid}.pdf`,
    href: `/administration/invoice/${id}`,
  }),
} as const
