import { type Kysely, sql } from 'kysely'

/** What a save said it changed: who looked at that looks at it again when the save is taken back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table undoable_sets add column announced jsonb not null default '[]'`.execute(db)
}
