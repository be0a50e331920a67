import { type Kysely, sql } from 'kysely'

/** How far the payments of a package for bookkeeping were asked, when all of them last were, and why that failed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table accounting_payments (
      provider text not null,
      administration text not null,
      asked_at timestamptz,
      taken integer not null default 0,
      problem text,
      after_id integer not null default 0,
      primary key (provider, administration)
    )
  `.execute(db)
}
