import { type Kysely, sql } from 'kysely'

/**
 * What calendars of people were told by mail (RFC 5546): each row is one object that goes along with a mail, of a record
 * that takes place at a time. The newest of a record and a recipient is what that calendar shows; a mail that is taken
 * back takes its rows along. `left_at` is when the recipient left what it tells of.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table invitations (
      id bigint generated always as identity primary key,
      mail_id integer not null references mails on delete cascade deferrable initially immediate,
      object_type text not null,
      object_id integer not null,
      recipient_id integer not null references contacts on delete cascade deferrable initially immediate,
      sequence integer not null check (sequence >= 0),
      cancelled boolean not null,
      starts_at timestamptz not null,
      ends_at timestamptz not null,
      place text not null,
      content text not null,
      told_at timestamptz not null default now(),
      left_at timestamptz
    )
  `.execute(db)
  await sql`create index invitations_mail on invitations (mail_id)`.execute(db)
  await sql`create index invitations_told on invitations (object_type, object_id, recipient_id, sequence desc)`.execute(
    db,
  )
  await sql`create index invitations_recipient on invitations (recipient_id)`.execute(db)
  await sql`create index invitations_left on invitations (left_at) where left_at is not null`.execute(db)
  await sql`
    create function invitations_follow_enrolment() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' then
        update invitations i set left_at = now() from gone_rows e
        where i.object_type = 'appointment' and i.object_id = e.appointment_id and i.recipient_id = e.contact_id;
      else
        update invitations i set left_at = null from come_rows e
        where i.object_type = 'appointment' and i.object_id = e.appointment_id and i.recipient_id = e.contact_id
          and i.left_at is not null;
      end if;
      return null;
    end $$
  `.execute(db)
  await sql`create trigger invitations_left after delete on enrolments referencing old table as gone_rows for each statement execute function invitations_follow_enrolment()`.execute(
    db,
  )
  await sql`create trigger invitations_back after insert on enrolments referencing new table as come_rows for each statement execute function invitations_follow_enrolment()`.execute(
    db,
  )

  // A mailing whose mails say in the calendars of their readers what they tell.
  await sql`alter table mailings add column calendar text check (calendar in ('news', 'always'))`.execute(db)

  // What happens more than once is told each time.
  await sql`alter table moment_sends add column occasion integer not null default 0`.execute(db)
  await sql`alter table moment_sends drop constraint moment_sends_moment_id_scope_id_subject_id_recipient_id_key`.execute(
    db,
  )
  await sql`alter table moment_sends add constraint moment_sends_once unique (moment_id, scope_id, subject_id, recipient_id, occasion)`.execute(
    db,
  )
  // Who was told is somebody: the rows go along when two become one, or when one is gone.
  for (const column of ['subject_id', 'recipient_id'])
    await sql`
      alter table moment_sends add foreign key (${sql.ref(column)}) references contacts on delete cascade deferrable initially immediate
    `.execute(db)
  await sql`create index moment_sends_subject on moment_sends (subject_id)`.execute(db)
  await sql`create index moment_sends_recipient on moment_sends (recipient_id)`.execute(db)
  await sql`create index appointments_updated on appointments (updated_at)`.execute(db)
}
