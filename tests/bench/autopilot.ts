import type pg from 'pg'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { savingHeaders } from './asking.ts'
import { median, msOf } from './figures.ts'

const PEOPLE = 100
const ROUNDS = 9

interface Course {
  course: number
  part: number
}

/** A course that so many people have to take again within two months, and a planning in which all of them fit. */
async function addCourse(pool: pg.Pool, name: string): Promise<Course> {
  const { rows } = await pool.query<Course>(
    `with course as (insert into courses (description, code, max_count) values ($1, $1, ${PEOPLE}) returning id),
     planning as (insert into appointment_groups (course_id) select id from course returning id),
     part as (
       insert into appointments (group_id, description, starts_at, ends_at, status, max_count)
       select id, 'Dagdeel', (current_date + 30) + interval '9 hours', (current_date + 30) + interval '12 hours', 'option', ${PEOPLE}
       from planning returning id),
     people as (
       insert into contacts (first_name, last_name, roles) select 'Herhaalt', $1 || n, '{5}' from generate_series(1, ${PEOPLE}) n
       returning id),
     due as (
       insert into contact_refreshers (contact_id, course_id, expires_at)
       select people.id, course.id, current_date + 60 from people, course returning id)
     select course.id as course, part.id as part from course, part where (select count(*) from due) = ${PEOPLE}`,
    [name],
  )
  return rows[0]!
}

/** Who is due, where there is place, when people, teachers and rooms are busy; then a row for each, in one transaction. */
async function bare(pool: pg.Pool, { course, part }: Course): Promise<void> {
  const { rows } = await pool.query<{ contact_id: number }>(
    `select r.id, r.contact_id, r.expires_at, c.first_name, c.last_name, c.birth_date, c.postal_code, c.email, m.name
     from contact_refreshers r join contacts c on c.id = r.contact_id left join companies m on m.id = c.company_id
     where r.course_id = $1 order by r.expires_at, r.id`,
    [course],
  )
  const ids = rows.map(({ contact_id }) => contact_id)
  await pool.query(
    `select a.*, g.course_id from appointments a join appointment_groups g on g.id = a.group_id where g.course_id = $1`,
    [course],
  )
  await pool.query(`select id, name, capacity from rooms where active`)
  await pool.query(
    `select c.id, c.first_name, c.last_name, array(select skill_id from contact_skills s where s.contact_id = c.id)
     from contacts c where c.active and c.roles @> '{3}'`,
  )
  await pool.query(
    `select 'student', e.contact_id, a.starts_at, a.ends_at from enrolments e join appointments a on a.id = e.appointment_id
       where e.contact_id = any($1) and a.ends_at > now() and a.status <> 'cancelled'
     union all select 'contact', r.contact_id, a.starts_at, a.ends_at from appointment_responsibles r
       join appointments a on a.id = r.appointment_id where a.ends_at > now() and a.status <> 'cancelled'
     union all select 'room', a.room_id, a.starts_at, a.ends_at from appointments a
       where a.room_id is not null and a.ends_at > now() and a.status <> 'cancelled'
     union all select 'away', b.contact_id, lower(b.during), upper(b.during) from absences b where upper(b.during) > now()`,
    [ids],
  )
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query('select id from appointments where id = $1 for update', [part])
    await client.query(`insert into enrolments (appointment_id, contact_id) select $1, unnest($2::integer[])`, [
      part,
      ids,
    ])
    await client.query('commit')
  } finally {
    client.release()
  }
}

/** Proposing where 100 people go who have to take a course again, and enrolling them, against the bare reads and inserts. */
export async function autopilotOfMany(url: string, cookie: string, pool: pg.Pool): Promise<string> {
  const headers = await savingHeaders(url, cookie)
  const post = async (path: string, fields: [string, string][]) => {
    const answer = await fetch(url + path, { method: 'POST', headers, body: new URLSearchParams(fields) })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text.slice(0, 300)}`)
    return text
  }
  const PATH = '/courseRefresher/proposal'
  const until = formatDate(addDays(today(), 90))
  const ours = async ({ course }: Course) => {
    const proposal = await post(`${PATH}?step=proposal`, [
      ['course_id', String(course)],
      ['until', until],
    ])
    const lines = [...proposal.matchAll(/name="lines\[\]" value="([^"]+)"/g)].map(([, line]) => line!)
    if (lines.length !== PEOPLE) throw new Error(`proposed ${lines.length} of ${PEOPLE}`)
    await post(
      PATH,
      lines.map((line): [string, string] => ['lines[]', line]),
    )
  }
  const rounds: { bare: number; ours: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const stamp = `${Date.now()}-${round}`
    const [one, other] = [await addCourse(pool, `Bare ${stamp}`), await addCourse(pool, `Autopilot ${stamp}`)]
    const times = { bare: await msOf(() => bare(pool, one)), ours: await msOf(() => ours(other)) }
    // The first one compiles what it runs.
    if (round > 0) rounds.push(times)
  }
  const [limit, own] = [median(rounds.map((one) => one.bare)), median(rounds.map((one) => one.ours))]
  return `autopilot: ${PEOPLE} refreshers proposed and enrolled: ${own.toFixed(0)} ms, bare reads and inserts ${limit.toFixed(0)} ms (${(own / limit).toFixed(1)} times)`
}
