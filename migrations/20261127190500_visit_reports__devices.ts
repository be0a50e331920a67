import { type Kysely, sql } from 'kysely'

/** The reports of a device are found by what they tell: it is looked at once more on the same order. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index visit_reports_devices on visit_reports using gin ((snapshot -> 'devices') jsonb_path_ops)`.execute(db) // prettier-ignore
}
