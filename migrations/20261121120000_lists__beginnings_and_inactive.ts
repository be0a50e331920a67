import { type Kysely, sql } from 'kysely'

/**
 * A list in the order of a name that is searched by a beginning of that name goes straight to where those names stand.
 * What is left to find are the words elsewhere, which lie evenly through the list: in the text without the first letter
 * of the name. Only for names in ASCII, of which the order of the alphabet and that of the list surely agree.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function without_initial(search_text text, name text) returns text
    language sql immutable parallel safe strict
    return case when octet_length(name) = length(name)
      then left(search_text, -length(name)) || right(search_text, length(name) - 1) else search_text end
  `.execute(db)
  await sql`
    create index contacts_search_elsewhere
    on contacts using gin (without_initial(search_text, last_name) gin_trgm_ops)
  `.execute(db)
  await sql`
    create index companies_search_elsewhere
    on companies using gin (without_initial(search_text, name) gin_trgm_ops)
  `.execute(db)
  // How a list is searched depends on how often PostgreSQL expects a word; of 100 names it knows too little.
  for (const [table, index] of [
    ['contacts', 'contacts_search_elsewhere'],
    ['companies', 'companies_search_elsewhere'],
  ] as const) {
    await sql`alter table ${sql.table(table)} alter column search_text set statistics 500`.execute(db)
    await sql`alter index ${sql.ref(index)} alter column 1 set statistics 500`.execute(db)
  }
  await sql`analyze contacts, companies`.execute(db)

  // Those who are no longer active are few, and a list of them would walk by all others.
  await sql`
    create index contacts_inactive
    on contacts (last_name collate "nl-x-icu", first_name collate "nl-x-icu", id) where not active
  `.execute(db)
  await sql`
    create index contacts_without_number on contacts (id) where client_id is null and company_id is null
  `.execute(db)
  await sql`create index companies_inactive on companies (name collate "nl-x-icu", id) where not active`.execute(db)
}
