import { type Kysely, sql } from 'kysely'

/** The list of who is away begins with the last, of all or of one kind, however many there are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index absences_first_day on absences (first_day, id)`.execute(db)
  await sql`create index absences_kind on absences (kind, first_day, id)`.execute(db)
}
