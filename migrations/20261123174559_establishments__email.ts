import { type Kysely, sql } from 'kysely'

/** Where answers to what an establishment sends are read. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table establishments add column email text check (email <> '' and length(email) <= 254)
  `.execute(db)
}
