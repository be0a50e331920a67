import { type Kysely, sql } from 'kysely'

const NAME = 'Namen bij een reservering'
const SUBJECT = 'Wie komen er bij {{ planning.cursus }} op {{ planning.datum }}?'
const CONTENT =
  '<p>Beste {{ ontvanger.voornaam }},</p><p>Voor {{ planning.cursus }} van {{ planning.datum }} houden we plaatsen voor u vrij:</p><p>{% for reservering in reserveringen %}</p><p>{{ reservering.onderdeel }}: {{ reservering.plaatsen }}, namen uiterlijk {{ reservering.namen_voor }}</p><p>{% endfor %}</p><p>Stuur ons op tijd de namen van de cursisten. Daarna geven we de plaatsen aan anderen.</p><p>Met vriendelijke groet,<br />{{ organisatie.naam }}</p>'

/** Places are kept until a day on which the names have to be known; who has them is reminded, once that is switched on. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reservations add column names_by date`.execute(db)
  await sql`create index reservations_names_by on reservations (names_by) where names_by is not null`.execute(db)
  await sql`alter function add_standard_messages() rename to add_refresher_messages`.execute(db)
  await sql`
    create function add_standard_messages() returns void language plpgsql as $$
    declare
      template integer;
    begin
      perform add_refresher_messages();
      insert into default_messages (name, subject, content)
        values (${sql.lit(NAME)}, ${sql.lit(SUBJECT)}, ${sql.lit(CONTENT)}) on conflict (name) do nothing;
      select id into template from default_messages where name = ${sql.lit(NAME)};
      insert into message_moments (kind, days, at, recipients, template_id, active)
        select 'reservation', 3, '09:00', 'reservers', template, false
        where not exists (select 1 from message_moments m where m.kind = 'reservation');
    end $$
  `.execute(db)
  await sql`select add_standard_messages()`.execute(db)
}
