import { type Kysely, sql } from 'kysely'

/** Tells every process that its copies of sessions and their users may be old. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function session_changed() returns trigger language plpgsql as $$
    begin
      perform pg_notify('noordkaap_sessions', '');
      return null;
    end $$
  `.execute(db)
  // A session that is only touched (its expiry moved) or made is no news.
  await sql`
    create trigger session_changed after delete or update of sess on sessions
    for each statement execute function session_changed()
  `.execute(db)
  for (const table of ['users', 'user_meta'])
    await sql`
      create trigger session_changed after insert or update or delete on ${sql.table(table)}
      for each statement execute function session_changed()
    `.execute(db)
}
