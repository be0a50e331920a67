import { type Kysely, sql } from 'kysely'

/** A student can be passed on to several registers; one that gives a certificate says until when it is valid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table register_requests
      add column register text not null default 'hok' check (register in ('hok', 'nibhv')),
      add column valid_until date,
      drop constraint register_requests_group_id_contact_id_key,
      add constraint register_requests_once unique (group_id, contact_id, register)
  `.execute(db)
  // Those that a register took and gave no number of yet: few, and asked after.
  await sql`create index register_requests_unnumbered on register_requests (next_attempt_at) where state = 'accepted' and number is null`.execute(db) // prettier-ignore
}
