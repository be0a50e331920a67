import { type Kysely, sql } from 'kysely'

/** Answers of outside registers, so that a postal code that was looked up once costs no second question for a while. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table lookup_cache (
      register text not null,
      key text not null,
      answer jsonb not null,
      expires_at timestamptz not null,
      primary key (register, key)
    )
  `.execute(db)
  await sql`create index lookup_cache_expires on lookup_cache (expires_at)`.execute(db)
}
