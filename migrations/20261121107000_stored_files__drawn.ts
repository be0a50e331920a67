import { type Kysely, sql } from 'kysely'

/**
 * A drawn file belongs to the record it was drawn for (a certificate), which knows its place itself. Mails only carry
 * it: when the last of them goes, its row goes and its bytes stay.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table stored_files add column drawn boolean not null default false`.execute(db)
  await sql`update stored_files set drawn = true where storage_key like 'certificates/%'`.execute(db)
  await sql`
    create or replace function forget_files(file_ids integer[]) returns setof text language plpgsql as $$
    declare
      file integer;
      key text;
      stays boolean;
    begin
      foreach file in array file_ids loop
        begin
          delete from stored_files where id = file returning storage_key, drawn into key, stays;
          if found and not stays then
            return next key;
          end if;
        exception when foreign_key_violation then
          -- Something else still refers to it: a document may have been sent as an attachment.
          null;
        end;
      end loop;
    end $$
  `.execute(db)
}
