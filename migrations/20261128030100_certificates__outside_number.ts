import { type Kysely, sql } from 'kysely'

/**
 * What was held and given elsewhere before. A planning that was imported is history: nothing is invoiced of it. A certificate
 * of elsewhere has the number that it got there ('' where none was told), and one of a series of its own here.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table appointment_groups add column imported boolean not null default false`.execute(db)
  await sql`alter table certificates add column outside_number text check (length(outside_number) <= 40)`.execute(db)
  await sql`create index certificates_outside_number on certificates (outside_number) where outside_number <> ''`.execute(
    db,
  )
}
