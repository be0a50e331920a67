import { type Kysely, sql } from 'kysely'

/**
 * Who did it where that is no user: the name of a program that speaks for itself, such as a tablet. It stays when the
 * program goes. The column is there before it has its default, so that no row is written anew.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table history add column actor_name text`.execute(db)
  await sql`
    alter table history alter column actor_name set default nullif(current_setting('noordkaap.actor_name', true), '')
  `.execute(db)
}
