import { type Kysely, sql } from 'kysely'

/**
 * Messages hang on a record of any type, by type and id as notes and documents do: a mail on whom or what it was about,
 * a mailing on the record whose people it went to; one to people who were chosen one by one hangs on none itself.
 * `carries_messages(table, type)` lets them outlive their record, as the log that they are: they keep the type, and are
 * of nothing that is there.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mails rename column record_type to object_type`.execute(db)
  await sql`alter table mails rename column record_id to object_id`.execute(db)
  await sql`alter index mails_record rename to mails_object`.execute(db)
  await sql`alter table mailings add column object_type text, add column object_id integer`.execute(db)
  await sql`
    update mailings set object_type = case type when 'course' then 'appointment' else 'contact' end,
      object_id = case type when 'course' then record_ids[1] end
  `.execute(db)
  // With the column goes its index.
  await sql`
    alter table mailings alter column object_type set not null, drop column type, drop column record_ids
  `.execute(db)
  await sql`create index mailings_object on mailings (object_type, object_id) where object_id is not null`.execute(db)
  await keepMergesUndoable(db)

  await sql`
    create function messages_outlive() returns trigger language plpgsql as $$
    begin
      update mails set object_id = null from old_rows where mails.object_type = tg_argv[0] and mails.object_id = old_rows.id;
      update mailings set object_id = null from old_rows where mailings.object_type = tg_argv[0] and mailings.object_id = old_rows.id;
      return null;
    end $$
  `.execute(db)
  await sql`
    create function carries_messages(table_name text, record_type text) returns void language plpgsql as $$
    begin
      execute format('create trigger messages_outlive after delete on %I referencing old table as old_rows for each statement execute function messages_outlive(%L)', table_name, record_type);
    end $$
  `.execute(db)
  for (const [table, type] of [
    ['companies', 'company'],
    ['contacts', 'contact'],
    ['appointments', 'appointment'],
  ] as const) {
    await sql`
      update mails set object_id = null
      where object_type = ${type} and not exists (select from ${sql.table(table)} there where there.id = object_id)
    `.execute(db)
    await sql`
      update mailings set object_id = null
      where object_type = ${type} and not exists (select from ${sql.table(table)} there where there.id = object_id)
    `.execute(db)
    await sql`select carries_messages(${table}, ${type})`.execute(db)
  }
}

/** What merges remember of mails that they moved, names the column there was. */
async function keepMergesUndoable(db: Kysely<unknown>): Promise<void> {
  const renamed = (side: string) => sql`
    ${sql.lit(side)}, (
      select jsonb_object_agg(case key when 'record_id' then 'object_id' else key end, value)
      from jsonb_each(touched -> ${sql.lit(side)}) as part (key, value)
    )`
  await sql`alter table merges disable trigger user`.execute(db)
  await sql`
    update merges set before = jsonb_set(before, '{rows}', (
      select jsonb_agg(
        case when touched ->> 'table' = 'mails' and jsonb_typeof(touched -> 'after') = 'object'
          then touched || jsonb_build_object(${renamed('before')}, ${renamed('after')})
          else touched end
        order by place)
      from jsonb_array_elements(before -> 'rows') with ordinality as moved (touched, place)
    ))
    where before -> 'rows' @> '[{"table": "mails"}]'
  `.execute(db)
  await sql`alter table merges enable trigger user`.execute(db)
}
