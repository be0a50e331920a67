import { type Kysely, sql } from 'kysely'

/** Until when a planning is an option: the day on which it is decided at last. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table appointment_groups add column option_until date`.execute(db)
  await sql`create index appointment_groups_option_until on appointment_groups (option_until) where option_until is not null`.execute(
    db,
  )
}
