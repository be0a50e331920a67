import { type Kysely, sql } from 'kysely'

/** Files that go along with every mail of a mailing: kept once, however many people get them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mailing_attachments (
      mailing_id integer not null references mailings deferrable initially immediate,
      file_id integer not null references stored_files deferrable initially immediate,
      primary key (mailing_id, file_id)
    )
  `.execute(db)
  await sql`create index mailing_attachments_file on mailing_attachments (file_id)`.execute(db)
}
