/** Students at the door: what a tablet waits for a birthday, among all people that are known. */
import type pg from 'pg'
import { median, msOf } from './figures.ts'

const STUDENTS = 300
const ROUNDS = 200

/** Students of today where the tablet stands, each born on a day of their own. */
async function addStudents(pool: pg.Pool): Promise<void> {
  await pool.query(
    `with place as (
       select r.id from rooms r join api_clients c on c.establishment_id = r.establishment_id
       where c.client_id = 'demo-kiosk' order by r.id limit 1),
     made as (
       insert into appointments (group_id, description, starts_at, ends_at, status, max_count, room_id)
       select (select min(id) from appointment_groups), 'Theorie', now(), now() + interval '1 minute', 'confirmed', 500,
         place.id from place returning id),
     people as (
       insert into contacts (first_name, last_name, birth_date)
       select 'Voor', 'Achter', date '1930-01-01' + n from generate_series(1, ${STUDENTS}) n returning id)
     insert into enrolments (appointment_id, contact_id) select made.id, people.id from made, people`,
  )
}

/** The same students, without anything around them. */
const bareBirthday = (pool: pg.Pool, day: string) =>
  pool.query({
    name: 'bare-birthday',
    text: `select c.id, c.first_name, a.id as part, a.starts_at from appointments a
      join rooms r on r.id = a.room_id join enrolments e on e.appointment_id = a.id join contacts c on c.id = e.contact_id
      where a.starts_at >= current_date and a.starts_at < current_date + 1 and c.birth_date = to_date($1, 'DD-MM-YYYY')
        and r.establishment_id = (select establishment_id from api_clients where client_id = 'demo-kiosk')`,
    values: [day],
  })

export async function arrivingOfMany(url: string, pool: pg.Pool): Promise<string> {
  await addStudents(pool)
  const {
    rows: [counted],
  } = await pool.query<{ people: number }>('select count(*)::integer as people from contacts')
  const body = new URLSearchParams({
    ...{ grant_type: 'client_credentials', client_id: 'demo-kiosk', client_secret: 'demo-kiosk-secret' },
  })
  const given = (await (await fetch(`${url}/oauth/token`, { method: 'POST', body })).json()) as { access_token: string }
  const headers = { authorization: `Bearer ${given.access_token}` }
  const [ours, bare]: [number[], number[]] = [[], []]
  for (let i = 0; i < ROUNDS; i++) {
    const born = new Date(Date.UTC(1930, 0, 2 + (i % STUDENTS)))
    const day = [born.getUTCDate(), born.getUTCMonth() + 1].map((part) => String(part).padStart(2, '0')).join('-')
    const typed = `${day}-${born.getUTCFullYear()}`
    ours.push(
      await msOf(async () => {
        const answer = await fetch(`${url}/api/digital-presence/findStudentBy/birthday/${typed}`, { headers })
        const found = (await answer.json()) as unknown[]
        if (found.length !== 1) throw new Error(`${typed} gave ${found.length} people (${answer.status})`)
      }),
    )
    bare.push(await msOf(() => bareBirthday(pool, typed)))
  }
  const [mine, least] = [median(ours), median(bare)]
  return `a birthday among ${counted!.people} people, ${STUDENTS} of them expected: ${mine.toFixed(1)} ms, ${(mine / least).toFixed(1)} times the bare read (${least.toFixed(1)} ms)`
}
