import { type Kysely, sql } from 'kysely'

/** What a course asks of who is enrolled: one of these certificates, and an age; why somebody came in without them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table course_requirements (
      id integer generated always as identity primary key,
      course_id integer not null references courses on delete cascade deferrable,
      required_course_id integer not null references courses deferrable,
      unique (course_id, required_course_id)
    )
  `.execute(db)
  await sql`select track('course_requirements', 'course', 'course_id')`.execute(db)
  await sql`create index course_requirements_required on course_requirements (required_course_id)`.execute(db)
  await sql`alter table courses add column minimum_age integer check (minimum_age between 1 and 99)`.execute(db)
  await sql`
    alter table enrolments
      add column waiver text not null default '',
      add column waived_by integer references users on delete set null deferrable initially immediate,
      add column waived_at timestamptz,
      add constraint enrolments_waived check (waiver = '' or waived_at is not null)
  `.execute(db)
  await sql`create index enrolments_waived_by on enrolments (waived_by) where waived_by is not null`.execute(db)
}
