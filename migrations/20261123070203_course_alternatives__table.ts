import { type Kysely, sql } from 'kysely'

/** Courses that can take the place of another one when its plannings are full. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table course_alternatives (
      id integer generated always as identity primary key,
      course_id integer not null references courses on delete cascade deferrable,
      alternative_id integer not null references courses deferrable,
      unique (course_id, alternative_id),
      constraint course_alternatives_other check (course_id <> alternative_id)
    )
  `.execute(db)
  await sql`select track('course_alternatives', 'course', 'course_id')`.execute(db)
  await sql`create index course_alternatives_alternative on course_alternatives (alternative_id)`.execute(db)
}
