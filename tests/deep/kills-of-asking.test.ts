/** Processes that die while they ask people something: teachers for a part, who waits for a place. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { chanceOf } from '../support/fuzz.ts'
import { holdAt, type Moment, processesOf } from '../support/kills.ts'
import { mailServer } from '../support/mail-server.ts'
import { addPeople, addPlanning, put } from '../training/enrolment-support.ts'

/** The moments of the kills look like chance and are the same in every run. */
const SEED = 20_261_123
const PATIENCE = { timeout: 60_000, interval: 50 }
// Each process has to start first, and finds what a dead one held after two looks of ten seconds.
const LASTS = { timeout: 240_000 }
const PEOPLE = 8

let smtp: Awaited<ReturnType<typeof mailServer>>
let app: TestApp
let planner: Browser
const { kill, killAll, start, stop } = processesOf(
  () => app,
  () => ({ SMTP_URL: smtp.url }),
)
beforeAll(async () => {
  smtp = await mailServer(() => Promise.resolve())
  app = await testApp({ env: { SMTP_URL: smtp.url } })
  planner = await app.as(ROLE.scheduler)
  const undo = { key: 'mail', value: JSON.stringify({ undo_seconds: 0 }) }
  await app.owner.db
    .insertInto('settings')
    .values(undo)
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: undo.value }))
    .execute()
})
afterAll(async () => {
  await killAll()
  await app.close()
  await smtp.stop()
})

/** A process that does the job is killed at that moment, which is held before it starts: a job may wait for it already. */
async function killAt(moment: Moment, job: () => Promise<unknown>): Promise<void> {
  const held = await holdAt(app, moment)
  const server = await start()
  await job()
  await held.untilReached()
  await kill(server)
  await held.release()
}

const addressesOf = async (ids: number[]) =>
  (await app.db.selectFrom('contacts').select('email').where('id', 'in', ids).execute()).map(({ email }) => email!)
/**
 * Two processes do what is left, until nothing waits to be sent. Each of these people has one mail, and got it once; but
 * what a process was handing over when it died, which nobody can know, is not sent once more.
 */
async function finish(job: () => Promise<unknown>, people: number[]): Promise<void> {
  const addresses = await addressesOf(people)
  const both = [await start(), await start()]
  for (let i = 0; i < 4; i++) await job()
  const mails = async () =>
    (
      await app.pool.query<{ recipient: string; state: string }>(
        'select recipient, state from mails where recipient = any($1)',
        [addresses],
      )
    ).rows
  const waits = async () => (await mails()).filter(({ state }) => state === 'queued').length
  await expect.poll(waits, PATIENCE).toBe(0)
  for (const one of both) await stop(one)
  const got = smtp.received.map(({ to }) => to).filter((to) => addresses.includes(to))
  expect(new Set(got).size).toBe(got.length)
  expect((await mails()).map(({ recipient }) => recipient).toSorted()).toEqual(addresses.toSorted())
  const lost = (await mails()).filter(({ recipient, state }) => state === 'sent' && !got.includes(recipient))
  expect(lost).toEqual([])
  const unknown = (await mails()).filter(({ state }) => state !== 'sent')
  // A living process finds in a while that nobody hands them over any more, and says that it cannot know.
  expect(unknown.filter(({ state }) => state !== 'sending' && state !== 'uncertain')).toEqual([])
  // So many are handed over at once.
  expect(unknown.length).toBeLessThanOrEqual(5)
}

describe('kill -9 while teachers are asked', () => {
  const chance = chanceOf(SEED)

  it('asks nobody twice and skips nobody, whichever step it dies in', LASTS, async () => {
    const { parts } = await addPlanning(app, { inDays: 40 })
    const part = parts[0]!
    const people: number[] = []
    for (let i = 0; i < PEOPLE; i++)
      people.push(
        await addContact(app.db, { first_name: 'Docent', roles: [ROLE.teacher], email: `les${i}@post.example` }),
      )
    const form = { way: 'at_once', answer_hours: 8, 'teachers[]': people }
    expect((await planner.post(`/teacher-requests/ask/${part}`, form)).status).toBe(204)
    const job = () => app.services.jobs.add(app.db, 'teachers.ask', { partId: part })
    const state = async () => {
      const rows = await app.db
        .selectFrom('teacher_requests')
        .select('state')
        .where('appointment_id', '=', part)
        .execute()
      return rows.filter((row) => row.state === 'asked').length
    }
    const addresses = await addressesOf(people)
    const mails = async () =>
      (await app.pool.query(`select 1 from mails where recipient = any($1)`, [addresses])).rowCount
    for (const moment of [
      { table: 'teacher_requests', on: 'update', row: 1 + chance.upTo(PEOPLE) },
      { table: 'teacher_request_links', on: 'insert', row: 1 + chance.upTo(PEOPLE) },
      { table: 'mails', on: 'insert', row: 1 + chance.upTo(PEOPLE) },
    ] as const) {
      await killAt(moment, job)
      expect([moment.table, await state(), await mails()]).toEqual([moment.table, 0, 0])
    }
    // Then it dies while it notes what it sends.
    await killAt({ table: 'mails', on: 'update', row: 1 + chance.upTo(PEOPLE) }, job)
    expect([await state(), await mails()]).toEqual([PEOPLE, PEOPLE])
    await finish(job, people)
    expect([await state(), await mails()]).toEqual([PEOPLE, PEOPLE])
  })
})

describe('kill -9 while places are offered to who wait', () => {
  const chance = chanceOf(SEED + 1)
  const FREE = 5

  it('offers each place once and loses none, whichever step it dies in', LASTS, async () => {
    const { parts, planningId } = await addPlanning(app, { inDays: 40, max: FREE })
    const inside = await addPeople(app, FREE)
    await put(app, parts, inside)
    const waiting = await addPeople(app, PEOPLE)
    const line = { course_id: app.story.courses.bhv, planning_id: planningId, 'students[]': waiting }
    expect((await planner.post('/waiting-list/add', line)).status).toBe(204)
    await app.db.deleteFrom('enrolments').where('appointment_id', '=', parts[0]!).execute()
    const job = () => app.services.jobs.add(app.db, 'waiting.ask', { planningId })
    const offered = async () =>
      (
        await app.db
          .selectFrom('waiting_offers')
          .innerJoin('waiting_entries', 'waiting_entries.id', 'waiting_offers.entry_id')
          .select('contact_id')
          .where('waiting_offers.group_id', '=', planningId)
          .orderBy('waiting_offers.id')
          .execute()
      ).map(({ contact_id }) => contact_id)
    const reserved = async () =>
      (
        await app.db
          .selectFrom('appointments')
          .select('reserved_count')
          .where('id', '=', parts[0]!)
          .executeTakeFirstOrThrow()
      ).reserved_count
    for (const moment of [
      { table: 'waiting_offers', on: 'insert', row: 1 + chance.upTo(FREE) },
      { table: 'mails', on: 'insert', row: 1 + chance.upTo(FREE) },
      { table: 'waiting_steps', on: 'insert', row: 1 + chance.upTo(FREE) },
    ] as const) {
      await killAt(moment, job)
      expect([moment.table, await offered(), await reserved()]).toEqual([moment.table, [], 0])
    }
    await killAt({ table: 'mails', on: 'update', row: 1 + chance.upTo(FREE) }, job)
    const first = waiting.slice(0, FREE)
    await finish(job, first)
    expect([await offered(), await reserved()]).toEqual([first, FREE])
  })
})
