import { type Kysely, sql } from 'kysely'

/** A link for choosing a password is for the address it was mailed to: it works while the account has that address. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table user_tokens add column email citext`.execute(db)
  await sql`update user_tokens t set email = u.email from users u where u.id = t.user_id`.execute(db)
  await sql`alter table user_tokens alter column email set not null`.execute(db)
}
