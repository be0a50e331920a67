import { type Kysely, sql } from 'kysely'

/** Who has the token reads the check page: it is kept nowhere else. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`select history_triggers('visit_reports', 'visit', 'visit_id', '{}', '{token}', '{snapshot,mail_to}')`.execute(db) // prettier-ignore
}
