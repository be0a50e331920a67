import type pg from 'pg'
import { seedDevices } from './bulk-devices.ts'
import { seedSales } from './bulk-sales.ts'
import { seedTraining } from './bulk-training.ts'

/** People per scale. */
export const SCALES = { '10k': 10_000, '100k': 100_000, '1m': 1_000_000 } as const
export type Scale = keyof typeof SCALES

const FIRST = [
  'Anouk',
  'Bram',
  'Carlijn',
  'Dennis',
  'Emre',
  'Fenna',
  'Gerrit',
  'Hanneke',
  'Ibrahim',
  'Jolanda',
  'Karel',
  'Lotte',
  'Mohamed',
  'Nienke',
  'Olaf',
  'Petra',
  'Quinten',
  'Roos',
  'Sjoerd',
  'Tessa',
]
const LAST = [
  'Bakker',
  'Berg',
  'Boer',
  'Bos',
  'Brouwer',
  'Dekker',
  'Dijk',
  'Dijkstra',
  'Graaf',
  'Groot',
  'Haan',
  'Hendriks',
  'Jacobs',
  'Jansen',
  'Jong',
  'Koning',
  'Kuipers',
  'Linden',
  'Maas',
  'Meijer',
  'Mulder',
  'Peters',
  'Postma',
  'Prins',
  'Schouten',
  'Smit',
  'Veen',
  'Visser',
  'Vos',
  'Vries',
  'Wiersma',
  'Wit',
]
const PREFIX = ['', '', '', 'de', 'van', 'van der', 'van den', 'ter']
const TRADE = [
  'Bouwbedrijf',
  'Zorggroep',
  'Transport',
  'Bakkerij',
  'Installatiebedrijf',
  'Metaalwerken',
  'Hotel',
  'Garage',
  'Drukkerij',
  'Kwekerij',
]
const BATCH = 50_000
/** Debtor numbers above this one belong to the many. */
export const MANY = 1_000_000

const pick = (list: string[], seed: string) =>
  `(array[${list.map((item) => `'${item}'`).join(',')}])[1 + (${seed}) % ${list.length}]`

/**
 * Inserts with the row triggers off (no history of made-up data) and sets by hand what they would have counted. Ids
 * follow the ones that are there. Companies and plannings a tenth of the people each, ten enrolments a planning; what a
 * screen shows of one week or one company is as much at every scale.
 */
export async function seedBulk(pool: pg.Pool, people: number): Promise<Record<string, number>> {
  const companies = people / 10
  const plannings = people / 10
  const client = await pool.connect()
  try {
    await client.query(`set session_replication_role = replica`)
    const max = async (table: string) =>
      Number((await client.query<{ max: number }>(`select coalesce(max(id), 0) as max from ${table}`)).rows[0]!.max)
    const company0 = await max('companies')
    const person0 = await max('contacts')
    const planning0 = await max('appointment_groups')
    const part0 = await max('appointments')
    await inBatches(companies, (from, to) =>
      client.query(
        `insert into companies (id, name, client_id, coc_no, city, postal_code, street, street_no, phone, email, created_at)
       select ${company0} + n, ${pick(TRADE, 'n * 7')} || ' ' || ${pick(LAST, 'n * 13 / 3')} || ' ' || n, ${MANY} + n, lpad((n * 37 % 100000000)::text, 8, '0'),
              'Plaats ' || (n % 400), '8011 AB', 'Straat', (1 + n % 200)::text, '038 ' || n, 'bedrijf' || n || '@bulk.example', now()
       from generate_series(${from}, ${to}) n`,
      ),
    )
    await inBatches(people, (from, to) =>
      client.query(
        `insert into contacts (id, first_name, initials, last_name_prefix, last_name, gender, birth_date, email, mobile_phone, company_id, client_id, roles, city, postal_code)
       select ${person0} + n, ${pick(FIRST, 'n')} || case when n % 3 = 0 then '' else '-' || chr(97 + n % 26) end, 'X.', ${pick(PREFIX, 'n * 5')},
              ${pick(LAST, 'n * 31 / 7')} || case when n % 4 = 0 then '' else chr(97 + (n / 7) % 26) || chr(97 + (n / 182) % 26) end,
              case when n % 2 = 0 then 'm' else 'f' end, date '1960-01-01' + (n * 17 % 16000), 'persoon' || n || '@bulk.example', '06 ' || (10000000 + n),
              case when n % 20 = 0 then null else ${company0} + 1 + (n * 3 % ${companies}) end,
              case when n % 20 = 0 then 5000000 + n else null end, case when n % 50 = 0 then array[4,5] when n <= 200 then array[3] else array[5] end,
              'Plaats ' || (n % 400), '8011 AB'
       from generate_series(${from}, ${to}) n`,
      ),
    )
    await client.query(
      `insert into contact_companies (contact_id, company_id) select id, company_id from contacts where id > ${person0} and company_id is not null`,
    )
    await client.query(
      `insert into client_ids (client_id, company_id) select client_id, id from companies where id > ${company0}`,
    )
    await client.query(
      `insert into client_ids (client_id, contact_id) select client_id, id from contacts where id > ${person0} and client_id is not null`,
    )
    // More plannings reach further back, so that one month of the calendar stays a month whatever the scale.
    await client.query(
      `insert into appointment_groups (id, course_id) select ${planning0} + n, (select min(id) from courses) + n % (select count(*) from courses)
       from generate_series(1, ${plannings}) n`,
    )
    await client.query(
      `insert into appointments (id, group_id, component_id, description, starts_at, ends_at, status, max_count, room_id, enrolled_count)
       select ${part0} + n, ${planning0} + n, null, 'Dagdeel', t, t + interval '7 hours', case when t < now() then 'done' else 'planned' end, 12,
              (select min(id) from rooms) + n % (select count(*) from rooms), 10
       from generate_series(1, ${plannings}) n, lateral (select date_trunc('day', now()) + interval '2 years' - n * 1.825 * interval '1 day' + interval '9 hours' as t) d`,
    )
    await client.query(
      `insert into appointment_responsibles (appointment_id, contact_id, role_id) select ${part0} + n, 3, 3 from generate_series(1, ${plannings}) n`,
    )
    // The triggers are off: what each of them takes, apart from what the story has.
    await client.query(
      `insert into bookings (resource, resource_id, record, record_id, during, place)
       select own.resource, own.resource_id, 'appointment', own.record_id, own.during, 0
       from booked('appointment', array(select id from appointments where id > ${part0})) own
       where not exists (select from bookings b where b.resource = own.resource and b.resource_id = own.resource_id and b.during && own.during)`,
    )
    await inBatches(plannings * 10, (from, to) =>
      client.query(
        `insert into enrolments (appointment_id, contact_id, company_id, present, passed, created_at)
       select ${part0} + 1 + (n - 1) / 10, c.id, c.company_id, 1, 1, now() - interval '1 year'
       from generate_series(${from}, ${to}) n join contacts c on c.id = ${person0} + 1 + (n * 7 % ${people})
       on conflict do nothing`,
      ),
    )
    await inBatches(people, (from, to) =>
      client.query(
        `insert into contact_refreshers (contact_id, course_id, expires_at)
       select ${person0} + n, (select min(id) from courses) + n % (select count(*) from courses), current_date - 200 + n * 7 % 1000
       from generate_series(${from}, ${to}) n`,
      ),
    )
    await seedDevices(client, { company0, count: people })
    await seedSales(client, { company0, companies, count: people })
    await seedTraining(client, { person0, company0, people })
    for (const table of ['companies', 'contacts', 'appointment_groups', 'appointments'])
      await client.query(`select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`)
    await client.query('set session_replication_role = origin')
    await client.query('vacuum analyze')
    return {
      companies,
      contacts: people,
      plannings,
      enrolments: plannings * 10,
      orders: people,
      invoices: people,
      devices: people,
    }
  } finally {
    client.release()
  }
}

async function inBatches(count: number, insert: (from: number, to: number) => Promise<unknown>): Promise<void> {
  for (let from = 1; from <= count; from += BATCH) await insert(from, Math.min(from + BATCH - 1, count))
}
