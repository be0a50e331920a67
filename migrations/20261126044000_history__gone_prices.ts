import { type Kysely, sql } from 'kysely'

/** Prices of a product that are gone, for the history of that product. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index history_gone_prices on history (((changes -> 'product_id' ->> 0)::integer))
      where record_type = 'product_price' and action = 'delete'
  `.execute(db)
}
