import type pg from 'pg'
import { savingHeaders } from './asking.ts'
import { median, timed } from './figures.ts'

const PEOPLE = 200
const ROUNDS = 5

/** A part a month from now that has room for all. */
export async function addPart(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `with planning as (insert into appointment_groups (course_id) select min(id) from courses returning id)
     insert into appointments (group_id, description, starts_at, ends_at, status, max_count)
     select id, 'Dagdeel', now() + interval '30 days', now() + interval '30 days 7 hours', 'planned', 1000 from planning
     returning id`,
  )
  return rows[0]!.id
}

/** Unsubscribing 200 people is taken back in so many times the time of one insert of those rows, triggers on. */
export async function undoOfMany(url: string, cookie: string, pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: number }>(`select id from contacts where active order by id limit ${PEOPLE}`)
  const people = rows.map(({ id }) => id)
  const headers = await savingHeaders(url, cookie)
  const post = async (path: string, form: Record<string, string>) => {
    const answer = await fetch(url + path, { method: 'POST', headers, body: new URLSearchParams(form) })
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`)
    return JSON.parse(answer.headers.get('HX-Trigger') ?? '{}') as { flash?: { undo?: { set: number } } }
  }
  const rounds: { insert: number; undo: number; times: number }[] = []
  for (let round = 0; round <= ROUNDS; round++) {
    const part = await addPart(pool)
    const insert = await timed(() =>
      pool.query('insert into enrolments (appointment_id, contact_id) select $1, unnest($2::int[])', [part, people]),
    )
    const { flash } = await post(`/calendar/unsubscribeStudents/${part}`, { students: people.join(',') })
    const undo = await timed(() => post(`/undo/${flash!.undo!.set}`, {}))
    const back = await pool.query('select from enrolments where appointment_id = $1', [part])
    if (back.rowCount !== PEOPLE) throw new Error(`${back.rowCount} came back`)
    // The first one compiles what it runs.
    if (round > 0) rounds.push({ insert: insert.ms, undo: undo.ms, times: undo.ms / insert.ms })
  }
  const of = (key: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[key]))
  return `undo of unsubscribing ${PEOPLE} people: ${of('undo').toFixed(0)} ms, one insert of those rows ${of('insert').toFixed(0)} ms (${of('times').toFixed(1)} times)`
}
