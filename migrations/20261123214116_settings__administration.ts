import { type Kysely, sql } from 'kysely'

/** The numbers by which others know the organisation stand with its administration, which prints them on invoices. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into settings (key, value)
    select 'firm', jsonb_build_object(
      'coc_no', coalesce(value ->> 'coc_no', ''),
      'vat_id', coalesce(value ->> 'vat_id', ''),
      'iban', coalesce(value ->> 'iban', ''))
    from settings where key = 'organisation' and value ?| array['coc_no', 'vat_id', 'iban']
    on conflict (key) do nothing
  `.execute(db)
  await sql`
    update settings set value = value - array['coc_no', 'vat_id', 'iban']
    where key = 'organisation' and value ?| array['coc_no', 'vat_id', 'iban']
  `.execute(db)
}
