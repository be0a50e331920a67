import { type Kysely, sql } from 'kysely'

const DEAR = '<p>Beste {{ ontvanger.voornaam }},</p>'
const LINK =
  '{% if evaluatie.link != blank %}<p><a href="{{ evaluatie.link }}">Evaluatie invullen</a></p>{% endif %}<p>Het kost u ongeveer twee minuten.</p><p>Met vriendelijke groet,<br />{{ organisatie.naam }}</p>'
const MESSAGES = [
  {
    days: 0,
    at: null,
    name: 'Evaluatie',
    subject: 'Hoe was {{ planning.cursus }}?',
    content: `${DEAR}<p>U hebt {{ planning.cursus }} gevolgd. Wilt u ons laten weten wat u ervan vond?</p>${LINK}`,
  },
  {
    days: 3,
    at: '10:00',
    name: 'Herinnering evaluatie',
    subject: 'Herinnering: hoe was {{ planning.cursus }}?',
    content: `${DEAR}<p>We horen graag wat u van {{ planning.cursus }} vond. U hebt de evaluatie nog niet ingevuld.</p>${LINK}`,
  },
]

/**
 * What students answered. Of an anonymous submission the contact, and every instant, is null; who answered so is struck off
 * the list of the planning, and nothing leads from the one to the other: ids are drawn by lot, and with each submission all
 * anonymous rows of a planning are written anew in another order. `counts` says that enough others answered with it.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table evaluation_submissions (
      id uuid primary key default gen_random_uuid(),
      version_id integer not null references evaluation_versions deferrable,
      group_id integer not null references appointment_groups deferrable,
      course_id integer not null references courses deferrable,
      establishment_id integer references establishments deferrable,
      company_id integer references companies deferrable,
      day date not null,
      contact_id integer references contacts deferrable,
      started_at timestamptz,
      finished_at timestamptz,
      done boolean not null,
      counts boolean not null default true,
      constraint evaluation_submissions_once unique (group_id, contact_id),
      constraint evaluation_submissions_anonymous check (contact_id is not null or (done and started_at is null and finished_at is null)),
      constraint evaluation_submissions_done check (contact_id is null or done = (finished_at is not null))
    )
  `.execute(db)
  await sql`create index evaluation_submissions_version on evaluation_submissions (version_id)`.execute(db)
  await sql`create index evaluation_submissions_course on evaluation_submissions (course_id, day)`.execute(db)
  await sql`create index evaluation_submissions_day on evaluation_submissions (day)`.execute(db)
  await sql`create index evaluation_submissions_contact on evaluation_submissions (contact_id)`.execute(db)
  await sql`create index evaluation_submissions_company on evaluation_submissions (company_id)`.execute(db)
  await sql`create index evaluation_submissions_establishment on evaluation_submissions (establishment_id)`.execute(db)
  await sql`
    create table evaluation_answers (
      id uuid primary key default gen_random_uuid(),
      submission_id uuid not null references evaluation_submissions on delete cascade deferrable,
      question_id integer not null references evaluation_questions deferrable,
      teacher_id integer references contacts deferrable,
      answer text not null check (length(answer) between 1 and 4000),
      told text not null check (length(told) between 1 and 8000),
      reason text check (length(reason) between 1 and 2000),
      score smallint check (score between 0 and 100),
      counts boolean not null default true,
      constraint evaluation_answers_once unique nulls not distinct (submission_id, question_id, teacher_id)
    )
  `.execute(db)
  await sql`create index evaluation_answers_question on evaluation_answers (question_id)`.execute(db)
  await sql`create index evaluation_answers_teacher on evaluation_answers (teacher_id)`.execute(db)
  await sql`
    create table evaluation_struck_off (
      id uuid primary key default gen_random_uuid(),
      group_id integer not null references appointment_groups on delete cascade deferrable,
      contact_id integer not null references contacts on delete cascade deferrable,
      day date not null,
      constraint evaluation_struck_off_once unique (group_id, contact_id)
    )
  `.execute(db)
  await sql`create index evaluation_struck_off_contact on evaluation_struck_off (contact_id)`.execute(db)
  await sql`alter table tasks drop constraint tasks_kind_check`.execute(db)
  await sql`
    alter table tasks add constraint tasks_kind_check
      check (kind in ('fault', 'low_score', 'call_back', 'conflict', 'repair', 'own'))
  `.execute(db)
  const row = (one: (typeof MESSAGES)[number]) =>
    sql`(${sql.lit(one.days)}, ${one.at === null ? sql`null::text` : sql`${sql.lit(one.at)}::text`}, ${sql.lit(one.name)}, ${sql.lit(one.subject)}, ${sql.lit(one.content)})`
  await sql`alter function add_standard_messages() rename to add_visit_messages`.execute(db)
  await sql`
    create function add_standard_messages() returns void language plpgsql as $$
    declare
      one record;
      template integer;
    begin
      perform add_visit_messages();
      if exists (select from message_moments m where m.kind = 'evaluation') then
        return;
      end if;
      for one in select * from (values ${sql.join(MESSAGES.map(row))}) as message (days, at, name, subject, content) loop
        insert into default_messages (name, subject, content) values (one.name, one.subject, one.content) on conflict (name) do nothing;
        select id into template from default_messages where name = one.name;
        insert into message_moments (kind, days, at, recipients, template_id, active)
          values ('evaluation', one.days, one.at, 'students', template, false);
      end loop;
    end $$
  `.execute(db)
  await sql`select add_standard_messages()`.execute(db)
}
