import { type Kysely, sql } from 'kysely'

const NAME = 'Offerte verloopt'
const SUBJECT = 'Offerte {{ offerte.nummer }} is geldig tot en met {{ offerte.geldig_tot }}'
const CONTENT =
  '<p>Beste {{ ontvanger.naam }},</p><p>U ontving van ons offerte {{ offerte.nummer }} van {{ offerte.bedrag }}. Die is geldig tot en met {{ offerte.geldig_tot }}.{% if offerte.link != blank %} Online bekijken en accepteren kan op {{ offerte.link }}.{% endif %}</p><p>Hebt u nog vragen, beantwoord dan dit bericht.</p><p>Met vriendelijke groet,<br />{{ organisatie.naam }}</p>'

/** Customers can be reminded of a quotation before it expires, which waits to be switched on as other standard messages do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter function add_standard_messages() rename to add_training_messages`.execute(db)
  await sql`
    create function add_standard_messages() returns void language plpgsql as $$
    declare
      template integer;
    begin
      perform add_training_messages();
      insert into default_messages (name, subject, content)
        values (${sql.lit(NAME)}, ${sql.lit(SUBJECT)}, ${sql.lit(CONTENT)}) on conflict (name) do nothing;
      select id into template from default_messages where name = ${sql.lit(NAME)};
      insert into message_moments (kind, days, at, recipients, template_id, active)
        select 'quotation-expiry', 3, '09:00', 'customer', template, false
        where not exists (select 1 from message_moments m where m.kind = 'quotation-expiry');
    end $$
  `.execute(db)
  await sql`select add_standard_messages()`.execute(db)
}
