import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db } from '../../../platform/database/types.ts'
import { HttpError, NotFound } from '../../../platform/errors.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { parseForm } from '../../../platform/forms/invalid.ts'
import { sentFlash } from '../../../platform/mail/sending.ts'
import { wizard } from '../../../platform/screens/form/wizard.ts'
import type { Example, NoUndo, SaveCtx } from '../../../platform/screens/screen.ts'
import { readSetting } from '../../../system/settings/index.ts'
import { invoicesArea } from '../../invoices/invoices/rights.ts'
import { planInvoices } from './invoices.plan.ts'
import { messageStep } from './message.step.ts'
import { startSending } from './runs.commands.ts'
import { planRun } from './runs.plan.ts'
import { isBilled, unsentOfBilling } from './runs.queries.ts'
import { sendInvoices } from './sending.commands.ts'
import { AT_ONCE, InvoicesStep, SENDING_FAILED, SendInvoicesForm, type SendInvoicesInput, SendInvoicesQuery } from './sending.forms.ts' // prettier-ignore
import { type Sending, calledAs, invoiceOutcomes, isMeant, toldOf, ublOptions } from './sending.rules.ts'

type Asked = { ids: number[]; billing: number | null }

/** What is sent: those that were chosen, or what the end of a month left unsent. */
async function rowsOf(db: Db, viewer: Viewer, { ids, billing }: Asked) {
  const rows = await planRun(db, viewer, billing === null ? ids : await unsentOfBilling(db, billing))
  if (rows.length > 0) return { rows, ofMonth: billing !== null }
  if (billing === null) throw new NotFound('Factuur')
  if (!(await isBilled(db, billing))) throw new NotFound('Maandafsluiting')
  // A colleague was first, or they were taken back.
  throw new HttpError(409, 'Van deze maandafsluiting hoeft niets meer te worden verstuurd.')
}
type Base = Awaited<ReturnType<typeof rowsOf>>

/** What is done with what a month brought: those that have their number are sent alone. */
const ofMonthTitle = (rows: readonly Sending[]): string =>
  rows.some(({ uid }) => uid === null) ? 'Definitief maken en versturen' : 'Versturen'

function titleOf({ rows, ofMonth }: Base): string {
  if (ofMonth) return ofMonthTitle(rows)
  return rows.length === 1 ? `${calledAs('Factuur', rows[0]!)} verzenden` : 'Facturen verzenden'
}

function subtitleOf({ rows, ofMonth }: Base): string {
  if (ofMonth) return formatCount(rows.length, 'factuur van de maandafsluiting', 'facturen van de maandafsluiting')
  return rows.length === 1 ? rows[0]!.customer : formatCount(rows.length, 'factuur', 'facturen')
}

const paper = ({ id, uid, customer }: Sending) => ({
  label: uid === null ? `Concept voor ${customer} (pdf)` : `factuur-${uid}.pdf`,
  href: `/administration/invoice/${id}`,
})

type Saving = SaveCtx<object, Asked, SendInvoicesInput>

/** One by one, as a piece of work that shows how far it is and can be stopped. */
async function asRun({ trx, viewer, form }: Saving) {
  const { id, count, left } = await startSending(trx, viewer, form)
  const str = [`${formatCount(count, 'factuur wordt', 'facturen worden')} verstuurd`, left].filter(Boolean).join('. ')
  return {
    changed: [{ type: 'invoice', id: 0 }],
    flash: { str, type: 'success' as const },
    body: { id },
    noUndo: 'number given' as const,
  }
}

async function atOnce({ trx, services, viewer, form }: Saving) {
  const { ids, numbered, left } = await sendInvoices(trx, services, viewer, form)
  const numbers = numbered === 0 ? '' : `${formatCount(numbered, 'factuur', 'facturen')} definitief gemaakt`
  const sent = [`${formatCount(ids.length, 'factuur wordt', 'facturen worden')} verzonden`, left]
    .filter(Boolean)
    .join('. ')
  return {
    changed: [...ids.map((id) => ({ type: 'invoice', id })), { type: 'message', id: 0 }],
    flash: await sentFlash(services, [numbers, sent].filter(Boolean).join(', '), {
      mails: ids.length,
      ...(numbers === '' ? {} : { done: `${numbers}.` }),
    }),
    body: { invoices: ids },
    ...(numbered === 0 ? {} : { noUndo: 'number given' as const }),
  }
}

/**
 * Which invoices, to whom and with what; then what is written, as each reads it. What a month brought, and more than
 * somebody waits for, is sent as a run.
 */
const sendWizard = (path: string, own: { home: string; noUndo?: NoUndo; example: Example }) =>
  wizard({
    ...own,
    area: invoicesArea,
    record: 'invoice',
    recordParam: null,
    fieldsOf: 'message',
    formRecords: { invoices: 'invoice' },
    right: 'change',
    path,
    query: SendInvoicesQuery,
    size: 'xlarge',
    load: ({ db, viewer, query }) => rowsOf(db, viewer, query),
    title: titleOf,
    subtitle: subtitleOf,
    steps: [
      {
        key: 'invoices',
        label: 'Facturen',
        view: 'administration/sending/invoices',
        check: InvoicesStep,
        load: async ({ db }, { rows }) => ({
          lines: rows.map((row) => ({ ...row, told: toldOf(row), chosen: isMeant(row, rows) })),
          formats: ublOptions((await readSetting(db, 'invoices')).ubl_format),
        }),
      },
      {
        key: 'message',
        label: 'Bericht',
        view: 'administration/sending/message',
        load: async (ctx, _base, fields) => {
          const { invoices, ubl } = parseForm(InvoicesStep, fields)
          const plan = await planRun(ctx.db, ctx.viewer, invoices)
          // Reads each invoice whole, so it is said here and is no part of what the save compares.
          const read = ubl === '' ? plan : await planInvoices(ctx.db, ctx.viewer, invoices, ubl)
          return messageStep(ctx, plan, {
            key: 'invoice_message',
            one: 'factuur',
            paper,
            outcomes: (_plan, files) => invoiceOutcomes(read, files),
          })
        },
      },
    ],
    failText: SENDING_FAILED,
    form: SendInvoicesForm,
    submits: ({ rows, ofMonth }) => [{ label: ofMonth ? ofMonthTitle(rows) : 'Verzenden' }],
    save: (ctx) => (ctx.query.billing === null && ctx.form.invoices.length <= AT_ONCE ? atOnce(ctx) : asRun(ctx)),
  })

const WRITTEN = { subject: 'Factuur {{ factuur.nummer }}', content: '<p>In de bijlage vindt u de factuur.</p>' }

/** From the list and from an invoice (R-213, S-137). */
export const invoiceSendWizard = sendWizard('/administration/invoice/getSendWizard/', {
  home: '/administration/invoices',
  example: (story) => ({
    query: { ids: String(story.invoices.definitive) },
    form: { 'invoices[]': story.invoices.definitive, ...WRITTEN },
  }),
})

/** The same from the end of a month. */
export const sendRunWizard = sendWizard('/administration/invoices/sending', {
  home: '/administration/billing',
  noUndo: 'number given',
  example: (story) => ({
    query: { billing: String(story.billingRun) },
    form: { 'invoices[]': story.invoices.concept, ...WRITTEN },
    foreign: null,
  }),
})
