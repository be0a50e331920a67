import { type UpdateObject, sql } from 'kysely'
import type { DB } from '../../../platform/database/schema.ts'
import { inTransaction } from '../../../platform/database/transaction.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { HttpError, Invalid, NotFound } from '../../../platform/errors.ts'
import { type JobHandler, waitsOutside } from '../../../platform/jobs/jobs.ts'
import { Unavailable } from '../../../platform/outside/ask-json.ts'
import type { Services } from '../../../platform/services.ts'
import { type HokAnswer, Refused, checkAtHok, findAtHok, handToHok, reachesHok } from './hok.adapter.ts'
import { pauseAfter } from './hok.rules.ts'
import { type Asked, listHokRecords, ownErrors } from './registers.queries.ts'

const UNREACHABLE = 'Het Oranje Kruis is nu niet bereikbaar. Probeer het later opnieuw.'
const REFUSED = 'Het Oranje Kruis laat ons niet toe. Laat de beheerder de sleutel nakijken.'
const NO_ADDRESS = 'Er is nog geen verbinding met Het Oranje Kruis ingesteld.'

/** What keeps these students from being passed on: our own rules first, then the register's. */
export async function validateForHok(services: Services, asked: Asked): Promise<string[]> {
  const { errors, students } = await ownErrors(services.db, asked)
  if (errors.length > 0) return errors
  if (!reachesHok(services)) return [NO_ADDRESS]
  try {
    const records = await listHokRecords(services.db, asked.planningId, students)
    return await checkAtHok(services, [...records.values()])
  } catch (error) {
    if (error instanceof Unavailable) return [UNREACHABLE]
    if (error instanceof Refused) return [REFUSED]
    throw error
  }
}

const TASK = 'register.hand-over'
const sendSoon = (trx: Trx, { jobs }: Pick<Services, 'jobs'>) => jobs.add(trx, TASK, {}, { key: TASK })

/**
 * Puts students who passed on their way to the register; a job hands them over. Who was refused before is tried anew.
 * @returns how many
 * @throws Invalid by our own rules
 */
export async function passOn(
  trx: Trx,
  services: Pick<Services, 'jobs'>,
  asked: { planningId: number; students: number[] },
): Promise<number> {
  if (asked.students.length === 0)
    throw new Invalid({ pass_to_hok: ['Er zijn geen geslaagde cursisten om door te geven.'] })
  const { errors } = await ownErrors(trx, asked)
  if (errors.length > 0) throw new Invalid({ pass_to_hok: [errors.join(' ')] })
  await sql`
    insert into register_requests (group_id, contact_id) select ${asked.planningId}::integer, unnest(${asked.students}::integer[])
    on conflict (group_id, contact_id) do update set state = 'queued', message = null, attempts = 0, next_attempt_at = now()
    where register_requests.state = 'rejected'`.execute(trx)
  await sendSoon(trx, services)
  return asked.students.length
}

/** What waits, or was refused, is sent now, after looking up what was tried before. @returns how many */
export async function sendNow(trx: Trx, services: Pick<Services, 'jobs'>, id: number | null): Promise<number> {
  const { rows } = await sql`
    update register_requests set state = 'queued', attempts = least(attempts, 1), next_attempt_at = now(), message = null
    where state <> 'accepted' and ${id === null ? sql`state <> 'rejected'` : sql`id = ${id}`} returning id`.execute(trx)
  if (id !== null && rows.length === 0) throw new HttpError(409, 'Deze cursist is al doorgegeven.')
  if (rows.length > 0) await sendSoon(trx, services)
  return rows.length
}

/** Somebody is not passed on after all. @throws HttpError when the register has it already */
export async function deleteRequest(trx: Trx, id: number): Promise<void> {
  const request = await trx
    .selectFrom('register_requests')
    .select('state')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!request) throw new NotFound('Doorgegeven cursist')
  if (request.state === 'accepted')
    throw new HttpError(409, 'Deze cursist is al doorgegeven. Trek het in bij Het Oranje Kruis zelf.')
  await trx.deleteFrom('register_requests').where('id', '=', id).execute()
}

interface Claimed {
  id: number
  group_id: number
  contact_id: number
  key: string
  attempts: number
}

/** As many as one run sends; the next goes on. */
const MOST_AT_ONCE = 200

/** Takes the next that is due, so that two who send at once take another each; it says when it is tried again. */
async function claimNext(db: Db): Promise<Claimed | undefined> {
  return inTransaction(db, null, async (trx) => {
    const { rows } = await sql<Claimed>`
      update register_requests r set attempts = r.attempts + 1, next_attempt_at = now() + interval '1 minute'
      where r.id = (select due.id from register_requests due where due.state = 'queued' and due.next_attempt_at <= now()
        order by due.next_attempt_at, due.id limit 1 for update skip locked)
      returning r.id, r.group_id, r.contact_id, r.key, r.attempts`.execute(trx)
    return rows[0]
  })
}

type Outcome = UpdateObject<DB, 'register_requests'>

/** What came of it, which who looks at it reads at once. */
const record = ({ db, changes }: Services, id: number, set: Outcome) =>
  inTransaction(db, null, async (trx) => {
    await trx.updateTable('register_requests').set(set).where('id', '=', id).where('state', '=', 'queued').execute()
    await changes.announce(trx, [{ type: 'register-request', id }])
  })

/** No answer: again after a pause that grows, until it was tried often enough. */
async function postpone(services: Services, { id, attempts }: Claimed): Promise<void> {
  const minutes = pauseAfter(attempts)
  const again = (pause: number) => ({ next_attempt_at: sql<Date>`now() + make_interval(mins => ${pause})` })
  await record(services, id, { message: UNREACHABLE, ...(minutes === null ? { state: 'failed' } : again(minutes)) })
}

/** What was sent before without an answer is looked up first: it may have arrived. */
async function handOverOne(services: Services, claimed: Claimed): Promise<HokAnswer> {
  const { group_id, contact_id, key, attempts } = claimed
  const found = attempts > 1 ? await findAtHok(services, key) : null
  if (found) return found
  const records = await listHokRecords(services.db, group_id, [contact_id])
  return handToHok(services, records.get(contact_id)!, key)
}

/** Hands over what is due, one by one; where the register lets us in no more the rest waits. */
export const handOver: JobHandler = waitsOutside(async (_payload, services) => {
  if (!reachesHok(services)) return
  for (let sent = 0; sent < MOST_AT_ONCE; sent++) {
    const claimed = await claimNext(services.db)
    if (!claimed) return
    try {
      const { status, number, message } = await handOverOne(services, claimed)
      await record(services, claimed.id, { state: status, number: number ?? null, message: message ?? null })
    } catch (error) {
      if (!(error instanceof Unavailable || error instanceof Refused)) throw error
      services.log.warn({ reason: error.message }, 'Het Oranje Kruis did not take a student')
      await postpone(services, claimed)
      if (error instanceof Refused) return record(services, claimed.id, { state: 'queued', message: REFUSED })
    }
  }
})
