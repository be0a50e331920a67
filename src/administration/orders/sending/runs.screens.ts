import { HttpError, NotFound } from '../../../platform/errors.ts'
import { formatCount } from '../../../platform/format/format.ts'
import { parseForm } from '../../../platform/forms/invalid.ts'
import { action, fragment } from '../../../platform/screens/call/calls.ts'
import { wizard } from '../../../platform/screens/form/wizard.ts'
import { invoicesArea } from '../../invoices/invoices/rights.ts'
import { planInvoices } from './invoices.plan.ts'
import { INVOICE_MESSAGE, invoicesStep } from './invoices.step.ts'
import { messageStep } from './message.step.ts'
import { startSending, steerSending } from './runs.commands.ts'
import { planRun } from './runs.plan.ts'
import { isBilled, latestSending, unsentOfBilling } from './runs.queries.ts'
import { RunStep, SENDING_FAILED, SendRunForm, SendRunQuery, SteerForm } from './sending.forms.ts'
import { invoiceOutcomes } from './sending.rules.ts'

const HOME = '/administration/billing'
const PATH = '/administration/invoices/sending'
const access = { area: invoicesArea, record: 'invoice', recordParam: null, right: 'change' } as const

/** What is done with them: those that have their number are sent alone. */
const titleOf = ({ rows }: { rows: readonly { uid: string | null }[] }): string =>
  rows.some(({ uid }) => uid === null) ? 'Definitief maken en versturen' : 'Versturen'

/** What a month brought gets its numbers and goes to the customers, as one piece of work that can be stopped. */
export const sendRunWizard = wizard({
  ...access,
  fieldsOf: 'message',
  formRecords: { invoices: 'invoice' },
  path: PATH,
  home: HOME,
  query: SendRunQuery,
  size: 'xlarge',
  noUndo: 'number given',
  load: async ({ db, viewer, query }) => {
    const rows = await planRun(db, viewer, await unsentOfBilling(db, query.billing))
    if (rows.length > 0) return { rows }
    if (!(await isBilled(db, query.billing))) throw new NotFound('Maandafsluiting')
    // A colleague was first, or they were taken back.
    throw new HttpError(409, 'Van deze maandafsluiting hoeft niets meer te worden verstuurd.')
  },
  title: titleOf,
  subtitle: ({ rows }) => formatCount(rows.length, 'factuur van de maandafsluiting', 'facturen van de maandafsluiting'),
  steps: [
    invoicesStep(RunStep),
    {
      key: 'message',
      label: 'Bericht',
      view: 'administration/sending/message',
      load: async (ctx, _base, fields) => {
        const { invoices, ubl } = parseForm(RunStep, fields)
        const plan = await planRun(ctx.db, ctx.viewer, invoices)
        // Reads each invoice whole, so it is said here and is no part of what the save compares.
        const read = ubl === '' ? plan : await planInvoices(ctx.db, ctx.viewer, invoices, ubl)
        return messageStep(ctx, plan, {
          ...INVOICE_MESSAGE,
          outcomes: (_plan, files) => invoiceOutcomes(read, files),
        })
      },
    },
  ],
  failText: SENDING_FAILED,
  form: SendRunForm,
  submits: (base) => [{ label: titleOf(base) }],
  save: async ({ trx, viewer, form }) => {
    const { id, count, left } = await startSending(trx, viewer, form)
    return {
      changed: [{ type: 'invoice', id: 0 }],
      flash: {
        str: [`${formatCount(count, 'factuur wordt', 'facturen worden')} verstuurd`, left].filter(Boolean).join('. '),
        type: 'success',
      },
      body: { id },
    }
  },
  example: (story) => ({
    query: { billing: String(story.billingRun) },
    form: {
      'invoices[]': story.invoices.concept,
      subject: 'Factuur {{ factuur.nummer }}',
      content: '<p>In de bijlage vindt u de factuur.</p>',
    },
    foreign: null,
  }),
})

/** How far the last run is, which comes again with every invoice that it sends. */
export const sendRunProgress = fragment({
  ...access,
  path: `${PATH}/progress`,
  pageAddress: HOME,
  view: 'administration/sending/progress',
  load: async ({ db }) => ({ run: (await latestSending(db)) ?? null }),
  example: () => ({ foreign: null }),
})

/** Stops a run after the invoice that is being sent, or lets it go on. */
export const sendRunSteer = action({
  ...access,
  path: `${PATH}/steer/:id`,
  noUndo: 'has an undo of its own',
  form: SteerForm,
  save: async ({ trx, viewer, params, form: { running } }) => {
    await steerSending(trx, viewer, params.id, running)
    const str = `Het versturen van facturen ${running ? 'gaat verder' : 'is gestopt'}`
    return { changed: [{ type: 'invoice', id: 0 }], flash: { str, type: 'success' } }
  },
  example: (story) => ({ params: { id: story.sendingRun }, form: { running: '1' }, foreign: null }),
})
