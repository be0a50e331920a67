import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { fixedTables } from '../../src/system/settings/points.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
})
afterAll(() => app.close())

const PATH = '/resetAll?confirm=herstellen'
async function reset(browser: Browser, path = PATH, headers: Record<string, string> = {}): Promise<Answer> {
  const { token } = (await browser.get('/ajax/getToken')).json<{ token: string }>()
  return browser.request(path, { headers: { 'HX-Request': 'true', 'X-CSRF-Token': token, ...headers } })
}
const names = async () =>
  (await app.pool.query<{ name: string }>('select name from companies order by id')).rows.map(({ name }) => name)

describe('GET /resetAll', () => {
  it('needs an administrator, the token, our own page and the word typed [A-190]', async () => {
    const before = await names()
    expect((await reset(await app.as(2))).status).toBe(403)
    expect((await administrator.get(PATH)).status).toBe(403)
    expect((await reset(administrator, PATH, { 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const untyped = await reset(administrator, '/resetAll')
    expect([untyped.status, untyped.json()]).toEqual([422, { confirm: ['Typ HERSTELLEN om te bevestigen.'] }])
    const form = await administrator.get('/settings/reset')
    expect(form.$('form').attr('hx-confirm')).toContain('Weet u zeker')
    expect(form.$('form').attr('data-token')).toBeDefined()
    expect(await names()).toEqual(before)
  })

  it('is refused where it is not switched on', async () => {
    const other = await testApp({ env: { NOORDKAAP_DEMO: '0' } })
    try {
      const browser = await other.as(1)
      expect((await reset(browser)).status).toBe(403)
      expect((await browser.get('/settings/reset')).text).toContain('alleen in een demo-omgeving')
    } finally {
      await other.close()
    }
  })

  it('tells the story again, signs everybody out and leaves one trace [R-267]', async () => {
    const before = await names()
    const counts = async () =>
      (
        await app.pool.query<Record<string, string>>(
          `select (select count(*) from notes) as notes, (select count(*) from documents) as documents, (select count(*) from mails) as mails`,
        )
      ).rows
    const told = await counts()
    const colours = () => app.db.selectFrom('appointment_statuses').select(['key', 'color']).orderBy('key').execute()
    const statuses = await colours()
    await app.pool.query(`update companies set name = 'Weg' where id = 1`)
    await app.pool.query(`update appointment_statuses set color = '#112233'`)
    await app.pool.query(`insert into users (email, name) values ('later@noordkaap.example', 'Later')`)
    const answer = await reset(administrator)
    expect([answer.status, answer.headers.get('hx-redirect')]).toEqual([204, '/login'])
    expect(await names()).toEqual(before)
    expect(await counts()).toEqual(told)
    const unanswerable = `select 1 from quotations q where stage in ('sent', 'viewed')
      and not exists (select from quotation_links where quotation_id = q.id)`
    expect((await app.pool.query(unanswerable)).rowCount, 'sent quotations without a link').toBe(0)
    expect(await colours()).toEqual(statuses)
    expect((await app.pool.query(`select 1 from users where name = 'Later'`)).rowCount).toBe(0)
    expect((await administrator.get('/contacts')).status).toBe(401)
    const { rows } = await app.pool.query(`select actor_id from history where action = 'reset'`)
    expect(rows).toEqual([{ actor_id: app.story.users[1] }])
    const again = await (await app.as(2)).post('/company/add', { name: 'Nieuw na herstel' })
    expect(again.status).toBe(200)
  })

  it('knows every table that the migrations fill', async () => {
    const fresh = await testApp({ empty: true })
    try {
      await fresh.owner.pool.query('truncate users, sessions, history cascade')
      const { rows } = await fresh.pool.query<{ name: string }>(
        `select tablename as name from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`,
      )
      const filled: string[] = []
      for (const { name } of rows)
        if ((await fresh.pool.query(`select 1 from ${name} limit 1`)).rowCount) filled.push(name)
      // The story has these again (`add_standard_messages`, `add_replacement_messages`, `ship_device_categories`).
      const told = [
        'default_messages',
        'device_categories',
        'inspection_schedules',
        'interest_rates',
        'product_prices',
        'products',
        'ledger_rules',
        'message_moments',
        'settings',
      ]
      expect(filled.sort()).toEqual([...app.services.registry.all(fixedTables), ...told].sort())
    } finally {
      await fresh.close()
    }
  })
})
