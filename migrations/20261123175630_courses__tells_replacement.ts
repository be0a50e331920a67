import { type Kysely, sql } from 'kysely'

/** Whether the students of a course are told when somebody else gives a part of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table courses add column tells_replacement boolean not null default false`.execute(db)
}
