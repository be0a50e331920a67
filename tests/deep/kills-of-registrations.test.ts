/** Processes that die while two hundred people who were signed up are taken in and processed. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays } from '../../src/platform/format/zone.ts'
import { type ELearningSupplier, startELearning } from '../../src/training/places/e-learning/index.ts'
import { type Browser, type TestApp, browser, testApp } from '../support/app.ts'
import { chanceOf } from '../support/fuzz.ts'
import { holdAt, type Moment, processesOf, untilUndone } from '../support/kills.ts'
import { mailServer } from '../support/mail-server.ts'
import { addPlanning } from '../training/enrolment-support.ts'

const PATIENCE = { timeout: 120_000, interval: 200 }
const LASTS = { timeout: 500_000 }
const PEOPLE = 200
const AT_ONCE = 50
/** As many as a process hands over to the mail server at once: nobody knows of those when it dies. */
const IN_FLIGHT = 5

let smtp: Awaited<ReturnType<typeof mailServer>>
let supplier: ELearningSupplier
let app: TestApp
let part: number
let planning: number
let token: string
const { kill, killAll, start } = processesOf(
  () => app,
  () => ({ SMTP_URL: smtp.url, E_LEARNING_URL: supplier.url }),
)
beforeAll(async () => {
  smtp = await mailServer()
  supplier = await startELearning()
  app = await testApp({ env: { SMTP_URL: smtp.url, E_LEARNING_URL: supplier.url } })
  await app.owner.pool.query(`update settings set value = value || '{"undo_seconds": 0}' where key = 'mail'`)
  await app.db.updateTable('message_moments').set({ active: false }).execute()
  for (const table of ['entries', 'e_learning_licenses']) await app.pool.query(`delete from ${table}`)
  const made = await addPlanning(app, { inDays: 40, max: PEOPLE })
  part = made.parts[0]!
  planning = made.planningId
  const secret = { grant_type: 'client_credentials', client_id: 'demo-kiosk', client_secret: 'demo-kiosk-secret' }
  const answer = await app.anonymous.request('/oauth/token', { method: 'POST', body: new URLSearchParams(secret) })
  token = answer.json<{ access_token: string }>().access_token
})
afterAll(async () => {
  await killAll()
  await app.close()
  await smtp.stop()
  await supplier.stop()
})

const count = async (query: string): Promise<number> =>
  Number((await app.pool.query<{ n: string }>(query, [part])).rows[0]!.n)
const stored = () => count('select count(*) as n from entries where $1 > 0')

/** Two with nearly the same name and day of birth would be asked about. */
const NAMES = ['Aad', 'Bo', 'Chris', 'Dagmar', 'Evert', 'Fenna', 'Gijs', 'Hilde', 'Ilse', 'Joost']
const contactsOf = (batch: number) =>
  Array.from({ length: AT_ONCE }, (_, i) => {
    const at = batch * AT_ONCE + i
    return {
      first_name: NAMES[at % 10]!,
      last_name: `Nacht${NAMES[Math.floor(at / 10) % 10]!.toLowerCase()}${at >= 100 ? 'laat' : 'vroeg'}`,
      birth_date: addDays('1970-01-01', at * 40),
      email: `nacht${at}@post.example`,
    }
  })

/** A program sends fifty, by a key of its own. */
const send = (url: string, batch: number) =>
  browser(url, '', '', null, `Bearer ${token}`).request('/api/entries', {
    method: 'POST',
    body: JSON.stringify({
      appointment_group_id: planning,
      e_learning_course: 'EHBO-ONLINE',
      company: { name: `Nachtbedrijf ${batch}` },
      contacts: contactsOf(batch),
    }),
    headers: { 'content-type': 'application/json', 'idempotency-key': `nacht-van-vandaag-${batch}` },
  })

/** A planner lets all of them be processed, row by row as the screen does, until the process is gone. */
async function processAll(planner: Browser, ids: number[], onAnswer: (count: number) => Promise<void>): Promise<void> {
  let answered = 0
  for (const id of ids) {
    const form = { register: 1, contact_id: '', company_id: '', sendMessage: 1 }
    const answer = await planner.post(`/api/entries/process/${id}`, form).catch(() => null)
    if (answer === null) return
    const { status, message } = answer.json<{ status: string; message: string }>()
    expect(`${status} ${message}`).toBe('processed ')
    await onAnswer(++answered)
  }
}

it('none of two hundred sign-ups is lost or done twice, whenever processes die', LASTS, async () => {
  const chance = chanceOf(20_261_128)
  // Taken in: killed in the middle of each, whose sender asks again under its key.
  for (let batch = 0; batch < PEOPLE / AT_ONCE; batch++) {
    const first = await start()
    const held = await holdAt(app, { table: 'entries', on: 'insert', row: 1 + chance.upTo(AT_ONCE) })
    const sent = send(first.url, batch).catch(() => null)
    await held.untilReached()
    await kill(first)
    expect(await sent).toBe(null)
    await held.release()
    expect(await stored()).toBe(batch * AT_ONCE)
    for (let again = 0; again < 2; again++) expect((await send(app.url, batch)).status).toBe(200)
    expect(await stored()).toBe((batch + 1) * AT_ONCE)
  }
  const ids = (await app.pool.query<{ id: number }>('select id from entries order by id')).rows.map(({ id }) => id)
  const moments: (Moment | number)[] = [
    { table: 'contacts', on: 'insert', row: 10 },
    { table: 'e_learning_licenses', on: 'insert', row: 15 },
    { table: 'e_learning_licenses', on: 'update', row: 9 },
    { table: 'mails', on: 'insert', row: 30 },
    { table: 'entries', on: 'update', row: 25 },
    // In the wild, once so many more were answered.
    30,
    40,
  ]
  for (const moment of moments) {
    const server = await start()
    const planner = await app.as(ROLE.scheduler, server.url)
    // What was just done is asked again, as somebody does who does not know how far it was.
    const processed =
      ids.length - (await count(`select count(*) as n from entries where state = 'received' and $1 > 0`))
    const left = ids.slice(Math.max(0, processed - 5))
    const killed =
      typeof moment === 'number'
        ? processAll(planner, left, async (answered) => (answered === moment ? kill(server) : undefined))
        : holdAt(app, moment).then(async (held) => {
            const going = processAll(planner, left, () => Promise.resolve())
            await held.untilReached()
            await kill(server)
            await going
            await held.release()
          })
    await killed
    await untilUndone(app)
  }
  const last = await start()
  let processed = 0
  await processAll(await app.as(ROLE.scheduler, last.url), ids, (answered) => {
    processed = answered
    return Promise.resolve()
  })
  expect(processed).toBe(PEOPLE)
  // What waits is done by whoever is there, once what a dead process took has been left alone for a minute.
  await expect
    .poll(async () => {
      await app.owner.pool.query(
        `select graphile_worker.add_job('e-learning.tell', '{}'::json, job_key => 'e-learning.tell')`,
      )
      const { rows } = await app.pool.query<object>(
        `select (select count(*) from e_learning_licenses where wish is not null and not stopped)::integer as licences,
          (select count(*) from e_learning_licenses where sends_link)::integer as links,
          (select count(*) from mails where state = 'queued' and recipient like 'nacht%')::integer as mails`,
      )
      return rows[0]
    }, PATIENCE)
    .toEqual({ licences: 0, links: 0, mails: 0 })
  await kill(last)
  const one = (what: string) => count(`select count(*) as n from ${what}`)
  const people = `contacts c where c.last_name like 'Nacht%' and $1 > 0`
  expect(await one(people)).toBe(PEOPLE)
  expect(await one(`companies where name like 'Nachtbedrijf %' and $1 > 0`)).toBe(PEOPLE / AT_ONCE)
  expect(await one(`enrolments where appointment_id = $1`)).toBe(PEOPLE)
  expect(await one(`(select distinct contact_id from enrolments where appointment_id = $1) x`)).toBe(PEOPLE)
  expect(await one(`appointments where id = $1 and reserved_count = 0 and enrolled_count = ${PEOPLE}`)).toBe(1)
  expect(await one(`entries where state = 'processed' and $1 > 0`)).toBe(PEOPLE)
  expect(await one(`e_learning_licenses l join ${people.replace(' where', ' on c.id = l.contact_id where')}`)).toBe(
    PEOPLE,
  )
  expect(await one(`e_learning_charges ch join e_learning_licenses l on l.id = ch.license_id join ${people.replace(' where', ' on c.id = l.contact_id where')}`)).toBe(PEOPLE) // prettier-ignore
  // One order each at the supplier, one confirmation and one link each; of what was in flight nobody knows.
  expect(supplier.asked.filter((line) => line === 'POST /licenses')).toHaveLength(PEOPLE)
  for (const subject of ['U bent ingeschreven', 'Uw e-learning']) {
    const { rows } = await app.pool.query<{ recipient: string; state: string }>(
      `select recipient, state from mails where recipient like 'nacht%' and subject like $1`,
      [`${subject}%`],
    )
    expect(new Set(rows.map(({ recipient }) => recipient)).size).toBe(PEOPLE)
    expect(rows).toHaveLength(PEOPLE)
    const got = smtp.received.filter((mail) => mail.subject.startsWith(subject)).map(({ to }) => to)
    expect(new Set(got).size).toBe(got.length)
    const lost = rows.filter(({ recipient, state }) => state === 'sent' && !got.includes(recipient))
    expect(lost).toEqual([])
    expect(rows.filter(({ state }) => state !== 'sent').length).toBeLessThanOrEqual(IN_FLIGHT * (moments.length + 1))
  }
})
