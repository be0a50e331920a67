import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { formatDateTime } from '../../src/platform/format/format.ts'
import { goOnAll } from '../../src/training/planning/teacher-requests/teacher-requests.job.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { askingIn } from './asking-support.ts'
import { addPlanning } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
// All of them come from one address.
beforeEach(() => app.owner.pool.query('delete from rate_limits'))
afterAll(() => app.close())

const {
  lacking,
  lastDay,
  ask,
  later,
  requestsOf,
  statesOf,
  teachersOf,
  mailsTo,
  tokenTo,
  visitor,
  undoSeconds,
  sayBy,
} = askingIn(
  () => app,
  () => planner,
)

/** Everything that stands in these tables. */
const rows = async () =>
  (
    await app.pool.query<{ all: string }>(
      `select (select coalesce(string_agg(t::text, E'\\n' order by id), '') from teacher_requests t)
        || (select coalesce(string_agg(t::text, E'\\n' order by id), '') from teacher_searches t)
        || (select coalesce(string_agg(t::text, E'\\n' order by id), '') from appointment_responsibles t)
        || (select coalesce(string_agg(t::text, E'\\n' order by id), '') from mails t) as all`,
    )
  ).rows[0]!.all

describe('asking in order', () => {
  it('asks the first alone, the next after a no, and gives the part to the first who says yes', async () => {
    const { part, people } = await lacking()
    expect((await ask(part, people)).status).toBe(204)
    expect(await statesOf(part)).toEqual(['waiting', 'waiting', 'waiting'])
    await later()
    expect(await statesOf(part)).toEqual(['asked', 'waiting', 'waiting'])
    expect((await sayBy(people[0]!, 'no')).text).toContain('Bedankt voor uw antwoord')
    expect(await statesOf(part)).toEqual(['no', 'asked', 'waiting'])
    expect(await teachersOf(part)).toEqual([])
    expect((await sayBy(people[1]!, 'yes')).text).toContain('u geeft dit onderdeel')
    expect(await statesOf(part)).toEqual(['no', 'yes', 'withdrawn'])
    expect(await teachersOf(part)).toEqual([people[1]])
    expect(await mailsTo(people[2]!)).toEqual([])
  })

  it('asks as many at a time as the part lacks, by its own number or that of its component', async () => {
    const own = await lacking({ needs: 2, teachers: 4 })
    await ask(own.part, own.people)
    await later()
    expect(await statesOf(own.part)).toEqual(['asked', 'asked', 'waiting', 'waiting'])
    const other = await lacking({ teachers: 3 })
    const [first] = await app.db
      .selectFrom('course_components')
      .select(['id', 'teacher_application_count'])
      .limit(1)
      .execute()
    await app.db
      .updateTable('course_components')
      .set({ teacher_application_count: 2 })
      .where('id', '=', first!.id)
      .execute()
    await app.db.deleteFrom('component_skills').where('component_id', '=', first!.id).execute()
    await app.db.updateTable('appointments').set({ component_id: first!.id }).where('id', '=', other.part).execute()
    await ask(other.part, other.people)
    await later()
    expect(await statesOf(other.part)).toEqual(['asked', 'asked', 'waiting'])
    await app.db
      .updateTable('course_components')
      .set({ teacher_application_count: 1 })
      .where('id', '=', first!.id)
      .execute()
  })

  it('goes to the next when the time for an answer is over, after one reminder halfway', async () => {
    const { part, people } = await lacking({ teachers: 2 })
    await ask(part, people)
    await later()
    const [asked] = await requestsOf(part)
    await goOnAll(app.services, new Date(asked!.expires_at!.getTime() - 60_000))
    await goOnAll(app.services, new Date(asked!.expires_at!.getTime() - 30_000))
    expect((await mailsTo(people[0]!)).map(({ subject }) => subject.split(':')[0])).toEqual([
      'Kunt u lesgeven',
      'Nog geen antwoord',
    ])
    expect(await statesOf(part)).toEqual(['asked', 'waiting'])
    const late = await visitor(await tokenTo(people[0]!))
    await goOnAll(app.services, asked!.expires_at!)
    expect(await statesOf(part)).toEqual(['lapsed', 'asked'])
    expect((await late.answer('yes')).text).toContain('De tijd voor een antwoord is voorbij')
    expect(await teachersOf(part)).toEqual([])
  })

  it('ends when nobody is left to ask, and says so at the planning', async () => {
    const { part, people } = await lacking({ teachers: 1 })
    await ask(part, people)
    await later()
    await sayBy(people[0]!, 'no')
    const popup = await planner.get(`/calendar/view-appointment/${part}`)
    expect(popup.text).toContain('Geen docent gevonden')
    expect((await planner.get(`/calendar/${part}/teachers`)).text).toContain('Niemand zei ja')
  })
})

describe('the form of a part', () => {
  it('says how many teachers it needs, or leaves that to its component [F-120][F-121]', async () => {
    const { part } = await lacking()
    const stored = async () =>
      (
        await app.db
          .selectFrom('appointments')
          .select('teacher_application_count')
          .where('id', '=', part)
          .executeTakeFirstOrThrow()
      ).teacher_application_count
    const save = async (fields: Record<string, string>) => {
      const row = await app.db
        .selectFrom('appointments')
        .select(['version', 'description', 'max_count', 'status', 'starts_at', 'ends_at'])
        .where('id', '=', part)
        .executeTakeFirstOrThrow()
      const { starts_at, ends_at, ...shown } = row
      return planner.post(`/calendar/edit-appointment/${part}`, {
        ...shown,
        start_datetime: formatDateTime(starts_at),
        end_datetime: formatDateTime(ends_at),
        ...fields,
      })
    }
    const own = { has_custom_teacher_application_count: '1' }
    expect((await save({ ...own, teacher_application_count: '3' })).status).toBe(204)
    expect(await stored()).toBe(3)
    expect((await save({ ...own, teacher_application_count: '' })).status).toBe(422)
    expect((await save({ ...own, teacher_application_count: '21' })).status).toBe(422)
    expect(await stored()).toBe(3)
    expect((await save({ teacher_application_count: '5' })).status).toBe(204)
    expect(await stored()).toBe(null)
  })
})

describe('the link of a request', () => {
  it('changes nothing by being opened, twenty times and by asking for its head', async () => {
    const { part, people } = await lacking()
    await ask(part, people, { way: 'at_once' })
    await later()
    const token = await tokenTo(people[0]!)
    const before = await rows()
    for (let i = 0; i < 20; i++) {
      expect((await app.anonymous.page(`/docent/${token}`)).status).toBe(200)
      expect((await fetch(`${app.url}/docent/${token}`, { method: 'HEAD' })).status).toBe(200)
    }
    expect(await rows()).toBe(before)
    const { shown } = await visitor(token)
    expect(
      shown
        .$('form button')
        .map((_i, one) => app.anonymous && shown.$(one).attr('value'))
        .get(),
    ).toEqual(['yes', 'no'])
  })

  it('is stored as what stands for it, and told to nobody else', async () => {
    const { part, people } = await lacking({ teachers: 1 })
    await ask(part, people)
    await later()
    const token = await tokenTo(people[0]!)
    const { rows: found } = await app.pool.query<{ text: string }>(
      `select l::text as text from teacher_request_links l`,
    )
    expect(token).toHaveLength(32)
    expect(found.length).toBeGreaterThan(0)
    expect(found.some(({ text }) => text.includes(token))).toBe(false)
    const [mail] = await mailsTo(people[0]!)
    expect(mail!.secret).toBe(token)
  })

  it('answers alike what is unknown, what is gone and what is no token', async () => {
    for (const token of ['x', 'A'.repeat(32), '%00', '../etc'])
      expect((await app.anonymous.page(`/docent/${encodeURIComponent(token)}`)).status).toBeLessThan(500)
    const shown = await app.anonymous.page(`/docent/${'A'.repeat(32)}`)
    expect(shown.text).toContain('Deze link is niet meer in gebruik')
  })

  it('reads what is answered to be what was read: a part that moved meanwhile is asked anew', async () => {
    const { part, people } = await lacking({ teachers: 1 })
    await ask(part, people)
    await later()
    const page = await visitor(await tokenTo(people[0]!))
    await app.pool.query(
      `update appointments set starts_at = starts_at + interval '1 day', ends_at = ends_at + interval '1 day' where id = $1`,
      [part],
    )
    expect((await page.answer('yes')).text).toContain('zojuist verplaatst')
    expect(await teachersOf(part)).toEqual([])
    await later(1)
    expect(await statesOf(part)).toEqual(['asked'])
    expect((await mailsTo(people[0]!)).at(-1)!.text_body).toContain('Het onderdeel is verplaatst')
    expect((await sayBy(people[0]!, 'yes')).text).toContain('u geeft dit onderdeel')
    expect(await teachersOf(part)).toEqual(people)
  })
})

describe('the first yes', () => {
  it('wins of thirty at the same moment; the others read that it is filled', async () => {
    const { part, people } = await lacking({ teachers: 30 })
    await ask(part, people, { way: 'at_once' })
    await later()
    const visitors = await Promise.all(people.map(async (id) => visitor(await tokenTo(id))))
    const answers = await Promise.all(visitors.map(({ answer }) => answer('yes')))
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
    expect(answers.filter(({ text }) => text.includes('u geeft dit onderdeel')).length).toBe(1)
    expect(answers.filter(({ text }) => text.includes('al vervuld door een collega')).length).toBe(29)
    expect((await teachersOf(part)).length).toBe(1)
    expect((await statesOf(part)).toSorted()).toEqual([...Array<string>(29).fill('withdrawn'), 'yes'])
  })

  it('puts nobody in two places at once', async () => {
    const { part, people } = await lacking({ teachers: 1 })
    const { parts } = await addPlanning(app, { inDays: lastDay() })
    await app.pool.query(
      `update appointments set starts_at = a.starts_at, ends_at = a.ends_at from appointments a where a.id = $1 and appointments.id = $2`,
      [part, parts[0]],
    )
    await ask(part, people)
    await ask(parts[0]!, people)
    await later()
    const pages = [await visitor(await tokenTo(people[0]!))]
    const tokens = (await mailsTo(people[0]!)).map(({ secret }) => secret!)
    pages.push(await visitor(tokens[0]!))
    const answers = await Promise.all(pages.map(({ answer }) => answer('yes')))
    expect(answers.filter(({ text }) => text.includes('u geeft dit onderdeel')).length).toBe(1)
    expect(answers.filter(({ text }) => text.includes('U bent dan al bezet')).length).toBe(1)
    expect([...(await teachersOf(part)), ...(await teachersOf(parts[0]!))]).toEqual(people)
  })
})

describe('a part that is not to be given', () => {
  it('withdraws what was asked with a mail that says why, once that cannot be taken back', async () => {
    const { part, people } = await lacking({ teachers: 2 })
    await ask(part, people)
    await later()
    await undoSeconds(30)
    await app.db.updateTable('appointments').set({ status: 'cancelled' }).where('id', '=', part).execute()
    await later(0)
    expect(await statesOf(part)).toEqual(['asked', 'waiting'])
    await later(1)
    await undoSeconds(0)
    expect(await statesOf(part)).toEqual(['withdrawn', 'withdrawn'])
    expect((await mailsTo(people[0]!)).at(-1)!.text_body).toContain('het onderdeel is geannuleerd')
    expect((await mailsTo(people[1]!)).length).toBe(0)
  })

  it('is filled by a planner too', async () => {
    const { part, people } = await lacking({ teachers: 2 })
    await ask(part, people)
    await later()
    await app.db
      .insertInto('appointment_responsibles')
      .values({ appointment_id: part, contact_id: people[1]!, role_id: 3 })
      .execute()
    await later(1)
    expect(await statesOf(part)).toEqual(['withdrawn', 'withdrawn'])
    expect((await mailsTo(people[0]!)).at(-1)!.text_body).toContain('er is al iemand gevonden')
  })
})

describe('a planner', () => {
  it('asks nobody who cannot, and reads why', async () => {
    const { part, people } = await lacking({ teachers: 1 })
    const [other] = (await addPlanning(app, { inDays: lastDay() })).parts
    await app.pool.query(
      `update appointments set starts_at = a.starts_at, ends_at = a.ends_at from appointments a where a.id = $1 and appointments.id = $2`,
      [part, other],
    )
    await app.db
      .insertInto('appointment_responsibles')
      .values({ appointment_id: other!, contact_id: people[0]!, role_id: 3 })
      .execute()
    const form = await planner.get(`/teacher-requests/ask/${part}`)
    expect(form.$(`input[name="teachers[]"][value=${people[0]}]`).attr('disabled')).toBeDefined()
    const refused = await ask(part, people)
    expect(refused.status).toBe(422)
    expect(refused.text).toContain('is bezet op de volgende planningen')
    expect(await requestsOf(part)).toEqual([])
  })

  it('takes the question back before anybody hears of it', async () => {
    const { part, people } = await lacking({ teachers: 1 })
    const asked = await ask(part, people)
    expect((await planner.post(`/undo/${asked.undo!.set}`)).status).toBe(204)
    await later()
    expect(await requestsOf(part)).toEqual([])
    expect(await mailsTo(people[0]!)).toEqual([])
  })

  it('withdraws one, and the next is asked; asks again who said no', async () => {
    const { part, people } = await lacking({ teachers: 2 })
    await ask(part, people)
    await later()
    const [first] = await requestsOf(part)
    expect(
      (await planner.post(`/teacher-requests/answer/${first!.id}`, { answer: 'withdraw', why: 'Toch niet nodig' }))
        .status,
    ).toBe(204)
    await later()
    expect(await statesOf(part)).toEqual(['withdrawn', 'asked'])
    expect((await mailsTo(people[0]!)).at(-1)!.text_body).toContain('toch niet nodig')
    await sayBy(people[1]!, 'no')
    expect((await planner.post(`/teacher-requests/again/${first!.id}`, {})).status).toBe(204)
    await later()
    expect((await requestsOf(part)).find(({ id }) => id === first!.id)!.state).toBe('asked')
    expect((await sayBy(people[0]!, 'yes')).text).toContain('u geeft dit onderdeel')
  })

  it('writes down what was said on the phone, with who wrote it', async () => {
    const { part, people } = await lacking({ teachers: 1 })
    await ask(part, people)
    await later()
    const [first] = await requestsOf(part)
    expect((await planner.post(`/teacher-requests/answer/${first!.id}`, { answer: 'yes' })).status).toBe(204)
    expect(await teachersOf(part)).toEqual(people)
    expect((await planner.get(`/calendar/${part}/teachers`)).text).toMatch(/door Sanne Willems/)
  })

  it('stops with a reason that who was asked reads', async () => {
    const { part, people } = await lacking({ teachers: 2 })
    await ask(part, people)
    await later()
    const search = await app.db
      .selectFrom('teacher_searches')
      .select('id')
      .where('appointment_id', '=', part)
      .executeTakeFirstOrThrow()
    // No mail leaves this installation.
    expect((await planner.get(`/teacher-requests/stop/${search.id}`)).text).toContain('Er is geen mailserver ingesteld')
    expect((await planner.post(`/teacher-requests/stop/${search.id}`, { why: '' })).status).toBe(422)
    expect((await planner.post(`/teacher-requests/stop/${search.id}`, { why: 'De groep is kleiner' })).status).toBe(204)
    expect(await statesOf(part)).toEqual(['withdrawn', 'withdrawn'])
    expect((await mailsTo(people[0]!)).at(-1)!.text_body).toContain('de groep is kleiner')
  })

  it('starts once, also when two do at the same moment', async () => {
    const { part, people } = await lacking({ teachers: 2 })
    const statuses = (await Promise.all([ask(part, people), ask(part, people)])).map(({ status }) => status)
    expect(statuses.toSorted()).toEqual([204, 409])
    expect((await requestsOf(part)).length).toBe(2)
  })
})
