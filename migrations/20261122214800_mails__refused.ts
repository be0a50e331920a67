import { type Kysely, sql } from 'kysely'

/** Mails that did not arrive are few of all, and counted wherever the day begins. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index mails_refused on mails (id) where state in ('refused', 'bounced')`.execute(db)
}
