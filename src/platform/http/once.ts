import { sql } from 'kysely'
import type { Trx } from '../database/types.ts'
import type { JobHandler } from '../jobs/jobs.ts'

/** The field in which a form carries the token that it was shown with. */
export const ONCE_FIELD = '_once'
const TOKEN = /^[\w-]{16,64}$/
const KEPT_FOR = '24 hours'

/** A form as it was shown to somebody: posted twice, it is the same form. */
export interface OnceKey {
  userId: number
  token: string
  path: string
}

/** The key of a posted form, or null for one without a token, such as that of another program. */
export function onceKey(userId: number, path: string, fields: unknown): OnceKey | null {
  const token = (fields as Record<string, unknown> | undefined)?.[ONCE_FIELD]
  return typeof token === 'string' && TOKEN.test(token) ? { userId, token, path } : null
}

/**
 * Takes the form in the transaction of its save. One that is being saved at this moment, by whichever process, is waited
 * for; when its save fails, the form counts as not sent.
 * @returns null when it is ours to save, else what its save came to
 */
export async function takeOnce<T extends object>(trx: Trx, { userId, token, path }: OnceKey): Promise<T | null> {
  const taken = await trx
    .insertInto('once_answers')
    .values({ user_id: userId, token, path })
    .onConflict((conflict) => conflict.doNothing())
    .returning('token')
    .executeTakeFirst()
  if (taken) return null
  const { outcome } = await trx
    .selectFrom('once_answers')
    .select('outcome')
    .where('user_id', '=', userId)
    .where('token', '=', token)
    .where('path', '=', path)
    .executeTakeFirstOrThrow()
  return (outcome ?? {}) as T
}

/** Keeps what the save came to, for whoever sends the form again. */
export async function keepOutcome(trx: Trx, { userId, token, path }: OnceKey, outcome: object): Promise<void> {
  await trx
    .updateTable('once_answers')
    .set({ outcome: JSON.stringify(outcome) })
    .where('user_id', '=', userId)
    .where('token', '=', token)
    .where('path', '=', path)
    .execute()
}

/** Every hour: answers that nobody will ask for again. */
export const forgetOutcomes: JobHandler = async (_payload, { db }) => {
  await db
    .deleteFrom('once_answers')
    .where('answered_at', '<', sql<Date>`now() - ${KEPT_FOR}::interval`)
    .execute()
}
