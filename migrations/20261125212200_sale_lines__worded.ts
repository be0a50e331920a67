import { type Kysely, sql } from 'kysely'

/** Whether somebody worded a line by hand: what it follows leaves it then as it is. Null for all others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sale_lines add column worded boolean constraint sale_lines_worded check (worded)`.execute(db)
}
