import { type Kysely, sql } from 'kysely'

/** Where the device stands that works with a client: it gets to know nothing of other establishments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table api_clients add column establishment_id integer references establishments on delete restrict deferrable
  `.execute(db)
  await sql`create index api_clients_establishment on api_clients (establishment_id)`.execute(db)
}
