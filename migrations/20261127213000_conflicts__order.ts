import { type Kysely, sql } from 'kysely'

/** What a phone hands over may wait for something else that it handed over: by the id that it gave that. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table conflicts
      add column temporary_id text check (length(temporary_id) between 16 and 64),
      add column needs text[] not null default '{}'
  `.execute(db)
  await sql`create index conflicts_temporary_id on conflicts (user_id, temporary_id)`.execute(db)
  // As little shown by the history as what was filled in.
  await sql`
    do $$ declare known record; begin
      for known in select tgname, pg_get_triggerdef(oid) as made from pg_trigger
        where tgrelid = 'conflicts'::regclass and pg_get_triggerdef(oid) like '%base,message,stale%'
      loop
        execute format('drop trigger %I on conflicts', known.tgname);
        execute replace(known.made, 'base,message,stale', 'base,message,stale,temporary_id,needs');
      end loop;
    end $$
  `.execute(db)
}
