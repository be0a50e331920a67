import { type Kysely, sql } from 'kysely'

/**
 * Parts of phone numbers, domains of e-mail addresses, places of companies, beginnings of certificate numbers, and the
 * newest plannings of a course. The digits of phone numbers change to collation "C", in which a beginning is a range.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const digits = (column: string) => sql`right(regexp_replace(${sql.ref(column)}, '[^0-9]', '', 'g'), 9)`
  const domain = (column: string) => sql`lower(split_part(${sql.ref(column)}::text, '@', 2))`
  await sql`drop index contacts_phone_digits`.execute(db)
  await sql`drop index contacts_mobile_phone_digits`.execute(db)
  await sql`create index contacts_phone_digits on contacts ((${digits('phone')}) collate "C", id)`.execute(db)
  await sql`create index contacts_mobile_phone_digits on contacts ((${digits('mobile_phone')}) collate "C", id)`.execute(
    db,
  )
  await sql`
    create index contacts_phone_numbers on contacts using gin (
      (regexp_replace(coalesce(phone, '') || '/' || coalesce(mobile_phone, ''), '[^0-9/]', '', 'g')) gin_trgm_ops)
  `.execute(db)
  await sql`create index contacts_email_domain on contacts ((${domain('email')}) collate "C", id)`.execute(db)
  await sql`create index companies_phone_digits on companies ((${digits('phone')}) collate "C", id)`.execute(db)
  await sql`create index companies_email on companies (email)`.execute(db)
  await sql`create index companies_email_domain on companies ((${domain('email')}) collate "C", id)`.execute(db)
  await sql`create index companies_invoice_email_domain on companies ((${domain('invoice_email')}) collate "C", id)`.execute(
    db,
  )
  await sql`create index companies_city_begins on companies ((normalise(city)) collate "C", id)`.execute(db)
  await sql`create index certificates_number_begins on certificates ((number) collate "C", id)`.execute(db)
  await sql`drop index appointment_groups_course`.execute(db)
  await sql`create index appointment_groups_course on appointment_groups (course_id, id)`.execute(db)
}
