import type pg from 'pg'
import { forSeconds, tableP95, tableWhile } from './asking.ts'
import { msOf } from './figures.ts'

/** With the people of the story just below what a workbook may hold. */
const ROWS = 49_900

/** A whole list as a file, beside the bare query of its rows, and what others wait for their table meanwhile. */
export async function exportingOfMany(url: string, cookie: string, pool: pg.Pool): Promise<string> {
  const others = `id > (select id from contacts where active order by id offset ${ROWS} limit 1)`
  const ids = (await pool.query<{ id: number }>(`select id from contacts where active and ${others}`)).rows.map(
    ({ id }) => id,
  )
  const setActive = async (active: boolean) => {
    const client = await pool.connect()
    try {
      // Nobody reads the history of it.
      await client.query('set session_replication_role = replica')
      await client.query('update contacts set active = $1 where id = any($2::integer[])', [active, ids])
      await client.query('set session_replication_role = origin')
    } finally {
      client.release()
    }
  }
  await setActive(false)
  try {
    return await exportsOf(url, cookie, pool)
  } finally {
    await setActive(true)
  }
}

async function exportsOf(url: string, cookie: string, pool: pg.Pool): Promise<string> {
  const rest = await tableP95(url, cookie, forSeconds(5))
  const lines: string[] = []
  const bare = await msOf(() => pool.query('select * from contacts where active order by last_name, first_name, id'))
  for (const format of ['csv', 'xlsx']) {
    let bytes = 0
    let rows = 0
    const ms = msOf(async () => {
      const answer = await fetch(`${url}/contacts?export=${format}`, { headers: { cookie } })
      if (!answer.ok || !answer.body) throw new Error(`the export answered ${answer.status}`)
      for await (const chunk of answer.body as AsyncIterable<Uint8Array>) {
        bytes += chunk.length
        if (format === 'csv') for (const byte of chunk) if (byte === 10) rows++
      }
    })
    const { p95, value } = await tableWhile(url, cookie, ms)
    lines.push(
      `${format}: ${rows > 0 ? `${rows} rows, ` : ''}${(bytes / 1e6).toFixed(1)} MB in ${(value / 1000).toFixed(1)} s; the table's p95 ${p95.toFixed(0)} ms, ${(p95 / rest).toFixed(1)} times that at rest`,
    )
  }
  return [`the rows alone, bare: ${bare.toFixed(0)} ms; the table's p95 at rest: ${rest.toFixed(0)} ms`, ...lines].join(
    '\n',
  )
}
