import { type Kysely, sql } from 'kysely'

const GREETING = '<p>Beste {{ ontvanger.naam }},</p>'
const WHERE =
  '<p>{% if bezoek.adres != blank %}</p><p>Adres: {{ bezoek.adres }}</p><p>{% endif %}</p><p>{% if bezoek.apparaten != blank %}</p><p>Aantal apparaten: {{ bezoek.apparaten }}</p><p>{% endif %}</p>'
const PREPARATION = '<p>{{ bezoek.voorbereiding }}</p>'
const END =
  '<p>Past dit niet of hebt u vragen, beantwoord dan dit bericht.</p><p>Met vriendelijke groet,<br />{{ organisatie.naam }}</p>'
const WHEN = '{{ bezoek.datum }} van {{ bezoek.begintijd }} tot {{ bezoek.eindtijd }} uur'

const MESSAGES = [
  {
    kind: 'visit-planned',
    conditions: '{assigned}',
    days: 0,
    at: null,
    name: 'Bezoek gepland',
    subject: 'Wij komen op {{ bezoek.datum }}',
    content: `${GREETING}<p>{{ bezoek.keurmeester }} komt bij {{ klant.naam }} op ${WHEN}.</p>${WHERE}${PREPARATION}${END}`,
  },
  {
    kind: 'visit-changed',
    conditions: '{assigned}',
    days: 0,
    at: null,
    name: 'Bezoek verzet',
    subject: 'Ons bezoek is verzet naar {{ bezoek.datum }}',
    content: `${GREETING}<p>Ons bezoek aan {{ klant.naam }} is verzet. {{ bezoek.keurmeester }} komt nu op ${WHEN}.</p>${WHERE}${PREPARATION}${END}`,
  },
  {
    kind: 'visit-cancelled',
    conditions: '{}',
    days: 0,
    at: null,
    name: 'Bezoek vervallen',
    subject: 'Ons bezoek op {{ bezoek.datum }} vervalt',
    content: `${GREETING}<p>Ons bezoek aan {{ klant.naam }} op ${WHEN} gaat niet door. Voor een nieuwe afspraak nemen wij contact met u op.</p><p>Hebt u vragen, beantwoord dan dit bericht.</p><p>Met vriendelijke groet,<br />{{ organisatie.naam }}</p>`,
  },
  {
    kind: 'visit-begin',
    conditions: '{assigned}',
    days: 2,
    at: '09:00',
    name: 'Herinnering bezoek',
    subject: 'Herinnering: wij komen op {{ bezoek.datum }}',
    content: `${GREETING}<p>{{ bezoek.keurmeester }} komt bij {{ klant.naam }} op ${WHEN}.</p>${WHERE}${PREPARATION}${END}`,
  },
]

const row = ({ kind, conditions, days, at, name, subject, content }: (typeof MESSAGES)[number]) =>
  sql`(${sql.lit(kind)}, ${sql.lit(conditions)}::text[], ${sql.lit(days)}, ${at === null ? sql`null::text` : sql.lit(at)}, ${sql.lit(name)}, ${sql.lit(subject)}, ${sql.lit(content)})`

/**
 * Customers can be told of visits that are planned, moved and cancelled, and reminded of them, which waits to be switched on
 * as other standard messages do. Who plans may leave a message out: it is `passed`.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table moment_sends add column passed boolean not null default false`.execute(db)
  await sql`select carries_messages('visits', 'visit')`.execute(db)
  await sql`create index visits_to_come on visits (starts_at) where not done`.execute(db)
  await sql`alter function add_standard_messages() rename to add_contract_messages`.execute(db)
  await sql`
    create function add_standard_messages() returns void language plpgsql as $$
    declare
      one record;
      template integer;
    begin
      perform add_contract_messages();
      for one in select * from (values ${sql.join(MESSAGES.map(row))}) as message (kind, conditions, days, at, name, subject, content) loop
        insert into default_messages (name, subject, content) values (one.name, one.subject, one.content) on conflict (name) do nothing;
        select id into template from default_messages where name = one.name;
        insert into message_moments (kind, days, at, recipients, conditions, template_id, active)
          select one.kind, one.days, one.at, 'customer', one.conditions, template, false
          where not exists (select from message_moments m where m.kind = one.kind);
      end loop;
    end $$
  `.execute(db)
  await sql`select add_standard_messages()`.execute(db)
}
