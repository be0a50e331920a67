import type pg from 'pg'
import { median, msOf } from './figures.ts'

const PEOPLE = 200
const DEVICES = 300
const ROUNDS = 9
const MARK = 'Verloopt bv'

/** A customer with people whose refreshers end, and devices that are due. */
async function addCustomer(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into companies (name, client_id) select $1, max(client_id) + 5000 from companies returning id`,
    [MARK],
  )
  const { id } = rows[0]!
  await pool.query(
    `with made as (
       insert into contacts (first_name, last_name, client_id, company_id)
       select 'Mens', 'Verloopt ' || n, (select max(client_id) from client_ids) + n, $1 from generate_series(1, ${PEOPLE}) n returning id)
     insert into contact_refreshers (contact_id, course_id, expires_at)
     select made.id, (select min(id) from courses), current_date + 30 from made`,
    [id],
  )
  await pool.query(
    `insert into devices (company_id, number, name, next_on) select $1, 9000000 + n, 'Blusser', current_date + 20
     from generate_series(1, ${DEVICES}) n`,
    [id],
  )
  await pool.query('analyze companies, contacts, contact_refreshers, devices')
  return id
}

async function forget(pool: pg.Pool): Promise<void> {
  await pool.query('delete from devices where number > 9000000')
  await pool.query(`delete from contact_refreshers where contact_id in (select id from contacts where last_name like 'Verloopt %')`) // prettier-ignore
  await pool.query(`delete from contacts where last_name like 'Verloopt %' and first_name = 'Mens'`)
  await pool.query('delete from companies where name = $1', [MARK])
}

/** The widgets of the page where the day begins, and what expires of one large customer. */
export async function homeOfMany(url: string, cookie: string, pool: pg.Pool): Promise<string> {
  await forget(pool)
  const company = await addCustomer(pool)
  const headers = { cookie, 'HX-Request': 'true' }
  const ask = async (path: string) => {
    const answer = await fetch(url + path, { headers })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`)
    return text
  }
  const page = await ask('/today')
  const widgets = [...page.matchAll(/data-region="(\/widgets\/[^"]+)"/g)].map(([, path]) => path!)
  const asked = { page: ['/today'], widgets, quotation: [`/expiring/quotation?company_id=${company}`] }
  const lines: string[] = []
  for (const [name, paths] of Object.entries(asked)) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++)
      times.push(await msOf(() => Promise.all(paths.map((path) => ask(path)))))
    lines.push(`${name}: ${median(times).toFixed(0)} ms`)
  }
  await forget(pool)
  return `home, ${widgets.length} widgets at once and ${PEOPLE} people with ${DEVICES} devices: ${lines.join(', ')}`
}
