/** What sending invoices will do with each: one function for the wizard that shows it and the save that does it. */
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { firmDetails } from '../../catalogue/firm/index.ts'
import { type InvoiceSnapshot, draftOf, judgeNumbers } from '../../invoices/invoices/index.ts'
import { type UblFormat, problemsOf } from '../../invoices/ubl/index.ts'
import { invoiceAudience } from './audience.ts'
import { addressesOf, lastMails } from './outbox.queries.ts'
import { type Sending, asEnd, mailObstacle } from './sending.rules.ts'

/** What each says, as it is now; by the number it has where it has one. */
async function snapshotsOf(db: Db | Trx, ids: readonly number[]): Promise<Map<number, InvoiceSnapshot>> {
  const rows = await db
    .selectFrom('invoices')
    .select(['id', 'snapshot'])
    .where('id', 'in', [...ids])
    .execute()
  const firm = await firmDetails(db)
  const said = new Map<number, InvoiceSnapshot>()
  for (const { id, snapshot } of rows)
    said.set(id, (snapshot ?? { number: '', ...(await draftOf(db, id, firm)).draft }) as InvoiceSnapshot)
  return said
}

/**
 * What will be done with these invoices: those that a viewer sees, in the order in which they get their numbers.
 * @param ubl in which form a machine reads them; null: PDF alone
 */
export async function planInvoices(
  db: Db | Trx,
  viewer: Viewer,
  ids: number[],
  ubl: UblFormat | null,
): Promise<Sending[]> {
  if (ids.length === 0) return []
  const addresses = await addressesOf(db, viewer, invoiceAudience, ids)
  const invoices = (await judgeNumbers(db, ids)).filter(({ id }) => addresses.has(id))
  const mails = await lastMails(db, 'invoice', ids)
  const said = ubl === null ? new Map<number, InvoiceSnapshot>() : await snapshotsOf(db, ids)
  return invoices.map(({ id, uid, customer, total, problem, company_id, contact_id }) => {
    const email = addresses.get(id)!
    const last = mails.get(id) ?? null
    const snapshot = said.get(id)
    const numbering = problem && { why: `kan nog niet definitief worden: ${asEnd(problem.text)}`, repair: { label: 'Invullen', href: problem.href } } // prettier-ignore
    return {
      ...{ id, uid, customer, total, email, last },
      obstacle: mailObstacle(email, last, { company_id, contact_id }) ?? numbering,
      ublProblems: ubl === null || !snapshot ? [] : problemsOf(snapshot, ubl),
    }
  })
}
