// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact, addCourse } from '../support/builders.ts'
import { addPlanning, put } from './enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const HOME = '/courses/refreshers'
const inDays = (days: number) => addDays(today(), days)
const stored = (id: number) =>
  app.db.selectFrom('contact_refreshers').selectAll().where('id', '=', id).executeTakeFirst()

/** Adds a refresher as a planner does. */
async function add(contactId: number, days: number, courseId = app.story.courses.bhvRefresher): Promise<number> {
  const form = { contact_id: contactId, course_id: courseId, expiration_date: formatDate(inDays(days)) }
  const answer = await planner.post('/courseRefresher/add', form)
  expect([answer.status, answer.text]).toEqual([200, expect.anything()])
  return answer.json<{ id: number }>().id
}

/** The lines of a list: name, course, day and what stands behind it. */
const linesOf = ({ $ }: Answer) =>
  $('tbody tr[data-id]')
    .toArray()
    .map((row) =>
      $(row)
        .find('td')
        .toArray()
        .map((cell) => $(cell).text().replace(/\s+/g, ' ').trim())
        .filter(Boolean),
    )

describe('a refresher', () => {
  it('is added, shown, changed and deleted, each of which can be taken back [R-104] [R-105] [R-106] [S-082]', async () => {
    const contact = await addContact(app.db, { first_name: 'Joke', last_name: 'Herhaler' })
    const { $ } = await planner.get(`/courseRefresher/add?contact_id=${contact}&course_id=${app.story.courses.ehbo}`)
    expect($('.popup-title').text()).toBe('Herhaling toevoegen')
    expect($('[name=contact_id]').val()).toBe(String(contact))
    expect($('[name=course_id]').val()).toBe(String(app.story.courses.ehbo))
    const id = await add(contact, 100)
    expect(await stored(id)).toMatchObject({ contact_id: contact, expires_at: inDays(100), invited_at: null })
    const view = await planner.get(`/courseRefresher/view/${id}`)
    expect(view.$('.popup-sub').text()).toContain('Joke Herhaler')
    expect(view.$('.dl').text()).toContain(formatDate(inDays(100)))
    const { version } = (await stored(id))!
    const form = { course_id: app.story.courses.ehbo, expiration_date: formatDate(inDays(30)), version }
    expect((await planner.post(`/courseRefresher/edit/${id}`, form)).status).toBe(204)
    expect((await planner.post(`/courseRefresher/edit/${id}`, form)).status).toBe(409)
    expect(await stored(id)).toMatchObject({ course_id: app.story.courses.ehbo, expires_at: inDays(30) })
    const gone = await planner.post('/courseRefresher/delete', { id })
    expect([gone.trigger.flash?.str, await stored(id)]).toEqual(['Herhaling verwijderd', undefined])
    expect((await planner.post(`/undo/${gone.undo!.set}`)).status).toBe(204)
    expect(await stored(id)).toMatchObject({ expires_at: inDays(30) })
  })

  it('has a popup that tells who, by when, for what somebody is enrolled and who was invited [S-083]', async () => {
    const contact = await addContact(app.db, { first_name: 'Popup', last_name: 'Persoon' })
    const id = await add(contact, 20)
    const facts = async () => {
      const { $ } = await planner.get(`/courseRefresher/view/${id}`)
      const terms = $('dl.dl dt').toArray()
      return Object.fromEntries(terms.map((term) => [$(term).text(), $(term).next('dd').text().trim()]))
    }
    expect(await facts()).toEqual({
      Cursist: 'Popup Persoon',
      Bedrijf: 'Particulier',
      Vervaldatum: formatDate(inDays(20)),
      'Vorig certificaat': 'Niet van ons',
      Ingeschreven: 'Nog niet',
      Uitgenodigd: 'Nog niet',
      Herinnerd: 'Nog niet',
      'Volgende herinnering': 'Geen',
    })
    const { parts } = await addPlanning(app, { courseId: app.story.courses.bhvRefresher, inDays: 9 })
    await put(app, parts, [contact])
    const invited = { invited_at: new Date(), invited_by: planner.userId }
    await app.db.updateTable('contact_refreshers').set(invited).where('id', '=', id).execute()
    const told = await facts()
    expect(told.Ingeschreven).toMatch(/^\d\d-\d\d-\d{4} \d\d:\d\d$/)
    expect(told.Uitgenodigd).toContain('Sanne Willems')
  })

  it('offers the coming plannings of its course, each to be enrolled in with person and planning chosen', async () => {
    const contact = await addContact(app.db, { first_name: 'Aan', last_name: 'Geboden' })
    const course = await addCourse(app.db, { description: 'Alleen hier' })
    const id = await add(contact, 40, course)
    const [open, full, own] = [
      await addPlanning(app, { courseId: course, inDays: 12, max: 8 }),
      await addPlanning(app, { courseId: course, inDays: 14, max: 1 }),
      await addPlanning(app, { courseId: course, inDays: 16, incompany: app.story.companies.vanLoon }),
    ]
    await put(app, full.parts, [await addContact(app.db)])
    const offered = async (browser: Browser) => {
      const { $ } = await browser.get(`/courseRefresher/view/${id}`)
      return $('.record-main a[href^="/calendar/enroll"]')
        .toArray()
        .map((link) => $(link).attr('href')!)
    }
    const address = `/calendar/enroll?contact_id=${contact}&appointment_id=${open.parts[0]}`
    expect(await offered(planner)).toEqual([address])
    expect((await planner.get(`/calendar/view-appointment/${own.parts[0]}`)).status).toBe(200)
    const enrol = await planner.get(address)
    const chosen = (name: string) => enrol.$(`select[name="${name}"] option[selected]`).val()
    expect([chosen('appointment_id'), chosen('students[]')]).toEqual([String(open.parts[0]), String(contact)])
    await put(app, open.parts, [contact])
    expect(await offered(planner)).toEqual([])
  })

  it('leads with what it asks for now, each way as far as the viewer may go it', async () => {
    const contact = await addContact(app.db, { last_name: 'Stappen', email: 'stappen@post.example' })
    const course = await addCourse(app.db, { description: 'Stap voor stap' })
    const id = await add(contact, 30, course)
    const url = `/courseRefresher/view/${id}`
    const shown = async (browser = planner) => {
      const { $ } = await browser.get(url)
      const others = JSON.parse($('.next-step [data-menu]').attr('data-menu') ?? '[]') as { label: string }[]
      return {
        lead: $('.popup-tools .btn-primary[data-tool]').text(),
        others: others.map(({ label }) => label),
        todo: $('.todo-line .grow').text(),
        plan: $('.record-main .empty a').attr('href'),
      }
    }
    const plan = `/calendar/add?course_id=${course}`
    expect(await shown()).toEqual({ lead: 'Uitnodigen', others: ['Planning toevoegen', 'Inschrijven'], todo: '', plan })
    const reach = (more: { email?: string | null; active?: boolean }) =>
      app.db.updateTable('contacts').set(more).where('id', '=', contact).execute()
    await reach({ email: null })
    expect(await shown()).toMatchObject({ lead: 'Planning toevoegen', todo: 'E-mailadres ontbreektUitnodigen kan dan niet' }) // prettier-ignore
    await reach({ email: 'stappen@post.example' })
    const { parts } = await addPlanning(app, { courseId: course, inDays: 12 })
    await app.db.updateTable('contact_refreshers').set({ invited_at: new Date() }).where('id', '=', id).execute()
    expect(await shown()).toMatchObject({ lead: 'Inschrijven', others: ['Opnieuw uitnodigen'], todo: '' })
    await put(app, parts, [contact])
    expect(await shown()).toMatchObject({ lead: 'Planning openen', others: [], todo: '' })
    await app.db.deleteFrom('enrolments').where('contact_id', '=', contact).execute()
    await reach({ active: false })
    expect(await shown()).toMatchObject({ lead: 'Wijzigen', todo: 'De cursist is niet actiefWie niet meedoet wordt niet uitgenodigd' }) // prettier-ignore
  })

  it('leads to the whole course once its grace is over, until somebody is enrolled in that', async () => {
    const contact = await addContact(app.db, { last_name: 'Overtijd', email: 'over@post.example' })
    const refresher = await addCourse(app.db, { description: 'Herhalen', grace_months: 1 })
    const whole = await addCourse(app.db, { description: 'De hele', refresher_course_id: refresher })
    const id = await add(contact, -90, refresher)
    const lead = async () => {
      const { $ } = await planner.get(`/courseRefresher/view/${id}`)
      return [$('.popup-tools .btn-primary[data-tool]').attr('href'), $('.todo-line').length]
    }
    expect(await lead()).toEqual([`/calendar/enroll?contact_id=${contact}`, 1])
    const { parts } = await addPlanning(app, { courseId: whole, inDays: 12 })
    await put(app, parts, [contact])
    expect(await lead()).toEqual([`/calendar/view-appointment/${parts[0]}`, 0])
  })

  it('tells the certificate before it, what reminded of it and what will', async () => {
    const { anouk } = app.story.refreshers
    const facts = async () => {
      const { $ } = await planner.get(`/courseRefresher/view/${anouk}`)
      return (term: string) => $(`dl.dl dt:contains("${term}")`).first().next('dd').text().replace(/\s+/g, ' ').trim()
    }
    expect((await facts())('Vorig certificaat')).toMatch(/^\d{4}-\d{6}.*geldig t\/m \d\d-\d\d-\d{4}$/)
    const contact = await addContact(app.db, { email: 'herinnerd@post.example' })
    const id = await add(contact, 40)
    const moments = await app.db
      .updateTable('message_moments')
      .set({ active: true })
      .where('kind', '=', 'refresher')
      .returning(['id', 'days', 'at'])
      .execute()
    const at = moments.find(({ days }) => days === 60)!
    const sent = { moment_id: at.id, scope_id: id, subject_id: contact, recipient_id: contact }
    const occasion = Math.round((Date.parse(inDays(40)) - Date.parse('2000-01-01')) / 86_400_000)
    await app.db
      .insertInto('moment_sends')
      .values({ ...sent, occasion })
      .execute()
    const { $ } = await planner.get(`/courseRefresher/view/${id}`)
    const told = (term: string) => $(`dl.dl dt:contains("${term}")`).first().next('dd').text().trim()
    expect(told('Herinnerd')).toBe(formatDate(today()))
    const next = moments.find(({ days }) => days === 30)!
    expect(told('Volgende herinnering')).toBe(`${formatDate(inDays(10))} ${next.at}`)
    // Who is enrolled is reminded no more.
    const { parts } = await addPlanning(app, { courseId: app.story.courses.bhvRefresher, inDays: 9 })
    await put(app, parts, [contact])
    expect((await planner.get(`/courseRefresher/view/${id}`)).text).toContain('Geen, is ingeschreven')
    await app.db.updateTable('message_moments').set({ active: false }).where('kind', '=', 'refresher').execute()
  })

  it('is refused with words at the field when something is missing or there already', async () => {
    const contact = await addContact(app.db)
    const empty = await planner.post('/courseRefresher/add', {
      contact_id: contact,
      course_id: '',
      expiration_date: '',
    })
    expect([empty.status, empty.json()]).toEqual([
      422,
      { course_id: ['Maak een keuze'], expiration_date: ['Vul een vervaldatum in.'] },
    ])
    await add(contact, 10)
    const form = {
      contact_id: contact,
      course_id: app.story.courses.bhvRefresher,
      expiration_date: formatDate(inDays(20)),
    }
    const twice = await planner.post('/courseRefresher/add', form)
    expect([twice.status, twice.json()]).toEqual([422, { course_id: ['Deze cursist heeft deze herhaling al.'] }])
    const unknown = await planner.post('/courseRefresher/add', { ...form, course_id: 99_999 })
    expect(unknown.status).toBe(404)
  })

  it('keeps its course from being deleted', async () => {
    const course = app.story.courses.online
    await add(await addContact(app.db), 10, course)
    const { json } = await planner.get(`/ajax/getDeletionPreventors/course/${course}`)
    expect(json<{ reasons: { label: string; count: number }[] }>().reasons).toContainEqual(
      expect.objectContaining({ label: 'Herhalingen', count: 1 }),
    )
  })
})

describe('the list', () => {
  it('tells who is enrolled for it apart, and what is over from what can still be done', async () => {
    const people = await Promise.all(
      ['Een', 'Twee', 'Drie', 'Vier', 'Vijf'].map((last_name) =>
        addContact(app.db, { first_name: 'Lijst', last_name }),
      ),
    )
    const days = [200, 20, -20, -200, 21]
    for (const [i, contact] of people.entries()) await add(contact, days[i]!)
    const { parts } = await addPlanning(app, { courseId: app.story.courses.bhvRefresher, inDays: 12 })
    await put(app, parts, [people[4]!])
    const named = async (state: string) =>
      linesOf(await planner.get(`${HOME}?search=Lijst&state=${state}`)).map(([name]) => name)
    expect(await named('ok')).toEqual(['Lijst Een'])
    expect(await named('soon')).toEqual(['Lijst Twee'])
    expect(await named('late')).toEqual(['Lijst Drie'])
    expect(await named('over')).toEqual(['Lijst Vier'])
    expect(await named('booked')).toEqual(['Lijst Vijf'])
    const all = await planner.get(`${HOME}?search=Lijst`)
    expect(linesOf(all).map(([name]) => name)).toEqual(
      ['Vier', 'Drie', 'Twee', 'Vijf', 'Een'].map((name) => `Lijst ${name}`),
    )
    expect(all.$(`a[href="/calendar/view-appointment/${parts[0]}"]`)).toHaveLength(1)
    expect(all.text).toContain(`herhalen kan t/m`)
    const cancelled = { status: 'cancelled' }
    await app.db.updateTable('appointments').set(cancelled).where('id', 'in', parts).execute()
    expect(await named('booked')).toEqual([])
  })

  it('is narrowed by course, company and period, and grouped by them', async () => {
    const { deLinde } = app.story.companies
    const of = async (query: string) => linesOf(await planner.get(`${HOME}?max_per_page=200&${query}`))
    const ofCompany = await of(`company_id=${deLinde}`)
    expect(ofCompany.length).toBeGreaterThan(0)
    const { rows } = await app.pool.query<{ count: number }>(
      `select count(*) from contact_refreshers where contact_id in (select contact_id from contact_companies where company_id = $1)`,
      [deLinde],
    )
    expect(ofCompany).toHaveLength(Number(rows[0]!.count))
    const courses = new Set((await of(`course_id=${app.story.courses.cpr}`)).map(([, , course]) => course))
    expect([...courses]).toEqual(['Reanimatie en AED'])
    const soon = await of('expires_at=next-30')
    expect(soon.length).toBeGreaterThan(0)
    for (const by of ['course', 'company', 'month', 'state']) {
      const { $, status } = await planner.get(`${HOME}?group=${by}`)
      expect([status, $('.tr-group, [data-group-key], tr.is-group, .group-toggle').length > 0]).toEqual([200, true])
    }
  })

  it('deletes the chosen ones at once, by ids or as a selection [R-108]', async () => {
    const ids = [await add(await addContact(app.db), 5), await add(await addContact(app.db), 6)]
    const keeps = await add(await addContact(app.db), 7)
    const gone = await planner.delete(`/courseRefresher/massDelete?selection=${ids.join()}`)
    expect([gone.status, gone.trigger.flash?.str]).toEqual([204, 'De geselecteerde items zijn verwijderd.'])
    expect(await Promise.all(ids.map(stored))).toEqual([undefined, undefined])
    expect(await stored(keeps)).toBeDefined()
    expect((await planner.delete(`/courseRefresher/massDelete?ids=${keeps}`)).status).toBe(204)
    expect(await stored(keeps)).toBeUndefined()
    const { $ } = await planner.page(HOME)
    expect($('[data-delete-url]').attr('data-delete-url')).toBe('/courseRefresher/massDelete')
  })

  it('answers those of a list of ids with their day in both ways [R-103]', async () => {
    const contact = await addContact(app.db)
    const id = await add(contact, 44)
    const other = await add(contact, 45, app.story.courses.ehbo)
    const told = {
      id,
      contact_id: contact,
      course_id: app.story.courses.bhvRefresher,
      expires_at: inDays(44),
      expiration_date: formatDate(inDays(44)),
    }
    for (const name of ['ids', 'id'])
      expect((await planner.get(`${HOME}/fetch?${name}=${id},99999999`)).json()).toEqual([told])
    const both = (await planner.get(`${HOME}/fetch?ids=${id}&id=${other}`)).json<{ id: number }[]>()
    expect(both.map((one) => one.id).sort((a, b) => a - b)).toEqual([id, other])
  })

  it('shows a supervisor and a student their own alone', async () => {
    const { anouk, foreign, student } = app.story.refreshers
    const ids = [anouk, foreign, student].join()
    const seen = async (role: 4 | 5) =>
      (await (await app.as(role)).get(`${HOME}/fetch?ids=${ids}`)).json<{ id: number }[]>().map((row) => row.id)
    expect(await seen(ROLE.supervisor)).not.toContain(foreign)
    expect(await seen(ROLE.supervisor)).toContain(anouk)
    expect(await seen(ROLE.student)).toEqual([student])
    const teacher = await app.as(ROLE.teacher)
    expect((await teacher.get(HOME)).status).toBe(403)
    const supervisor = await app.as(ROLE.supervisor)
    expect((await supervisor.delete(`/courseRefresher/massDelete?ids=${anouk}`)).status).toBe(403)
  })
})

describe('the person', () => {
  it('shows the refreshers in a tab, and so does the company', async () => {
    const { anouk } = app.story.contacts
    const tab = async (url: string) => {
      const { $ } = await planner.get(url)
      return $('[role=tab], .popup-tab, [data-item]')
        .toArray()
        .map((one) => $(one).text().replace(/\s+/g, ' ').trim())
        .find((text) => text.startsWith('Herhalingen'))
    }
    expect(await tab(`/contact/view/${anouk}`)).toMatch(/^Herhalingen ?\d+$/)
    expect(await tab(`/company/view/${app.story.companies.deLinde}`)).toMatch(/^Herhalingen ?\d+$/)
  })

  it('that becomes one with another takes a course again once, by the later day', async () => {
    const kept = await addContact(app.db, { first_name: 'Twee', last_name: 'Keer' })
    const gone = await addContact(app.db, { first_name: 'Twee', last_name: 'Keer' })
    const id = await add(kept, 10)
    const twin = await add(gone, 40)
    const other = await add(gone, 50, app.story.courses.ehbo)
    const merged = await planner.post(`/contacts/merge?ids=${kept},${gone}`, { kept_id: kept, gone_id: gone })
    expect([merged.status, merged.text]).toEqual([expect.toBeOneOf([200, 204]), expect.anything()])
    expect(await stored(id)).toMatchObject({ contact_id: kept, expires_at: inDays(40) })
    expect(await stored(twin)).toBeUndefined()
    expect(await stored(other)).toMatchObject({ contact_id: kept })
  })
})

describe('what has to be done about refreshers', () => {
  /** The line of 'Nog te doen' about refreshers, of a contact. */
  async function lineOf(contact: number, browser = planner) {
    const { $ } = await browser.get(`/contact/view/${contact}`)
    const line = $('.todo-line')
      .toArray()
      .find((one) => $(one).text().includes('erhaling'))
    return line ? $(line).find('.grow').text().replace(/\s+/g, ' ').trim() : null
  }

  it('is counted above the calendar by exactly the rows that it leads to', async () => {
    const strip = async () => {
      const { $ } = await planner.get('/attention')
      const line = $('[href="/courses/refreshers?waits=yes"]')
      return `${line.find('b').text()} ${line.find('.todo-text').text()}`
    }
    const listed = async () => linesOf(await planner.get(`${HOME}?waits=yes&max_per_page=200`)).length
    const before = await listed()
    expect(await strip()).toBe(`${before} herhalingen uit te nodigen`)
    const [soon, late, over, far, booked, off] = await Promise.all(
      Array.from({ length: 6 }, () => addContact(app.db, { last_name: 'Telt' })),
    )
    await add(soon!, 60)
    await add(late!, -10)
    await add(over!, -120)
    await add(far!, 61)
    await add(booked!, 20)
    await add(off!, 20)
    await app.db.updateTable('contacts').set({ active: false }).where('id', '=', off!).execute()
    const { parts } = await addPlanning(app, { courseId: app.story.courses.bhvRefresher, inDays: 12 })
    await put(app, parts, [booked!])
    expect(await listed()).toBe(before + 2)
    expect(await strip()).toBe(`${before + 2} herhalingen uit te nodigen`)
  })

  it('is said of the contact also where no certificate ends, until somebody is enrolled', async () => {
    const contact = await addContact(app.db, { last_name: 'Reanimeert' })
    await add(contact, 61, app.story.courses.cpr)
    expect(await lineOf(contact)).toBeNull()
    await app.db
      .updateTable('contact_refreshers')
      .set({ expires_at: inDays(45) })
      .where('contact_id', '=', contact)
      .execute()
    expect(await lineOf(contact)).toBe(`Herhaling verlooptReanimatie en AED: uiterlijk ${formatDate(inDays(45))}`)
    const { parts } = await addPlanning(app, { courseId: app.story.courses.cpr, inDays: 12 })
    await put(app, parts, [contact])
    expect(await lineOf(contact)).toBeNull()
  })

  it('ends when the grace of the course is over', async () => {
    const contact = await addContact(app.db, { last_name: 'Uitloop' })
    await add(contact, -80)
    expect(await lineOf(contact)).toContain('Herhaling is verlopen')
    const grace = (grace_months: number) =>
      app.db.updateTable('courses').set({ grace_months }).where('id', '=', app.story.courses.bhvRefresher).execute()
    await grace(2)
    expect(await lineOf(contact)).toBeNull()
    await grace(3)
  })
})
