import type pg from 'pg'
import { forSeconds, savingHeaders, tableP95 } from './asking.ts'
import { median } from './figures.ts'

const RECIPIENTS = 10_000
const ROUNDS = 5
const SECONDS = 5

/** Posts a message to these contacts as the form does, and answers how long that took, in ms. */
async function post(url: string, cookie: string, contacts: number[]): Promise<number> {
  const headers = await savingHeaders(url, cookie)
  const start = performance.now()
  const answer = await fetch(`${url}/messages/write/default`, {
    method: 'POST',
    headers,
    body: new URLSearchParams({
      subject: 'Nieuwsbrief',
      content: '<p>Beste {{ ontvanger.naam }},</p><p>Het nieuwe programma staat klaar.</p>',
      recipients: contacts.join(','),
    }),
  })
  if (answer.status !== 204) throw new Error(`the message was answered with ${answer.status}: ${await answer.text()}`)
  return performance.now() - start
}

/**
 * One line: how long it takes to queue a message to 10,000 people, and what queueing and sending it do to the contacts
 * table that is asked for all the while.
 */
export async function massMail(url: string, cookie: string, pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: number }>(
    `select id from contacts where email like '%@%.%' order by id limit ${RECIPIENTS}`,
  )
  const contacts = rows.map(({ id }) => id)
  const rounds: { without: number; during: number; times: number; queued: number; sent: number }[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const without = await tableP95(url, cookie, forSeconds(SECONDS))
    const [during, queued] = await Promise.all([
      tableP95(url, cookie, forSeconds(SECONDS)),
      post(url, cookie, contacts),
    ])
    const left = await pool.query(
      `with gone as (delete from mails where mailing_id is not null and state = 'queued') select from mails where state = 'sent'`,
    )
    rounds.push({ without, during, times: during / without, queued, sent: left.rowCount! })
  }
  if (rounds.at(-1)!.sent === 0) throw new Error('nothing was sent while it was measured')
  const of = (key: keyof (typeof rounds)[number]) => median(rounds.map((round) => round[key]))
  return `message to ${contacts.length} people: queued in ${(of('queued') / 1000).toFixed(2)} s; p95 of the contacts table ${of('during').toFixed(1)} ms during it against ${of('without').toFixed(1)} ms without (${of('times').toFixed(2)} times)`
}
