// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, instantOf, today } from '../../src/platform/format/zone.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { addContact, addEmptyPlanning, addEnrolment, addPart, addResponsible } from '../support/builders.ts'
import { countQueries } from '../support/queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
  // The visits of the story are told of in one test alone.
  await app.db.updateTable('visits').set({ employee_id: null }).where('employee_id', '=', app.story.users[3]!).execute()
  // The days of the story are those of working days; these tests bring their own.
  await app.pool.query('delete from appointment_responsibles where contact_id = $1', [app.story.contacts.teacher])
})
afterAll(() => app.close())

interface Given {
  day: string
  at?: string
  minutes?: number
  status?: string
  students?: number[]
  results?: 0 | 1 | null
  note?: string
  teacher?: number
  room_id?: number
}

/** A part that the teacher of the story gives. */
async function give({ day, at = '09:00', minutes = 60, status = 'confirmed', results = null, ...part }: Given) {
  const { contacts, courses } = app.story
  const group_id = await addEmptyPlanning(app.db, courses.bhv)
  const starts_at = instantOf(day, at)!
  const { note = '', room_id = app.story.rooms.zwolle1, students = [contacts.anouk] } = part
  const id = await addPart(app.db, { group_id, description: 'Praktijk', starts_at, minutes, status, note, room_id })
  await addResponsible(app.db, { appointment_id: id, contact_id: part.teacher ?? contacts.teacher, role_id: 3 })
  for (const contact_id of students)
    await addEnrolment(app.db, { appointment_id: id, contact_id, present: results, passed: results })
  return id
}

const page = async () => (await (await app.as(3)).get('/today')).$

const links = async () => {
  const $ = await page()
  return {
    cards: $('.pcard-head h2')
      .map((_i, card) => $(card).closest('article').find('a.pline').first().attr('href'))
      .get(),
    left: $('.pcard--warn a')
      .map((_i, line) => $(line).attr('href'))
      .get(),
    coming: $('.psection + .pcard a')
      .map((_i, line) => $(line).attr('href'))
      .get(),
    bar: $('.phone-bar a').attr('href') ?? null,
  }
}
const view = (id: number) => `/calendar/view-appointment/${id}`
const results = (id: number) => `/calendar/results/${id}`
const DAY = today()

describe('the day of a teacher', () => {
  it('shows what is given today, then the days that come, and leads to the presence of today', async () => {
    const later = await give({ day: addDays(DAY, 3) })
    expect(await links()).toMatchObject({ cards: [view(later)], coming: [], bar: null })
    const now = await give({ day: DAY, at: '00:00', minutes: 1439 })
    const cancelled = await give({ day: DAY, status: 'cancelled' })
    const others = await give({ day: DAY, teacher: app.story.contacts.otherTeacher })
    const found = await links()
    expect(found).toEqual({ cards: [view(now)], left: [], coming: [view(later)], bar: results(now) })
    for (const id of [cancelled, others]) expect((await page()).html()).not.toContain(`/${id}"`)
  })

  it('has visits among the parts of today, by their times', async () => {
    const { visit } = app.story.workday
    await app.pool.query('delete from appointment_responsibles where contact_id = $1', [app.story.contacts.teacher])
    const at = { starts_at: instantOf(DAY, '00:10')!, ends_at: instantOf(DAY, '00:40')! }
    await app.db
      .updateTable('visits')
      .set({ employee_id: app.story.users[3]!, ...at })
      .where('id', '=', visit)
      .execute()
    const { cards } = await links()
    const { order_id } = await app.db.selectFrom('visits').select('order_id').where('id', '=', visit).executeTakeFirstOrThrow() // prettier-ignore
    expect(cards).toContain(`/workday/${order_id}?visit=${visit}`)
    await app.db.updateTable('visits').set({ employee_id: null }).where('id', '=', visit).execute()
  })

  it('says place, room, way, the phone of the office, and what is to be known of the people', async () => {
    const other = await addContact(app.db)
    await app.pool.query('update appointment_responsibles set contact_id = $2 where contact_id = $1', [
      app.story.contacts.teacher,
      other,
    ])
    const { anouk, gerrit } = app.story.contacts
    const id = await give({ day: DAY, at: '00:00', minutes: 1440, students: [anouk, gerrit], note: 'Sleutel bij Piet' })
    const novice = await app.db
      .insertInto('contacts')
      .values({ first_name: 'Nieuw', last_name: 'Hier' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await addEnrolment(app.db, { appointment_id: id, contact_id: novice.id, present: null, passed: null })
    await app.db
      .updateTable('enrolments')
      .set({ note: 'Doof aan links' })
      .where('appointment_id', '=', id)
      .where('contact_id', '=', anouk)
      .execute()
    const $ = await page()
    const text = $('article').text()
    for (const said of ['Havenkade 8, 8011 AA Zwolle', 'Zwolle, lokaal 1', '3 cursisten', 'Sleutel bij Piet', 'Bezig'])
      expect(text).toContain(said)
    expect(text).toContain('1 voor het eerst, 1 met een opmerking')
    expect($('.pact[href^="https://www.openstreetmap.org/"]').text()).toBe('Route')
    expect($('.pact[href^="tel:"]').attr('href')).toBe('tel:0380000000')
  })

  it('puts what is left of days before on top, the oldest first, until it is done', async () => {
    const old = await give({ day: addDays(DAY, -9), status: 'executed' })
    const newer = await give({ day: addDays(DAY, -2), status: 'confirmed' })
    await give({ day: addDays(DAY, -5), status: 'done' })
    await give({ day: addDays(DAY, -5), status: 'option' })
    const checklist = (id: number) => `/checklist/submissionForAppointment/${id}`
    const whole = await give({ day: addDays(DAY, -4), status: 'executed', results: 1 })
    const ask = (checklist_id: number | null) =>
      app.db.updateTable('courses').set({ checklist_id }).where('id', '=', app.story.courses.bhv).execute()
    await ask(null)
    expect((await links()).left).toEqual([results(old), results(newer)])
    await ask(app.story.checklists.hall)
    expect((await links()).left).toEqual([
      results(old),
      checklist(old),
      checklist(whole),
      results(newer),
      checklist(newer),
    ])
    const key = `present_students[${app.story.contacts.anouk}-${old}]`
    await (await app.as(3)).post(results(old), { [key]: 0 })
    expect((await links()).left).not.toContain(results(old))
  })

  it('is for who teaches, stands at hand on a phone, and asks as much for many people as for few', async () => {
    for (const role of [4, 5, 6]) expect((await (await app.as(role)).get('/today')).status).toBe(403)
    const teacher = await app.as(3)
    expect((await teacher.page('/calendar')).$('.top-hand[href="/today"]').text()).toBe('')
    expect((await teacher.page('/calendar')).$('.top-hand').attr('aria-label')).toBe('Vandaag')
    expect((await (await app.as(2)).page('/calendar')).$('.top-hand').attr('href')).toBe('/today')
    expect((await (await app.as(5)).page('/calendar')).$('.top-hand[href="/today"]').length).toBe(0)
    const before = await countQueries(app, () => teacher.get('/today'))
    for (const at of ['01:00', '05:00', '07:00'])
      await give({ day: DAY, at, students: app.story.students.slice(0, 9).map(({ id }) => id) })
    expect(await countQueries(app, () => teacher.get('/today'))).toBe(before)
  })
})

describe('what a phone keeps of the day of a teacher', () => {
  interface Kept {
    page: { url: string; stamp: string }
    parts: { url: string; stamp: string }[]
  }
  const keptBy = async (role: number) => (await (await app.as(role)).get('/today/kept')).json<Kept>()
  const stampOf = ({ parts }: Kept, url: string) => parts.find((part) => part.url === url)?.stamp

  it('is what is opened from the parts of today and tomorrow, told anew where something changed', async () => {
    const { anouk } = app.story.contacts
    const [now, soon, later, other] = [
      await give({ day: today(), at: '03:00' }),
      await give({ day: addDays(today(), 1), at: '03:00' }),
      await give({ day: addDays(today(), 2), at: '03:00' }),
      await give({ day: today(), at: '03:00', teacher: app.story.contacts.otherTeacher }),
    ]
    const before = await keptBy(ROLE.teacher)
    const urls = before.parts.map(({ url }) => url)
    expect(before.page.url).toBe('/today')
    for (const id of [now, soon])
      expect(urls).toEqual(
        expect.arrayContaining([
          ...[results(id), view(id), `/calendar/getPresenceViewer/${id}`],
          `/calendar/signatureInterface/${id}/${anouk}`,
        ]),
      )
    expect(urls.filter((url) => url.split('/').some((part) => part === `${later}` || part === `${other}`))).toEqual([])
    expect(await keptBy(ROLE.teacher)).toEqual(before)
    await (await app.as(ROLE.teacher)).post(results(now), { [`present_students[${anouk}-${now}]`]: 1 })
    const after = await keptBy(ROLE.teacher)
    expect(stampOf(after, results(now))).not.toBe(stampOf(before, results(now)))
    expect(stampOf(after, results(soon))).toBe(stampOf(before, results(soon)))
    expect((await keptBy(ROLE.scheduler)).parts).toEqual([])
  })
})

describe('the day of who plans', () => {
  const parts = async (role = ROLE.scheduler as number) => {
    const { $ } = await (await app.as(role)).get('/today/parts')
    return $('a[data-part]')
      .toArray()
      .map((line) => ({ id: Number($(line).attr('data-part')), text: $(line).text().replace(/\s+/g, ' ').trim() }))
  }

  it('tells of today and tomorrow what is given, how full it is and what is wrong about it', async () => {
    const tomorrow = addDays(DAY, 1)
    const now = await give({ day: DAY, at: '23:00', minutes: 30 })
    const next = await give({ day: tomorrow, at: '23:30', minutes: 15, status: 'planned' })
    const [after, cancelled] = [
      await give({ day: addDays(DAY, 2), at: '00:15' }),
      await give({ day: tomorrow, status: 'cancelled' }),
    ]
    await app.pool.query('delete from appointment_responsibles where appointment_id = $1', [next])
    await app.pool.query('update appointments set room_id = null where id = $1', [next])
    const shown = await parts()
    const ids = shown.map(({ id }) => id)
    expect([ids.includes(now), ids.includes(next), ids.includes(after), ids.includes(cancelled)]).toEqual([true, true, false, false]) // prettier-ignore
    expect(ids.indexOf(now)).toBeLessThan(ids.indexOf(next))
    const textOf = (id: number) => shown.find((line) => line.id === id)!.text
    expect(textOf(now)).toMatch(/^23:00\s?23:30 BHV basis, Praktijk Bevestigd 1\/\d+ · .+ · Zwolle/)
    expect(textOf(next)).toContain('Docent ontbreekt')
    expect(textOf(next)).toContain('Lokaal, adres of link ontbreekt')
  })

  it('is the page of planners who teach as well, with what they give themselves in front', async () => {
    const [own, other] = [
      await give({ day: DAY, at: '23:40', minutes: 10 }),
      await give({ day: DAY, at: '23:20', minutes: 10 }),
    ]
    await app.pool.query('delete from appointment_responsibles where appointment_id = $1', [other])
    await app.pool.query(
      `update users set roles = '{2,3}' where id = (select id from users where 3 = any(roles) order by id limit 1)`,
    )
    const { $ } = await (await app.as(3)).get('/today')
    expect($('[data-region]').toArray().map((one) => $(one).attr('data-region')).slice(0, 2)).toEqual(['/today/parts', '/attention/groups']) // prettier-ignore
    const shown = await parts(3)
    expect(shown.find(({ id }) => id === own)?.text).toContain('U geeft dit')
    expect(shown.find(({ id }) => id === other)?.text).not.toContain('U geeft dit')
    expect(shown.findIndex(({ id }) => id === own)).toBeLessThan(shown.findIndex(({ id }) => id === other))
  })
})
