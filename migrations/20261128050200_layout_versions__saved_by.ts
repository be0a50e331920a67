import { type Kysely, sql } from 'kysely'

/** Who saved a version is told by the number of the account, which may be gone by now. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table layout_versions drop constraint layout_versions_saved_by_fkey`.execute(db)
  await sql`drop index layout_versions_saved_by`.execute(db)
}
