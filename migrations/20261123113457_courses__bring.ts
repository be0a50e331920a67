import { type Kysely, sql } from 'kysely'

/** What people bring along to a course, as they read it on their own page. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table courses add column bring text check (length(bring) <= 500)`.execute(db)
}
