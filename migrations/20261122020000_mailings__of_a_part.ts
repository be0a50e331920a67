import { type Kysely, sql } from 'kysely'

/** The messages of a planning: its tab counts and lists them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index mailings_course_parts on mailings using gin (record_ids) where type = 'course'`.execute(db)
}
