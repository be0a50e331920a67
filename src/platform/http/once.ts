import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { HttpError } from '../errors.ts'
import type { Db, Trx } from '../database/types.ts'
import type { JobHandler } from '../jobs/jobs.ts'

/** The field in which a form carries the token that it was shown with. */
const ONCE_FIELD = '_once'
const TOKEN = /^[\w-]{16,64}$/
/** A phone may lie in a drawer for weeks with something that was not sent. */
const KEPT_FOR = '90 days'
/** What was done is told in words for so long: they may name somebody who is gone since. */
const WORDS_FOR = '1 day'
/** What is told instead of those words. */
export const REPEATED = { str: 'Dit was al opgeslagen.', type: 'info' } as const
const OF_SOMEBODY = 'Dit is al verstuurd in de naam van iemand anders.'
const ANOTHER = 'Dit formulier is al opgeslagen, met iets anders erin. Open het opnieuw om nog iets te wijzigen.'

/** Recognises a form that is posted twice: the token says which time it was shown. */
export interface OnceKey {
  userId: number
  token: string
  path: string
  /** SHA-256 of what was filled in. */
  sent: string
  /** Whether the form says which version of the record it was made from. */
  versioned: boolean
}

/** The key of a posted form, or null for one without a token, such as that of another program. */
export function onceKey(userId: number, path: string, fields: unknown): OnceKey | null {
  const { [ONCE_FIELD]: token, _token: _csrf, ...filled } = (fields ?? {}) as Record<string, unknown>
  if (typeof token !== 'string' || !TOKEN.test(token)) return null
  const sent = createHash('sha256').update(JSON.stringify(filled)).digest('base64url')
  return { userId, token, path, sent, versioned: 'version' in filled }
}

/**
 * Claims the form in the transaction of its save. When the same form is being saved at this moment, by whichever
 * process, that save is awaited; if it fails, the form counts as not sent. The same form with other values is another
 * save, and then the version of the record decides.
 * @param another what is said to who sends something else by the same token
 * @returns null when it is ours to save, else what its save came to
 * @throws HttpError (409) for a form without a version that was saved with something else in it, and for the token of
 *   somebody else
 */
export async function takeOnce<T extends object>(trx: Trx, key: OnceKey, another = ANOTHER): Promise<T | null> {
  const { userId, token, path, sent } = key
  const taken = await sql`
    insert into once_answers (user_id, token, path, sent) values (${userId}, ${token}, ${path}, ${sent})
    on conflict do nothing returning token`.execute(trx)
  if (taken.rows.length > 0) return null
  const before = await trx
    .selectFrom('once_answers')
    .select(['outcome', 'sent'])
    .where('user_id', '=', userId)
    .where('token', '=', token)
    .where('path', '=', path)
    .executeTakeFirst()
  if (!before) throw new HttpError(409, OF_SOMEBODY)
  if (before.sent === sent) return (before.outcome ?? {}) as T
  if (!key.versioned) throw new HttpError(409, another)
  return null
}

/** Keeps what the save came to, for whoever sends the form again. */
export async function keepOutcome(trx: Trx, { userId, token, path, sent }: OnceKey, outcome: object): Promise<void> {
  await trx
    .updateTable('once_answers')
    .set({ outcome: JSON.stringify(outcome), sent })
    .where('user_id', '=', userId)
    .where('token', '=', token)
    .where('path', '=', path)
    .execute()
}

/**
 * Empties what kept answers say in words; what changed and by which ids stays, so that nothing is saved twice.
 * @param olderThan an interval of PostgreSQL; all of them when left out, as where somebody is anonymised
 */
export async function forgetWords(db: Db | Trx, olderThan = '0 seconds'): Promise<void> {
  await sql`update once_answers set outcome = (outcome::jsonb - array['flash', 'end', 'done'])::json
    where (outcome -> 'flash') is not null and answered_at <= now() - ${olderThan}::interval`.execute(db)
}

/** Every hour: answers that nobody will ask for again, and what the others said in words. */
export const forgetOutcomes: JobHandler = async (_payload, { db }) => {
  await db
    .deleteFrom('once_answers')
    .where('answered_at', '<', sql<Date>`now() - ${KEPT_FOR}::interval`)
    .execute()
  await forgetWords(db, WORDS_FOR)
}
