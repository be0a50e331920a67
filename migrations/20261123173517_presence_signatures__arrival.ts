import { type Kysely, sql } from 'kysely'

/** When somebody came, and a second signature for when they leave, as the days of code 95 ask for. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table enrolments
      add column arrived_at timestamptz,
      add constraint enrolments_arrived_is_present check (arrived_at is null or present is distinct from 0)
  `.execute(db)
  await sql`
    alter table presence_signatures
      add column moment text not null default 'start',
      add constraint presence_signatures_moment check (moment in ('start', 'end')),
      drop constraint presence_signatures_appointment_id_contact_id_key,
      add constraint presence_signatures_once unique (appointment_id, contact_id, moment)
  `.execute(db)
}
