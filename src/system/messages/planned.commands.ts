import { sql } from 'kysely'
import { HttpError } from '../../platform/errors.ts'
import type { Trx } from '../../platform/database/types.ts'
import { deleteMails, releaseMails } from '../../platform/mail/mail.ts'
import type { Services } from '../../platform/services.ts'
import { ownerParam } from '../../platform/screens/form/carried.ts'
import { audienceOfRecord, choosesPeople } from './points.ts'

const GONE = 'Dit bericht is intussen verstuurd of teruggehaald.'

/** Sends a planned message now. @returns to how many people @throws HttpError 409 when it no longer waits */
export async function sendPlanned(trx: Trx, services: Pick<Services, 'jobs'>, mailing: number): Promise<number> {
  await trx
    .updateTable('mailings')
    .set({ send_at: sql<Date>`now()` })
    .where('id', '=', mailing)
    .execute()
  const released = await releaseMails(trx, mailing)
  if (released === 0) throw new HttpError(409, GONE)
  await services.jobs.add(trx, 'message.mailing', { id: mailing }, { key: `mailing-${mailing}` })
  return released
}

/** So many people are named in the address of the writer; more of them are chosen anew. */
const MOST_NAMED = 200

/**
 * Takes a planned message back before it leaves.
 * @returns where it can be written anew, with its text and its readers, and to how many it would have gone
 * @throws HttpError 409 when it no longer waits
 */
export async function withdrawPlanned(
  trx: Trx,
  services: Pick<Services, 'jobs' | 'registry'>,
  mailingId: number,
): Promise<{ people: number; writer: string }> {
  const mails = await trx
    .selectFrom('mails')
    .select(['id', 'object_id', 'recipient_kind'])
    .where('mailing_id', '=', mailingId)
    .where('state', '=', 'scheduled')
    .orderBy('id')
    .forUpdate()
    .execute()
  if (mails.length === 0) throw new HttpError(409, GONE)
  await deleteMails(
    trx,
    services,
    mails.map(({ id }) => id),
  )
  const mailing = await trx
    .selectFrom('mailings')
    .select(['object_type', 'object_id'])
    .where('id', '=', mailingId)
    .executeTakeFirstOrThrow()
  const audience = audienceOfRecord(services.registry, mailing.object_type)
  const query = new URLSearchParams({ mailing: String(mailingId) })
  if (!choosesPeople(audience)) {
    query.set(ownerParam(audience.record), String(mailing.object_id))
    query.set('to', [...new Set(mails.map(({ recipient_kind: kind }) => kind ?? ''))].join())
  } else if (mails.length <= MOST_NAMED) query.set('ids', mails.map(({ object_id }) => object_id).join())
  return { people: mails.length, writer: `/messages/write/${audience.type}?${query.toString()}` }
}
