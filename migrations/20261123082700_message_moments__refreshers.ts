import { type Kysely, sql } from 'kysely'

const SUBJECT = 'Uw herhaling {{ herhaling.opleiding }}: uiterlijk {{ herhaling.vervaldatum }}'
const CONTENT =
  '<p>Beste {{ ontvanger.voornaam }},</p><p>U herhaalt {{ herhaling.opleiding }} uiterlijk {{ herhaling.vervaldatum }}. U bent daarvoor nog niet ingeschreven.</p><p>Beantwoord dit bericht, dan plannen we samen een datum.</p><p>Met vriendelijke groet,<br />{{ organisatie.naam }}</p>'

/** Days before the last day of a refresher. */
const LADDER = [90, 60, 30, 7]

/**
 * Refreshers are reminded of in steps, which wait to be switched on as the other standard messages do; a course can be
 * left out of it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table courses add column reminds boolean not null default true`.execute(db)
  await sql`alter function add_standard_messages() rename to add_planning_messages`.execute(db)
  await sql`
    create function add_standard_messages() returns void language plpgsql as $$
    declare
      template integer;
    begin
      perform add_planning_messages();
      insert into default_messages (name, subject, content)
        values ('Herhaling verloopt', ${sql.lit(SUBJECT)}, ${sql.lit(CONTENT)}) on conflict (name) do nothing;
      select id into template from default_messages where name = 'Herhaling verloopt';
      insert into message_moments (kind, days, at, recipients, template_id, active)
        select 'refresher', rung, '09:00', 'students', template, false from unnest(${sql.lit(`{${LADDER.join()}}`)}::integer[]) rung
        where not exists (select 1 from message_moments m where m.kind = 'refresher');
    end $$
  `.execute(db)
  await sql`select add_standard_messages()`.execute(db)
}
