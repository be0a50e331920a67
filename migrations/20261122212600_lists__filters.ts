import { type Kysely, sql } from 'kysely'

/**
 * For filters that each alone have to be as quick in a long list as in a short one: who cannot be mailed, and which
 * certificates end or were made in a period. Of people without any role or company there are few.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index contacts_without_email
    on contacts (last_name collate "nl-x-icu", first_name collate "nl-x-icu", id) where email is null
  `.execute(db)
  await sql`create index contacts_created on contacts (created_at, id)`.execute(db)
  await sql`
    create index contacts_without_company
    on contacts (last_name collate "nl-x-icu", first_name collate "nl-x-icu", id) where company_id is null
  `.execute(db)
  await sql`create index documents_created on documents (created_at, id)`.execute(db)
  await sql`
    create index companies_without_email on companies (name collate "nl-x-icu", id) where email is null
  `.execute(db)
  await sql`
    create index certificates_by_valid_until on certificates ((coalesce(valid_until, 'infinity'::date)), id)
  `.execute(db)
}
