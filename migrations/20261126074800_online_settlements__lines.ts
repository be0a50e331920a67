import { type Kysely, sql } from 'kysely'

/**
 * Of what a provider paid out we know payment by payment which it was, and what was taken off for refunds and chargebacks.
 * That is told to a token of the organisation alone, which is kept sealed beside the key.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table payment_tokens (
      id integer generated always as identity primary key,
      provider text not null unique check (provider = 'mollie'),
      sealed_token text not null
    )
  `.execute(db)
  await sql`select track('payment_tokens', 'payment_token', 'id', secret => '{sealed_token}')`.execute(db)
  // Null until all of its lines were read.
  await sql`alter table online_settlements add column read_at timestamptz`.execute(db)
  await sql`
    create table online_settlement_lines (
      settlement_id text not null references online_settlements on delete cascade deferrable initially immediate,
      id text not null,
      kind text not null check (kind in ('payment', 'capture', 'refund', 'chargeback')),
      -- The payment that it is of, as the provider calls it.
      provider_id text not null,
      -- In cents: what it adds to the payout, below zero what it takes off.
      amount bigint not null,
      primary key (settlement_id, id)
    )
  `.execute(db)
  // All that was taken off of one payment, in whatever payouts: of few payments.
  await sql`
    create index online_settlement_lines_back on online_settlement_lines (provider_id) where kind in ('refund', 'chargeback')
  `.execute(db)
}
