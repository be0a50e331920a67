import { type Kysely, sql } from 'kysely'

/** The number that a planning had in the system before: by it lists say which parts and people are of it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table appointment_groups add column old_number text check (char_length(old_number) between 1 and 60)`.execute(db) // prettier-ignore
  await sql`create index appointment_groups_old_number on appointment_groups (old_number) where old_number is not null`.execute(db) // prettier-ignore
}
