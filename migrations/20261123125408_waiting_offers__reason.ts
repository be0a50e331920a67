import { type Kysely, sql } from 'kysely'

/** Why a planner offered a place by hand stands with the offer, and not within a sentence of the log alone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table waiting_offers add column reason text not null default ''`.execute(db)
}
