import type pg from 'pg'
import { tokenHash } from '../../src/platform/links.ts'

/** How many lines the one long order has. */
export const LONG_ORDER = 200
/** So many orders of the many were delivered and not invoiced: a month of a large office. */
const DELIVERED = 300
/** The link of the one quotation that the bench reads as its customer does. */
export const QUOTATION_TOKEN = 'm'.repeat(32)
/** Orders and invoices of the many have numbers of this year, which nobody else uses. */
const YEAR = 2001

/**
 * An order and an invoice for each of the people: three lines each, four of five orders settled and four of five invoices
 * with a number, spread over five years; and one order of 200 lines, which has the highest id.
 */
export async function seedSales(
  client: pg.PoolClient,
  { company0, companies, count }: { company0: number; companies: number; count: number },
): Promise<void> {
  const { rows } = await client.query<{ order0: number; invoice0: number; product: number; tax: number; term: number }>(
    `select (select coalesce(max(id), 0) from orders) as order0, (select coalesce(max(id), 0) from invoices) as invoice0,
            p.id as product, p.tax_type_id as tax, (select min(id) from payment_conditions) as term
     from products p order by p.id limit 1`,
  )
  const { order0, invoice0, product, tax, term } = rows[0]!
  const company = `${company0} + 1 + n * 7 % ${companies}`
  const day = `current_date - n % 1825`
  await client.query(
    `insert into orders (id, year, sequence, company_id, order_date, reference, city, base, vat, line_count, delivered_count, settled_count)
     select ${order0} + n, ${YEAR}, n, ${company}, ${day}, 'Referentie ' || n, 'Plaats ' || (n % 400), 30000, 6300, 3,
            case when n % 10 = 0 then 0 else 3 - settled end, settled
     from generate_series(1, ${count}) n, lateral (select case when n % 5 = 0 then 0 else 3 end as settled) s`,
  )
  await client.query(
    `insert into invoices (id, year, sequence, company_id, order_id, invoice_date, expires_at, payment_condition_id, reference, base, vat, definitive_at, snapshot)
     select ${invoice0} + n, case when numbered then extract(year from ${day}) end, case when numbered then 1000000 + n end, ${company},
            ${order0} + n, ${day}, ${day} + 30, ${term}, 'Referentie ' || n, 30000, 6300, case when numbered then ${day} end,
            case when numbered then '{}'::jsonb end
     from generate_series(1, ${count}) n, lateral (select n % 5 <> 0 as numbered) s`,
  )
  const lines = (column: string, first: number, of: number, each: number) =>
    client.query(
      `insert into sale_lines (${column}, position, product_id, name, count, price, original_price, tax_type_id, tax)
       select ${first} + n, at, ${product}, 'Regel ' || at, 1, 100, 100, ${tax}, 21
       from generate_series(1, ${of}) n, generate_series(1, ${each}) at`,
    )
  await lines('order_id', order0, count, 3)
  await lines('invoice_id', invoice0, count, 3)
  const long = order0 + count
  await client.query(
    `insert into orders (id, year, sequence, company_id, order_date, base, vat, line_count)
     values (${long + 1}, ${YEAR}, ${count + 1}, ${company0} + 1, current_date, ${LONG_ORDER} * 10000, ${LONG_ORDER} * 2100, ${LONG_ORDER})`,
  )
  await lines('order_id', long, 1, LONG_ORDER)
  for (const table of ['orders', 'invoices'])
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
}

/** What is looked at by the bench, once: a month to close, and an open quotation of the story behind a known link. */
export async function openSales(pool: pg.Pool): Promise<void> {
  await pool.query(
    `update sale_lines set delivered = true, delivered_on = current_date - 3 where not delivered and order_id in (
       select id from orders where year = ${YEAR} and sequence % 10 = 0 and sequence <= ${DELIVERED} * 10)`,
  )
  await pool.query(
    `with asked as (
       update quotations set valid_until = current_date + 30, sent_at = coalesce(sent_at, now()) where id = (
         select id from quotations q where accepted_at is null and declined_at is null
         order by (select count(*) from sale_lines l where l.quotation_id = q.id) desc, id limit 1) returning id)
     insert into quotation_links (quotation_id, token_hash, sealed_token) select id, $1, '-' from asked
     on conflict (quotation_id) do update set token_hash = excluded.token_hash`,
    [tokenHash(QUOTATION_TOKEN)],
  )
}
