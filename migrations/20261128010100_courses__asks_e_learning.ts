import { type Kysely, sql } from 'kysely'

/** Whether who is enrolled in a course has finished its e-learning. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table courses add column asks_e_learning boolean not null default false`.execute(db)
}
