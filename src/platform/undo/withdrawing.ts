import { sql } from 'kysely'
import type { Trx } from '../database/types.ts'
import { deleteMails } from '../mail/mail.ts'
import type { Services } from '../services.ts'

/** Takes back the jobs of a change set that nobody has begun. */
export async function withdrawJobs(trx: Trx, set: number): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs
    where locked_at is null and payload ->> 'changeSet' = ${String(set)}
  `.execute(trx)
}

/**
 * Takes back the mails of a change set that have not left. Who hands one over claims it by its state, as this does: one of
 * the two wins.
 * @returns how many were taken back, and how many had left before
 */
export async function withdrawMails(trx: Trx, services: Pick<Services, 'jobs'>, set: number) {
  const waiting = await trx
    .selectFrom('mails')
    .select('id')
    .where('change_set', '=', set)
    .where('state', 'in', ['queued', 'kept'])
    .orderBy('id')
    .forUpdate()
    .execute()
  await deleteMails(
    trx,
    services,
    waiting.map(({ id }) => id),
  )
  const { left } = await trx
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll().as('left'))
    .where('change_set', '=', set)
    .executeTakeFirstOrThrow()
  return { withdrawn: waiting.length, sent: Number(left) }
}
