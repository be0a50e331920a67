/** People of whom something can be told or not, and where they are enrolled. */
import fc from 'fast-check'
import type { TestApp } from '../app.ts'
import { addContact } from '../builders.ts'

let made = 0

/** How somebody stands to whom something may be told. */
export const reader = { address: fc.boolean(), active: fc.boolean() }
export async function addReader(
  app: TestApp,
  { address, active = true, birth_date = null }: { address: boolean; active?: boolean; birth_date?: string | null },
) {
  const last_name = `Gekozen${++made}`
  const email = address ? `gekozen${made}@post.example` : null
  return { id: await addContact(app.db, { last_name, email, active, birth_date }), name: last_name }
}

/** In which parts of these plannings somebody is, and how, by contact. */
export const placesOf = async ({ pool }: TestApp, ids: number[]) => {
  const { rows } = await pool.query<{ id: number; places: unknown }>(
    `select contact_id as id, json_agg(json_build_array(appointment_id, present, passed) order by appointment_id) as places
     from enrolments where contact_id = any($1) group by 1`,
    [ids],
  )
  return new Map(rows.map(({ id, places }) => [id, places]))
}

let certificates = 0
/** Gives somebody a certificate of a planning. */
export async function certify({ pool, story }: TestApp, contact_id: number, group_id: number): Promise<void> {
  const number = String(++certificates).padStart(6, '0')
  await pool.query("insert into layouts (kind, name) values ('certificate', $1)", [`Gekozen ${number}`])
  await pool.query(
    `insert into certificates (contact_id, course_id, group_id, layout_id, layout_version, number, issued_on, snapshot, token)
     select $1, $2, $3, max(id), 1, $4, '2026-01-01', '{}', $5 from layouts`,
    [contact_id, story.courses.bhv, group_id, `1997-${number}`, `a-token-of-a-run-${number}`],
  )
}
