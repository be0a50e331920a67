import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  // What is to be sent to one person; a job makes the mail once the files are drawn, and notes it here so that it
  // makes it once.
  await sql`
    create table certificate_mailings (
      id integer generated always as identity primary key,
      group_id integer not null references appointment_groups,
      contact_id integer not null references contacts,
      recipient text not null,
      subject text not null,
      text_body text not null,
      certificate_ids integer[] not null check (cardinality(certificate_ids) > 0),
      mail_id integer references mails on delete set null
    )
  `.execute(db)
  await sql`select track('certificate_mailings', 'appointment_group', 'group_id')`.execute(db)
  await sql`create index certificate_mailings_group on certificate_mailings (group_id)`.execute(db)
  await sql`create index certificate_mailings_contact on certificate_mailings (contact_id)`.execute(db)
}
