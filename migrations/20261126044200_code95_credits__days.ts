import { type Kysely, sql } from 'kysely'

/** On which days the hours in class of a planning were, in minutes: over several plannings a day counts once as well. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table code95_credits add column day_minutes jsonb
    constraint code95_credits_days check (jsonb_typeof(day_minutes) = 'object')`.execute(db)
}
