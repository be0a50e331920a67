import { type Kysely, sql } from 'kysely'

/** The list of who was passed on begins with the last, of all or of one state, however many there are. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index register_requests_created on register_requests (created_at, id)`.execute(db)
  await sql`create index register_requests_state on register_requests (state, created_at, id)`.execute(db)
}
