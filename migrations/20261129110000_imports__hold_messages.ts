import { type Kysely, sql } from 'kysely'

/**
 * Automatic messages about what was imported wait until somebody has seen who would get them. Rows of an import were made
 * at the instant of its transaction, by which they are known.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table imports add column stored_at timestamptz, add column released_at timestamptz,
      add column holds_since timestamptz`.execute(db)
  await sql`create index imports_holding on imports (stored_at) where released_at is null`.execute(db)
}
