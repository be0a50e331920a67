import type pg from 'pg'
import { savingHeaders } from './asking.ts'
import { median, msOf } from './figures.ts'

const PARTS = 20
const ROUNDS = 9

/** A teacher with so many parts in four weeks, half a year from now. */
async function addTeacher(pool: pg.Pool): Promise<{ id: number; first: string; last: string }> {
  const { rows } = await pool.query<{ id: number; first: string; last: string }>(
    `with teacher as (
       insert into contacts (first_name, last_name, roles) values ('Ziek', 'Gemeld', '{3}') returning id),
     planning as (insert into appointment_groups (course_id) select min(id) from courses returning id),
     parts as (
       insert into appointments (group_id, description, starts_at, ends_at, status, max_count)
       select planning.id, 'Dagdeel', day + interval '9 hours', day + interval '12 hours', 'planned', 12
       from planning, generate_series(1, ${PARTS}) n, lateral (select current_date + 180 + n as day) days returning id),
     given as (
       insert into appointment_responsibles (appointment_id, contact_id, role_id)
       select parts.id, teacher.id, 3 from parts, teacher returning id)
     select teacher.id, to_char(current_date + 181, 'DD-MM-YYYY') as first,
       to_char(current_date + 180 + ${PARTS}, 'DD-MM-YYYY') as last from teacher where (select count(*) from given) = ${PARTS}`,
  )
  return rows[0]!
}

/** The parts of one teacher, and who else teaches with all that they have in those weeks. */
const bare = (pool: pg.Pool, teacher: number) =>
  pool.query(
    `with own as (
       select a.id, a.description, a.starts_at, a.ends_at, a.component_id from appointment_responsibles r
       join appointments a on a.id = r.appointment_id where r.contact_id = $1 and a.status <> 'cancelled'),
     stretch as (select min(starts_at) - interval '7 days' as "from", max(ends_at) + interval '7 days' as "to" from own)
     select c.id, c.first_name, c.last_name, (select json_agg(own) from own) as parts,
       (select json_agg(json_build_array(a.id, a.starts_at, a.ends_at)) from appointment_responsibles r
        join appointments a on a.id = r.appointment_id cross join stretch
        where a.starts_at < stretch."to" and a.ends_at > stretch."from" and r.contact_id = c.id and a.status <> 'cancelled') as busy,
       (select json_agg(b.during) from absences b, stretch where b.contact_id = c.id
          and b.during && tstzrange(stretch."from", stretch."to")) as away,
       (select json_agg(s.skill_id) from contact_skills s where s.contact_id = c.id) as skills
     from contacts c where c.active and c.roles && '{3}' order by c.id`,
    [teacher],
  )

/** Reporting a teacher of 20 parts away, with who can take over each of them, against one bare query of what it reads. */
export async function replacingOfMany(url: string, cookie: string, pool: pg.Pool): Promise<string> {
  const { id, first, last } = await addTeacher(pool)
  const headers = await savingHeaders(url, cookie)
  const preview = async () => {
    const body = new URLSearchParams({ contact_id: String(id), kind: 'sick', first_day: first, last_day: last })
    const answer = await fetch(`${url}/replacements/report/preview`, { method: 'POST', headers, body })
    const text = await answer.text()
    const hits = text.split('data-hit=').length - 1
    if (!answer.ok || hits !== PARTS) throw new Error(`${answer.status} with ${hits} parts`)
  }
  const rounds: { bare: number; ours: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const one = { bare: await msOf(() => bare(pool, id)), ours: await msOf(preview) }
    // The first one compiles what it runs.
    if (round > 0) rounds.push(one)
  }
  const [limit, ours] = [median(rounds.map((one) => one.bare)), median(rounds.map((one) => one.ours))]
  return `sick: ${PARTS} parts with who can take over: ${ours.toFixed(0)} ms, one bare query ${limit.toFixed(0)} ms (${(ours / limit).toFixed(1)} times)`
}
