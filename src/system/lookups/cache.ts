import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'

/** The kept answer of a register, or undefined when there is none that still counts. */
export async function cachedAnswer(db: Db | Trx, register: string, key: string): Promise<unknown> {
  const row = await db
    .selectFrom('lookup_cache')
    .select('answer')
    .where('register', '=', register)
    .where('key', '=', key)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
  return row?.answer
}

/** The kept answers that still count, by key. */
export async function cachedAnswers(db: Db | Trx, register: string, keys: readonly string[]) {
  const rows = await db
    .selectFrom('lookup_cache')
    .select(['key', 'answer'])
    .where('register', '=', register)
    .where('key', 'in', ['', ...keys])
    .where('expires_at', '>', sql<Date>`now()`)
    .execute()
  return new Map(rows.map(({ key, answer }) => [key, answer]))
}

/** Keeps an answer for so many hours, and drops what has expired. */
export async function keepAnswer(db: Db, register: string, key: string, answer: unknown, hours: number): Promise<void> {
  const values = { answer: JSON.stringify(answer), expires_at: sql<Date>`now() + make_interval(hours => ${hours})` }
  await db
    .insertInto('lookup_cache')
    .values({ register, key, ...values })
    .onConflict((conflict) => conflict.columns(['register', 'key']).doUpdateSet(values))
    .execute()
  await db
    .deleteFrom('lookup_cache')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
}
