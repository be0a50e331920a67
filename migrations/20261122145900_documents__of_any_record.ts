import { type Kysely, sql } from 'kysely'

const FORMER = ['contact', 'company', 'appointment']

/**
 * Documents hang on a record of any type, by type and id as notes do. `carries_documents(table, type)` stands for the
 * foreign key that cannot be: a document is of a record that is there, and a record with documents is not deleted.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table documents add column object_type text, add column object_id integer`.execute(db)
  // Nobody changed a document: no history, and the versions stay.
  await sql`alter table documents disable trigger user`.execute(db)
  await sql`
    update documents set object_id = coalesce(contact_id, company_id, appointment_id),
      object_type = case when contact_id is not null then 'contact' when company_id is not null then 'company' else 'appointment' end
  `.execute(db)
  await sql`alter table documents enable trigger user`.execute(db)
  await sql`
    alter table documents drop constraint documents_one_owner,
      alter column object_type set not null, alter column object_id set not null
  `.execute(db)
  for (const type of FORMER) await sql`alter table documents drop column ${sql.ref(`${type}_id`)}`.execute(db)
  await sql`create index documents_object on documents (object_type, object_id, id desc)`.execute(db)
  await keepMergesUndoable(db)

  await sql`
    create function document_of_record() returns trigger language plpgsql as $$
    declare
      there boolean;
    begin
      -- As a foreign key does: who deletes the record at this moment waits for us, or we for them.
      execute format('select true from %I where id = $1 for key share', tg_argv[0]) into there using new.object_id;
      if there is null then
        raise exception 'a document of something that is not there'
          using errcode = 'foreign_key_violation', constraint = 'documents_object';
      end if;
      return new;
    end $$
  `.execute(db)
  await sql`
    create function documents_stay() returns trigger language plpgsql as $$
    begin
      if exists (select from documents join old_rows on old_rows.id = documents.object_id where documents.object_type = tg_argv[0]) then
        raise exception 'it has documents' using errcode = 'foreign_key_violation', constraint = 'documents_object';
      end if;
      return null;
    end $$
  `.execute(db)
  await sql`
    create function carries_documents(table_name text, record_type text) returns void language plpgsql as $$
    begin
      execute format('create trigger documents_stay after delete on %I referencing old table as old_rows for each statement execute function documents_stay(%L)', table_name, record_type);
      execute format('create trigger %I before insert or update of object_type, object_id on documents for each row when (new.object_type = %L) execute function document_of_record(%L)', 'documents_of_' || record_type, record_type, table_name);
    end $$
  `.execute(db)
  for (const [table, type] of [
    ['companies', 'company'],
    ['contacts', 'contact'],
    ['appointments', 'appointment'],
  ] as const)
    await sql`select carries_documents(${table}, ${type})`.execute(db)
}

/** What merges remember of documents that they moved, names the columns there were. */
async function keepMergesUndoable(db: Kysely<unknown>): Promise<void> {
  const renamed = (side: string) => sql`
    ${sql.lit(side)}, (
      select jsonb_object_agg(case when key = any(${FORMER.map((type) => `${type}_id`)}::text[]) then 'object_id' else key end, value)
      from jsonb_each(touched -> ${sql.lit(side)}) as part (key, value)
    )`
  await sql`alter table merges disable trigger user`.execute(db)
  await sql`
    update merges set before = jsonb_set(before, '{rows}', (
      select jsonb_agg(
        case when touched ->> 'table' = 'documents' and jsonb_typeof(touched -> 'after') = 'object'
          then touched || jsonb_build_object(${renamed('before')}, ${renamed('after')})
          else touched end
        order by place)
      from jsonb_array_elements(before -> 'rows') with ordinality as moved (touched, place)
    ))
    where before -> 'rows' @> '[{"table": "documents"}]'
  `.execute(db)
  await sql`alter table merges enable trigger user`.execute(db)
}
