import { type Kysely, sql } from 'kysely'

/** When what was paid online was looked at last: what the bank of the payer takes back weeks later is not always told. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table online_payments add column looked_at timestamptz not null default now()`.execute(db)
  await sql`create index online_payments_paid on online_payments (looked_at) where state = 'paid'`.execute(db)
}
