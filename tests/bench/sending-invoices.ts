import { createWriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import { invoicePaper } from '../../src/administration/invoices/invoices/paper/invoice-paper.ts'
import type { InvoiceSnapshot } from '../../src/administration/invoices/invoices/definitive/snapshot.rules.ts'
import * as drawing from '../../src/administration/sales/papers/paper.drawing.ts'
import { type PaperFacts, paperOf } from '../../src/administration/sales/papers/paper.rules.ts'
import { paperPdf } from '../../src/administration/sales/papers/papers.files.ts'
import { DiskFileStore, type FileStore } from '../../src/platform/files/file-store.ts'
import { streamPdf } from '../../src/platform/pdf/stream.ts'
import { signIn } from '../support/processes.ts'
import { forSeconds, savingHeaders, tableP95, tableWhile } from './asking.ts'
import { median, timed } from './figures.ts'

const COUNT = 1000
const ROUNDS = 3
const SECONDS = 5
/** Jobs that send mail at the same time. */
const LANES = 4
/** Longer than it ever took; who measures should not wait for ever. */
const MOST_MS = 10 * 60_000

interface Month {
  /** The end of a month that made them. */
  run: number
  ids: number[]
}

/** Concepts of today that nobody has to complete, as the end of a month leaves them: three lines each, a customer each. */
async function endMonth(pool: pg.Pool): Promise<Month> {
  const { rows } = await pool.query<Month>(
    `with run as (
       insert into billing_runs (until, invoice_date, state) values (current_date, current_date, 'done') returning id),
     concepts as (
       insert into invoices (company_id, street, street_no, postal_code, city, invoice_date, expires_at, payment_condition_id, delivered_on)
       select id, street, street_no, postal_code, city, current_date, current_date + 30, (select min(id) from payment_conditions), current_date - 3
       from companies where city is not null and email like '%@bulk.example' order by id limit ${COUNT}
       returning id),
     lines as (
       insert into sale_lines (invoice_id, position, product_id, name, count, price, original_price, tax_type_id, tax)
       select concepts.id, at, p.id, 'BHV basis, deelnemer ' || at, 1, 100, 100, p.tax_type_id, 21
       from concepts, generate_series(1, 3) at, (select * from products order by id limit 1) p
       returning invoice_id),
     items as (
       insert into billing_items (run_id, bill, shown, state, invoice_id)
       select run.id, 'bench-' || concepts.id, '-', 'made', concepts.id from concepts, run returning invoice_id)
     select run.id as run, array_agg(items.invoice_id order by items.invoice_id) as ids
     from run, items where (select count(*) from lines) = 3 * ${COUNT} group by run.id`,
  )
  return rows[0]!
}

/** Sends them as the wizard does, and waits until each was drawn for its mail. */
async function send(url: string, headers: Record<string, string>, pool: pg.Pool, { run, ids }: Month): Promise<void> {
  const answer = await fetch(`${url}/administration/invoices/sending?billing=${run}`, {
    method: 'POST',
    headers,
    body: new URLSearchParams([
      ...ids.map((id): [string, string] => ['invoices[]', String(id)]),
      ['subject', 'Factuur {{ factuur.nummer }}'],
      ['content', '<p>In de bijlage vindt u de factuur.</p>'],
    ]),
  })
  if (!answer.ok) throw new Error(`sending was answered with ${answer.status}: ${await answer.text()}`)
  const until = performance.now() + MOST_MS
  for (;;) {
    const { rows } = await pool.query<{ drawn: number; problem: string | null }>(
      `select (select count(*) from kept_papers where invoice_id = any($1) and kind = 'pdf')::integer as drawn,
              (select min(problem) from sending_items where invoice_id = any($1)) as problem`,
      [ids],
    )
    const { drawn, problem } = rows[0]!
    if (problem !== null) throw new Error(problem)
    if (drawn === COUNT) return
    if (performance.now() > until) throw new Error(`${drawn} of ${COUNT} were drawn`)
    await setTimeout(100)
  }
}

const paperFacts = async (pool: pg.Pool, ids: number[]): Promise<PaperFacts[]> => {
  const { rows } = await pool.query<{ snapshot: InvoiceSnapshot }>(
    'select snapshot from invoices where id = any($1) order by id',
    [ids],
  )
  return rows.map(({ snapshot }) => invoicePaper(snapshot, new Date()))
}
const away = (stream: Readable) => pipeline(stream, createWriteStream('/dev/null'))

/** Papers drawn one after the other on the loop of this process. */
async function drawHere(papers: PaperFacts[]): Promise<void> {
  for (const facts of papers) {
    const head = { title: facts.title, author: facts.sale.seller.trade_name, createdAt: facts.createdAt }
    const { document, draw } = drawing.begin(head)
    await away(streamPdf(document, [paperOf(facts)], draw))
  }
}

/** The same in the thread, as many at once as there are jobs that send mail. */
async function drawInThread(files: FileStore, papers: PaperFacts[]): Promise<void> {
  const left = [...papers]
  const lane = async () => {
    for (let next = left.shift(); next; next = left.shift()) await away(paperPdf(files, next))
  }
  await Promise.all(Array.from({ length: LANES }, lane))
}

/**
 * One line: how long it takes until 1,000 concepts have their numbers, are drawn and are on their way, against drawing
 * alone of the same papers on a main thread, and what it does to the contacts table.
 */
export async function sendingOfMany(url: string, pool: pg.Pool): Promise<string> {
  // A planner makes concepts and no invoices.
  const cookie = await signIn(url, 'beheer@noordkaap.example')
  const headers = await savingHeaders(url, cookie)
  const rounds: { ours: number; bare: number; thread: number; without: number; during: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [alone, beside] = [await endMonth(pool), await endMonth(pool)]
    const { ms: ours } = await timed(() => send(url, headers, pool, alone))
    const papers = await paperFacts(pool, alone.ids)
    const { ms: bare } = await timed(() => drawHere(papers))
    const { ms: thread } = await timed(() => drawInThread(new DiskFileStore(tmpdir()), papers))
    const without = await tableP95(url, cookie, forSeconds(SECONDS))
    const { p95: during } = await tableWhile(url, cookie, send(url, headers, pool, beside))
    rounds.push({ ours, bare, thread, without, during })
  }
  const of = (found: (round: (typeof rounds)[number]) => number) => median(rounds.map(found))
  const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
  const percent = (share: number) => `${(share * 100).toFixed(0)} %`
  const shares = [of(({ ours, bare }) => bare / ours), of(({ thread, bare }) => bare / thread)].map(percent)
  const times = of(({ without, during }) => during / without)
  return `${COUNT} invoices definitive, drawn and queued in ${seconds(of(({ ours }) => ours))}; drawing them alone on a main thread ${seconds(of(({ bare }) => bare))} (${shares[0]} of that speed; drawing alone in the thread ${shares[1]}); p95 of the contacts table ${of(({ during }) => during).toFixed(1)} ms during it against ${of(({ without }) => without).toFixed(1)} ms without (${times.toFixed(2)} times)`
}
