import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

const contactOf = (id: number) =>
  app.db
    .selectFrom('contacts')
    .select(['mobile_phone', 'job_title', 'email', 'roles', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const change = (id: number, field: string, value: string, version: number, browser = planner) =>
  browser.post('/contacts/cell', { id, field, value, version })

describe('a cell of the list of contacts', () => {
  it('says which field it holds, to who may change it', async () => {
    const id = await addContact(app.db, { mobile_phone: '06 1234 5678' })
    const { $ } = await planner.get(`/contacts?onlyGet=${id}`)
    const html = (await planner.get(`/contacts?onlyGet=${id}`)).text
    expect(html).toContain('data-edit="mobile_phone" data-value="06 1234 5678" data-version="1"')
    expect(html).toContain('data-edit="email" data-value=""')
    expect($('section[data-edit-url]')).toHaveLength(0)
    expect((await planner.get('/contacts?embed=1')).$('[data-table]').attr('data-edit-url')).toBe('/contacts/cell')
    expect((await (await app.as(4)).get('/contacts')).text).not.toContain('data-edit=')
  })

  it('is read as the form reads it, changes that field alone, and can be taken back', async () => {
    const id = await addContact(app.db, { mobile_phone: '06 1234 5678', job_title: 'Lasser', roles: [5] })
    await app.pool.query('insert into contact_skills (contact_id, skill_id) select $1, min(id) from skills', [id])
    const { version } = await contactOf(id)
    const wrong = await change(id, 'mobile_phone', 'bel me', version)
    expect([wrong.status, Object.keys(wrong.json())]).toEqual([422, ['mobile_phone']])
    const saved = await change(id, 'mobile_phone', '0687654321', version)
    expect(saved.trigger).toMatchObject({
      flash: { str: 'Mobiel gewijzigd' },
      changed: { items: [{ type: 'contact', id }] },
    })
    expect(await contactOf(id)).toMatchObject({ job_title: 'Lasser', roles: [5], version: version + 1 })
    expect((await contactOf(id)).mobile_phone).toMatch(/^06.?8765.?4321$/)
    const skills = app.db.selectFrom('contact_skills').select('skill_id').where('contact_id', '=', id)
    expect(await skills.execute()).toHaveLength(1)
    await planner.post(`/undo/${saved.undo!.set}`)
    expect((await contactOf(id)).mobile_phone).toBe('06 1234 5678')
  })

  it('keeps to the version that was shown, as a form does', async () => {
    const id = await addContact(app.db)
    const { version } = await contactOf(id)
    expect((await change(id, 'job_title', 'Lasser', version)).status).toBe(204)
    const late = await change(id, 'job_title', 'Ploegleider', version)
    expect([late.status, late.json()]).toMatchObject([
      409,
      { stale: { fields: { job_title: ['Ploegleider', 'Lasser'] } } },
    ])
    expect((await contactOf(id)).job_title).toBe('Lasser')
  })

  it('takes no field that is not used for this person', async () => {
    const { id: company_id } = await app.db
      .insertInto('companies')
      .values({ name: 'Zonder functies', client_id: 710_001, hidden_contact_fields: ['job_title'] })
      .returning('id')
      .executeTakeFirstOrThrow()
    const id = await addContact(app.db, { company_id })
    const refused = await change(id, 'job_title', 'Lasser', (await contactOf(id)).version)
    expect([refused.status, refused.json()]).toEqual([
      422,
      { job_title: ['Dit veld wordt bij dit bedrijf niet gebruikt.'] },
    ])
    expect((await contactOf(id)).job_title).toBeNull()
  })

  it('takes no other field, nor anybody from who may not', async () => {
    const id = await addContact(app.db)
    expect((await change(id, 'roles', '1', 1)).status).toBe(422)
    expect((await change(id, 'active', '0', 1)).status).toBe(422)
    expect((await change(app.story.contacts.anouk, 'job_title', 'Baas', 1, await app.as(4))).status).toBe(403)
  })
})
