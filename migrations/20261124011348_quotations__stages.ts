import { type Kysely, sql } from 'kysely'

/**
 * What became of a quotation is kept as the moments at which it happened; how it stands follows from them. That one expired
 * follows from the day that it is, so that nothing has to be changed at midnight.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table quotations
      add column sent_at timestamptz,
      add column viewed_at timestamptz,
      add column accepted_at timestamptz,
      add column accepted_name text check (length(accepted_name) between 1 and 200),
      add column declined_at timestamptz,
      add column decline_reason text check (length(decline_reason) between 1 and 2000),
      add column withdrawn_at timestamptz,
      add column stage text not null generated always as (
        case when accepted_at is not null then 'accepted' when declined_at is not null then 'declined'
          when viewed_at is not null then 'viewed' when sent_at is not null then 'sent' else 'concept' end
      ) stored,
      add constraint quotations_one_answer check (accepted_at is null or declined_at is null),
      add constraint quotations_accepted check (accepted_name is null or accepted_at is not null),
      add constraint quotations_declined check (decline_reason is null or declined_at is not null),
      add constraint quotations_viewed check (viewed_at is null or sent_at is not null),
      add constraint quotations_withdrawn check (withdrawn_at is null or sent_at is null)
  `.execute(db)
  await sql`create index quotations_stage on quotations (stage, valid_until, id)`.execute(db)
  await sql`
    select history_triggers('quotations', 'quotation', 'id', '{base,vat,total,search_text,uid,stage}', '{}', '{}')
  `.execute(db)
}
