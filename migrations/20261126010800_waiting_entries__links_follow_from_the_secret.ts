import { type Kysely, sql } from 'kysely'

/**
 * The link of who waits follows from the secret of the installation and rests nowhere. Of those that were mailed before,
 * what stands for them is kept, by which they go on working.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table waiting_entries alter column token drop default, alter column token drop not null`.execute(db)
  await sql`update waiting_entries set token = encode(sha256(convert_to(token, 'UTF8')), 'hex')`.execute(db)
  await sql`alter table waiting_entries rename column token to old_link`.execute(db)
  await sql`alter table waiting_entries rename constraint waiting_entries_token_key to waiting_entries_old_link_key`.execute(
    db,
  )
  await sql`select history_triggers('waiting_entries', 'waiting-entry', 'id', '{}', '{old_link}', '{}')`.execute(db)
}
