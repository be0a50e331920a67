import { type Kysely, sql } from 'kysely'

const NAME = 'Licentie loopt af'
const SUBJECT = 'Uw e-learning {{ licentie.opleiding }} loopt tot en met {{ licentie.einddatum }}'
const CONTENT =
  '<p>Beste {{ ontvanger.voornaam }},</p><p>U hebt {{ licentie.opleiding }} nog niet afgerond. U kunt tot en met {{ licentie.einddatum }} inloggen.</p><p>Hebt u de link niet meer of is er meer tijd nodig, beantwoord dan dit bericht.</p><p>Met vriendelijke groet,<br />{{ organisatie.naam }}</p>'

/** Who follows an online course can be told that the licence ends, which waits to be switched on as others do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`select carries_messages('e_learning_licenses', 'e_learning_license')`.execute(db)
  await sql`alter function add_standard_messages() rename to add_evaluation_messages`.execute(db)
  await sql`
    create function add_standard_messages() returns void language plpgsql as $$
    declare
      template integer;
    begin
      perform add_evaluation_messages();
      insert into default_messages (name, subject, content)
        values (${sql.lit(NAME)}, ${sql.lit(SUBJECT)}, ${sql.lit(CONTENT)}) on conflict (name) do nothing;
      select id into template from default_messages where name = ${sql.lit(NAME)};
      insert into message_moments (kind, days, at, recipients, template_id, active)
        select 'license-expiry', 7, '09:00', 'students', template, false
        where not exists (select 1 from message_moments m where m.kind = 'license-expiry');
    end $$
  `.execute(db)
  await sql`select add_standard_messages()`.execute(db)
}
