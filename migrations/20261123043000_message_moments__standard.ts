import { type Kysely, sql } from 'kysely'

const GREETING = '<p>Met vriendelijke groet,<br />{{ organisatie.naam }}</p>'
const DEAR = '<p>Beste {{ ontvanger.voornaam }},</p>'
const PARTS =
  '<p>{% for onderdeel in onderdelen %}</p><p>{{ onderdeel.datum }} van {{ onderdeel.begintijd }} tot {{ onderdeel.eindtijd }} uur{% if onderdeel.plaats != blank %}, {{ onderdeel.plaats }}{% endif %}{% if onderdeel.route != blank %} (<a href="{{ onderdeel.route }}">route</a>){% endif %}</p><p>{% endfor %}</p>'
const BRING =
  '<p>Neem een geldig legitimatiebewijs mee. Een deel is praktijk: draag gemakkelijke kleding en dichte schoenen.</p>'

interface Standard {
  kind: string
  days: number
  at: string | null
  conditions: string[]
  name: string
  subject: string
  content: string
}

const at = (kind: string, days: number, time: string | null, ...conditions: string[]) => ({
  kind,
  days,
  at: time,
  conditions,
})

const STANDARD: Standard[] = [
  {
    ...at('enrolment', 0, null, 'certain'),
    name: 'Bevestiging van inschrijving',
    subject: 'Bevestiging: {{ planning.cursus }} op {{ planning.datum }}',
    content: `${DEAR}<p>U bent ingeschreven voor {{ planning.cursus }}. We verwachten u bij:</p>${PARTS}${BRING}<p>Kunt u niet, beantwoord dan dit bericht.</p>${GREETING}`,
  },
  {
    ...at('planning-begin', 7, '09:00', 'certain'),
    name: 'Herinnering cursusdag',
    subject: 'Herinnering: {{ planning.cursus }} op {{ planning.datum }}',
    content: `${DEAR}<p>Binnenkort is het zover. We verwachten u bij:</p>${PARTS}${BRING}${GREETING}`,
  },
  {
    ...at('planning-end', 1, '10:00', 'present'),
    name: 'Bedankt voor uw komst',
    subject: 'Bedankt voor uw komst bij {{ planning.cursus }}',
    content: `${DEAR}<p>Dank u wel dat u erbij was. Hebt u nog vragen, beantwoord dan dit bericht.</p>${GREETING}`,
  },
  {
    ...at('planning-change', 0, null),
    name: 'Wijziging van tijd of plaats',
    subject: 'Gewijzigd: {{ planning.cursus }}',
    content: `${DEAR}<p>De tijd of de plaats van {{ planning.cursus }} is gewijzigd. We verwachten u bij:</p>${PARTS}${GREETING}`,
  },
  {
    ...at('planning-over', 0, null),
    name: 'Inschrijving vervallen',
    subject: 'Uw inschrijving voor {{ planning.cursus }} is vervallen',
    content: `${DEAR}<p>Uw inschrijving voor {{ planning.cursus }} van {{ planning.datum }} is vervallen. Hebt u vragen, beantwoord dan dit bericht.</p>${GREETING}`,
  },
  {
    ...at('certificate', 0, null, 'unsent'),
    name: 'Certificaat',
    subject: 'Uw certificaat van {{ planning.cursus }}',
    content: `${DEAR}<p>Gefeliciteerd. In de bijlage vindt u uw certificaat {{ certificaat.nummer }} van {{ planning.cursus }}.</p>${GREETING}`,
  },
  {
    ...at('expiry', 90, '09:00', 'unrenewed'),
    name: 'Certificaat verloopt',
    subject: 'Uw certificaat van {{ planning.cursus }} verloopt',
    content: `${DEAR}<p>Uw certificaat van {{ planning.cursus }} is geldig tot {{ certificaat.geldig_tot }}. Wilt u het verlengen, beantwoord dan dit bericht.</p>${GREETING}`,
  },
]

/**
 * Messages that can go by themselves are there, each with its text, and wait to be switched on. They come by a function,
 * because the demo that is put back has them again.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function add_standard_messages() returns void language plpgsql as $$
    declare
      standard record;
      template integer;
    begin
      for standard in select * from jsonb_to_recordset(${sql.lit(JSON.stringify(STANDARD))}::jsonb)
        as s(kind text, days integer, at text, conditions jsonb, name text, subject text, content text)
      loop
        continue when exists (select 1 from message_moments m where m.kind = standard.kind);
        insert into default_messages (name, subject, content)
          values (standard.name, standard.subject, standard.content) on conflict (name) do nothing;
        select id into template from default_messages where name = standard.name;
        insert into message_moments (kind, days, at, recipients, template_id, conditions, active)
          values (standard.kind, standard.days, standard.at, 'students', template,
            array(select jsonb_array_elements_text(standard.conditions)), false);
      end loop;
    end $$
  `.execute(db)
  await sql`select add_standard_messages()`.execute(db)
}
