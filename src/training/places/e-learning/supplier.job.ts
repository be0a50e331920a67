import { NotFound } from '../../../platform/errors.ts'
import { sql } from 'kysely'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { formatDate } from '../../../platform/format/format.ts'
import { type JobHandler, waitsOutside } from '../../../platform/jobs/jobs.ts'
import { queueMail } from '../../../platform/mail/mail.ts'
import { Unavailable } from '../../../platform/outside/ask-json.ts'
import type { Services } from '../../../platform/services.ts'
import { addressed, fullName } from '../../../relations/contacts/index.ts'
import { getLicense } from './e-learning.queries.ts'
import { hasAddress, pauseAfter } from './e-learning.rules.ts'
import {
  Refused,
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

interface Claimed {
  id: number
  wish: 'create' | 'renew' | 'end'
  key: string
  order_key: string | null
  attempts: number
}

/** As many as one run tells; the next goes on. */
const MOST_AT_ONCE = 200

/** Takes the next that is due, so that two who tell at once take another each; it says when it is tried again. */
async function claimNext(db: Db): Promise<Claimed | undefined> {
  return inTransaction(db, null, async (trx) => {
    const { rows } = await sql<Claimed>`
      update e_learning_licenses l set attempts = l.attempts + 1, next_attempt_at = now() + interval '1 minute'
      where l.id = (select due.id from e_learning_licenses due
        where due.wish is not null and not due.stopped and due.next_attempt_at <= now()
        order by due.next_attempt_at, due.id limit 1 for update skip locked)
      returning l.id, l.wish, l.key, l.order_key, l.attempts`.execute(trx)
    return rows[0]
  })
}

/** What was told before without an answer is looked up first: it may have arrived. */
async function tell(services: Services, claimed: Claimed): Promise<SupplierLicense | null> {
  const { id, wish, key, order_key, attempts } = claimed
  const found = attempts > 1 ? await findByKey(services, key) : null
  if (found) return found
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

async function settle(services: Services, { id, key, wish }: Claimed, answer: SupplierLicense | null): Promise<void> {
  await inTransaction(services.db, null, async (trx) => {
    const { rows } = await sql<{ sends_link: boolean }>`
      update e_learning_licenses set wish = null, stopped = false, message = null, sends_link = false,
        supplier_id = coalesce(${answer?.id ?? null}, supplier_id)
      where id = ${id} and key = ${key}::uuid
      returning (select old.sends_link from e_learning_licenses old where old.id = ${id}) as sends_link`.execute(trx)
    if (wish === 'create' && rows[0]?.sends_link) await services.jobs.add(trx, LINK, { id }, { key: `${LINK}.${id}` })
    await services.changes.announce(trx, [{ type: 'e_learning_license', id }])
  })
}

/** No answer: again after a pause that grows, until it was tried often enough; who looks at it reads why. */
async function postpone(
  services: Services,
  { id, key, attempts }: Claimed,
  message: string,
  ends: boolean,
): Promise<void> {
  const minutes = ends ? null : pauseAfter(attempts)
  await inTransaction(services.db, null, async (trx) => {
    await trx
      .updateTable('e_learning_licenses')
      .set({
        message,
        ...(minutes === null
          ? { stopped: true }
          : { next_attempt_at: sql<Date>`now() + make_interval(mins => ${minutes})` }),
      })
      .where('id', '=', id)
      .where('key', '=', key)
      .execute()
    await services.changes.announce(trx, [{ type: 'e_learning_license', id }])
  })
}

/** Tells the supplier what is due, one by one, each once. */
export const tellSupplier: JobHandler = waitsOutside(async (_payload, services) => {
  if (!reachesSupplier(services)) return
  for (let told = 0; told < MOST_AT_ONCE; told++) {
    const claimed = await claimNext(services.db)
    if (!claimed) return
    try {
      await settle(services, claimed, await tell(services, claimed))
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof Refused)) throw error
      services.log.warn({ reason: error.message }, 'the supplier of e-learning did not take a licence')
      await postpone(services, claimed, error instanceof Refused ? REFUSED : NOT_REACHED, error instanceof Refused)
    }
  }
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
    if (theirs)
      await queueMail(trx, services, {
        to: license.email!,
        subject: `Uw e-learning: ${license.description}`,
        text: `Beste ${addressed(license)},\n\nMet deze link volgt u ${license.description}. U kunt tot en met ${formatDate(license.expires_on)} inloggen.\n\n${theirs.access_url}`,
        record: { type: 'contact', id: license.contact_id },
        secret: theirs.access_url,
      })
    const sent = { link_sent_at: theirs ? new Date() : null }
    await trx.updateTable('e_learning_licenses').set(sent).where('id', '=', id).execute()
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
