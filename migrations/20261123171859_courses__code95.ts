import { type Kysely, sql } from 'kysely'

/**
 * What a course counts for in the training of professional drivers (code 95), and which course days were announced to and
 * reported back to the CBR.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table courses
      add column code95_code text check (code95_code <> '' and length(code95_code) <= 20),
      add column code95_hours integer check (code95_hours between 1 and 35),
      add column code95_elearning_hours integer not null default 0,
      add column code95_practice boolean not null default false,
      add column code95_certified_until date,
      add constraint courses_code95_whole check ((code95_code is null) = (code95_hours is null)),
      add constraint courses_code95_elearning check (code95_elearning_hours between 0
        and case when code95_hours is null then 0 else least(12, 4 * ((code95_hours + 6) / 7)) end)
  `.execute(db)
  await sql`
    create table code95_days (
      id integer generated always as identity primary key,
      appointment_id integer not null references appointments on delete cascade deferrable,
      announced_at timestamptz,
      announced_for timestamptz,
      reported_at timestamptz,
      constraint code95_days_once unique (appointment_id),
      constraint code95_days_announced_whole check ((announced_at is null) = (announced_for is null)),
      constraint code95_days_something check (announced_at is not null or reported_at is not null)
    )
  `.execute(db)
  await sql`select track('code95_days', 'appointment', 'appointment_id')`.execute(db)
}
