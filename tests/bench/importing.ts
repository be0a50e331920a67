/** Long lists of contacts that come in while others work: what they cost in memory, and what the contacts table costs meanwhile. */
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { forSeconds, savingHeaders, tableP95, tableWhile } from './asking.ts'

const FEW = 10_000
const MANY = 100_000

const listOf = (run: string, count: number): Blob => {
  const rows = Array.from(
    { length: count },
    (_, i) => `Voornaam${i % 997};Achternaam ${run} ${i};${run}${i}@import.example;${1 + (i % 28)}-${1 + (i % 12)}-${1950 + (i % 50)};Lindelaan ${i % 300};1234 AB;Zwolle`, // prettier-ignore
  )
  return new Blob([['Voornaam;Achternaam;E-mail;Geboortedatum;Adres;Postcode;Plaats', ...rows].join('\r\n')])
}

/** Resident memory of a process with all its threads, in MB (1,000,000 bytes). */
const residentMb = (pid: number): number =>
  (Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) * 1024) / 1e6

interface Import {
  state: string | null
  problem: string | null
  total: number
  done_at: Date | null
}

/** Waits until a job has done with it. */
async function until(pool: pg.Pool, id: number, isThere: (one: Import) => boolean): Promise<Import> {
  for (;;) {
    const { rows } = await pool.query<Import>('select state, problem, total, done_at from imports where id = $1', [id])
    if (rows[0]!.state === 'failed') throw new Error(`the import failed: ${rows[0]!.problem}`)
    if (isThere(rows[0]!)) return rows[0]!
    await setTimeout(250)
  }
}

async function importOf(url: string, cookie: string, pool: pg.Pool, list: Blob) {
  const headers = await savingHeaders(url, cookie)
  const form = new FormData()
  form.set('file', list, 'contacten.csv')
  const start = performance.now()
  const sent = await fetch(`${url}/import/list?table=contacts`, { method: 'POST', headers, body: form })
  if (!sent.ok) throw new Error(`the list was answered with ${sent.status}: ${await sent.text()}`)
  const { rows } = await pool.query<{ id: number }>('select max(id) as id from imports')
  const { id } = rows[0]!
  const { total } = await until(pool, id, ({ state }) => state === 'read')
  const read = performance.now() - start
  const body = new URLSearchParams({ id: String(id), expected: `${total}-0-0-0-0` })
  const stored = await fetch(`${url}/import/list/store`, { method: 'POST', headers, body })
  if (!stored.ok) throw new Error(`storing was answered with ${stored.status}: ${await stored.text()}`)
  await until(pool, id, ({ done_at }) => done_at !== null)
  return { read, all: performance.now() - start }
}

/** An import beside four who ask for the contacts table all the while, and the most memory that the server took. */
async function besideOthers(
  server: { url: string; pid: number },
  cookie: string,
  administrator: string,
  pool: pg.Pool,
  list: Blob,
) {
  // prettier-ignore
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, residentMb(server.pid))), 50)
  try {
    const { p95, value } = await tableWhile(server.url, cookie, importOf(server.url, administrator, pool, list))
    return { peak, p95, ...value }
  } finally {
    clearInterval(watch)
  }
}

export async function importingOfMany(
  server: { url: string; pid: number },
  cookie: string,
  administrator: string,
  pool: pg.Pool,
): Promise<string> {
  // What a first import warms up is no cost of a longer one.
  await besideOthers(server, cookie, administrator, pool, listOf('w', FEW))
  const rest = await tableP95(server.url, cookie, forSeconds(10))
  const few = await besideOthers(server, cookie, administrator, pool, listOf('few', FEW))
  const many = await besideOthers(server, cookie, administrator, pool, listOf('many', MANY))
  const seconds = ({ read, all }: { read: number; all: number }) =>
    `read in ${(read / 1000).toFixed(0)} s, stored after ${(all / 1000).toFixed(0)} s`
  return [
    `${FEW} contacts: ${seconds(few)}, at most ${few.peak.toFixed(0)} MB; the table's p95 ${few.p95.toFixed(0)} ms`,
    `${MANY} contacts: ${seconds(many)}, at most ${many.peak.toFixed(0)} MB (${(many.peak - few.peak).toFixed(0)} more; at most 50); the table's p95 ${many.p95.toFixed(0)} ms, ${(many.p95 / rest).toFixed(2)} times the ${rest.toFixed(0)} ms at rest (at most 2)`,
  ].join('\n')
}
