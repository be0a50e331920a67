import type { Services } from '../../platform/services.ts'
import { type KeptPaper, keptPaper } from '../papers/index.ts'
import { invoiceFacts } from './invoice.paper.ts'
import { onlinePayLinks } from './pay-link.queries.ts'

/** The PDF of an invoice with a number, drawn once and always the same. */
export const keptInvoice = (
  services: Pick<Services, 'db' | 'files' | 'config'>,
  { id, uid }: { id: number; uid: string },
): Promise<KeptPaper> =>
  keptPaper(services, { type: 'invoice', id, uid }, async (now) => {
    const facts = await invoiceFacts(now, id)
    const link = (await onlinePayLinks(now, services.config, [id])).get(id)
    return link === undefined || !facts.payment ? facts : { ...facts, payment: { ...facts.payment, link } }
  })
