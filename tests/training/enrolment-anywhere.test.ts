import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addPeople, addPlanning, fieldsIn, peopleIn, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
let supervisor: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  supervisor = await app.as(4)
})
afterAll(() => app.close())

/** Addresses of the buttons and of the menu of a popup or a page that enrol. */
const waysIn = ({ $ }: Answer) =>
  $('a[href^="/calendar/enroll"]')
    .toArray()
    .map((link) => $(link).attr('href'))
const title = (answer: Answer) => answer.$('.popup-title').text()
const chosen = (answer: Answer, name: string) =>
  answer
    .$(`select[name="${name}"] option[selected]`)
    .toArray()
    .map((option) => answer.$(option).text())
/** The second step, after the first chose this planning. */
const studentsOf = (browser: Browser, path: string, part: number) =>
  browser.post(`${path}${path.includes('?') ? '&' : '?'}step=students`, { planning_id: part })
interface Offered {
  id: number
  label: string
  sub: string
}
const offered = async (browser: Browser, v: string, more = '') =>
  (
    await browser.get(
      `/ajax/specialSelectorSearch?type=open-planning&returnObjects=1&v=${encodeURIComponent(v)}${more}`,
    )
  ).json<Offered[]>()

describe('enrolling starts', () => {
  it('at a contact, a company, a course and in the head of every page', async () => {
    const { contacts, companies, courses } = app.story
    const from = async (path: string) => waysIn(await planner.get(path))
    expect(await from(`/contact/view/${contacts.anouk}`)).toEqual([`/calendar/enroll?contact_id=${contacts.anouk}`])
    expect(await from(`/company/view/${companies.deLinde}`)).toEqual([
      `/calendar/enroll?company_id=${companies.deLinde}`,
    ])
    expect(await from(`/course/view/${courses.bhv}`)).toEqual([`/calendar/enroll/${courses.bhv}/0?by=course`])
    expect(waysIn(await planner.page('/contacts'))).toEqual(['/calendar/enroll'])
  })

  it('for a supervisor at own people, and for a teacher or a student nowhere', async () => {
    const { anouk, student } = app.story.contacts
    expect(waysIn(await supervisor.get(`/contact/view/${anouk}`))).toEqual([`/calendar/enroll?contact_id=${anouk}`])
    const own = await (await app.as(5)).get(`/contact/view/${student}`)
    expect([own.status, waysIn(own)]).toEqual([200, []])
    for (const role of [3, 5, 6]) expect((await (await app.as(role)).get('/calendar/enroll')).status).toBe(403)
  })

  it('not at a contact that is active no more', async () => {
    const { quiet } = app.story.contacts
    await app.pool.query('update contacts set active = false where id = $1', [quiet])
    expect(waysIn(await planner.get(`/contact/view/${quiet}`))).toEqual([])
  })

  it('in the empty list of what a contact is enrolled in', async () => {
    const [person] = await addPeople(app, 1)
    const tab = await planner.get(`/contact/${person}/enrolments?embed=1`)
    expect(tab.$('.empty a').attr('href')).toBe(`/calendar/enroll?contact_id=${person}`)
    expect(tab.$('.empty').text()).toContain('Inschrijven')
    // The head of the popup has it too, and nothing between the two.
    expect(tab.$('a').filter((_, link) => tab.$(link).text().includes('Inschrijven'))).toHaveLength(1)
    const enrolled = await planner.get(`/contact/${app.story.contacts.anouk}/enrolments?embed=1`)
    expect(enrolled.$('tbody tr').length).toBeGreaterThan(0)
    expect(enrolled.$('a[href^="/calendar/enroll"]')).toHaveLength(0)
  })
})

describe('who is enrolled from elsewhere', () => {
  it('is asked for the planning first, then who, in steps that keep what is known [T-258]', async () => {
    const { parts } = await addPlanning(app, { components: [null, null] })
    const { anouk, gerrit } = app.story.contacts
    const path = `/calendar/enroll?contact_id=${anouk}`
    const popup = await planner.get(path)
    const steps = popup.$('[data-step-key]').toArray()
    expect(steps.map((step) => popup.$(step).text().replace(/\d/g, '').trim())).toEqual(['Planning', 'Cursisten'])
    expect([title(popup), popup.$('[name="planning_id"]').length]).toEqual(['Anouk van der Linden inschrijven', 1])
    expect(popup.$('[name="students[]"], [name="way"]')).toHaveLength(0)
    const none = await planner.post(`${path}&step=students`, { planning_id: '' })
    expect([none.status, none.json()]).toEqual([422, { planning_id: ['Kies een planning.'] }])
    expect((await planner.post(`${path}&step=students`, { planning_id: 2_000_000_000 })).status).toBe(404)
    const second = await studentsOf(planner, path, parts[0]!)
    expect([chosen(second, 'students[]'), chosen(second, 'appointment_id').length]).toEqual([
      ['Anouk van der Linden'],
      1,
    ])
    expect(second.$('[name="what_appointments"]')).toHaveLength(2)
    expect(second.$('[name="way"], [name="company_id"], [data-list-text]')).toHaveLength(0)
    // Who goes back for another planning finds those who were chosen beside.
    const again = await planner.post(`${path}&step=students`, { planning_id: parts[0]!, 'students[]': [anouk, gerrit] })
    expect(chosen(again, 'students[]')).toHaveLength(2)
    const saved = await planner.post(path, { ...fieldsIn(second), 'students[]': anouk, appointment_id: parts[0]! })
    expect([saved.status, saved.trigger.flash?.str]).toEqual([204, '1 cursist ingeschreven'])
    expect([await peopleIn(app, parts[0]!), await peopleIn(app, parts[1]!)]).toEqual([[anouk], [anouk]])
  })

  it('stands there by name after a choice in a list, however many', async () => {
    const people = await addPeople(app, 3)
    const path = `/calendar/enroll?ids=${people.join(',')}`
    const second = await studentsOf(planner, path, app.story.appointments.coming)
    expect([title(await planner.get(path)), chosen(second, 'students[]').length]).toEqual([
      '3 cursisten inschrijven',
      3,
    ])
    const many = await planner.get(`/calendar/enroll?ids=${Array.from({ length: 1001 }, (_, i) => i + 1).join(',')}`)
    expect([many.status, many.json()]).toEqual([422, { ids: ['Kies er hooguit 1.000.'] }])
  })

  it('comes from the company that it was opened for, by choice or by a list', async () => {
    const { deLinde } = app.story.companies
    const { parts } = await addPlanning(app)
    const path = `/calendar/enroll?company_id=${deLinde}`
    const second = await studentsOf(planner, path, parts[0]!)
    expect([title(await planner.get(path)), chosen(second, 'company_id')]).toEqual([
      'Inschrijven: Zorggroep De Linde',
      ['Zorggroep De Linde'],
    ])
    expect(second.$('[data-enrol]').attr('data-list-url')).toBe('/calendar/enroll/list')
    const shown = await planner.post('/calendar/enroll/list', {
      appointment_id: parts[0]!,
      text: 'Voornaam\tAchternaam\nTeuntje\tOverwater',
    })
    expect(shown.$('[data-line]').text()).toContain('Teuntje Overwater')
    const sent = { way: 'list', ...fieldsIn(shown), appointment_id: parts[0]!, company_id: deLinde }
    // Who does not fit goes to a planning of the same course alone.
    const { parts: other } = await addPlanning(app, { courseId: app.story.courses.cpr })
    const strange = await planner.post(path, { ...sent, rest_appointment_id: other[0]! })
    expect(strange.json()).toEqual({
      appointment_id: ['Kies een planning van deze opleiding of van een alternatief.'],
    })
    const saved = await planner.post(path, sent)
    expect([saved.status, saved.trigger.flash?.str]).toEqual([204, '1 cursist ingeschreven'])
    const { rows } = await app.pool.query(
      `select c.last_name, e.company_id from enrolments e join contacts c on c.id = e.contact_id where appointment_id = $1`,
      [parts[0]],
    )
    expect(rows).toEqual([{ last_name: 'Overwater', company_id: deLinde }])
  })

  it('is told of all that is missing at once, and of places as everywhere', async () => {
    const none = await planner.post('/calendar/enroll', {})
    expect(none.json()).toEqual({
      appointment_id: ['Kies een planning.'],
      students: ['Kies minimaal één cursist.'],
    })
    const { parts } = await addPlanning(app, { max: 1 })
    const people = await addPeople(app, 2)
    const full = await planner.post('/calendar/enroll', { appointment_id: parts[0]!, 'students[]': people })
    expect(full.json()).toEqual({
      students: ['Er zijn niet genoeg vrije plaatsen: Deel 1 heeft 1 plaats vrij voor 2 cursisten.'],
    })
  })

  it('lies within the scope of a supervisor: person, company and planning', async () => {
    const { anouk, gerrit } = app.story.contacts
    const { deLinde, vanLoon } = app.story.companies
    const open = await addPlanning(app)
    const closed = await addPlanning(app, { incompany: vanLoon })
    const statusOf = async (path: string) => (await supervisor.get(path)).status
    expect(await statusOf(`/calendar/enroll?contact_id=${gerrit}`)).toBe(404)
    expect(await statusOf(`/calendar/enroll?ids=${anouk},${gerrit}`)).toBe(404)
    expect(await statusOf(`/calendar/enroll?company_id=${vanLoon}`)).toBe(404)
    expect(await statusOf(`/calendar/enroll?company_id=${deLinde}`)).toBe(200)
    const send = (part: number, person: number) =>
      supervisor.post('/calendar/enroll', { appointment_id: part, 'students[]': person })
    expect((await send(closed.parts[0]!, anouk)).status).toBe(404)
    expect((await send(open.parts[0]!, gerrit)).status).toBe(404)
    expect((await send(open.parts[0]!, anouk)).status).toBe(204)
  })
})

describe('the plannings that can be chosen', () => {
  it('are found by course, number, day and place, with what helps choosing, the first to come first', async () => {
    const courseId = app.story.courses.cpr
    const late = await addPlanning(app, { courseId, inDays: 41, max: 5, components: [null, null] })
    const soon = await addPlanning(app, { courseId, inDays: 40, max: 1 })
    const found = await offered(planner, 'reanimatie')
    const ids = found.map(({ id }) => id)
    expect(ids.indexOf(soon.parts[0]!)).toBeGreaterThanOrEqual(0)
    expect(ids.indexOf(late.parts[0]!)).toBeGreaterThan(ids.indexOf(soon.parts[0]!))
    const [byNumber] = await offered(planner, String(late.planningId))
    expect(byNumber!.id).toBe(late.parts[0])
    expect(byNumber!.label).toMatch(/^.+ · (ma|di|wo|do|vr|za|zo) \d\d-\d\d-\d{4} \d\d:\d\d$/)
    expect(byNumber!.sub).toMatch(new RegExp(`^Planning ${late.planningId} · .*2 onderdelen · 5 plaatsen vrij$`))
    const [day] = /\d\d-\d\d-\d{4}/.exec(byNumber!.label)!
    expect((await offered(planner, `reanimatie ${day}`)).map(({ id }) => id)).toContain(late.parts[0])
    expect((await offered(planner, String(soon.planningId)))[0]!.sub).toContain('1 plaats vrij')
  })

  it('tell a supervisor of no room, nor by what is typed or stands beside it', async () => {
    const { coming } = app.story.appointments
    const { name } = await app.db
      .selectFrom('rooms')
      .innerJoin('appointments', 'appointments.room_id', 'rooms.id')
      .select('rooms.name')
      .where('appointments.id', '=', coming)
      .executeTakeFirstOrThrow()
    expect(await offered(planner, name)).not.toEqual([])
    expect(await offered(supervisor, name)).toEqual([])
    expect(await offered(supervisor, 'Zwolle')).not.toEqual([])
    const popup = (browser: Browser) => browser.get(`/calendar/enroll/${coming}/0`)
    expect((await popup(planner)).text).toContain(name)
    expect((await popup(supervisor)).text).not.toContain(name)
  })

  it('are those to come with a place, of which nothing is cancelled or finished', async () => {
    const is = async (options: Parameters<typeof addPlanning>[1], change?: string) => {
      const { planningId, parts } = await addPlanning(app, options)
      if (change !== undefined) await app.pool.query(change, [parts.at(-1)])
      return (await offered(planner, String(planningId))).length
    }
    const two = { components: [null, null] }
    expect(await is(two)).toBe(1)
    expect(await is({ ...two, inDays: -1 })).toBe(0)
    expect(await is(two, `update appointments set status = 'cancelled' where id = $1`)).toBe(0)
    expect(await is(two, `update appointments set status = 'done' where id = $1`)).toBe(0)
    const full = await addPlanning(app, { ...two, max: 1 })
    await put(app, [full.parts[1]!], await addPeople(app, 1))
    expect(await offered(planner, String(full.planningId))).toEqual([])
    // Who is there is told, since that is no matter of one planning.
    const incompany = await addPlanning(app, { incompany: app.story.companies.vanLoon })
    const [shown] = await offered(planner, String(incompany.planningId))
    expect(shown!.sub).toContain('incompany')
    expect(await offered(supervisor, String(incompany.planningId))).toEqual([])
    const option = await addPlanning(app, { status: 'option' })
    expect([
      (await offered(planner, String(option.planningId))).length,
      (await offered(supervisor, String(option.planningId))).length,
    ]).toEqual([1, 0])
  })
})
