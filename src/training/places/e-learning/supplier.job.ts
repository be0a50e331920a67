import { NotFound } from '../../../platform/errors.ts'
import { sql } from 'kysely'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Trx } from '../../../platform/database/types.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { type JobHandler, waitsOutside } from '../../../platform/jobs/jobs.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { type Claimed, tellDue } from '../../../platform/outside/outbox.ts'
import type { Services } from '../../../platform/services.ts'
import { addressed, fullName } from '../../../relations/contacts/index.ts'
import { getLicense } from './e-learning.queries.ts'
import { hasAddress } from './e-learning.rules.ts'
import {
  type SupplierLicense,
  endLicense,
  findByKey,
  orderLicense,
  reachesSupplier,
  readLicenses,
  renewLicense,
} from './supplier.adapter.ts'

export const TELL = 'e-learning.tell'
export const LINK = 'e-learning.link'

/** What the supplier is to be told goes once the transaction is there. */
export const tellSoon = (trx: Trx, { jobs }: Pick<Services, 'jobs'>) =>
  jobs.add(trx, TELL, {}, { key: TELL, undoable: true })

interface Wish extends Claimed {
  wish: 'create' | 'renew' | 'end'
  order_key: string | null
}

async function tell(services: Services, { id, wish, key, order_key }: Wish): Promise<SupplierLicense | null> {
  const license = await getLicense(services.db, id)
  if (wish === 'create') {
    const student = { ref: String(license.contact_id), name: fullName(license), email: license.email ?? '' }
    return orderLicense(services, { course_code: license.code, expires_on: license.expires_on, student }, key)
  }
  const theirs = license.supplier_id ?? (order_key === null ? null : (await findByKey(services, order_key))?.id)
  // What was never made there has nothing to end.
  if (!theirs) return null
  if (wish === 'end') return endLicense(services, theirs, key)
  return renewLicense(services, theirs, license.expires_on, key)
}

const NOT_REACHED = 'De leverancier is nu niet bereikbaar. Het wordt opnieuw geprobeerd.'
const REFUSED = 'De leverancier weigert dit. Kijk de code van de e-learning en de sleutel na.'

async function settle(trx: Trx, { jobs }: Services, { id, key, wish }: Wish, answer: SupplierLicense | null) {
  const { rows } = await sql<{ sends_link: boolean }>`
    update e_learning_licenses set wish = null, stopped = false, message = null,
      supplier_id = coalesce(${answer?.id ?? null}, supplier_id)
    where id = ${id} and key = ${key}::uuid
    returning sends_link`.execute(trx)
  if (wish === 'create' && rows[0]?.sends_link) await jobs.add(trx, LINK, { id }, { key: `${LINK}.${id}` })
}

/** Tells the supplier what is due. */
export const tellSupplier: JobHandler = waitsOutside(async (_payload, services) => {
  if (!reachesSupplier(services)) return
  await tellDue<Wish, SupplierLicense | null>(services, {
    table: 'e_learning_licenses',
    record: 'e_learning_license',
    waits: sql`due.wish is not null and not due.stopped`,
    find: ({ key }) => findByKey(services, key),
    send: (wish) => tell(services, wish),
    settle: (trx, wish, answer) => settle(trx, services, wish, answer),
    stopped: sql`stopped = true`,
    says: { unavailable: NOT_REACHED, refused: REFUSED },
  })
})

/** Sends somebody the link of the supplier, which only they may know. @throws Unavailable, so that it is tried again */
export const sendLinkJob: JobHandler = waitsOutside(async (payload, services) => {
  const { id } = payload as { id: number }
  const license = await getLicense(services.db, id).catch((error: unknown) => {
    // Whoever deleted it meanwhile wants no link.
    if (error instanceof NotFound) return null
    throw error
  })
  if (!license?.active || license.supplier_id === null || !hasAddress(license.email)) return
  const [theirs] = await readLicenses(services, [license.supplier_id])
  await inTransaction(services.db, null, async (trx) => {
    const sent = { sends_link: false, link_sent_at: theirs ? new Date() : null }
    const asked = await trx.updateTable('e_learning_licenses').set(sent).where('id', '=', id).where('sends_link', '=', true).executeTakeFirstOrThrow() // prettier-ignore
    // A job that died at its end runs again; its mail is there already.
    if (asked.numUpdatedRows > 0n && theirs)
      await queueMail(trx, services, {
        to: license.email!,
        subject: `Uw e-learning: ${license.description}`,
        text: `Beste ${addressed(license)},\n\nMet deze link volgt u ${license.description}. U kunt tot en met ${formatDate(license.expires_on)} inloggen.\n\n${theirs.access_url}`,
        record: { type: 'contact', id: license.contact_id },
        secret: theirs.access_url,
      })
    await services.changes.announce(trx, [{ type: 'e_learning_license', id }])
  })
})

/** Licences asked for in one question. */
const MOST_ASKED = 500

/** How far people are, as the supplier has it. @throws Unavailable, Refused */
export async function readProgress(services: Services, supplierIds: readonly string[]): Promise<void> {
  const told = await readLicenses(services, supplierIds)
  if (told.length === 0) return
  await inTransaction(services.db, null, async (trx) => {
    const { rows } = await sql<{ id: number }>`
      update e_learning_licenses l set progress = told.progress, grade = told.grade, completed_at = told.completed_at
      from jsonb_to_recordset(${JSON.stringify(told)}::jsonb)
        told(id text, progress integer, grade numeric(4, 1), completed_at timestamptz)
      where l.supplier_id = told.id and (l.progress, l.grade, l.completed_at) is distinct from (told.progress, told.grade, told.completed_at)
      returning l.id`.execute(trx)
    await services.changes.announce(
      trx,
      rows.map(({ id }) => ({ type: 'e_learning_license', id })),
    )
  })
}

export const progressJob: JobHandler = waitsOutside(async (_payload, services) => {
  if (!reachesSupplier(services)) return
  const rows = await services.db
    .selectFrom('e_learning_licenses')
    .select('supplier_id')
    .where('active', '=', true)
    .where('completed_at', 'is', null)
    .where('supplier_id', 'is not', null)
    .where('expires_on', '>=', sql<string>`current_date`)
    .orderBy('id')
    .execute()
  const ids = rows.map(({ supplier_id }) => supplier_id!)
  for (let at = 0; at < ids.length; at += MOST_ASKED) await readProgress(services, ids.slice(at, at + MOST_ASKED))
})
