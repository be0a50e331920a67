import { type Kysely, sql } from 'kysely'

/** Plannings are listed by what is still to be done on them; those parts are few of all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index appointments_open on appointments (ends_at) include (group_id)
    where status not in ('done', 'cancelled')
  `.execute(db)
}
