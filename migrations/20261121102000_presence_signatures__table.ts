import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // A signature is about being in one part: it goes when the student leaves that part.
  await sql`
    create table presence_signatures (
      id integer generated always as identity primary key,
      appointment_id integer not null,
      contact_id integer not null,
      storage_key text not null,
      mime_type text not null check (mime_type in ('image/webp', 'image/png')),
      sha256 text not null,
      signed_at timestamptz not null default now(),
      unique (appointment_id, contact_id),
      foreign key (appointment_id, contact_id) references enrolments (appointment_id, contact_id) on delete cascade
    )
  `.execute(db)
  await sql`
    select track('presence_signatures', 'appointment', 'appointment_id', '{storage_key}')
  `.execute(db)
}
