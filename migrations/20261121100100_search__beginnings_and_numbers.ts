import { type Kysely, sql } from 'kysely'

/**
 * The global search goes to the first rows of an index. Collation "C" lets a beginning be a range; the columns after it
 * are the order in which equal names are shown.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index contacts_last_name_begins
    on contacts ((normalise(last_name)) collate "C", first_name collate "nl-x-icu", id)
  `.execute(db)
  await sql`create index contacts_name_begins on contacts (search_text collate "C", id)`.execute(db)
  await sql`create index companies_name_begins on companies (search_text collate "C", id)`.execute(db)
  await sql`create index courses_name_begins on courses ((normalise(description)) collate "C", id)`.execute(db)
  await sql`create index contacts_postal_code on contacts (postal_code, id)`.execute(db)
  await sql`create index companies_postal_code on companies (postal_code, id)`.execute(db)
  await sql`create index companies_invoice_email on companies (invoice_email)`.execute(db)
}
