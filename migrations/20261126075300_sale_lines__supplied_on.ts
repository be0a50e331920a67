import { type Kysely, sql } from 'kysely'

/**
 * When a line of an invoice was supplied, where that is told of it alone: where concepts of several days were merged, or
 * the end of a month billed what was held on several. Null for all others, so that their history does not grow.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table sale_lines add column supplied_on date, add column supplied_from date,
      add constraint sale_lines_supplied check (supplied_from is null or supplied_from < supplied_on)
  `.execute(db)
}
