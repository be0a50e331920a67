import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { MASKED } from '../../src/platform/database/history.ts'
import { maskDeleted } from '../../src/system/privacy/deleted.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
})
afterAll(() => app.close())

const person = {
  first_name: 'Willemijn',
  country_code: 'NL',
  'roles[]': 5,
}
let added = 0

/** A contact with a note, as a planner makes one. */
async function addPerson(): Promise<number> {
  const number = ++added
  const form = {
    ...person,
    last_name: `Zonderling${String.fromCharCode(64 + number)}`,
    birth_date: `04-05-198${number % 10}`,
    mobile_phone: `06 5544 332${number % 10}`,
    email: `zonderling${number}@post.example`,
  }
  const { id } = (await administrator.post('/contact/add', form)).json<{ id: number }>()
  await app.db
    .insertInto('notes')
    .values({ object_type: 'contact', object_id: id, body: '<p>Is allergisch voor Zonderlinge noten</p>' })
    .execute()
  return id
}
async function remove(id: number): Promise<void> {
  expect((await administrator.post('/contact/delete', { id })).status).toBe(204)
}
/** Lets everything that happened to the contact and its notes have happened so many hours earlier. */
async function age(id: number, hours: number): Promise<void> {
  await app.owner.pool.query('alter table history disable trigger append_only')
  await app.owner.pool.query(
    `update history set at = at - $2 * interval '1 hour' where record_type = 'contact' and record_id = $1
       or record_type = 'note' and changes @> jsonb_build_object('object_id', jsonb_build_array($1::integer))`,
    [id, hours],
  )
  await app.owner.pool.query('alter table history enable trigger append_only')
}
/** Everything that the history says about the contact and its notes. */
async function told(id: number): Promise<string> {
  const { rows } = await app.pool.query<{ changes: unknown }>(
    `select changes from history where record_type = 'contact' and record_id = $1
       or record_type = 'note' and changes @> jsonb_build_object('object_id', jsonb_build_array($1::integer)) order by id`,
    [id],
  )
  return JSON.stringify(rows)
}
const run = () => maskDeleted({}, app.services)
const PERSONAL = /Zonderling|198\d|5544|allergisch|Willemijn/

describe('what the history holds of a deleted person', () => {
  it('is masked a day later, and not before', async () => {
    const id = await addPerson()
    await remove(id)
    await age(id, 23)
    await run()
    expect(await told(id)).toMatch(/Zonderling.*198.*5544/s)
    await age(id, 3)
    await run()
    expect(await told(id)).not.toMatch(PERSONAL)
    const { rows } = await app.pool.query<{ action: string; changes: Record<string, unknown> }>(
      `select action, changes from history where record_type = 'contact' and record_id = $1 and table_name = 'contacts' or action = 'masked' order by id`,
      [id],
    )
    expect(rows.map(({ action }) => action)).toEqual(['insert', 'delete', 'masked'])
    expect(rows[1]!.changes).toMatchObject({
      birth_date: [MASKED, null],
      mobile_phone: [MASKED, null],
      active: [true, null],
    })
    // Once is enough.
    await run()
    expect(
      (await app.pool.query(`select from history where action = 'masked' and record_id = $1`, [id])).rowCount,
    ).toBe(1)
  })

  it('stays when the contact came back, and when only something of the contact was deleted long ago', async () => {
    const [restored, living] = [await addPerson(), await addPerson()]
    await remove(restored)
    await app.db.deleteFrom('notes').where('object_id', '=', living).execute()
    await app.owner.pool.query(
      `insert into contacts (id, last_name) overriding system value values ($1, 'Zonderling')`,
      [restored],
    )
    await app.db
      .insertInto('contact_companies')
      .values({ contact_id: living, company_id: app.story.companies.kuipers })
      .execute()
    await app.db.deleteFrom('contact_companies').where('contact_id', '=', living).execute()
    for (const id of [restored, living]) await age(id, 48)
    await run()
    for (const id of [restored, living]) expect(await told(id)).toMatch(PERSONAL)
    // Deleted now, though something of it went long ago.
    await remove(living)
    await run()
    expect(await told(living)).toMatch(PERSONAL)
  })

  it('of a contact that was merged stays as long as the one it became, and goes with that', async () => {
    const [kept, gone] = [await addPerson(), await addPerson()]
    expect((await administrator.post('/contacts/merge', { kept_id: kept, gone_id: gone })).status).toBe(200)
    for (const id of [kept, gone]) await age(id, 48)
    await run()
    expect(await told(gone)).toMatch(PERSONAL)
    await remove(kept)
    await age(kept, 48)
    await run()
    for (const id of [kept, gone]) expect(await told(id)).not.toMatch(PERSONAL)
    const { rows } = await app.pool.query(`select gone_name, before from merges where kept_id = $1`, [kept])
    expect(rows).toEqual([{ gone_name: MASKED, before: null }])
  })
})

describe('what was of the deleted person for a while', () => {
  it('tells nothing of them either, where it came from somebody else and went to another', async () => {
    const id = await addPerson()
    const { anouk, gerrit } = app.story.contacts
    const order = { contact_id: anouk, order_date: '2026-11-02', year: 2026, sequence: 99_001 }
    const { id: orderId } = await app.db.insertInto('orders').values(order).returning('id').executeTakeFirstOrThrow()
    const give = (contact_id: number, street: string) =>
      app.db.updateTable('orders').set({ contact_id, street }).where('id', '=', orderId).execute()
    await give(id, 'Zonderlingpad')
    await give(gerrit, 'Lindelaan')
    const changes = async () => {
      const found = await app.pool.query(`select changes from history where record_type = 'order' and record_id = $1`, [
        orderId,
      ])
      return JSON.stringify(found.rows)
    }
    await remove(id)
    expect(await changes()).toContain('Zonderlingpad')
    await age(id, 48)
    await run()
    expect(await changes()).not.toContain('Zonderlingpad')
  })
})

describe('a merge that was undone', () => {
  it('leaves two people: the one that is deleted is masked, the other is not', async () => {
    const [kept, gone] = [await addPerson(), await addPerson()]
    const merged = await administrator.post('/contacts/merge', { kept_id: kept, gone_id: gone })
    const { id } = merged.json<{ id: number }>()
    expect((await administrator.post('/merged/undo', { id })).status).toBe(204)
    await remove(gone)
    for (const each of [kept, gone]) await age(each, 48)
    await run()
    expect(await told(gone)).not.toMatch(PERSONAL)
    expect(await told(kept)).toMatch(PERSONAL)
  })
})

describe('the history of somebody who was merged and anonymised', () => {
  it('can still be read', async () => {
    const [kept, gone] = [await addPerson(), await addPerson()]
    expect((await administrator.post('/contacts/merge', { kept_id: kept, gone_id: gone })).status).toBe(200)
    expect((await administrator.post(`/privacy/anonymise/${kept}`, { word: 'anonimiseren' })).status).toBe(204)
    const tab = await administrator.get(`/events/of/contact/${kept}`)
    expect(tab.status).toBe(200)
    expect(tab.text).not.toMatch(PERSONAL)
    for (const id of [kept, gone]) expect(await told(id)).not.toMatch(PERSONAL)
  })
})
