/** What sending invoices will do with each: one function for the wizard that shows it and the save that does it. */
import { sql } from 'kysely'
import type { Viewer } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { EMAIL_PATTERN } from '../../platform/forms/fields.ts'
import { planKey } from '../../platform/screens/bulk-plan.ts'
import { firmDetails } from '../firm/index.ts'
import { type InvoiceSnapshot, draftOf, judgeNumbers } from '../invoices/index.ts'
import { type UblFormat, problemsOf } from '../ubl/index.ts'
import { invoiceAudience } from './audience.ts'

/** What keeps an invoice from being sent, as the end of a sentence that begins with it, and where that is mended. */
export interface Obstacle {
  why: string
  repair: { label: string; href: string } | null
}

/** An invoice as it would be sent. */
export interface Sending {
  id: number
  /** Null for a concept, which gets its number first. */
  uid: string | null
  customer: string
  invoice_date: string
  total: number
  /** '' where there is none. */
  email: string
  /** The last mail that carried it, if any. */
  last: { id: number; state: string; at: string } | null
  obstacle: Obstacle | null
  /** Why a machine cannot read it; none where it can. */
  ublProblems: string[]
}

const WAITING = ['scheduled', 'queued', 'sending']

/** The last mail with which each was sent or will be, whatever became of that. */
async function lastMails(db: Db | Trx, ids: readonly number[]) {
  const { rows } = await sql<{ invoice_id: number; id: number; state: string; at: string }>`
    select distinct on (mails.object_id) mails.object_id as invoice_id, mails.id, mails.state,
      coalesce(mails.sent_at, mails.created_at)::text as at
    from mails left join mailings on mailings.id = mails.mailing_id
    where mails.object_type = 'invoice' and mails.object_id = any(${ids})
      and (mailings.drawn is not null or mails.resend_of is not null)
    order by mails.object_id, mails.id desc`.execute(db)
  return new Map(rows.map(({ invoice_id, ...mail }) => [invoice_id, mail]))
}

/** Where each is mailed to. */
async function addressesOf(db: Db | Trx, viewer: Viewer, ids: number[]): Promise<Map<number, string>> {
  const { rows } = await sql<{ id: number; email: string | null }>`
    select p.id, p.email from (${invoiceAudience.people(viewer, ids, ['debtor'])}) p`.execute(db)
  return new Map(rows.map(({ id, email }) => [id, email ?? '']))
}

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
    said.set(id, (snapshot ?? { number: 'concept', ...(await draftOf(db, id, firm)).draft }) as InvoiceSnapshot)
  return said
}

/** Where the address of a customer is filled in. */
const addressForm = ({ company_id, contact_id }: { company_id: number | null; contact_id: number | null }) =>
  company_id === null ? `/contact/edit/${contact_id}` : `/company/edit/${company_id}`

/**
 * What will be done with these invoices: those that a viewer sees, in the order in which they get their numbers.
 * @param ubl in which form a machine reads them; null: PDF alone
 */
export async function planSending(
  db: Db | Trx,
  viewer: Viewer,
  ids: number[],
  ubl: UblFormat | null,
): Promise<Sending[]> {
  if (ids.length === 0) return []
  const addresses = await addressesOf(db, viewer, ids)
  const invoices = (await judgeNumbers(db, ids)).filter(({ id }) => addresses.has(id))
  const mails = await lastMails(db, ids)
  const said = ubl === null ? new Map<number, InvoiceSnapshot>() : await snapshotsOf(db, ids)
  return invoices.map((invoice) => {
    const { id, uid, customer, invoice_date, total, problem } = invoice
    const email = addresses.get(id)!
    const last = mails.get(id) ?? null
    const snapshot = said.get(id)
    const obstacle: Obstacle | null =
      last && WAITING.includes(last.state)
        ? { why: 'is al onderweg', repair: { label: 'E-mail bekijken', href: `/messages/view/${last.id}` } }
        : !EMAIL_PATTERN.test(email)
          ? { why: email === '' ? 'heeft geen e-mailadres' : `heeft geen geldig e-mailadres: ${email}`, repair: { label: 'E-mailadres invullen', href: addressForm(invoice) } } // prettier-ignore
          : problem === null
            ? null
            : { why: `kan nog niet definitief worden: ${problem.text.charAt(0).toLowerCase()}${problem.text.slice(1).replace(/\.$/, '')}`, repair: { label: 'Invullen', href: problem.href } } // prettier-ignore
    const ublProblems = ubl === null || !snapshot ? [] : problemsOf(snapshot, ubl)
    return { id, uid, customer, invoice_date, total, email, last, obstacle, ublProblems }
  })
}

/** What was shown, so that the save can tell whether it still is so. */
export const sendingKey = (plan: readonly Sending[]): string => planKey([...plan])
