import { type Kysely, sql } from 'kysely'

const GREETING = '<p>Met vriendelijke groet,<br />{{ afzender.naam }}</p>'
const PART =
  '{{ deel.datum }} van {{ deel.begintijd }} tot {{ deel.eindtijd }} uur: {{ deel.opleiding }}{% if deel.omschrijving != deel.opleiding %}, {{ deel.omschrijving }}{% endif %}{% if deel.plaats != blank %}, {{ deel.plaats }}{% endif %}'
const ROUTE = '{% if deel.route != blank %} (<a href="{{ deel.route }}">route</a>){% endif %}'
const each = (line: string) => `<p>{% for deel in overgenomen %}</p><p>${line}</p><p>{% endfor %}</p>`

/** By what the setting calls them. */
const MESSAGES = [
  {
    key: 'to_replacing',
    name: 'Overgenomen: aan wie invalt',
    subject: 'U valt in: uw rooster is gewijzigd',
    content: `<p>Beste {{ ontvanger.voornaam }},</p><p>U neemt deze onderdelen over:</p>${each(`${PART}${ROUTE}`)}<p>Ze staan in uw rooster. Kunt u niet, beantwoord dan dit bericht.</p>${GREETING}`,
  },
  {
    key: 'to_replaced',
    name: 'Overgenomen: aan wie er niet is',
    subject: 'Uw onderdelen zijn overgenomen',
    content: `<p>Beste {{ ontvanger.voornaam }},</p><p>U bent als niet beschikbaar gemeld. Deze onderdelen worden van u overgenomen:</p>${each(`${PART}, door {{ deel.invaller }}`)}${GREETING}`,
  },
  {
    key: 'to_students',
    name: 'Overgenomen: aan de cursisten',
    subject: 'Een andere docent voor uw opleiding',
    content: `<p>Beste {{ ontvanger.voornaam }},</p><p>Deze onderdelen geeft een andere docent; tijd en plaats blijven gelijk:</p>${each(`${PART}, door {{ deel.invaller }}`)}${GREETING}`,
  },
]

/** What people read when somebody takes over are default messages, and a setting says which. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_replacement_messages() returns void language plpgsql as $$
    begin
      insert into default_messages (name, subject, content)
        select name, subject, content from jsonb_to_recordset(${sql.lit(JSON.stringify(MESSAGES))}::jsonb)
          as s(name text, subject text, content text)
        on conflict (name) do nothing;
      insert into settings (key, value)
        select 'replacement_messages', jsonb_object_agg(s.key, m.id)
        from jsonb_to_recordset(${sql.lit(JSON.stringify(MESSAGES))}::jsonb) as s(key text, name text)
          join default_messages m on m.name = s.name
        on conflict (key) do nothing;
    end $$
  `.execute(db)
  await sql`select add_replacement_messages()`.execute(db)
}
