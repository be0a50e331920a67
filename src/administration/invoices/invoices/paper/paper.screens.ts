import { ROLE } from '../../../../platform/access/roles.ts'
import { file } from '../../../../platform/screens/call/calls.ts'
import { paperPdf } from '../../../sales/papers/index.ts'
import { keptInvoice } from './invoice.files.ts'
import { invoiceFacts } from './invoice-paper.ts'
import { getInvoice } from '../invoices.queries.ts'
import { invoicesArea } from '../rights.ts'

/** An invoice as PDF: what has a number is drawn once and always the same, a concept as it is now. */
export const invoiceFile = file({
  area: invoicesArea,
  record: 'invoice',
  right: 'view',
  path: '/administration/invoice/:id',
  open: async ({ db, params: { id }, services }) => {
    const { uid } = await getInvoice(db, id)
    if (uid === null) {
      const facts = await invoiceFacts(db, id)
      return { name: facts.fileName, mimeType: 'application/pdf', content: paperPdf(services.files, facts) }
    }
    const { key } = await keptInvoice(services, { id, uid })
    return { name: `factuur-${uid}.pdf`, mimeType: 'application/pdf', content: await services.files.open(key) }
  },
  example: (story, role) => ({
    params: { id: role === ROLE.supervisor ? story.invoices.definitive : story.invoices.concept },
    foreign: { id: story.invoices.foreign },
  }),
})
