import type pg from 'pg'

/** Which of the companies employs many of the people. */
export const LARGE_COMPANY = 501
const STAFF = 500
/** Teachers with something to do in the week to come, of the 200 there are. */
const LANES = 60
/** As many parts has the month after the next two. */
const FULL_MONTH = 2000

/**
 * What training has at every scale: a week of 60 teachers with five days each, a month of 2,000 parts, 200 who are away now
 * and then, a company of 500 people with the certificates that it needs, 200 people who wait; and a certificate of everybody.
 */
export async function seedTraining(
  client: pg.PoolClient,
  { person0, company0, people }: { person0: number; company0: number; people: number },
): Promise<void> {
  const ids = await client.query<{ planning0: number; part0: number; courses: number[] }>(
    `select (select max(id) from appointment_groups) as planning0, (select max(id) from appointments) as part0,
            (select array_agg(id order by id) from courses) as courses`,
  )
  const { planning0, part0, courses } = ids.rows[0]!
  const course = (n: string) => `(array[${courses.join(',')}])[1 + (${n}) % ${courses.length}]`
  await client.query(
    `insert into appointment_groups (id, course_id) select ${planning0} + n, ${course('n')} from generate_series(1, ${LANES * 5}) n`,
  )
  await client.query(
    `insert into appointments (id, group_id, description, starts_at, ends_at, status, max_count, enrolled_count)
     select ${part0} + n, ${planning0} + n, 'Dagdeel', day, day + interval '7 hours', 'planned', 12, 0
     from generate_series(1, ${LANES * 5}) n,
          lateral (select date_trunc('week', now()) + (7 + n % 5) * interval '1 day' + interval '8 hours' as day) d`,
  )
  await client.query(
    `insert into appointment_responsibles (appointment_id, contact_id, role_id)
     select ${part0} + n, ${person0} + 1 + (n - 1) / 5, 3 from generate_series(1, ${LANES * 5}) n`,
  )
  await client.query(
    `insert into appointment_groups (id, course_id)
     select ${planning0 + LANES * 5} + n, ${course('n')} from generate_series(1, ${FULL_MONTH}) n`,
  )
  await client.query(
    `insert into appointments (id, group_id, description, starts_at, ends_at, status, max_count, enrolled_count)
     select ${part0 + LANES * 5} + n, ${planning0 + LANES * 5} + n, 'Dagdeel', t, t + interval '3 hours', 'planned', 12, 0
     from generate_series(1, ${FULL_MONTH}) n,
          lateral (select date_trunc('month', now()) + interval '3 months' + n % 28 * interval '1 day'
            + (8 + n % 10) * interval '1 hour' as t) d`,
  )
  await client.query(
    `insert into absences (contact_id, first_day, last_day)
     select ${person0} + 1 + n % 200, day, day + 1 from generate_series(1, 2000) n, lateral (select current_date - 500 + n as day) d`,
  )
  await client.query(
    `insert into contact_companies (contact_id, company_id)
     select ${person0} + 1000 + n, ${company0 + LARGE_COMPANY} from generate_series(1, ${STAFF}) n on conflict do nothing`,
  )
  await client.query(
    `insert into certificate_needs (company_id, course_id, needed)
     select ${company0 + LARGE_COMPANY}, id, 50 from unnest(array[${courses.slice(0, 3).join(',')}]) id`,
  )
  await client.query(
    `insert into waiting_entries (course_id, contact_id) select ${course('n')}, ${person0} + 2000 + n from generate_series(1, 200) n`,
  )
  await client.query(
    `insert into certificates (number, contact_id, group_id, course_id, layout_id, layout_version, issued_on, valid_until, token, snapshot)
     select '2001-' || (500000 + n), ${person0} + n, ${planning0}, ${course('n')}, (select min(id) from layouts), 1,
            current_date - n % 700, current_date - n % 700 + 700, md5(n::text), '{}'
     from generate_series(1, ${people}) n`,
  )
}
