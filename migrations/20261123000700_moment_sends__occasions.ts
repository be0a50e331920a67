import { type Kysely, sql } from 'kysely'

/** Which time something is told goes by the invitation that it replaces, whose ids are larger. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table moment_sends alter column occasion type bigint`.execute(db)
}
