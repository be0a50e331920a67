import { type Kysely, sql } from 'kysely'

/**
 * A change of the own e-mail address that waits until a link to the old and one to the new address were confirmed. It
 * holds for the address the account had when it was asked; the tokens come with the mails that carry them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table email_changes (
      user_id integer primary key references users on delete cascade,
      old_email citext not null,
      new_email citext not null check (new_email <> old_email),
      old_token_hash text unique,
      new_token_hash text unique,
      old_confirmed_at timestamptz,
      new_confirmed_at timestamptz,
      asked_at timestamptz not null default now(),
      expires_at timestamptz not null
    )
  `.execute(db)
}
