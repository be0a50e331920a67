/** Processes that die while planners decide, move all, plan a series or take a proposal over, and tell people of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, instantOf, today, weekday } from '../../src/platform/format/zone.ts'
import { type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'
import { addCourse } from '../support/builders.ts'
import { chanceOf } from '../support/fuzz.ts'
import { type Moment, processesOf, type Save } from '../support/kills.ts'
import { mailServer } from '../support/mail-server.ts'
import { addPeople, addPlanning, fieldsIn, peopleIn, put } from '../training/enrolment-support.ts'

/** The moments of the kills look like chance and are the same in every run. */
const SEED = 20_261_126
const PATIENCE = { timeout: 90_000, interval: 50 }
// Each process has to start first, and finds what a dead one held after two looks of ten seconds.
const LASTS = { timeout: 300_000 }
const PEOPLE = 20

type Form = Record<string, FormValue>
let smtp: Awaited<ReturnType<typeof mailServer>>
let app: TestApp
let planner: Browser
const { kill, killAll, killOnceSaved, killWhile, start } = processesOf(
  () => app,
  () => ({ SMTP_URL: smtp.url }),
)
beforeAll(async () => {
  smtp = await mailServer()
  app = await testApp({ env: { SMTP_URL: smtp.url } })
  planner = await app.as(ROLE.scheduler)
  await app.owner.pool.query(`update settings set value = value || '{"undo_seconds": 5}' where key = 'mail'`)
  await app.db.updateTable('message_moments').set({ active: false }).execute()
})
afterAll(async () => {
  await killAll()
  await app.close()
  await smtp.stop()
})

/**
 * Kills at each of these moments, after which nothing is there; then once it is saved, after which all of it is, also when
 * the same form comes again.
 */
async function wholeOrNothing<State>(
  save: Save,
  { moments, state, isSaved }: { moments: Moment[]; state: () => Promise<State>; isSaved: (now: State) => boolean },
): Promise<State> {
  const before = await state()
  for (const moment of moments) {
    await killWhile(save, moment)
    expect([moment, await state()]).toEqual([moment, before])
  }
  await killOnceSaved(save, async () => isSaved(await state()))
  const whole = await state()
  expect((await save(planner)).status).toBeLessThan(300)
  expect(await state()).toEqual(whole)
  return whole
}

const addressesOf = async (contacts: number[]) =>
  (await app.pool.query<{ email: string }>('select email from contacts where id = any($1)', [contacts])).rows.map(
    ({ email }) => email,
  )

/** Another process sends what waits. Everybody gets it once. */
async function eachToldOnce(subject: string, contacts: number[]): Promise<void> {
  const wait = async () =>
    (
      await app.pool.query<{ count: number }>(
        `select count(*)::integer as count from mails where state in ('queued', 'sending') and subject like $1`,
        [`${subject}%`],
      )
    ).rows[0]!.count
  const got = () => smtp.received.filter((mail) => mail.subject.startsWith(subject)).map(({ to }) => to)
  const server = await start()
  await expect.poll(wait, PATIENCE).toBe(0)
  await kill(server)
  expect(got().sort()).toEqual((await addressesOf(contacts)).sort())
}

const chance = chanceOf(SEED)
const anyOf = (rows: number) => 1 + chance.upTo(rows)
const statusesOf = async (parts: number[]) =>
  (await app.db.selectFrom('appointments').select('status').where('id', 'in', parts).orderBy('id').execute()).map(
    ({ status }) => status,
  )
const mailsAbout = async (subject: string) =>
  (
    await app.pool.query<{ count: number }>('select count(*)::integer as count from mails where subject like $1', [
      `${subject}%`,
    ])
  ).rows[0]!.count

describe('kill -9 while it is decided whether a planning goes on', () => {
  it.each([
    { way: 'confirm', subject: 'Gaat door', from: 'option', to: 'confirmed' },
    { way: 'cancel', subject: 'Geannuleerd', from: 'planned', to: 'cancelled' },
  ])('leaves $way with its messages whole or not at all, and tells each once', LASTS, async (one) => {
    const { parts } = await addPlanning(app, { inDays: 20, components: [null, null], status: one.from, max: 100 })
    const people = await addPeople(app, PEOPLE)
    await put(app, parts, people)
    const text = fieldsIn(await planner.get(`/calendar/${one.way}/${parts[0]}`))
    const form: Form = { subject: `${one.subject} ${parts[0]}`, content: text.content!, kinds: 'students', _once: `a-decision-to-${one.way}-it` } // prettier-ignore
    const state = async () => ({ statuses: await statusesOf(parts), mails: await mailsAbout(`${one.subject} ${parts[0]}`) }) // prettier-ignore
    const whole = await wholeOrNothing((browser) => browser.post(`/calendar/${one.way}/${parts[0]}`, form), {
      moments: [
        { table: 'mails', on: 'insert', row: anyOf(PEOPLE) },
        { table: 'appointments', on: 'update', row: anyOf(2) },
      ],
      state,
      isSaved: ({ mails }) => mails > 0,
    })
    expect(whole).toEqual({ statuses: [one.to, one.to], mails: PEOPLE })
    await eachToldOnce(`${one.subject} ${parts[0]}`, people)
  })
})

describe('kill -9 while all of a planning are moved', () => {
  it('leaves everybody where they were or where they go, and tells each once', LASTS, async () => {
    const courseId = await addCourse(app.db)
    const from = await addPlanning(app, { courseId, inDays: 6, components: [null, null], max: 100 })
    const [near, far] = [
      await addPlanning(app, { courseId, inDays: 40, components: [null, null], max: 12 }),
      await addPlanning(app, { courseId, inDays: 60, components: [null, null], max: 100 }),
    ]
    const people = await addPeople(app, PEOPLE)
    await put(app, from.parts, people)
    const shown = await planner.post(`/decisions/move/${from.parts[0]}/preview`, { tell: 1, planning: 0 })
    const form: Form = {
      tell: 1,
      planning: 0,
      plan: String(shown.$('input[name=plan]').val()),
      _once: 'a-move-of-all-people',
    }
    const state = async () => ({
      people: await Promise.all([from, near, far].map(async ({ parts }) => (await peopleIn(app, parts[1]!)).length)),
      mails: await mailsAbout('Nieuwe datum'),
    })
    const whole = await wholeOrNothing((browser) => browser.post(`/decisions/move/${from.parts[0]}`, form), {
      moments: [
        { table: 'mails', on: 'insert', row: anyOf(PEOPLE) },
        { table: 'enrolments', on: 'insert', row: anyOf(PEOPLE) },
      ],
      state,
      isSaved: ({ mails }) => mails > 0,
    })
    expect(whole).toEqual({ people: [0, 12, PEOPLE - 12], mails: PEOPLE })
    await eachToldOnce('Nieuwe datum', people)
  })
})

describe('kill -9 while a series is planned', () => {
  const OCCASIONS = 10
  /** A Tuesday years ahead; days that are closed are skipped by the series itself. */
  const day = addDays(today(), 3 * 365 + ((9 - weekday(addDays(today(), 3 * 365))) % 7))

  it('leaves all of its plannings or none, and the same form sent again makes none twice', LASTS, async () => {
    const first: Form = {
      course_id: app.story.courses.bhv,
      status: 'planned',
      'appointments[0][enabled]': 1,
      'appointments[0][course_component_id]': app.story.courses.bhv * 10 + 1,
      'appointments[0][start_datetime]': `${formatDate(day)} 19:00`,
      'appointments[0][end_datetime]': `${formatDate(day)} 22:00`,
      'series[repeat]': 'weekly',
      'series[every_weeks]': 1,
      'series[weekdays][]': weekday(day),
      'series[count]': OCCASIONS,
      'series[closed]': 'skip',
    }
    const shown = await planner.post('/calendar/add-series?step=series', first)
    const occasions = Object.entries(fieldsIn(shown)).filter(([name]) => name.startsWith('occasions['))
    expect(occasions.length).toBeGreaterThan(0)
    const form: Form = { ...first, ...Object.fromEntries(occasions), _once: 'a-series-of-plannings' }
    const state = async () => {
      const { rows } = await app.pool.query<{ plannings: number; parts: number; series: number }>(
        `select count(distinct group_id)::integer as plannings, count(*)::integer as parts,
           count(distinct g.series_id)::integer as series
         from appointments a join appointment_groups g on g.id = a.group_id where a.starts_at >= $1`,
        [instantOf(day, '00:00')],
      )
      return rows[0]!
    }
    const before = await state()
    const whole = await wholeOrNothing((browser) => browser.post('/calendar/add-series', form), {
      moments: [
        { table: 'appointment_groups', on: 'insert', row: anyOf(OCCASIONS) },
        { table: 'appointments', on: 'insert', row: anyOf(OCCASIONS) },
      ],
      state,
      isSaved: ({ plannings }) => plannings > before.plannings,
    })
    expect(whole).toEqual({
      plannings: before.plannings + OCCASIONS,
      parts: before.parts + OCCASIONS,
      series: before.series + 1,
    })
  })
})

describe('kill -9 while a proposal is taken over', () => {
  it('leaves its plannings, places and messages together or not at all, and tells each once', LASTS, async () => {
    const course = await addCourse(app.db, { max_count: 8 })
    const people = await addPeople(app, PEOPLE)
    await app.db
      .insertInto('contact_refreshers')
      .values(people.map((contact_id) => ({ contact_id, course_id: course, expires_at: addDays(today(), 60) })))
      .execute()
    const path = '/courseRefresher/proposal'
    const until = formatDate(addDays(today(), 400))
    const shown = await planner.post(`${path}?step=proposal`, { course_id: course, until })
    const lines = shown.$('input[name="lines[]"]').toArray().map((box) => shown.$(box).attr('value')!) // prettier-ignore
    expect(lines).toHaveLength(PEOPLE)
    const form: Form = {
      'lines[]': lines,
      status: 'option',
      kinds: 'students',
      subject: 'Ingepland na kill',
      content: '<p>{{ planning.cursus }}</p>',
      _once: 'a-proposal-taken-over',
    }
    const state = async () => {
      const { rows } = await app.pool.query<{ plannings: number; enrolled: number }>(
        `select count(distinct g.id)::integer as plannings, count(e.id)::integer as enrolled
         from appointment_groups g left join appointments a on a.group_id = g.id left join enrolments e on e.appointment_id = a.id
         where g.course_id = $1`,
        [course],
      )
      return { ...rows[0]!, mails: await mailsAbout('Ingepland na kill') }
    }
    const whole = await wholeOrNothing((browser) => browser.post(path, form), {
      moments: [
        { table: 'appointments', on: 'insert', row: 2 },
        { table: 'enrolments', on: 'insert', row: anyOf(PEOPLE) },
        { table: 'mails', on: 'insert', row: anyOf(PEOPLE) },
      ],
      state,
      isSaved: ({ mails }) => mails > 0,
    })
    expect(whole).toEqual({ plannings: Math.ceil(PEOPLE / 8), enrolled: PEOPLE, mails: PEOPLE })
    await eachToldOnce('Ingepland na kill', people)
  })
})
