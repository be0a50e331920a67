import { type Kysely, sql } from 'kysely'

/**
 * Notes hang on a record of any type, so no foreign key can hold them: `carries_notes(table, type)` makes a table take
 * the notes of its rows along when they are deleted. A module whose records carry notes calls it in its own migration.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table notes (
      id integer generated always as identity primary key,
      object_type text not null,
      object_id integer not null,
      body text not null check (length(body) between 1 and 10000),
      created_by integer references users on delete set null
    )
  `.execute(db)
  await sql`create index notes_object on notes (object_type, object_id, id desc)`.execute(db)
  await sql`create index notes_created_by on notes (created_by)`.execute(db)
  await sql`select track('notes', 'note')`.execute(db)

  await sql`
    create function delete_notes() returns trigger language plpgsql as $$
    begin
      delete from notes using old_rows where notes.object_type = tg_argv[0] and notes.object_id = old_rows.id;
      return null;
    end $$
  `.execute(db)
  await sql`
    create function carries_notes(table_name text, record_type text) returns void language plpgsql as $$
    begin
      execute format('create trigger notes_go_along after delete on %I referencing old table as old_rows for each statement execute function delete_notes(%L)', table_name, record_type);
    end $$
  `.execute(db)
  for (const [table, type] of [
    ['companies', 'company'],
    ['contacts', 'contact'],
    ['courses', 'course'],
    ['appointments', 'appointment'],
  ] as const)
    await sql`select carries_notes(${table}, ${type})`.execute(db)
}
