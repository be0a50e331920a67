import { type Kysely, sql } from 'kysely'

/** Lines that are gone, by the sale that they were of: its history shows them too, and those of all sales are many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ['quotation_id', 'order_id', 'invoice_id']) {
    const sale = sql`((changes -> ${sql.lit(column)} ->> 0)::integer)`
    await sql`
      create index ${sql.ref(`history_gone_lines_${column}`)} on history (${sale})
      where record_type = 'sale_line' and action = 'delete' and ${sale} is not null
    `.execute(db)
  }
}
