import { formatDate } from '../../../platform/format/format.ts'
import { fragment } from '../../../platform/screens/call/calls.ts'
import { lettersOfInvoice } from './invoice.queries.ts'
import { LETTER_NAMES, type LetterKind } from './letter.rules.ts'
import { remindersArea } from './rights.ts'

/** The letters about an invoice, where its popup has no rail. */
export const invoiceReminders = fragment({
  area: remindersArea,
  record: 'invoice',
  right: 'view',
  path: '/administration/invoice/:id/reminders',
  pageAddress: '/administration/invoice/view/:id',
  view: 'administration/reminders/rail',
  load: async ({ db, params }) => {
    const { rows } = await lettersOfInvoice(params.id).execute(db)
    return {
      title: 'Herinneringen',
      letters: rows.map((row) => ({
        id: row.step === 'collection' ? null : row.id,
        label: LETTER_NAMES[row.step as LetterKind],
        text: row.sent || row.step === 'collection' ? formatDate(row.written_on) : 'nog niet weg',
      })),
    }
  },
  example: (story) => ({ params: { id: story.invoices.late } }),
})
