import { type Kysely, sql } from 'kysely'

/** How somebody looks at a page: what stands in its address, under a name; of the owner alone or shared with others. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_views (
      id integer generated always as identity primary key,
      page text not null check (page like '/%' and length(page) <= 200),
      name text not null check (length(name) between 1 and 60),
      owner_id integer not null references users on delete cascade deferrable initially immediate,
      shared boolean not null default false,
      query text not null check (length(query) <= 4000),
      position integer not null
    )
  `.execute(db)
  await sql`create index saved_views_page on saved_views (page, owner_id)`.execute(db)
  await sql`create index saved_views_owner on saved_views (owner_id)`.execute(db)
  await sql`select track('saved_views', 'saved_view')`.execute(db)
}
