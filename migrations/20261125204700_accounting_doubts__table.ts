import { type Kysely, sql } from 'kysely'

/** Invoices of which the package for bookkeeping does not say clearly enough whether they were paid there. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounting_doubts (
      provider text not null,
      administration text not null,
      invoice_id integer not null references invoices deferrable,
      reason text not null check (reason in ('missing', 'amount', 'unproven')),
      since timestamptz not null default now(),
      primary key (provider, administration, invoice_id)
    )
  `.execute(db)
  await sql`create index accounting_doubts_invoice on accounting_doubts (invoice_id)`.execute(db)
}
