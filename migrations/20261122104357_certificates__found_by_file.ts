import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index certificates_file on certificates (file_key)`.execute(db)
}
