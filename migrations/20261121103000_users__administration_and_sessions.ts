import { type Kysely, sql } from 'kysely'

/**
 * Switching accounts off with a reason, an administrator who always remains, and sessions that can be shown and ended
 * one by one (the session id itself is a key and never leaves the table).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  // blocked: switched off by an administrator, which saving the contact of the account does not undo.
  await sql`
    alter table users
      add column blocked boolean not null default false,
      add column active_reason text check (length(active_reason) between 1 and 500)
  `.execute(db)

  // Two administrators who remove each other at the same moment wait for one another here; the second one then sees
  // what the first one did.
  await sql`
    create function keep_an_administrator() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(hashtext('users_last_administrator'));
      if not exists (select 1 from users where active and roles @> array[1]) then
        raise exception 'the last administrator cannot go'
          using errcode = '23514', constraint = 'users_last_administrator', table = 'users';
      end if;
      return null;
    end $$
  `.execute(db)
  await sql`
    create trigger keep_an_administrator after update of active, roles on users for each row
    when (old.active and old.roles @> array[1] and not (new.active and new.roles @> array[1]))
    execute function keep_an_administrator()
  `.execute(db)
  await sql`
    create trigger keep_an_administrator_on_delete after delete on users for each row
    when (old.active and old.roles @> array[1])
    execute function keep_an_administrator()
  `.execute(db)

  await sql`
    alter table sessions
      add column id integer generated always as identity unique,
      add column acted_by_id integer generated always as ((sess #>> '{actedBy,id}')::integer) stored,
      add column created_at timestamptz not null default now(),
      add column seen_at timestamptz not null default now()
  `.execute(db)
  await sql`create index sessions_acted_by on sessions (acted_by_id) where acted_by_id is not null`.execute(db)
  await sql`
    create function session_seen() returns trigger language plpgsql as $$
    begin
      new.seen_at := now();
      return new;
    end $$
  `.execute(db)
  await sql`create trigger seen before update on sessions for each row execute function session_seen()`.execute(db)
}
