import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table mail_attachments (
      mail_id integer not null references mails on delete cascade,
      file_id integer not null references stored_files,
      primary key (mail_id, file_id)
    )
  `.execute(db)
  await sql`create index mail_attachments_file on mail_attachments (file_id)`.execute(db)
}
