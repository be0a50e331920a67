import type pg from 'pg'
import { addDays, today, weekday } from '../../src/platform/format/zone.ts'
import { median, msOf } from './figures.ts'

const STOPS = 60
const VANS = 6
const ROUNDS = 15
const TOWN = 'Vulstad'

/** So many orders with a device each, around Zwolle, and who goes there. */
async function addStops(pool: pg.Pool): Promise<{ vans: number[]; stops: number[] }> {
  await forget(pool)
  const { rows: stops } = await pool.query<{ id: number }>(
    `with made as (
       insert into orders (year, sequence, company_id, order_date, street, city, country_code, plannable)
       select 2098, n, (select min(id) from companies) + n, current_date, 'Straat', '${TOWN}', 'NL', true
       from generate_series(1, ${STOPS}) n returning id, sequence, company_id),
     owned as (
       insert into devices (company_id, number, name, next_on)
       select company_id, 7000000 + sequence, 'Blusser', current_date + sequence % 40 from made returning id, company_id),
     carried as (
       insert into order_devices (order_id, device_id) select made.id, owned.id from made join owned using (company_id))
     select id from made`,
  )
  await pool.query(
    `update order_places p set latitude = 52.3 + o.sequence % 8 / 20.0, longitude = 5.9 + o.sequence % 7 / 20.0
     from orders o where o.id = p.order_id and o.year = 2098`,
  )
  const { rows: vans } = await pool.query<{ id: number }>(
    `with people as (
       insert into contacts (first_name, last_name, roles) select 'Bus', 'Vult' || n, '{3}' from generate_series(1, ${VANS}) n
       returning id, last_name)
     insert into users (email, name, roles, contact_id) select last_name || '@bench.example', last_name, '{3}', id from people
     returning id`,
  )
  await pool.query('analyze orders, order_places, order_devices, devices')
  return { vans: vans.map(({ id }) => id), stops: stops.map(({ id }) => id) }
}

/** As it was, for who keeps the database. */
async function forget(pool: pg.Pool): Promise<void> {
  await pool.query('delete from orders where year = 2098')
  await pool.query('delete from devices where number > 7000000')
  await pool.query(`delete from users where email like '%@bench.example'`)
}

const bare = (pool: pg.Pool, stops: readonly number[]) =>
  pool.query({
    name: 'bare-stops',
    text: `select o.id, o.year, o.sequence, o.city, coalesce(c.name, concat_ws(' ', n.first_name, n.last_name)) as customer,
       p.latitude, p.longitude, (select min(d.next_on) from order_devices x join devices d on d.id = x.device_id
         where x.order_id = o.id and not x.checked) as due_on
     from orders o join order_places p on p.order_id = o.id left join companies c on c.id = o.company_id
       left join contacts n on n.id = o.contact_id where o.id = any($1) order by o.id`,
    values: [stops],
  })

/** A week of six vans filled with what waits in a town, beside reading these stops alone. */
export async function fillingOfMany(url: string, cookie: string, pool: pg.Pool): Promise<string> {
  const { vans, stops } = await addStops(pool)
  const monday = addDays(today(), 8 - weekday(today()))
  const days = Array.from({ length: 5 }, (_, i) => addDays(monday, i))
  const address = `${url}/inspections/board/fill?city=${TOWN}&employees=${vans.join(',')}&days=${days.join(',')}`
  const tray = `${url}/inspections/board/tray?city=${TOWN}`
  const ask = async () => (await fetch(address, { headers: { cookie } })).json() as Promise<{ visits: unknown[]; left: unknown[] }> // prettier-ignore
  const { visits, left } = await ask()
  if (visits.length + left.length !== STOPS) throw new Error(`proposed ${visits.length} and left ${left.length}`)
  const rounds: { own: number; tray: number; limit: number }[] = []
  for (let round = 0; round < ROUNDS; round++)
    rounds.push({ own: await msOf(ask), tray: await msOf(async () => (await fetch(tray, { headers: { cookie } })).arrayBuffer()), limit: await msOf(() => bare(pool, stops)) }) // prettier-ignore
  await forget(pool)
  const of = (what: 'own' | 'tray' | 'limit') => median(rounds.map((one) => one[what]))
  return `a proposal for ${STOPS} stops over six vans: ${visits.length} placed in ${of('own').toFixed(1)} ms, the tray of the same ${of('tray').toFixed(1)} ms, bare read of these stops ${of('limit').toFixed(2)} ms (${(of('own') / of('limit')).toFixed(1)} times)`
}
