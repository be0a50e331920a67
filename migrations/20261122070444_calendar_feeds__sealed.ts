import { type Kysely, sql } from 'kysely'

/**
 * A calendar's link is looked up by its hash, and what shows it to its owner is sealed. Links that are there go on
 * working: as long as they are not sealed yet (only the application has the secret), they are told by their hash.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table calendar_feeds rename column token to sealed_token`.execute(db)
  await sql`
    alter table calendar_feeds drop constraint calendar_feeds_token_key, drop constraint calendar_feeds_token_check,
      add column token_hash text unique
  `.execute(db)
  await sql`update calendar_feeds set token_hash = encode(sha256(convert_to(sealed_token, 'UTF8')), 'hex')`.execute(db)
  await sql`alter table calendar_feeds alter column token_hash set not null`.execute(db)
}
