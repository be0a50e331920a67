import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { devicesFor } from '../support/order-devices.ts'

let app: TestApp
let planner: Browser
let make: ReturnType<typeof devicesFor>
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  make = devicesFor(app)
})
afterAll(() => app.close())

const ORDER = '/administration/order'
const attach = (order: number, device: number) => planner.post(`${ORDER}/attachDeviceToOrder/${order}/${device}`)
const rowsOf = (order: number) =>
  app.db.selectFrom('order_devices').select(['device_id', 'checked', 'checked_on', 'schedule_id']).where('order_id', '=', order).orderBy('id').execute() // prettier-ignore
const actionsOf = (order: number) =>
  app.db.selectFrom('order_actions').select(['device_id', 'action_id', 'done', 'done_on', 'should_disable_device']).where('order_id', '=', order).orderBy('device_id').orderBy('action_id').execute() // prettier-ignore
const statusOf = async (id: number) =>
  (await app.db.selectFrom('devices').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const setDone = (order: number, device: number, action: number, done: '1' | '') =>
  planner.post(`${ORDER}/actionDone/${order}/${device}/${action}`, { done })

describe('a device on an order', () => {
  it('is of its customer, and stands there once with whether it was checked [A-041][R-180]', async () => {
    const [order, device] = [await make.order(), await make.device()]
    expect([(await attach(order, device)).status, (await attach(order, device)).status]).toEqual([204, 204])
    expect(await rowsOf(order)).toEqual([{ device_id: device, checked: false, checked_on: null, schedule_id: null }])
    const strange = await attach(order, app.story.devices.foreign)
    expect([strange.status, strange.json()]).toMatchObject([409, { message: 'Dit apparaat is van een andere klant dan de order.' }]) // prettier-ignore
    const tab = await planner.get(`${ORDER}/devices/${order}`)
    expect(tab.$(`[data-device=${device}]`).text()).toMatch(/Blusser op order[\s\S]*Nog niet/)
    const { order: info } = (await planner.get(`${ORDER}/migrate/${order}/getInfo`)).json<{ order: object }>()
    expect(info).toHaveProperty('order_product_destinations')
    const half = await planner.get(`${ORDER}/devices/${app.story.orderDevices.order}`)
    expect(half.$('[data-device]').length).toBe(3)
    const { scrap } = app.story.actions
    // The third of them was checked: nothing new is done to it.
    const offer = half.$(`[data-post="${ORDER}/makeActionsForOrder/${app.story.orderDevices.order}/${scrap}"]`)
    expect(offer.attr('data-fields')).toBe(JSON.stringify({ device_ids: String(app.story.orderDevices.device) }))
    expect(half.$('tbody').text()).toMatch(/\d\d-\d\d-\d{4}/)
  })

  it('comes by ticking several, and not onto an order that is settled', async () => {
    const order = await make.order()
    const devices = [await make.device(), await make.device()]
    const popup = await planner.get(`${ORDER}/devices/add/${order}`)
    for (const device of devices) expect(popup.$(`[name="devices[]"][value=${device}]`).length).toBe(1)
    const none = await planner.post(`${ORDER}/devices/add/${order}`, {})
    expect(none.json()).toEqual({ devices: ['Selecteer minimaal één apparaat om verder te gaan'] })
    expect((await planner.post(`${ORDER}/devices/add/${order}`, { 'devices[]': devices.map(String) })).status).toBe(204)
    expect((await rowsOf(order)).map(({ device_id }) => device_id)).toEqual(devices)
    const settled = await make.order({ settled: true })
    const refused = await attach(settled, devices[0]!)
    expect([refused.status, refused.json()]).toMatchObject([409, { message: 'Deze order is afgehandeld: de regels staan vast.' }]) // prettier-ignore
  })

  it('goes with what was to be done to it, unless it was checked or worked on [R-179]', async () => {
    const [order, device] = [await make.order(), await make.device()]
    const remove = () => planner.post(`${ORDER}/removeDeviceFromOrder/${order}/${device}`)
    expect((await remove()).status).toBe(404)
    await planner.post(`${ORDER}/placeDeviceActionsOnOrder/${order}/${device}`)
    const { seal } = app.story.actions
    await setDone(order, device, seal, '1')
    expect((await remove()).json()).toMatchObject({ message: 'Aan dit apparaat is op deze order al gewerkt.' })
    await setDone(order, device, seal, '')
    await app.db.updateTable('order_devices').set({ checked: true, checked_on: today() }).where('order_id', '=', order).execute() // prettier-ignore
    expect((await remove()).json()).toMatchObject({ message: 'Dit apparaat is op deze order al gekeurd.' })
    await app.db.updateTable('order_devices').set({ checked: false, checked_on: null }).where('order_id', '=', order).execute() // prettier-ignore
    expect((await actionsOf(order)).length).toBeGreaterThan(0)
    expect((await remove()).status).toBe(204)
    expect([await rowsOf(order), await actionsOf(order)]).toEqual([[], []])
  })

  it('is kept while an order carries it, and leaves with the order', async () => {
    const [order, device] = [await make.order(), await make.device()]
    await attach(order, device)
    const kept = await planner.post('/inspections/devices/delete', { id: device })
    expect(kept.json<{ reasons: object[] }>().reasons).toMatchObject([{ label: 'Orders', count: 1 }])
    expect((await planner.post(`${ORDER}/delete`, { id: order })).status).toBe(204)
    expect((await planner.post('/inspections/devices/delete', { id: device })).status).toBe(204)
  })

  it('is told in the history of its order in words', async () => {
    const [order, device] = [await make.order(), await make.device()]
    await attach(order, device)
    const { text } = await (await app.as(ROLE.administrator)).get(`/events/of/order/${order}?embed=1`)
    expect(text).toContain('Blusser op order')
    expect(text).not.toContain('device_id')
  })
})

describe('an action on an order', () => {
  it('is made once for devices of the category that the action reads, or of one below it [R-178][A-143]', async () => {
    const order = await make.order()
    const { seal } = app.story.actions
    const { device_category_id } = (await planner.get(`/actions/${seal}`)).json<{ device_category_id: number }>()
    const below = (await planner.post('/inspections/categories/add', { name: 'Poederblussers van 2 kg', parent_id: device_category_id })).json<{ id: number }>().id // prettier-ignore
    const [own, lower] = [await make.device({ device_category_id }), await make.device({ device_category_id: below })]
    const other = await make.device({ device_category_id: app.story.deviceCategories.aeds })
    const path = `${ORDER}/makeActionsForOrder/${order}/${seal}`
    const wrong = await planner.post(path, { device_ids: `${own},${other}` })
    expect([wrong.status, wrong.json()]).toEqual([422, { device_ids: ['Kies apparaten van de categorie Draagbare blustoestellen of eronder.'] }]) // prettier-ignore
    expect(await rowsOf(order)).toEqual([])
    for (let i = 0; i < 2; i++) expect((await planner.post(path, { device_ids: `${own},${lower}` })).status).toBe(204)
    expect((await rowsOf(order)).map(({ device_id }) => device_id)).toEqual([own, lower])
    expect((await actionsOf(order)).map(({ device_id, action_id }) => [device_id, action_id])).toEqual([[own, seal], [lower, seal]]) // prettier-ignore
  })

  it('comes with all others in use for the device, also those of the categories above [R-187]', async () => {
    const order = await make.order()
    const { extinguishers } = app.story.deviceCategories
    const below = (await planner.post('/inspections/categories/add', { name: 'Schuimblussers van 2 l', parent_id: extinguishers })).json<{ id: number }>().id // prettier-ignore
    const device = await make.device({ device_category_id: below })
    for (const [name, active] of [['Schuim bijvullen', '1'], ['Oude actie', '']]) await planner.post('/actions/add', { name: name!, device_category_id: below, active: active! }) // prettier-ignore
    expect((await planner.post(`${ORDER}/placeDeviceActionsOnOrder/${order}/${device}`)).status).toBe(204)
    const names = await app.db.selectFrom('actions').select('name').where('id', 'in', (await actionsOf(order)).map(({ action_id }) => action_id)).orderBy('name').execute() // prettier-ignore
    expect(names.map(({ name }) => name)).toEqual(['Afkeuren en afvoeren', 'Schuim bijvullen', 'Zegel vervangen'])
  })

  it('is done or not, and rejects the device where it disables it [A-086]', async () => {
    const [order, device] = [await make.order(), await make.device()]
    const { seal, scrap } = app.story.actions
    await planner.post(`${ORDER}/placeDeviceActionsOnOrder/${order}/${device}`)
    const stood = async (id: number) => (await actionsOf(order)).find(({ action_id }) => action_id === id)
    expect((await setDone(order, device, seal, '1')).status).toBe(204)
    expect([await stood(seal), await statusOf(device)]).toMatchObject([{ done: true, done_on: today(), should_disable_device: false }, 'in_use']) // prettier-ignore
    await setDone(order, device, scrap, '1')
    expect([await stood(scrap), await statusOf(device)]).toMatchObject([{ done: true, should_disable_device: true }, 'rejected']) // prettier-ignore
    await setDone(order, device, scrap, '')
    expect([await stood(scrap), await statusOf(device)]).toMatchObject([{ done: false, done_on: null }, 'in_use'])
    await setDone(order, device, scrap, '1')
    await app.db.updateTable('devices').set({ status: 'disposed' }).where('id', '=', device).execute()
    await setDone(order, device, scrap, '')
    expect(await statusOf(device)).toBe('disposed')
    expect((await setDone(order, device, app.story.actions.hose, '1')).status).toBe(404)
  })

  it('is read by the teacher of the order, and changed by planners', async () => {
    const teacher = await app.as(ROLE.teacher)
    const { ofTeacher } = app.story.orders
    const tab = await teacher.get(`${ORDER}/devices/${ofTeacher}`)
    expect([tab.$('[data-device]').length, tab.$('[data-post]').length]).toEqual([3, 0])
    expect((await teacher.get(`${ORDER}/devices/${app.story.orderDevices.order}`)).status).toBe(404)
    const { order, device } = app.story.orderDevices
    expect((await teacher.post(`${ORDER}/attachDeviceToOrder/${order}/${device}`)).status).toBe(403)
  })
})
