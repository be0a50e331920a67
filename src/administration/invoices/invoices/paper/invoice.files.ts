import type { Services } from '../../../../platform/services.ts'
import { type KeptPaper, type PaperSource, keptPaper } from '../../../sales/papers/index.ts'
import { payablePaper } from './invoice-paper.ts'
import { invoicesArea } from '../rights.ts'

/** The PDF of an invoice with a number, drawn once and always the same. */
export const keptInvoice = (
  services: Pick<Services, 'db' | 'files' | 'config'>,
  { id, uid }: { id: number; uid: string },
): Promise<KeptPaper> => keptPaper(services, { type: 'invoice', id, uid }, (now) => payablePaper(now, id, services))

async function keptPaperOf(services: Services, id: number): Promise<KeptPaper | null> {
  const { uid } = await services.db.selectFrom('invoices').select('uid').where('id', '=', id).executeTakeFirstOrThrow()
  return uid === null ? null : keptInvoice(services, { id, uid })
}

/** What an invoice prints, however it is asked for; one with a number alone is the file that its customer got. */
export const invoicePapers: PaperSource[] = [
  { kind: 'invoice', record: 'invoice', area: invoicesArea, facts: payablePaper, kept: keptPaperOf },
]
