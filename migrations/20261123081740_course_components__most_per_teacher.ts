import { type Kysely, sql } from 'kysely'

/** How many students one teacher or lotus takes in a part, and which skill the certificate of a course proves. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table course_components
      add max_per_teacher integer check (max_per_teacher between 1 and 1000),
      add max_per_lotus integer check (max_per_lotus between 1 and 1000)
  `.execute(db)
  await sql`alter table courses add proves_skill_id integer references skills deferrable`.execute(db)
  await sql`create index courses_proves_skill_id on courses (proves_skill_id)`.execute(db)
}
