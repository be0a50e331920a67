import { type Kysely, sql } from 'kysely'

const NAME = 'Contract loopt af'
const SUBJECT = 'Uw contract {{ contract.naam }} loopt tot {{ contract.einddatum }}'
const CONTENT =
  '<p>Beste {{ ontvanger.naam }},</p><p>Het contract {{ contract.naam }} van {{ klant.naam }} loopt tot {{ contract.einddatum }}.</p><p>Wilt u iets wijzigen of hebt u vragen over het vervolg, beantwoord dan dit bericht.</p><p>Met vriendelijke groet,<br />{{ organisatie.naam }}</p>'

/** Customers can be told that a contract ends, which waits to be switched on as other standard messages do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter function add_standard_messages() rename to add_quotation_messages`.execute(db)
  await sql`
    create function add_standard_messages() returns void language plpgsql as $$
    declare
      template integer;
    begin
      perform add_quotation_messages();
      insert into default_messages (name, subject, content)
        values (${sql.lit(NAME)}, ${sql.lit(SUBJECT)}, ${sql.lit(CONTENT)}) on conflict (name) do nothing;
      select id into template from default_messages where name = ${sql.lit(NAME)};
      insert into message_moments (kind, days, at, recipients, template_id, active)
        select 'contract-expiry', 60, '09:00', 'contacts', template, false
        where not exists (select 1 from message_moments m where m.kind = 'contract-expiry');
    end $$
  `.execute(db)
  await sql`select add_standard_messages()`.execute(db)
}
