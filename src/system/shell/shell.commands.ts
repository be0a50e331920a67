import type { Db, Trx } from '../../platform/database/types.ts'

/** Keeps one preference of a user (theme, density, collapsed sidebar). */
export async function setMeta(db: Db | Trx, userId: number, key: string, value: string): Promise<void> {
  await db
    .insertInto('user_meta')
    .values({ user_id: userId, key, value })
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doUpdateSet({ value }))
    .execute()
}
