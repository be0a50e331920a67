import type pg from 'pg'

/** So many of each customer that has some. */
export const DEVICES_EACH = 25
const BATCH = 50_000

/**
 * As many devices as people, of a twenty-fifth as many customers: extinguishers, reels and AED's in turn, looked at on any
 * day of the last year. The triggers are off: what is due when is reckoned by the functions that they call.
 */
export async function seedDevices(
  client: pg.PoolClient,
  { company0, count }: { company0: number; count: number },
): Promise<void> {
  const { rows } = await client.query<{ device0: number; categories: number[] }>(
    `select (select coalesce(max(id), 0) from devices) as device0,
            array(select id from device_categories where name in ('Draagbare blustoestellen', 'Brandslanghaspels', 'AED’s') order by id) as categories`,
  )
  const { device0, categories } = rows[0]!
  for (let from = 1; from <= count; from += BATCH) {
    const facts = `generate_series(${from}, ${Math.min(from + BATCH - 1, count)}) n, lateral (select
      (array[${categories.join()}])[1 + n % ${categories.length}] as category,
      make_date(extract(year from current_date)::integer - 1 - n % 8, 1 + n % 12, 1) as produced,
      current_date - (n * 13 % 365) as looked) f`
    await client.query(
      `insert into device_schedules (device_id, schedule_id, last_on, covered_until, next_on)
       select ${device0} + n, s.id, case when s.kind in ('inspection', 'maintenance') then f.looked end, f.looked,
              device_next_due(s.basis, f.produced, case when s.kind in ('inspection', 'maintenance') then f.looked end, f.looked,
                s.first_after, s.repeat_after)
       from ${facts}
       join (with recursive above as (
               select id as category, id, parent_id from device_categories
               union select a.category, c.id, c.parent_id from above a join device_categories c on c.id = a.parent_id)
             select a.category, i.* from above a join inspection_schedules i on i.category_id = a.id where i.active) s
         on s.category = f.category`,
    )
    await client.query(
      `insert into devices (id, company_id, number, walking_route_number, name, brand, model, serial_number, device_category_id,
              production_year, production_month, produced_on, installed_on, location_description, next_on)
       select ${device0} + n, ${company0} + 1 + (n - 1) / ${DEVICES_EACH}, 1 + (n - 1) % ${DEVICES_EACH}, 1 + (n - 1) % ${DEVICES_EACH},
              'Apparaat ' || n % 40, 'Merk ' || n % 7, 'Type ' || n % 30, 'SN-' || n, f.category, extract(year from f.produced),
              extract(month from f.produced), f.produced, f.produced, 'Verdieping ' || n % 9,
              (select min(r.next_on) from device_schedules r where r.device_id = ${device0} + n)
       from ${facts}`,
    )
  }
  for (const table of ['devices', 'device_schedules'])
    await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
}
