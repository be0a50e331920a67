import { type Kysely, sql } from 'kysely'

const NAME = 'Keuringsrapport'
const SUBJECT = 'Keuringsrapport {{ rapport.nummer }}'
const CONTENT =
  '<p>Beste {{ ontvanger.naam }},</p><p>In de bijlage vindt u het rapport van de keuring op {{ rapport.datum }}: {{ rapport.uitslag }}.</p>{% if rapport.afgekeurd != blank %}<p>Let op: gebruik wat is afgekeurd niet meer. In het rapport staat per apparaat waarom.</p>{% endif %}<p>Met vriendelijke groet,<br />{{ afzender.naam }}</p>'

/** What customers read with the report of a visit is a default message, and a setting says which. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_report_messages() returns void language plpgsql as $$
    begin
      insert into default_messages (name, subject, content)
        values (${sql.lit(NAME)}, ${sql.lit(SUBJECT)}, ${sql.lit(CONTENT)})
        on conflict (name) do nothing;
      insert into settings (key, value)
        select 'report_messages', jsonb_build_object('report_message', id) from default_messages where name = ${sql.lit(NAME)}
        on conflict (key) do nothing;
    end $$
  `.execute(db)
  await sql`select add_report_messages()`.execute(db)
}
