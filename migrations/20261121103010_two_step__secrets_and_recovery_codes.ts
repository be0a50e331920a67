import { type Kysely, sql } from 'kysely'

/** Two-step verification: the sealed secret, the last code that was used, and the hashes of the recovery codes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table two_step_secrets (
      user_id integer primary key references users on delete cascade,
      secret text not null,
      last_step bigint not null,
      enabled_at timestamptz not null default now()
    )
  `.execute(db)
  await sql`
    create table recovery_codes (
      id integer generated always as identity primary key,
      user_id integer not null references two_step_secrets on delete cascade,
      code_hash text not null unique,
      used_at timestamptz
    )
  `.execute(db)
  await sql`create index recovery_codes_user on recovery_codes (user_id)`.execute(db)
}
