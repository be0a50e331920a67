import { sql } from 'kysely'
import type { Trx } from '../database/types.ts'
import { deleteMails } from '../mail/mail.ts'
import type { RecordRef } from '../screens/models.ts'
import type { Services } from '../services.ts'
import type { Subjects } from './subjects.ts'

const WAITING = ['scheduled', 'queued', 'kept']

/** Takes back the jobs of a change set that nobody has begun. */
export async function withdrawJobs(trx: Trx, set: number): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs
    where locked_at is null and payload ->> 'changeSet' = ${String(set)}
  `.execute(trx)
}

/**
 * Keeps the mails of a change set that have not left from leaving until the transaction ends. Who hands one over claims
 * it by its state, as this does: one of the two wins.
 */
export const holdMails = (trx: Trx, set: number) =>
  trx
    .selectFrom('mails')
    .select(['id', 'object_type', 'object_id'])
    .where('change_set', '=', set)
    .where('state', 'in', WAITING)
    .orderBy('id')
    .forUpdate()
    .execute()

/** How many mails have left to or about each of these records, by its type and id. */
export async function leftMails(trx: Trx, records: readonly RecordRef[]): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('mails')
    .select(['object_type', 'object_id', ({ fn }) => fn.countAll().as('count')])
    .where('state', 'in', ['sending', 'sent', 'uncertain'])
    .where(
      sql<boolean>`(object_type, object_id) in (select * from unnest(
        ${records.map(({ type }) => type)}::text[], ${records.map(({ id }) => id)}::integer[]))`,
    )
    .groupBy(['object_type', 'object_id'])
    .execute()
  return new Map(rows.map(({ object_type, object_id, count }) => [`${object_type} ${object_id}`, Number(count)]))
}

/**
 * Takes mails back that `holdMails` held, but for those that tell of what stays as it is.
 * @returns how many were taken back, and how many of the set had left before
 */
export async function withdrawMails(
  trx: Trx,
  services: Pick<Services, 'jobs'>,
  set: number,
  held: Awaited<ReturnType<typeof holdMails>>,
  stays: Subjects,
) {
  const withdrawn = held.filter(({ object_type, object_id }) => !stays.has(`${object_type} ${object_id}`))
  await deleteMails(
    trx,
    services,
    withdrawn.map(({ id }) => id),
  )
  const { sent } = await trx
    .selectFrom('mails')
    .select(({ fn }) => fn.countAll().as('sent'))
    .where('change_set', '=', set)
    .where('state', 'not in', WAITING)
    .executeTakeFirstOrThrow()
  return { withdrawn: withdrawn.length, sent: Number(sent) }
}
