import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { shownFields } from '../support/example-calls.ts'

let app: TestApp
let planner: Browser
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
  administrator = await app.as(1)
})
afterAll(() => app.close())

const contactForm = {
  first_name: 'Carlijn',
  last_name: 'Postma',
  birth_date: '03-03-1993',
  company_id: 7,
  'roles[]': 5,
  country_code: 'NL',
}
const versionOf = async (id: number) =>
  Number((await planner.get(`/contact/edit/${id}`)).$('input[name=version]').val())
const historyOf = (type: string, id: number) =>
  app.db
    .selectFrom('history')
    .selectAll()
    .where('record_type', '=', type)
    .where('record_id', '=', id)
    .orderBy('id', 'desc')
    .execute()

describe('two editors of one record', () => {
  it('lose nothing: the second save is a 409 with both values of every field that differs', async () => {
    const id = 18
    const version = await versionOf(id)
    const first = await planner.post(`/contact/edit/${id}`, { ...contactForm, version, mobile_phone: '06 1111 1111' })
    expect(first.status).toBe(204)
    const second = await administrator.post(`/contact/edit/${id}`, {
      ...contactForm,
      version,
      mobile_phone: '06 2222 2222',
      job_title: 'Receptie',
    })
    expect(second.status).toBe(409)
    const { stale, message } = second.json<{
      message: string
      stale: { by: string; fields: Record<string, [unknown, unknown]> }
    }>()
    expect(message).toBe('Deze gegevens zijn intussen gewijzigd door Sanne Willems.')
    expect(stale.by).toBe('Sanne Willems')
    expect(stale.fields.mobile_phone).toEqual(['06 2222 2222', '06 1111 1111'])
    expect(stale.fields.job_title).toEqual(['Receptie', null])
    expect(stale.fields).not.toHaveProperty('last_name')
    const row = await app.db
      .selectFrom('contacts')
      .select('mobile_phone')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.mobile_phone).toBe('06 1111 1111')
    const again = await administrator.post(`/contact/edit/${id}`, {
      ...contactForm,
      version: await versionOf(id),
      mobile_phone: '06 2222 2222',
    })
    expect(again.status).toBe(204)
  })

  it('at the very same moment: one wins, the other is told', async () => {
    const id = 19
    const version = await versionOf(id)
    const form = { ...contactForm, first_name: 'Dennis', last_name: 'Oosterhuis', company_id: 8, version }
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => planner.post(`/contact/edit/${id}`, { ...form, job_title: `Functie ${i}` })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 409, 409, 409, 409, 409, 409, 409])
  })

  it('a save that changes nothing makes no new version', async () => {
    const id = 20
    const form = {
      first_name: 'Nienke',
      initials: 'N.',
      last_name: 'Kok',
      gender: 'f',
      birth_date: '22-02-1997',
      email: 'n.kok@delindeboom.example',
      mobile_phone: '06 1234 5520',
      street: 'Lindelaan',
      street_no: '20',
      postal_code: '8011AB',
      city: 'Zwolle',
      company_id: 9,
      'roles[]': 5,
      country_code: 'NL',
    }
    const version = await versionOf(id)
    expect((await planner.post(`/contact/edit/${id}`, { ...form, version })).status).toBe(204)
    expect(await versionOf(id)).toBe(version)
  })
})

describe('a field that another module adds', () => {
  it('is saved and told with the record, kept by who does not ask for it, and makes two editors meet', async () => {
    const { contracts } = app.story
    const { company_id } = await app.db.selectFrom('inspection_contracts').select('company_id').where('id', '=', contracts.deLinde).executeTakeFirstOrThrow() // prettier-ignore
    const { id } = await app.db.selectFrom('orders').select('id').where('company_id', '=', company_id).where('status', '=', 'open')
      .where((eb) => eb.not(eb.exists(eb.selectFrom('contract_orders').select('contract_orders.id').whereRef('order_id', '=', 'orders.id')))).orderBy('id').executeTakeFirstOrThrow() // prettier-ignore
    const path = `/administration/order/edit/${id}`
    const { $ } = await planner.get(path)
    const form = shownFields($)
    expect(Object.keys(form)).toContain('contract_id')
    const save = (browser: Browser, more: object) => browser.post(path, { ...form, _once: '', ...more })
    expect((await save(planner, { contract_id: contracts.deLinde })).status).toBe(204)
    const kept = () => app.db.selectFrom('contract_orders').select('contract_id').where('order_id', '=', id).execute()
    expect(await kept()).toEqual([{ contract_id: contracts.deLinde }])
    const popup = await planner.get(`/administration/order/view/${id}`)
    expect(popup.$(`a[href="/inspections/contracts/view/${contracts.deLinde}"]`).length).toBeGreaterThan(0)
    // Nothing of the order itself changed, and yet whoever opened it before is told.
    expect((await save(administrator, { contract_id: '' })).status).toBe(409)
    expect(await kept()).toHaveLength(1)
    const version = Number((await planner.get(path)).$('[name=version]').val())
    const { contract_id: _contract, _added, ...others } = form
    expect((await planner.post(path, { ...others, _once: '', version, reference: 'Zonder contract' })).status).toBe(204)
    expect(await kept()).toHaveLength(1)
  })
})

describe('the history', () => {
  it('holds who, when and which field from what to what', async () => {
    const id = 21
    await planner.post(`/contact/edit/${id}`, {
      first_name: 'Petra',
      last_name: 'Veenstra',
      company_id: 2,
      'roles[]': 5,
      country_code: 'NL',
      version: await versionOf(id),
      city: 'Ommen',
    })
    const [change] = await historyOf('contact', id)
    expect(change).toMatchObject({ actor_id: planner.userId, action: 'update' })
    expect((change!.changes as Record<string, unknown>).city).toEqual(['Zwolle', 'Ommen'])
    expect(change!.changes).not.toHaveProperty('last_name')
    expect(change!.changes).not.toHaveProperty('version')
    expect(Date.now() - change!.at.getTime()).toBeLessThan(60_000)
  })

  it('names both people when an administrator acts as someone else', async () => {
    const answer = await administrator.request('/loginAs/planner@noordkaap.example', {
      headers: { 'sec-fetch-site': 'same-origin' },
    })
    const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!
    const page = await app.anonymous.request('/contacts', { headers: { cookie, accept: 'text/html' } })
    const headers = { cookie, 'HX-Request': 'true', 'X-CSRF-Token': page.$('meta[name=csrf-token]').attr('content')! }
    const saved = await app.anonymous.request('/company/add', {
      method: 'POST',
      headers,
      body: new URLSearchParams({ name: 'Bakkerij Verkade' }),
    })
    const { id } = saved.json<{ id: number }>()
    expect((await historyOf('company', id))[0]).toMatchObject({
      actor_id: planner.userId,
      acted_by_id: administrator.userId,
    })
  })

  it('is written in the same transaction: a save that fails leaves none', async () => {
    const before = await historyOf('company', 2)
    expect(
      (await planner.post('/company/edit/2', { name: 'Zorggroep De Linde', client_id: 10_208, version: 1 })).status,
    ).toBe(422)
    expect(await historyOf('company', 2)).toHaveLength(before.length)
  })

  it('cannot be edited, not even by the product itself', async () => {
    await expect(app.owner.pool.query(`update history set action = 'x'`)).rejects.toThrow('history cannot be edited')
  })
})

describe('a change of many rows at once', () => {
  it('is told row by row like that of one, and leaves the connection planning as before', async () => {
    const client = await app.owner.pool.connect()
    try {
      const { rows } = await client.query<{ id: number }>(`update contacts set job_title = 'Bij velen' returning id`)
      expect(rows.length).toBeGreaterThan(200)
      const told = await client.query<{ row_id: number }>(
        `select row_id from history where table_name = 'contacts' and changes -> 'job_title' ->> 1 = 'Bij velen'`,
      )
      expect(told.rows.map(({ row_id }) => row_id).sort()).toEqual(rows.map(({ id }) => id).sort())
      expect((await client.query('show plan_cache_mode')).rows).toEqual([{ plan_cache_mode: 'auto' }])
    } finally {
      client.release()
    }
  })
})
