import { type Kysely, sql } from 'kysely'

/** An invoice that is booked there more than once is told of by each booking too many. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table accounting_differences drop constraint accounting_differences_field_check,
      add constraint accounting_differences_field_check
        check (field in ('amount', 'vat', 'debtor', 'missing_here', 'missing_there', 'double')),
      drop constraint accounting_differences_once,
      add constraint accounting_differences_once unique nulls not distinct (check_id, number, field, their_id)
  `.execute(db)
}
