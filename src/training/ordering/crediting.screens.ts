import * as z from 'zod'
import { id } from '../../platform/forms/fields.ts'
import { formatCount } from '../../platform/format/format.ts'
import { formPopup } from '../../platform/screens/form-popup.ts'
import { getAppointment, listParts } from '../appointments/index.ts'
import { creditGone, listToCredit } from './crediting.commands.ts'
import { planningOrdersArea } from './rights.ts'

const lines = z.preprocess((sent) => [sent ?? []].flat(), z.array(id).max(1000))

/** Which lines of invoices would be credited since somebody left, before anything is. */
export const creditOfPlanning = formPopup({
  area: planningOrdersArea,
  record: 'appointment',
  right: 'change',
  path: '/calendar/orders/:id/credit',
  home: '/calendar',
  size: 'medium',
  load: async ({ db, params }) => {
    const { group_id, course_description } = await getAppointment(db, params.id)
    const found = await listToCredit(db, group_id)
    return {
      group_id,
      course: course_description,
      invoices: [...Map.groupBy(found, ({ invoice_id }) => invoice_id)].map(([invoice, own]) => ({
        id: invoice,
        uid: own[0]!.uid,
        lines: own,
      })),
    }
  },
  title: 'Inschrijvingen crediteren',
  subtitle: ({ course, group_id }) => `${course} · planning ${group_id}`,
  view: 'training/ordering/credit',
  form: z.object({ lines }),
  submits: [{ label: 'Creditfacturen maken' }],
  refusal: ({ invoices }) => (invoices.length === 0 ? 'Er is niets te crediteren.' : undefined),
  save: async ({ trx, params, form }) => {
    const { group_id } = await getAppointment(trx, params.id)
    const made = await creditGone(trx, group_id, form.lines)
    const parts = await listParts(trx, group_id)
    return {
      changed: [
        ...made.map((invoice) => ({ type: 'invoice', id: invoice })),
        ...parts.map((part) => ({ type: 'appointment', id: part.id })),
      ],
      flash: { str: `${formatCount(made.length, 'creditfactuur', 'creditfacturen')} gemaakt`, type: 'success' },
      ...(made.length === 1 ? { open: `/administration/invoice/view/${made[0]}` } : {}),
      body: { ids: made },
    }
  },
  // Nobody of the story left after a definitive invoice; tests/training/ordering.test.ts makes somebody do so.
  example: () => null,
})
