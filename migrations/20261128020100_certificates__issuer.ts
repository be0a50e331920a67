import { type Kysely, sql } from 'kysely'

/** A certificate that a register or an older system issued is filed with the student too: by its own number, and without a layout. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table certificates
      add column issuer text check (length(issuer) between 1 and 100),
      alter column layout_id drop not null,
      alter column layout_version drop not null,
      drop constraint certificates_number_key,
      drop constraint certificates_number_check,
      add constraint certificates_number_check check (case when issuer is null then number ~ '^[0-9]{4}-[0-9]{6,}$' else length(number) between 1 and 40 end),
      add constraint certificates_layout_check check ((issuer is null) = (layout_id is not null) and (layout_id is null) = (layout_version is null))
  `.execute(db)
  await sql`create unique index certificates_number_key on certificates (number) where issuer is null`.execute(db)
  await sql`create unique index certificates_of_issuer on certificates (issuer, number, contact_id) where issuer is not null`.execute(
    db,
  )
}
