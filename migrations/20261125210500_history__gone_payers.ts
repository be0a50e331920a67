import { type Kysely, sql } from 'kysely'

/**
 * Lines of a bank and payments that a bank told which are gone and of which the history still says who paid: they leave
 * this index when they are masked, so that looking for them stays cheap however long the history grows.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index history_gone_bank_entries on history (at)
    where action = 'delete' and table_name = 'bank_entries' and (changes -> 'description' ->> 0) <> '(verwijderd)'
  `.execute(db)
  await sql`
    create index history_gone_bank_payments on history (at)
    where action = 'delete' and table_name = 'invoice_payments' and (changes -> 'source' ->> 0) = 'bank'
      and (changes -> 'note' ->> 0) <> '(verwijderd)'
  `.execute(db)
}
