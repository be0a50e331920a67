import { createHash } from 'node:crypto'
import type { StoredFile } from '../../../platform/files/kept-files.ts'
import type { Services } from '../../../platform/services.ts'
import { getSnapshot, keptInvoice } from '../../invoices/invoices/index.ts'
import { paperPdf } from '../../sales/papers/index.ts'
import { offeredFacts, offeredKey } from '../quotations/index.ts'
import { isUblFormat, keptUbl, problemsOf, ublName } from '../../invoices/ubl/index.ts'

const PDF = 'application/pdf'

/** What goes along with an invoice: its PDF as it was kept, and UBL where a machine can read it. */
export async function drawInvoice(services: Services, id: number, drawn: string[]): Promise<StoredFile[]> {
  const snapshot = await getSnapshot(services.db, id)
  const paper = await keptInvoice(services, { id, uid: snapshot.number })
  const pdf = { ...paper, name: `factuur-${snapshot.number}.pdf`, mimeType: PDF }
  const format = drawn.find(isUblFormat)
  if (format === undefined || problemsOf(snapshot, format).length > 0) return [pdf]
  return [
    pdf,
    { ...(await keptUbl(services, { id, snapshot }, format)), name: ublName(snapshot), mimeType: 'application/xml' },
  ]
}

/** What goes along with a quotation: its PDF as it is offered now, at a place of its own for all that it says. */
export async function drawQuotation({ db, files }: Services, id: number): Promise<StoredFile[]> {
  const facts = await offeredFacts(db, id)
  const said = createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 32)
  const key = offeredKey(id, said)
  const written = await files.write(key, paperPdf(files, facts))
  return [{ key, ...written, name: facts.fileName, mimeType: PDF }]
}
