/** An area outside the product is taken into the list of areas, and all it gives is there; nothing else was told of it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scopeOf, type Area } from '../../src/platform/access/rights.ts'
import { ROLE, ROLES, type RoleId } from '../../src/platform/access/roles.ts'
import { listOccupations } from '../../src/system/occupations/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { fill } from '../support/example-calls.ts'
import { addArea } from '../support/extra-area.ts'
import { upload } from '../support/upload.ts'
import { VEHICLE_TABLE, vehicleScreens, vehicles } from '../support/vehicles.ts'
import { filesIn, read } from './tree.ts'

const roles = Object.keys(ROLES).map(Number) as RoleId[]
let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp({ prepare: (services) => addArea(services, vehicles, 'vehicles') })
  await app.owner.pool.query(VEHICLE_TABLE)
  planner = await app.as(ROLE.scheduler)
  for (const [name, plate, contact_id] of [
    ['Bus', 'AB-12-CD', app.story.contacts.teacher],
    ['Aanhanger', 'ZZ-99-Z', ''],
  ] as const)
    expect((await planner.post('/vehicles/add', { name, plate, contact_id })).status).toBe(200)
})
afterAll(() => app.close())

it('is named nowhere in the product', () => {
  const naming = [...filesIn('src', '.ts'), ...filesIn('views', '.ejs'), ...filesIn('migrations', '.ts')].filter(
    (file) => /\bvehicles?\b/.test(read(file)),
  )
  expect(naming).toEqual([])
})

describe('every screen of it', () => {
  const routes = vehicleScreens.flatMap((screen) =>
    screen.routes.map((route) => ({ title: `${route.method} ${route.path}`, screen, route })),
  )

  it.each(routes)('$title: 401 without a session, 403 without the right, 404 outside the scope', async (one) => {
    const { screen, route } = one
    for (const role of roles) {
      const call = screen.example?.(app.story, role)
      if (!call) continue
      const ask = async (browser: Browser, foreign: typeof call.foreign = null) => {
        const url = fill(route.path, call, foreign)
        return (await (route.method === 'GET' ? browser.get(url) : browser.post(url))).status
      }
      const scope = scopeOf([role], (route.area ?? screen.area) as Area, route.right)
      expect(await ask(app.anonymous)).toBe(401)
      const status = await ask(await app.as(role))
      if (scope === 'none') expect([role, status]).toEqual([role, 403])
      else if (route.method === 'GET') expect([role, status]).toEqual([role, 200])
      else expect([role, status]).toEqual([role, 422])
      if (scope === 'own' && call.foreign)
        expect([role, await ask(await app.as(role), call.foreign)]).toEqual([role, 404])
    }
  })
})

describe('its records', () => {
  it('are called in forms, lists, messages and the history as their catalogue says', async () => {
    const form = await planner.get('/vehicles/add')
    expect(form.$('[name=plate]').attr('maxlength')).toBe('10')
    expect(form.text).toContain('Kenteken')
    expect((await planner.get('/vehicles')).$('th').text()).toContain('Kenteken')
    const refused = await planner.post('/vehicles/add', { name: 'Bus', plate: '' })
    expect([refused.status, refused.json()]).toEqual([422, { plate: ['Vul een kenteken in.'] }])
    expect((await planner.get('/events/of/vehicle/1?embed=1')).text).toContain('Voertuignaam')
  })

  it('carry notes and documents, each in a tab of their popup', async () => {
    const menu = (await planner.get('/vehicles/view/1')).$('[data-item]')
    const keys = menu.toArray().map((item) => item.attribs['data-item'])
    expect(keys).toEqual(expect.arrayContaining(['details', 'object-notes', 'documents', 'history']))
    expect((await planner.post('/notes/create/vehicle/1', { body: 'Rijdt scheef' })).status).toBe(200)
    expect((await planner.get('/notes/list/vehicle/1')).text).toContain('Rijdt scheef')
    expect((await planner.get('/documents/of/vehicle/1')).status).toBe(200)
  })

  it('show their documents to who sees the record itself, whosever it is', async () => {
    const typeId = app.story.documents.type
    const documentOf = async (vehicle: number): Promise<number> => {
      const fields = { type_id: typeId, external: '1' }
      const file = { name: 'keuring.txt', bytes: 'Goedgekeurd.' }
      return (await upload(planner, `/documents/add?vehicle_id=${vehicle}`, fields, file)).json<{ id: number }>().id
    }
    const seen = async (role: RoleId, id: number) => (await (await app.as(role)).get(`/documents/view/${id}`)).status
    const drives = (contact: number | null) =>
      app.owner.pool.query('update vehicles set contact_id = $1 where id = 2', [contact])
    const [teachers, students] = [await documentOf(1), await documentOf(2)]
    await drives(app.story.contacts.student)
    // A student has no right to vehicles, not to the own one either.
    expect([await seen(ROLE.teacher, teachers), await seen(ROLE.student, students)]).toEqual([200, 404])
    await drives(null)
  })

  it('carry messages, to people of their own, in a tab of their popup', async () => {
    const menu = (await planner.get('/vehicles/view/1')).$('[data-item=messages]')
    expect(menu.text().replace(/\s+/g, ' ').trim()).toBe('Berichten')
    const address = (await planner.get('/messages/of/vehicle/1')).$('a[data-popup]').attr('href')!
    expect(address).toBe('/messages/write/vehicle?vehicle_id=1')
    const writing = await planner.get(address)
    expect([writing.$('.popup-title').text(), writing.$('[data-needs-one]').text().trim()]).toEqual([
      'Bericht aan een voertuig',
      expect.stringContaining('Bestuurder (1)'),
    ])
    const form = { subject: 'Keuring {{ voertuig.naam }}', content: '<p>Breng hem langs.</p>', kinds: 'driver' }
    expect((await planner.post(address.replace('write', 'preview'), form)).text).toContain('Keuring Bus')
    expect((await planner.post(address, form)).status).toBe(204)
    expect((await planner.get('/messages?embed=1&vehicle_id=1')).$('tr[data-id]')).toHaveLength(1)
    expect((await planner.get('/messages?embed=1&vehicle_id=2')).$('tr[data-id]')).toHaveLength(0)
    for (const nobody of ['/messages/write/vehicle?vehicle_id=999999', '/messages/of/vehicle/999999'])
      expect([nobody, (await planner.get(nobody)).status]).toEqual([nobody, 404])
    expect((await planner.post('/messages/write/vehicle?vehicle_id=999999', form)).status).toBe(404)
    expect((await planner.get('/messages/write/vehicle')).status).toBe(400)
  })

  it('may name only records that are there', async () => {
    expect((await planner.post('/vehicles/add', { name: 'x', plate: 'x', contact_id: '999999' })).status).toBe(404)
  })
})

describe('what it adds to others', () => {
  it('is a tab and an action of a contact', async () => {
    const popup = await planner.get(`/contact/view/${app.story.contacts.teacher}`)
    expect(popup.$('[data-item=vehicles]').text().replace(/\s+/g, ' ').trim()).toBe('Voertuigen1')
    const menu = Buffer.from(String(popup.$('[data-popup-options]').val()), 'base64').toString()
    expect(menu).toContain('Voertuig toevoegen')
    const student = await (await app.as(ROLE.student)).get(`/contact/view/${app.story.contacts.student}`)
    expect(student.$('[data-item=vehicles]')).toHaveLength(0)
  })

  it('is found by the search, and has a tab of the settings and a place in the menu', async () => {
    const hits = (await planner.get('/ajax/superSearch?query=AB-12-CD')).json<{ data: { searchable_type: string }[] }>()
    expect(hits.data.map(({ searchable_type }) => searchable_type)).toEqual(['Vehicle'])
    expect((await (await app.as(ROLE.administrator)).page('/settings/?tab=vehicles')).text).toContain(
      '/settings/vehicles',
    )
    expect((await planner.page('/vehicles')).$('a[href="/vehicles"]').text()).toContain('Voertuigen')
  })

  it('is a calendar of its own, and keeps who drives busy', async () => {
    const now = Math.floor(Date.now() / 1000)
    const asked = await planner.get(`/ajax/getAppointments/vehicles?type=d&from=${now - 86_400}&to=${now + 86_400}`)
    expect(
      asked.json<{ appointments: { description: string }[] }>().appointments.map((one) => one.description),
    ).toEqual(['Bus', 'Aanhanger'])
    const { teacher } = app.story.contacts
    const busy = await listOccupations(app.db, app.services.registry, {
      spans: [{ from: new Date((now + 60) * 1000), to: new Date((now + 120) * 1000) }],
      of: { contact: [teacher] },
    })
    expect(busy.filter(({ record }) => record === 'vehicle')).toMatchObject([
      { resource_id: teacher, description: 'Bus' },
    ])
  })

  it('keeps a contact from being deleted, and stays when two become one', async () => {
    const [kept, gone] = await Promise.all(
      ['Blijft', 'Verdwijnt'].map(
        async (last_name) =>
          (await planner.post('/contact/add', { last_name, 'roles[]': 5 })).json<{ id: number }>().id,
      ),
    )
    await planner.post('/vehicles/add', { name: 'Fiets', plate: 'F-1', contact_id: String(gone) })
    const refused = await planner.post('/contact/delete', { id: String(gone) })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Voertuigen')])
    expect((await planner.post('/contacts/merge', { kept_id: String(kept), gone_id: String(gone) })).status).toBe(200)
    const { rows } = await app.pool.query<{ contact_id: number }>(`select contact_id from vehicles where plate = 'F-1'`)
    expect(rows).toEqual([{ contact_id: gone }])
  })

  it('is in the file about a person, and emptied with the person', async () => {
    const administrator = await app.as(ROLE.administrator)
    const { id } = (await planner.post('/contact/add', { last_name: 'Rijder', 'roles[]': 5 })).json<{ id: number }>()
    await planner.post('/vehicles/add', { name: 'Fiets', plate: 'F-2', contact_id: String(id) })
    const file = await administrator.request(`/privacy/person/${id}/json`, { headers: {} })
    expect(file.text).toContain('"Kenteken": "F-2"')
    expect((await administrator.post(`/privacy/anonymise/${id}`, { word: 'anonimiseren' })).status).toBe(204)
    const { rows } = await app.pool.query<{ plate: string }>('select plate from vehicles where contact_id = $1', [id])
    expect(rows).toEqual([{ plate: '–' }])
  })
})
