import type { Services } from '../../platform/services.ts'
import { type KeptPaper, keptPaper } from '../papers/index.ts'
import { invoiceFacts } from './invoice.paper.ts'

/** The PDF of an invoice with a number, drawn once and always the same. */
export const keptInvoice = (
  services: Pick<Services, 'db' | 'files'>,
  { id, uid }: { id: number; uid: string },
): Promise<KeptPaper> => keptPaper(services, { type: 'invoice', id, uid }, (now) => invoiceFacts(now, id))
