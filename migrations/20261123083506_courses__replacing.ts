import { type Kysely, sql } from 'kysely'

/** Until how many working days before it begins supervisors let somebody else take a place; null: planners alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table courses add column replace_days integer default 2 check (replace_days between 0 and 60)`.execute(
    db,
  )
}
