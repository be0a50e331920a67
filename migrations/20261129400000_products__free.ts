import { type Kysely, sql } from 'kysely'

/** What lines are of whose name, price and VAT are typed; a product that is called so already will do. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    with made as (
      insert into products (name, code, tax_type_id)
      select 'Diversen', 'Diversen', id from tax_types where category = 'S' and active order by id limit 1
      on conflict (code) do nothing returning id
    ), priced as (
      insert into product_prices (product_id, valid_from, price) select id, '2000-01-01', 0 from made
    ), free as (select id from made union select id from products where code = 'Diversen')
    insert into settings (key, value) select 'invoices', jsonb_build_object('free_product_id', id) from free limit 1
    on conflict (key) do nothing
  `.execute(db)
}
