import type pg from 'pg'
import { savingHeaders } from './asking.ts'
import { median, msOf } from './figures.ts'

const CONTRACTS = 400
const AT_ONCE = 200
const USAGE = 40_000
const ROUNDS = 3

/** Contracts of customers with 25 devices each, all of which are due in the year to come. */
const addContracts = (pool: pg.Pool) =>
  pool.query<{ id: number }>(
    `insert into inspection_contracts (name, company_id, begins_at, expires_at)
     select 'Bench', company_id, current_date - 1, current_date - 1 + interval '1 year'
     from (select company_id from devices join companies on companies.id = company_id where companies.city <> ''
           group by company_id having count(*) = 25 order by company_id limit ${CONTRACTS}) c returning id`,
  )

const addUsage = (pool: pg.Pool) =>
  pool.query(
    `with made as (
       insert into inspection_contracts (name, company_id, begins_at, expires_at)
       select 'Verbruik', (select min(id) from companies) + n % 5000, date '2040-01-01' + n % 365, date '2041-01-01' + n % 365
       from generate_series(1, ${USAGE}) n returning id)
     insert into contract_products (contract_id, product_id, amount)
     select made.id, p.id, 1 + made.id % 9 from made, (select id from products order by id limit 2) p`,
  )

/** The same rows without anything around them. */
const bareOrders = (pool: pg.Pool) =>
  pool.query(
    `with made as (
       insert into orders (year, sequence, company_id, order_date, street, city, country_code)
       select 2099, row_number() over (), company_id, current_date, 'Straat', 'Stad', 'NL'
       from inspection_contracts where name = 'Bench' returning id, company_id)
     insert into order_devices (order_id, device_id) select made.id, d.id from made join devices d using (company_id)`,
  )

const bareUsage = (pool: pg.Pool) =>
  pool.query(
    `select json_agg(u) from (select c.id, c.name, companies.name as customer, c.expires_at,
       (select json_agg(json_build_object('id', p.id, 'name', p.name, 'amount', x.amount)) from contract_products x
        join products p on p.id = x.product_id where x.contract_id = c.id) as products
     from inspection_contracts c left join companies on companies.id = c.company_id
     where c.expires_at between '2041-01-01' and '2041-12-31' order by c.expires_at) u`,
  )

/** Orders of a month for 10,000 due devices, and what 40,000 contracts need in a year. */
export async function contractsOfMany(url: string, cookie: string, pool: pg.Pool): Promise<string> {
  const headers = await savingHeaders(url, cookie)
  const made: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const { rows } = await addContracts(pool)
    const ids = rows.map(({ id }) => id)
    made.push(
      await msOf(async () => {
        for (let at = 0; at < ids.length; at += AT_ONCE) {
          const body = new URLSearchParams(
            ids.slice(at, at + AT_ONCE).map((id): [string, string] => ['contracts', String(id)]),
          )
          const answer = await fetch(`${url}/inspections/contracts/orders`, { method: 'POST', headers, body })
          if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
        }
      }),
    )
    await pool.query('delete from orders where id in (select order_id from contract_orders)')
    bare.push(await msOf(() => bareOrders(pool)))
    await pool.query('delete from orders where year = 2099')
    await pool.query(`delete from inspection_contracts where name = 'Bench'`)
  }
  await addUsage(pool)
  await pool.query('analyze inspection_contracts, contract_products')
  const address = `${url}/api/inspections/contracts/fetchUsage?from=2041-01-01&to=2041-12-31`
  const ours: number[] = []
  const limit: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    ours.push(await msOf(async () => (await fetch(address, { headers: { cookie } })).arrayBuffer()))
    limit.push(await msOf(() => bareUsage(pool)))
  }
  await pool.query(`delete from inspection_contracts where name = 'Verbruik'`)
  return (
    `${CONTRACTS} orders with ${CONTRACTS * 25} devices ${median(made).toFixed(0)} ms, bare ${median(bare).toFixed(0)} ms ` +
    `(${((median(bare) / median(made)) * 100).toFixed(0)} %); usage of ${USAGE} contracts ${median(ours).toFixed(0)} ms, ` +
    `bare ${median(limit).toFixed(0)} ms`
  )
}
