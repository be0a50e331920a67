import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp, createServices } from '../../src/app.ts'
import { type Database, openDatabase } from '../../src/platform/database/connection.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { today } from '../../src/platform/format/zone.ts'
import { forgetOutcomes } from '../../src/platform/http/once.ts'
import { type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'
import { addContact, addCourse, addPassedPlanning } from '../support/builders.ts'
import { addPlanning } from '../training/enrolment-support.ts'

/** Two servers on one database that share nothing else. */
let app: TestApp
let other: { database: Database; server: ReturnType<typeof createServer> }
let here: Browser
let there: Browser

beforeAll(async () => {
  app = await testApp()
  const { connectionString, services } = app
  const database = openDatabase(connectionString, { max: 5 })
  const beside = createServices({ ...services, ...database, connectionString })
  const server = createServer(createApp(beside, { js: '/assets/app.js', css: [], areas: '', preload: [], fonts: [] }))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  other = { database, server }
  here = await app.as(2)
  there = await app.as(2, `http://127.0.0.1:${(server.address() as AddressInfo).port}`)
})
afterAll(async () => {
  other.server.closeAllConnections()
  await new Promise((resolve) => other.server.close(resolve))
  await other.database.close()
  await app.close()
})

type Form = Record<string, FormValue>
const count = async (table: string) =>
  Number((await app.pool.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]!.count)
/** The token that the form was shown with. */
const tokenOf = async (path: string) => (await here.get(path)).$('form input[name=_once]').attr('value')!
const firstDayOf2033 = {
  'appointments[0][start_datetime]': '04-01-2033 09:00',
  'appointments[0][end_datetime]': '04-01-2033 12:00',
}

/** What is sent twice: its address, the fields, and the tables in which it makes so many rows once. */
const FORMS: [string, () => Promise<{ path: string; form: Form; rows: Record<string, number> }>][] = [
  [
    'a message to five people',
    async () => {
      const people = await Promise.all(
        [1, 2, 3, 4, 5].map((i) => addContact(app.db, { email: `vijf${i}@klant.example` })),
      )
      return {
        path: `/messages/write/default?ids=${people.join()}`,
        form: { subject: 'Eén keer', content: '<p>Beste</p>' },
        rows: { mails: 5, mailings: 1 },
      }
    },
  ],
  [
    'the wizard that sends certificates',
    async () => {
      const course = await addCourse(app.db, { description: 'Eenmaal', validity_months: 12 })
      const anna = await addContact(app.db, { first_name: 'Anna', email: 'anna@post.example' })
      const { partId } = await addPassedPlanning(app.db, course, [anna])
      return {
        path: `/certificate/getCertificateSendWizard/${partId}`,
        form: {
          'generate[]': 1,
          'send[]': 1,
          'students[]': anna,
          issued_on: formatDate(today()),
          student_subject: 'Uw certificaat',
          student_text: 'Beste',
          supervisor_subject: 'Certificaten',
          supervisor_text: 'Beste',
        },
        rows: { certificates: 1, certificate_mailings: 1 },
      }
    },
  ],
  [
    'a contact',
    async () => ({ path: '/contact/add', form: { first_name: 'Twee', last_name: 'Keer' }, rows: { contacts: 1 } }),
  ],
  ['a company', async () => ({ path: '/company/add', form: { name: 'Tweemaal BV' }, rows: { companies: 1 } })],
  [
    'a reservation',
    async () => {
      const { parts } = await addPlanning(app)
      return { path: `/calendar/enroll/${parts[0]}/1`, form: { company_id: 4, places: 2 }, rows: { reservations: 1 } }
    },
  ],
  [
    'a planning without room or teacher',
    async () => ({
      path: '/calendar/add',
      form: {
        course_id: 1,
        'appointments[0][enabled]': 1,
        'appointments[0][course_component_id]': 11,
        ...firstDayOf2033,
      },
      rows: { appointment_groups: 1, appointments: 1 },
    }),
  ],
]

describe('a form that comes twice', () => {
  it.each(FORMS)('saves %s once, at whichever process it comes, with one answer for both', async (_what, make) => {
    const { path, form, rows } = await make()
    const tables = Object.keys(rows)
    const before = await Promise.all(tables.map(count))
    const sent = { ...form, _once: await tokenOf(path) }
    const answers = await Promise.all([here, there, here].map((browser) => browser.post(path, sent)))
    const [first] = answers
    expect([first!.status, first!.text]).toEqual([
      expect.toSatisfy((status: number) => status < 300),
      expect.any(String),
    ])
    for (const { status, text, trigger } of answers)
      expect({ status, text, trigger }).toEqual({ status: first!.status, text: first!.text, trigger: first!.trigger })
    expect(await Promise.all(tables.map(count))).toEqual(before.map((number, i) => number + rows[tables[i]!]!))
  })

  it('is not spent by a wrong one, and another form is another', async () => {
    const before = await count('companies')
    const _once = await tokenOf('/company/add')
    expect((await here.post('/company/add', { _once, name: '' })).status).toBe(422)
    expect((await here.post('/company/add', { _once, name: 'Verbeterd BV' })).status).toBeLessThan(300)
    expect(
      (await here.post('/company/add', { _once: await tokenOf('/company/add'), name: 'Volgende BV' })).status,
    ).toBeLessThan(300)
    expect((await here.post('/company/add', { name: 'Zonder token BV' })).status).toBeLessThan(300)
    expect(await count('companies')).toBe(before + 3)
  })

  it('that was saved is not saved again with something else in it, which is said; a version decides where there is one', async () => {
    const before = await count('companies')
    const _once = await tokenOf('/company/add')
    expect((await here.post('/company/add', { _once, name: 'Eerst BV' })).status).toBeLessThan(300)
    const other = await here.post('/company/add', { _once, name: 'Daarna BV' })
    expect([other.status, other.json().message]).toEqual([409, expect.stringContaining('is al opgeslagen')])
    expect(await count('companies')).toBe(before + 1)
    const edit = await here.get('/company/edit/2')
    const shown = edit.$('form').serializeArray()
    const form = Object.fromEntries(shown.map(({ name, value }) => [name, value]))
    expect((await here.post('/company/edit/2', { ...form, name: 'De Linde' })).status).toBeLessThan(300)
    const late = await here.post('/company/edit/2', { ...form, name: 'De Eik' })
    expect([late.status, late.json()]).toEqual([409, expect.objectContaining({ stale: expect.anything() as object })])
  })

  it('is not answered again with a secret that is shown once', async () => {
    const administrator = await app.as(1)
    const before = await count('api_clients')
    const path = '/settings/api/createClient'
    const shown = await administrator.get(path)
    expect(shown.status).toBe(200)
    const sent = { name: 'Kassa', scopes: ['entries'], _once: shown.$('input[name=_once]').attr('value')! }
    const first = await administrator.post(path, sent)
    const second = await administrator.post(path, sent)
    expect([first.status, second.status]).toEqual([200, 204])
    expect(second.trigger.flash?.str).toBe('Dit was al opgeslagen.')
    expect(await count('api_clients')).toBe(before + 1)
    const { rows } = await app.pool.query<{ outcome: object }>(
      'select outcome from once_answers where outcome is not null',
    )
    expect(JSON.stringify(rows)).not.toContain('secret')
  })

  it('refuses the token of somebody else, and saves nothing in either name', async () => {
    const token = 'a-token-of-somebody-else'
    const path = '/company/add'
    const company = { name: 'Eén keer B.V.', _once: token }
    expect((await here.post(path, company)).status).toBe(200)
    const before = await count('companies')
    const refused = await (await app.as(1)).post(path, company)
    expect([refused.status, refused.json<{ message: string }>().message]).toEqual([
      409,
      'Dit is al verstuurd in de naam van iemand anders.',
    ])
    expect((await here.post(path, company)).status).toBe(200)
    expect(await count('companies')).toBe(before)
  })

  it('is saved in one name when two send one token in the same second', async () => {
    const [planner, administrator] = [await app.as(2), await app.as(1)]
    for (let i = 0; i < 5; i++) {
      const before = await count('companies')
      const company = { name: `Gelijk ${i}`, _once: `one-token-of-two-users-${i}` }
      const answers = await Promise.all(
        [planner, administrator].map((browser) => browser.post('/company/add', company)),
      )
      expect(answers.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
      expect(await count('companies')).toBe(before + 1)
    }
  })

  it('is known again whatever CSRF token comes with it, which a browser fetches anew when its session was', async () => {
    const before = await count('companies')
    const _once = await tokenOf('/company/add')
    const send = (_token: string) => here.post('/company/add', { _once, name: 'Nieuwe sessie BV', _token })
    const [first, second] = [await send('een'), await send('twee')]
    expect([first.status, second.status]).toEqual([200, 200])
    expect(second.json()).toEqual(first.json())
    expect(await count('companies')).toBe(before + 1)
  })

  it('has an answer for each address that it is sent to', async () => {
    const _once = await tokenOf('/company/add')
    const company = { _once, name: 'Ergens anders BV' }
    const person = { _once, first_name: 'Ergens', last_name: 'Anders' }
    const first = [await here.post('/company/add', company), await here.post('/contact/add', person)]
    const second = [await here.post('/company/add', company), await here.post('/contact/add', person)]
    expect(first.map(({ status }) => status)).toEqual([200, 200])
    expect(second.map((answer) => answer.json())).toEqual(first.map((answer) => answer.json()))
  })

  it('is forgotten after ninety days, and no sooner', async () => {
    await app.pool.query(`update once_answers set answered_at = now() - interval '91 days'`)
    const path = '/company/add'
    const company = { _once: await tokenOf(path), name: 'Blijft BV' }
    const { id } = (await here.post(path, company)).json<{ id: number }>()
    await app.pool.query(`update once_answers set answered_at = now() - interval '89 days' where token = $1`, [
      company._once,
    ])
    await forgetOutcomes({}, app.services)
    expect(await count('once_answers')).toBe(1)
    expect((await here.post(path, company)).json()).toMatchObject({ id })
  })

  it("says nobody's name any more once somebody is anonymised, or a day later, and still is not saved twice", async () => {
    const path = '/contact/add'
    const add = async (first_name: string) => {
      const form = { _once: await tokenOf(path), first_name, last_name: 'Vergeetmij', 'roles[]': 5 }
      const saved = await here.post(path, form)
      expect(saved.status, saved.text).toBe(200)
      // As saves that name somebody in what they tell, and in what they say was done.
      await app.pool.query(
        `update once_answers set outcome = jsonb_set(outcome::jsonb, '{flash,str}', to_jsonb($2::text)) || jsonb_build_object('done', $2::text) where token = $1`,
        [form._once, `${first_name} toegevoegd`],
      )
      return { form, id: saved.json<{ id: number }>().id }
    }
    const again = async ({ form, id }: Awaited<ReturnType<typeof add>>) => {
      const before = await count('contacts')
      const repeat = await here.post(path, form)
      expect([repeat.json<{ id: number }>().id, await count('contacts')]).toEqual([id, before])
      return repeat.trigger.flash?.str
    }
    const said = async () =>
      (await app.pool.query<{ text: string }>(`select outcome::text as text from once_answers`)).rows
        .map(({ text }) => text)
        .join()
    const gone = await add('Wendelien')
    expect(await said()).toContain('Wendelien')
    expect(await again(gone)).toContain('Wendelien')
    const administrator = await app.as(1)
    const anonymised = await administrator.post(`/privacy/anonymise/${gone.id}`, { word: 'anonimiseren' })
    expect(anonymised.status).toBeLessThan(300)
    expect(await said()).not.toContain('Wendelien')
    expect(await again(gone)).toBe('Dit was al opgeslagen.')
    const kept = await add('Roosmarijn')
    await forgetOutcomes({}, app.services)
    expect(await again(kept)).toContain('Roosmarijn')
    await app.pool.query(`update once_answers set answered_at = now() - interval '25 hours'`)
    await forgetOutcomes({}, app.services)
    expect(await said()).not.toContain('Roosmarijn')
    expect(await again(kept)).toBe('Dit was al opgeslagen.')
  })
})
