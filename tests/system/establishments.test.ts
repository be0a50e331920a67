import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let administrator: Browser
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
  planner = await app.as(2)
})
afterAll(() => app.close())

const names = (answer: Answer) =>
  answer
    .$('tbody tr td.c-main')
    .map((_, cell) => answer.$(cell).text().trim())
    .get()
const countOf = async (table: 'establishments' | 'rooms') =>
  (await app.db.selectFrom(table).select('id').execute()).length

async function add(path: string, form: Record<string, string | number>): Promise<number> {
  const answer = await administrator.post(path, form)
  expect(answer.status).toBe(200)
  return answer.json<{ id: number }>().id
}

describe('establishments', () => {
  it('are listed with address and number of rooms', async () => {
    const answer = await planner.page('/settings/establishments')
    expect(names(answer)).toEqual(['Deventer', 'Zwolle'])
    const cells = answer.$('tbody tr').last().find('td')
    expect(
      cells
        .map((_, cell) => answer.$(cell).text().trim())
        .get()
        .filter(Boolean),
    ).toEqual(['Zwolle', 'Havenkade 8', '8011 AA', 'Zwolle', '3'])
    expect(answer.$('a[href="/settings/establishment/add"]')).toHaveLength(0)
  })

  it('are added by an administrator alone [R-268][S-162]', async () => {
    expect((await administrator.get('/settings/establishment/add')).$('form input[name="name"]')).toHaveLength(1)
    const answer = await administrator.post('/settings/establishment/add', { name: 'Meppel', postal_code: '7941ab' })
    const { id } = answer.json<{ id: number }>()
    expect(answer.trigger.changed).toEqual({ items: [{ type: 'establishment', id }] })
    const stored = await app.db.selectFrom('establishments').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(stored).toMatchObject({ name: 'Meppel', postal_code: '7941 AB', country_code: 'NL', active: true })
    expect((await planner.post('/settings/establishment/add', { name: 'Assen' })).status).toBe(403)
  })

  it('stand in the Netherlands, so their postal code is a Dutch one', async () => {
    for (const postal_code of ['99', '2000', 'B-2000'])
      expect((await administrator.post('/settings/establishment/add', { name: 'Assen', postal_code })).json()).toEqual({
        postal_code: ['Een Nederlandse postcode heeft vier cijfers en twee letters, zoals 1234 AB.'],
      })
  })

  it('keep a postal code from before that rule while it is not touched', async () => {
    const id = await add('/settings/establishment/add', { name: 'Raalte' })
    await app.db.updateTable('establishments').set({ postal_code: '99' }).where('id', '=', id).execute()
    const edit = (form: Record<string, string>) =>
      administrator.post(`/settings/establishment/edit/${id}`, { name: 'Raalte Oost', active: 1, version: 2, ...form })
    expect((await edit({ postal_code: '98' })).status).toBe(422)
    expect((await edit({ postal_code: '99' })).status).toBe(204)
  })

  it('have names of their own', async () => {
    const answer = await administrator.post('/settings/establishment/add', { name: 'Zwolle' })
    expect(answer.status).toBe(422)
    expect(answer.json()).toEqual({ name: ['Er is al een vestiging met deze naam.'] })
  })

  it('are added up to the maximum and not beyond, and nothing reloads then [A-102]', async () => {
    const most = (await countOf('establishments')) + 1
    const value = JSON.stringify(most)
    await app.db.insertInto('settings').values({ key: 'max_establishments', value }).execute()
    await add('/settings/establishment/add', { name: 'Assen' })
    const answer = await administrator.post('/settings/establishment/add', { name: 'Emmen' })
    await app.db.deleteFrom('settings').where('key', '=', 'max_establishments').execute()
    expect(answer.status).toBe(200)
    expect(answer.json()).toEqual({ max_reached: true })
    expect(answer.trigger).toEqual({ flash: { str: `U kunt hooguit ${most} vestigingen hebben.`, type: 'warning' } })
    expect(await countOf('establishments')).toBe(most)
  })

  it('show their data and their rooms in one popup [R-269][S-163]', async () => {
    const answer = await planner.get(`/settings/establishment/view/${app.story.establishments.zwolle}`)
    expect(answer.$('.popup-body').text()).toContain('8011 AA Zwolle')
    const rooms = answer.$('[data-item="rooms"]').attr('data-url')!
    expect(names(await planner.get(rooms))).toEqual(['lokaal 1', 'lokaal 2', 'praktijkhal'])
    expect(answer.$('a[href^="/settings/establishment/edit"]')).toHaveLength(0)
    expect((await planner.get('/settings/establishment/view/999999')).status).toBe(404)
  })

  it('are taken out of use with their rooms, and renamed under every room', async () => {
    const id = await add('/settings/establishment/add', { name: 'Ommen' })
    await add('/settings/room/add', { establishment_id: id, name: 'zolder' })
    const offered = async () =>
      Object.values((await planner.get('/ajax/specialSelectorSearch?type=room&v=zolder')).json())
    expect(await offered()).toEqual(['Ommen, zolder'])
    const answer = await administrator.post(`/settings/establishment/edit/${id}`, { name: 'Ommen-West', version: 1 })
    expect(answer.status).toBe(204)
    expect(answer.trigger.changed?.items).toContainEqual({ type: 'room', id: 0 })
    expect(await offered()).toEqual([])
    expect(names(await planner.page('/settings/establishments'))).not.toContain('Ommen-West')
    expect(names(await planner.page('/settings/establishments?active=no'))).toEqual(['Ommen-West'])
    const stale = await administrator.post(`/settings/establishment/edit/${id}`, { name: 'Ommen', version: 1 })
    expect(stale.status).toBe(409)
  })

  it('are deleted once they have no rooms [R-270]', async () => {
    const id = await add('/settings/establishment/add', { name: 'Hardenberg' })
    const room = await add('/settings/room/add', { establishment_id: id, name: 'lokaal 1' })
    const blocked = await administrator.post('/settings/establishment/delete', { id })
    expect(blocked.status).toBe(409)
    expect(blocked.json()).toMatchObject({ reasons: [{ label: 'Lokalen', count: 1 }] })
    expect((await administrator.post('/settings/room/delete', { id: room })).status).toBe(204)
    expect((await administrator.post('/settings/establishment/delete', { id })).status).toBe(204)
    expect((await administrator.get(`/settings/establishment/view/${id}`)).status).toBe(404)
  })
})

describe('rooms', () => {
  it('are listed per establishment, and of one when asked', async () => {
    const { deventer } = app.story.establishments
    expect(names(await planner.page('/settings/rooms')).slice(0, 2)).toEqual(['lokaal A', 'lokaal B'])
    expect(names(await planner.page(`/settings/rooms?establishment_id=${deventer}`))).toEqual(['lokaal A', 'lokaal B'])
  })

  it('are added from their establishment, which is chosen already', async () => {
    const { zwolle } = app.story.establishments
    const { $ } = await administrator.get(`/settings/room/add?establishment_id=${zwolle}`)
    expect($('select[name="establishment_id"] option:selected').text()).toBe('Zwolle')
  })

  it('have a name once per establishment, and an establishment that exists', async () => {
    const { zwolle, deventer } = app.story.establishments
    const double = await administrator.post('/settings/room/add', { establishment_id: zwolle, name: 'lokaal 1' })
    expect(double.json()).toEqual({ name: ['Deze vestiging heeft al een lokaal met deze naam.'] })
    await add('/settings/room/add', { establishment_id: deventer, name: 'lokaal 1', capacity: 8 })
    const nowhere = await administrator.post('/settings/room/add', { establishment_id: 999_999, name: 'lokaal 9' })
    expect(nowhere.status).toBe(404)
    const unchosen = await administrator.post('/settings/room/add', { establishment_id: '', name: 'lokaal 9' })
    expect(unchosen.json()).toEqual({ establishment_id: ['Maak een keuze'] })
  })

  it('are offered under the name of their establishment, to teachers and supervisors too', async () => {
    const { zwolle1 } = app.story.rooms
    for (const role of [2, 3, 4]) {
      const browser = await app.as(role)
      const one = await browser.get(`/ajax/specialSelectorSearch?type=room&id=${zwolle1}`)
      expect(one.json()).toEqual({ [zwolle1]: 'Zwolle, lokaal 1' })
    }
    for (const role of [3, 4]) expect((await (await app.as(role)).get('/settings/rooms')).status).toBe(403)
    expect((await (await app.as(5)).get('/ajax/specialSelectorSearch?type=room')).status).toBe(404)
  })

  it('can be narrowed to one establishment in the selector', async () => {
    const filters = encodeURIComponent(JSON.stringify({ establishment_id: app.story.establishments.zwolle }))
    const answer = await planner.get(`/ajax/specialSelectorSearch?type=room&filters=${filters}`)
    expect(Object.values(answer.json())).toEqual(['Zwolle, lokaal 1', 'Zwolle, lokaal 2', 'Zwolle, praktijkhal'])
  })

  it('are not offered any more when out of use', async () => {
    const id = await add('/settings/room/add', {
      establishment_id: app.story.establishments.deventer,
      name: 'kantine',
      capacity: 30,
    })
    const edited = await administrator.post(`/settings/room/edit/${id}`, {
      establishment_id: app.story.establishments.deventer,
      name: 'kantine',
      capacity: '',
      version: 1,
    })
    expect(edited.status).toBe(204)
    const { $ } = await planner.get(`/settings/room/view/${id}`)
    expect($('.status').text()).toBe('Niet in gebruik')
    expect((await planner.get('/ajax/specialSelectorSearch?type=room&v=kantine')).json()).toEqual({})
  })

  it('are kept while a planning takes place in them', async () => {
    const room_id = await add('/settings/room/add', {
      establishment_id: app.story.establishments.deventer,
      name: 'oefenplein',
    })
    const planning = await app.db
      .insertInto('appointment_groups')
      .values({ course_id: app.story.courses.bhv })
      .returning('id')
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('appointments')
      .values({
        group_id: planning.id,
        description: 'Praktijk BHV',
        starts_at: new Date('2027-03-01T08:00:00Z'),
        ends_at: new Date('2027-03-01T15:00:00Z'),
        max_count: 10,
        room_id,
      })
      .execute()
    const answer = await administrator.post('/settings/room/delete', { id: room_id })
    expect(answer.status).toBe(409)
    expect(answer.json()).toMatchObject({ reasons: [{ label: 'Planningen in dit lokaal', count: 1 }] })
  })
})
