import { inTransaction } from './platform/database/transaction.ts'
import type { Db } from './platform/database/types.ts'
import { type Story, seedStory as seedWholeStory } from './platform/story.ts'
import { manifests } from './app.ts'

/** Whether the database has no users yet, and so may get the demo story. */
export async function isEmpty(db: Db): Promise<boolean> {
  return (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}

/** Tells the demo story, dated relative to today, in one transaction. */
export async function seedStory(db: Db, told: Pick<Story, 'hasPast' | 'config'> = {}): Promise<Story> {
  return inTransaction(db, null, (trx) => seedWholeStory(trx, manifests, told))
}
