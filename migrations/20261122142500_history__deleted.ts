import { type Kysely, sql } from 'kysely'

/** Deleted records are found every hour, however long the history is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index history_deleted on history (record_type, record_id) where action = 'delete'`.execute(db)
}
