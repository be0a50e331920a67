import { type Kysely, sql } from 'kysely'

/** In which language somebody follows a course, and in which a course is given. Empty: in Dutch, and none is asked. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const codes = sql.raw(`('de', 'en', 'fr', 'es', 'pt', 'pl', 'ro', 'bg', 'uk', 'tr', 'ar')`)
  await sql`alter table contacts add column language text check (language in ${codes})`.execute(db)
  await sql`alter table courses add column language text check (language in ('nl') or language in ${codes})`.execute(db)
}
