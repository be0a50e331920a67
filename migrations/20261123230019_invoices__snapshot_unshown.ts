import { type Kysely, sql } from 'kysely'

/** What an invoice said when it was printed is read from the invoice itself: the history does not keep it a second time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    select history_triggers('invoices', 'invoice', 'id', '{base,vat,total,search_text,uid}', '{}', '{snapshot}')
  `.execute(db)
}
