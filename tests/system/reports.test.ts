import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { instantOf, wallClock } from '../../src/platform/format/zone.ts'
import { mailDue } from '../../src/system/reports/mailing.job.ts'
import { isDue, keptQuery, momentText } from '../../src/system/reports/reports.rules.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const make = async (page: string, query: string, form: Record<string, string | number | number[]> = {}) => {
  const url = `/reports/create?page=${encodeURIComponent(page)}&query=${encodeURIComponent(query)}`
  const answer = await planner.post(url, {
    name: 'Proef',
    format: 'screen',
    mail_every: '',
    mail_day: 1,
    mail_at: '07:00',
    ...form,
  })
  return { status: answer.status, id: answer.status < 300 ? answer.json<{ id: number }>().id : 0, answer }
}

describe('a report', () => {
  it('is made from a list as it stands, and shows the same rows, on the screen and as a file [R-275] [R-276] [S-166] [S-167]', async () => {
    const { $ } = await planner.page('/contacts')
    expect($('[data-view-report]').attr('data-view-report')).toBe('/reports/create?page=%2Fcontacts')
    const query = `active=yes&role=${ROLE.supervisor}&search=jan&columns=name,email&sort=-client_id`
    const { id } = await make('/contacts', query)
    const start = await planner.get(`/reports/start/${id}`)
    const lead = start.$('a[href^="/contacts?"]').first().attr('href')!
    expect(lead).toBe(`/contacts?active=yes&role=${ROLE.supervisor}&columns=name%2Cemail&sort=-client_id`)
    expect((await planner.page(lead)).status).toBe(200)
    const rows = async (url: string) =>
      parse((await planner.get(url)).text, { delimiter: ';', bom: true, columns: true })
    const file = start.$('a[href*="export=csv"]').attr('href')!
    expect(await rows(file)).toEqual(await rows(`/contacts?active=yes&role=${ROLE.supervisor}&columns=name,email&sort=-client_id&export=csv`)) // prettier-ignore
    expect((await rows(file)).length).toBeGreaterThan(0)
  })

  it('is of a list that its maker sees, and is run by who may see that list', async () => {
    for (const page of ['/nothing', '/administration/reports', '/administration/bank/statements'])
      expect([page, (await make(page, '')).status]).toEqual([page, 404])
    const { id } = await make('/contacts', '')
    await app.pool.query(`update saved_reports set page = '/administration/bank/statements' where id = $1`, [id])
    expect((await planner.get(`/reports/start/${id}`)).status).toBe(404)
    expect((await (await app.as(ROLE.administrator)).get(`/reports/start/${id}`)).status).toBe(200)
    for (const role of [ROLE.teacher, ROLE.supervisor, ROLE.student])
      expect((await (await app.as(role)).get(`/reports/start/${id}`)).status).toBe(403)
  })

  it('is changed where it is shown, over no one, and taken back [R-277] [S-168]', async () => {
    const { reports } = app.story
    const url = `/reports/view/${reports.plannings}`
    const { $ } = await planner.get(url)
    const form = { name: 'Planningen', format: 'csv', mail_every: 'week', mail_day: 5, mail_at: '08:30', version: String($('[name=version]').val()) } // prettier-ignore
    expect((await planner.post(url, form)).status).toBe(422)
    const saved = await planner.post(url, { ...form, 'user_ids[]': [app.story.users[ROLE.scheduler]!] })
    expect(saved.status).toBe(204)
    expect((await planner.get(`/reports/start/${reports.plannings}`)).$('.popup-sub').text()).toContain('Elke week op vrijdag om 08:30') // prettier-ignore
    expect((await planner.post(url, { ...form, name: 'Anders', 'user_ids[]': [app.story.users[ROLE.scheduler]!] })).status).toBe(409) // prettier-ignore
    expect((await planner.post(`/undo/${saved.undo!.set}`)).status).toBe(204)
    expect((await planner.get(url)).$('[name=name]').val()).toBe('Planningen van de volgende maand')
  })

  it('is mailed at its moment, once, as a link that tells nothing, to who works here', async () => {
    const { users, reports } = app.story
    const ids = [users[ROLE.administrator]!, users[ROLE.scheduler]!, users[ROLE.teacher]!]
    await app.pool.query(
      `update saved_reports set mail_every = 'month', mail_day = 3, mail_at = '07:30', user_ids = $2, mailed_on = null where id = $1`,
      [reports.documents, ids],
    )
    await app.pool.query('update saved_reports set mail_every = null where id <> $1', [reports.documents])
    const mails = async () =>
      (await app.pool.query<{ recipient: string; text_body: string }>(`select recipient, text_body from mails where subject like 'Rapport: %' order by recipient`)).rows // prettier-ignore
    const services = app.services
    await mailDue(services, instantOf('2031-03-03', '07:29')!)
    expect(await mails()).toEqual([])
    await Promise.all([1, 2].map(() => mailDue(services, instantOf('2031-03-03', '07:31')!)))
    await mailDue(services, instantOf('2031-03-03', '18:00')!)
    const { rows: readers } = await app.pool.query<{ email: string }>('select email from users where id = any($1) order by email', [ids.slice(0, 2)]) // prettier-ignore
    expect((await mails()).map(({ recipient }) => recipient)).toEqual(readers.map(({ email }) => email))
    expect((await mails())[0]!.text_body).toContain(`/reports/start/${reports.documents}`)
    await mailDue(services, instantOf('2031-04-03', '07:31')!)
    expect((await mails()).length).toBe(4)
  })
})

describe('the rules of reports', () => {
  const of = (every: 'day' | 'week' | 'month' | null, day = 1, at = '07:00', mailed: string | null = null) => ({
    ...{ mail_every: every, mail_day: day, mail_at: at, mailed_on: mailed },
  })

  it.each([
    [of(null), '2026-11-02', '07:00', false],
    [of('day'), '2026-11-02', '06:59', false],
    [of('day'), '2026-11-02', '07:00', true],
    [of('day', 1, '07:00', '2026-11-02'), '2026-11-02', '09:00', false],
    [of('day', 1, '07:00', '2026-11-01'), '2026-11-02', '09:00', true],
    [of('week', 1), '2026-11-02', '07:00', true],
    [of('week', 1), '2026-11-03', '07:00', false],
    [of('week', 28), '2026-11-08', '07:00', true],
    [of('month', 28), '2027-02-28', '07:00', true],
    [of('month', 1), '2027-02-28', '07:00', false],
  ])('%j is due at %s %s: %s', (moment, day, time, due) => expect(isDue(moment, { day, time })).toBe(due))

  it('say when, and keep no words that somebody searched for', () => {
    expect(momentText(of('month', 3, '07:30'))).toBe('Elke maand op dag 3 om 07:30')
    expect(keptQuery('search=Jansen&active=yes&page=2&view=4')).toBe('active=yes')
    expect(isDue(of('day'), wallClock(instantOf('2026-11-02', '07:00')!))).toBe(true)
  })
})
