import { type Kysely, sql } from 'kysely'

/** What lists search by has a trigram index. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index mails_search on mails using gin ((normalise(recipient || ' ' || subject)) gin_trgm_ops)
  `.execute(db)
  await sql`create index documents_search on documents using gin ((normalise(name)) gin_trgm_ops)`.execute(db)
  await sql`
    create index users_search on users using gin ((normalise(name || ' ' || email::text)) gin_trgm_ops)
  `.execute(db)
}
