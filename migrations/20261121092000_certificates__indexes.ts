import { type Kysely, sql } from 'kysely'

/** For the certificates of one person, of a supervisor's people, and of one course in the list. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index certificates_contact on certificates (contact_id, issued_on desc, id desc)`.execute(db)
  await sql`create index certificates_course on certificates (course_id, issued_on desc, id desc)`.execute(db)
}
