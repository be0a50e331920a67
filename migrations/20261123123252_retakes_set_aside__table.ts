import { type Kysely, sql } from 'kysely'

/** Whom nobody plans again who was absent from or did not pass a planning, and why; and an index for who that is. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table retakes_set_aside (
      id integer generated always as identity primary key,
      contact_id integer not null references contacts deferrable initially immediate,
      group_id integer not null references appointment_groups on delete cascade deferrable initially immediate,
      reason text not null check (reason <> ''),
      unique (contact_id, group_id)
    )
  `.execute(db)
  await sql`select track('retakes_set_aside', 'retake')`.execute(db)
  await sql`create index retakes_set_aside_group on retakes_set_aside (group_id)`.execute(db)
  await sql`
    create index enrolments_failed on enrolments (appointment_id, contact_id) where present = 0 or passed = 0
  `.execute(db)
}
