import { type Kysely, sql } from 'kysely'

/** What is filled in when a device of a category is inspected; one without takes that of the nearest above. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table device_categories add column checklist_id integer references checklists deferrable initially immediate
  `.execute(db)
  await sql`
    create index device_categories_checklist_id on device_categories (checklist_id) where checklist_id is not null
  `.execute(db)
}
