import { type Kysely, sql } from 'kysely'

/**
 * Documents of a contact, a company or an appointment: exactly one of them. Each upload is a version; the newest one is
 * what people get to see, the older ones stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table document_types (
      id integer generated always as identity primary key,
      name citext not null unique check (length(name) between 1 and 100),
      active boolean not null default true
    )
  `.execute(db)
  await sql`select track('document_types', 'document-type')`.execute(db)
  await sql`
    insert into document_types (name) values
      ('Overeenkomst'), ('Certificaat'), ('Presentielijst'), ('Legitimatie gezien'), ('Lesmateriaal'), ('Correspondentie'), ('Overig')
  `.execute(db)

  await sql`
    create table documents (
      id integer generated always as identity primary key,
      name text not null check (length(name) between 1 and 200),
      type_id integer not null references document_types,
      contact_id integer references contacts,
      company_id integer references companies,
      appointment_id integer references appointments,
      external boolean not null default false,
      created_by integer references users on delete set null,
      constraint documents_one_owner check (num_nonnulls(contact_id, company_id, appointment_id) = 1)
    )
  `.execute(db)
  for (const column of ['contact_id', 'company_id', 'appointment_id', 'type_id', 'created_by'])
    await sql`create index ${sql.ref(`documents_${column}`)} on documents (${sql.ref(column)}, id desc)`.execute(db)
  await sql`select track('documents', 'document')`.execute(db)

  await sql`
    create table document_versions (
      id integer generated always as identity primary key,
      document_id integer not null references documents on delete cascade,
      number integer not null check (number > 0),
      file_id integer not null unique references stored_files,
      unique (document_id, number)
    )
  `.execute(db)
  await sql`
    create function forget_files(file_ids integer[]) returns setof text language plpgsql as $$
    declare
      file integer;
      key text;
    begin
      foreach file in array file_ids loop
        begin
          delete from stored_files where id = file returning storage_key into key;
          if found then
            return next key;
          end if;
        exception when foreign_key_violation then
          -- Something else still refers to it: a document may have been sent as an attachment.
          null;
        end;
      end loop;
    end $$
  `.execute(db)
  await sql`select track('document_versions', 'document', 'document_id')`.execute(db)
}
