import type pg from 'pg'
import { addDays, today, weekday } from '../../src/platform/format/zone.ts'
import { savingHeaders } from './asking.ts'
import { median, msOf } from './figures.ts'

const DEVICES = 40
const ROUNDS = 9
const EMPLOYEES = 30
const VISITS = 500

/** An order with devices of one customer and a visit at which all of them were approved. */
async function addVisit(pool: pg.Pool, year: number, at: number): Promise<{ order: number; visit: number }> {
  const { rows } = await pool.query<{ order: number; visit: number }>(
    `with made as (
       insert into orders (year, sequence, company_id, order_date, street, city, country_code, plannable)
       values ($1, $2, (select min(id) from companies), current_date, 'Straat', 'Stad', 'NL', true) returning id, company_id),
     visit as (
       insert into visits (order_id, employee_id, starts_at, ends_at)
       select id, (select min(id) from users where roles && '{1}'), timestamptz '2039-01-03 09:00+01' + make_interval(days => $2),
         timestamptz '2039-01-03 10:00+01' + make_interval(days => $2) from made returning id, order_id),
     owned as (
       insert into devices (company_id, number, name, device_category_id)
       select made.company_id, 8000000 + $2 * 100 + n, 'Blusser', (select min(category_id) from inspection_schedules where active)
       from made, generate_series(1, ${DEVICES}) n returning id)
     select visit.order_id as order, visit.id as visit from visit`,
    [year, at],
  )
  const [row] = rows
  const own = `select id from devices where number between 8000000 + ${at} * 100 and 8000000 + ${at} * 100 + 99`
  await pool.query(`select plan_devices(array(${own}))`)
  await pool.query(
    `insert into order_devices (order_id, device_id, checked, checked_on, visit_id, result, inspected_at)
     select $1, d.id, true, current_date, $2, 'approved', now() from (${own}) d`,
    [row!.order, row!.visit],
  )
  return row!
}

/** The same rows without anything around them. */
const bareFinish = async (pool: pg.Pool, { order, visit }: { order: number; visit: number }) => {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(
      `update device_schedules set last_on = current_date, covered_until = current_date
       where device_id in (select device_id from order_devices where visit_id = $1)`,
      [visit],
    )
    await client.query(`update order_devices set destination = 'invoice' where visit_id = $1`, [visit])
    await client.query(
      `insert into device_logs (device_id, text) select device_id, 'Goedgekeurd' from order_devices where visit_id = $1`,
      [visit],
    )
    await client.query(
      `update visits set done = true, done_at = now(), worked_from = starts_at, worked_until = ends_at where id = $1`,
      [visit],
    )
    await client.query(
      `insert into sale_lines (order_id, position, product_id, name, count, price, tax_type_id, tax, delivered, has_to_be_delivered)
       select $1, 1, p.id, p.name, ${DEVICES}, 10, t.id, 21, true, true from (select id, name from products limit 1) p,
         (select id from tax_types limit 1) t`,
      [order],
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

const bareDay = (pool: pg.Pool, order: number) =>
  pool.query({
    name: 'bare-day',
    text: `select o.id, o.result, o.remark, d.number, d.name, d.serial_number, d.location_description, d.next_on, d.status
      from order_devices o join devices d on d.id = o.device_id where o.order_id = $1
      order by d.walking_route_number, d.number, d.id`,
    values: [order],
  })

/** Visits of a week for so many employees. */
async function addWeek(pool: pg.Pool, monday: string): Promise<void> {
  await pool.query(
    `insert into users (email, name, roles) select 'week' || n || '@bench.example', 'Week ' || n, '{3}'
     from generate_series(1, ${EMPLOYEES}) n`,
  )
  await pool.query(
    `with made as (
       insert into orders (year, sequence, company_id, order_date, street, city, country_code, plannable)
       select 2096, n, (select min(id) from companies) + n, current_date, 'Straat', 'Stad', 'NL', true
       from generate_series(1, ${VISITS}) n returning id, sequence)
     insert into visits (order_id, employee_id, starts_at, ends_at)
     select made.id, who.id, begins.at, begins.at + interval '75 minutes'
     from made join (select id, row_number() over (order by id) - 1 as nr from users where email like 'week%@bench.example') who
         on who.nr = (made.sequence - 1) % ${EMPLOYEES}
       cross join lateral (select ($1::date + (made.sequence - 1) / ${EMPLOYEES} % 5 + time '08:00')::timestamptz
         + make_interval(mins => 90 * ((made.sequence - 1) / ${EMPLOYEES * 5}))) begins(at)`,
    [monday],
  )
  await pool.query('analyze visits, orders, users')
}

const bareWeek = (pool: pg.Pool, monday: string) =>
  pool.query({
    name: 'bare-week',
    text: `select v.id, v.employee_id, v.starts_at, v.ends_at, v.done, o.id as order_id, o.year, o.sequence, o.city, c.name
      from visits v join orders o on o.id = v.order_id left join companies c on c.id = o.company_id
      where v.starts_at >= $1::date and v.starts_at < $1::date + 7 order by v.starts_at`,
    values: [monday],
  })

async function forget(pool: pg.Pool): Promise<void> {
  await pool.query('delete from visit_reports where visit_id in (select v.id from visits v join orders o on o.id = v.order_id where o.year in (2096, 2097))') // prettier-ignore
  await pool.query('delete from orders where year in (2096, 2097)')
  await pool.query('delete from devices where number > 8000000')
  await pool.query(`delete from users where email like 'week%@bench.example'`)
}

/** A visit with 40 devices read and finished, and a week of the board, each beside its bare statements. */
export async function workdayOfMany(url: string, cookie: string, pool: pg.Pool): Promise<string> {
  await forget(pool)
  const headers = await savingHeaders(url, cookie)
  const figures = { finish: [] as number[], bareFinish: [] as number[], day: [] as number[], bareDay: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    const own = await addVisit(pool, 2097, round * 2 + 1)
    const page = `${url}/workday/${own.order}?visit=${own.visit}`
    figures.day.push(await msOf(async () => (await fetch(page, { headers: { cookie, 'HX-Request': 'true' } })).text()))
    figures.bareDay.push(await msOf(() => bareDay(pool, own.order)))
    const body = new URLSearchParams({ start_time: '09:00', end_time: '10:00', unsigned_reason: 'Niemand' })
    figures.finish.push(
      await msOf(async () => {
        const answer = await fetch(`${url}/workday/done/${own.visit}`, { method: 'POST', headers, body })
        if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
      }),
    )
    const other = await addVisit(pool, 2097, round * 2 + 2)
    figures.bareFinish.push(await msOf(() => bareFinish(pool, other)))
  }
  const monday = addDays(today(), 401 - weekday(addDays(today(), 400)))
  await addWeek(pool, monday)
  const seconds = Date.parse(`${monday}T00:00:00Z`) / 1000
  const week = `${url}/inspections/board/data?from=${seconds}&to=${seconds + 7 * 86_400}`
  const weeks: number[] = []
  const bare: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    weeks.push(await msOf(async () => (await fetch(week, { headers: { cookie } })).json()))
    bare.push(await msOf(() => bareWeek(pool, monday)))
  }
  await forget(pool)
  const times = (one: number[], other: number[]) =>
    `${median(one).toFixed(1)} ms, bare ${median(other).toFixed(1)} ms (${(median(one) / median(other)).toFixed(1)} times)`
  return (
    `a visit with ${DEVICES} devices read ${times(figures.day, figures.bareDay)}, finished ${times(figures.finish, figures.bareFinish)}; ` +
    `a week of ${EMPLOYEES} employees with ${VISITS} visits ${times(weeks, bare)}`
  )
}
