import { type Kysely, sql } from 'kysely'

/** A signature goes along with its enrolment when two contacts become one, and back when they come apart again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table presence_signatures
      drop constraint presence_signatures_appointment_id_contact_id_fkey,
      add foreign key (appointment_id, contact_id) references enrolments (appointment_id, contact_id)
        on delete cascade on update cascade
  `.execute(db)
}
