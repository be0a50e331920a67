import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatDate } from '../../src/platform/format/format.ts'
import { today } from '../../src/platform/format/zone.ts'
import { sweepMails } from '../../src/platform/mail/sending.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { chanceOf } from '../support/fuzz.ts'
import { holdAt, processesOf, type Save } from '../support/kills.ts'
import { mailServer } from '../support/mail-server.ts'
import { addPeople, addPlanning, fieldsIn, preview, put } from '../training/enrolment-support.ts'

/** The moments of the kills look like chance and are the same in every run. */
const SEED = 20_261_122
const PATIENCE = { timeout: 60_000, interval: 50 }

/** From this mail on the mail server has taken what it gets, and never says so. */
let unanswered = Infinity
// Each process has to start first, and finds what a dead one held after two looks of ten seconds.
const LASTS = { timeout: 240_000 }
let smtp: Awaited<ReturnType<typeof mailServer>>
let app: TestApp
let planner: Browser
const { kill, killAll, killOnceSaved, killWhile, start, stop } = processesOf(
  () => app,
  () => ({ SMTP_URL: smtp.url }),
)
beforeAll(async () => {
  smtp = await mailServer((count) => (count < unanswered ? Promise.resolve() : new Promise(() => undefined)))
  app = await testApp({ env: { SMTP_URL: smtp.url } })
  planner = await app.as(2)
})
afterAll(async () => {
  await killAll()
  await app.close()
  await smtp.stop()
})

const numberOf = async (query: string, values: unknown[] = []) =>
  (await app.pool.query<{ number: number }>(`select (${query})::integer as number`, values)).rows[0]!.number

describe('kill -9 while a participant list of 200 is saved', () => {
  const LINES = 200
  const chance = chanceOf(SEED)
  const letters = (n: number) => String.fromCharCode(97 + Math.floor(n / 26), 97 + (n % 26))

  it('leaves all of it or nothing, and the same form sent again makes nobody twice', LASTS, async () => {
    const { parts } = await addPlanning(app, { max: 1000, components: [null, null] })
    const lines = Array.from({ length: LINES }, (_, i) => `Vo${letters(i)};Achter${letters(LINES - i)}`)
    const list = await preview(planner, parts[0]!, { text: ['Voornaam;Achternaam', ...lines].join('\n') })
    const form = { way: 'list', ...fieldsIn(list), private_persons: '1', _once: 'a-list-of-two-hundred' }
    const save: Save = (browser) => browser.post(`/calendar/enroll/${parts[0]}/0`, form)
    const counts = async () => [
      await numberOf(`select count(*) from contacts`),
      await numberOf(`select count(*) from enrolments where appointment_id = any($1)`, [parts]),
      await numberOf(`select sum(enrolled_count) from appointments where id = any($1)`, [parts]),
    ]
    const before = await counts()
    for (const [table, rows] of [
      ['contacts', LINES],
      ['enrolments', LINES * 2],
    ] as const) {
      await killWhile(save, { table, on: 'insert', row: 1 + chance.upTo(rows) })
      expect([table, await counts()]).toEqual([table, before])
    }
    await killOnceSaved(save, async () => (await counts())[1]! > 0)
    const whole = [before[0]! + LINES, LINES * 2, LINES * 2]
    expect(await counts()).toEqual(whole)
    expect((await save(planner)).status).toBeLessThan(300)
    expect(await counts()).toEqual(whole)
  })
})

describe('kill -9 while a planning is finished', () => {
  const STUDENTS = 20
  const chance = chanceOf(SEED + 1)

  it(
    'leaves results, status and certificates together or not at all, and each is drawn in the end',
    LASTS,
    async () => {
      const planning = await addPlanning(app, { inDays: -10, status: 'executed', max: 100 })
      const [part] = planning.parts as [number]
      const students = await addPeople(app, STUDENTS)
      await put(app, planning.parts, students)
      const choices = students.flatMap((id) => [
        [`present_students[${id}-${part}]`, '1'],
        [`passed_students[${id}-${part}]`, '1'],
      ])
      const form = {
        ...(Object.fromEntries(choices) as Record<string, string>),
        'document_layouts[]': 1,
        issued_on: formatDate(today()),
        update_status: 'done',
        _once: 'a-planning-that-ends',
      }
      const save: Save = (browser) => browser.post(`/calendar/getFinishWizard/${part}`, form)
      const counter = () => numberOf(`select coalesce(max(last), 0) from certificate_counters`)
      const state = async () => [
        await numberOf(`select count(*) from enrolments where appointment_id = $1 and passed = 1`, [part]),
        await numberOf(`select count(*) from appointments where id = $1 and status = 'done'`, [part]),
        await numberOf(`select count(distinct number) from certificates where group_id = $1`, [planning.planningId]),
        await counter(),
      ]
      const before = await state()
      await killWhile(save, { table: 'certificates', on: 'insert', row: 1 + chance.upTo(STUDENTS) })
      expect(await state()).toEqual(before)

      // The second time it dies later: while it draws what it issued.
      const server = await start()
      const held = await holdAt(app, { table: 'certificates', on: 'update', row: 1 + chance.upTo(STUDENTS) })
      expect((await save(await app.as(2, server.url))).status).toBeLessThan(300)
      await held.untilReached()
      await kill(server)
      await held.release()
      const whole = [STUDENTS, 1, STUDENTS, before[3]! + STUDENTS]
      expect(await state()).toEqual(whole)
      const next = await start()
      const files = async () =>
        (
          await app.pool.query<{ file_key: string }>(
            'select file_key from certificates where group_id = $1 and file_key is not null',
            [planning.planningId],
          )
        ).rows
      await expect.poll(async () => (await files()).length, PATIENCE).toBe(STUDENTS)
      await stop(next)
      for (const { file_key } of await files()) await access(join(app.services.config.dataDir, 'files', file_key))
      expect((await save(planner)).status).toBeLessThan(500)
      expect(await state()).toEqual(whole)
    },
  )
})

describe('kill -9 while a message goes to a hundred', () => {
  const PEOPLE = 100
  const chance = chanceOf(SEED + 2)
  const SUBJECT = 'Naar honderd'

  it('sends each mail at most once, and says of which it does not know', LASTS, async () => {
    const people = await addPeople(app, PEOPLE)
    const path = `/messages/write/default?ids=${people.join(',')}`
    const states = async () =>
      (
        await app.pool.query<{ recipient: string; state: string }>(
          'select recipient, state from mails where subject = $1',
          [SUBJECT],
        )
      ).rows
    const left = async () => (await states()).filter(({ state }) => state === 'queued').length
    expect((await planner.post(path, { subject: SUBJECT, content: '<p>Beste mensen,</p>' })).status).toBeLessThan(300)
    const kills = [5 + chance.upTo(40), 55 + chance.upTo(40)]
    for (const received of kills) {
      unanswered = received
      const server = await start()
      await expect.poll(() => smtp.received.length, PATIENCE).toBeGreaterThanOrEqual(received)
      await kill(server)
      expect(await left()).toBeGreaterThan(0)
    }
    unanswered = Infinity
    const server = await start()
    await expect.poll(left, PATIENCE).toBe(0)
    await stop(server)
    // What was being handed over is found by a job that looks for it once that takes too long.
    await app.pool.query(`update mails set claimed_at = now() - interval '11 minutes' where state = 'sending'`)
    await sweepMails({}, app.services)

    const got = smtp.received.map(({ to }) => to)
    expect(new Set(got).size).toBe(got.length)
    const mails = await states()
    expect(mails).toHaveLength(PEOPLE)
    const not = mails.filter(({ state }) => state !== 'sent')
    expect(not.filter(({ state }) => state !== 'uncertain')).toEqual([])
    expect(not.some(({ recipient }) => got.includes(recipient))).toBe(true)
    // So many are handed over at once.
    expect(not.length).toBeLessThanOrEqual(kills.length * 5)
    const lost = mails.filter(({ recipient, state }) => state === 'sent' && !got.includes(recipient))
    expect(lost).toEqual([])
  })
})

describe('kill -9 while messages go by themselves at their moment', () => {
  const PEOPLE = 20
  const chance = chanceOf(SEED + 3)

  it('takes each person once, whichever step it dies in and however many look', LASTS, async () => {
    await app.owner.pool.query(`update settings set value = value || '{"undo_seconds": 0}' where key = 'mail'`)
    await app.db.updateTable('message_moments').set({ active: false }).execute()
    const { parts, planningId } = await addPlanning(app, { inDays: 20, max: 100 })
    const people = await addPeople(app, PEOPLE)
    await put(app, parts, people)
    const { id: moment } = await app.db
      .insertInto('message_moments')
      .values({
        kind: 'planning-begin',
        days: 20,
        at: '00:00',
        recipients: 'students',
        template_id: app.story.defaultMessage,
        active_since: new Date(0),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const look = () => app.services.jobs.add(app.db, 'moment.send', {})
    const taken = () =>
      numberOf('select count(*) from moment_sends where moment_id = $1 and scope_id = $2', [moment, planningId])
    const MAILS = `select count(*) from mails join mailings on mailings.id = mails.mailing_id
      where mailings.object_type = 'appointment' and mailings.object_id = $1`
    const mails = () => numberOf(MAILS, parts)
    smtp.received.length = 0
    for (const step of [
      { table: 'moment_sends', on: 'insert', row: 1 + chance.upTo(PEOPLE) },
      { table: 'mailings', on: 'insert', row: 1 },
      { table: 'mails', on: 'insert', row: 1 + chance.upTo(PEOPLE) },
      { table: 'moment_sends', on: 'update', row: 1 + chance.upTo(PEOPLE) },
    ] as const) {
      // Before the server starts, which looks by itself when a minute begins.
      const held = await holdAt(app, step)
      const server = await start()
      await look()
      await held.untilReached()
      await kill(server)
      await held.release()
      expect([step, await taken(), await mails()]).toEqual([step, 0, 0])
    }
    // Then it dies while it writes what it took.
    const held = await holdAt(app, { table: 'mails', on: 'update', row: 1 + chance.upTo(PEOPLE) })
    const server = await start()
    await look()
    await held.untilReached()
    await kill(server)
    await held.release()
    expect([await taken(), await mails()]).toEqual([PEOPLE, PEOPLE])
    const both = [await start(), await start()]
    for (let i = 0; i < 6; i++) await look()
    const queued = () => numberOf(`${MAILS} and mails.state in ('queued', 'sending')`, parts)
    await expect.poll(queued, PATIENCE).toBe(0)
    const looking = () => numberOf(`select count(*) from graphile_worker.jobs where task_identifier = 'moment.send'`)
    await expect.poll(looking, PATIENCE).toBe(0)
    for (const one of both) await stop(one)
    expect([await taken(), await mails()]).toEqual([PEOPLE, PEOPLE])
    const { rows } = await app.pool.query<{ email: string }>('select email from contacts where id = any($1)', [people])
    const addresses = new Set(rows.map(({ email }) => email))
    const got = smtp.received.map(({ to }) => to).filter((to) => addresses.has(to))
    expect([got.length, new Set(got).size]).toEqual([PEOPLE, PEOPLE])
  })
})
