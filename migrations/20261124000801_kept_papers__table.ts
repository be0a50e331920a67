import { type Kysely, sql } from 'kysely'

/** The files of what is frozen: drawn once, and known by what is in them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table kept_papers (
      id integer generated always as identity primary key,
      invoice_id integer unique references invoices deferrable,
      quotation_id integer unique references quotations on delete cascade deferrable,
      storage_key text not null unique,
      sha256 text not null check (sha256 ~ '^[0-9a-f]{64}$'),
      byte_size bigint not null check (byte_size > 0),
      created_at timestamptz not null default now(),
      check (num_nonnulls(invoice_id, quotation_id) = 1)
    )
  `.execute(db)
}
