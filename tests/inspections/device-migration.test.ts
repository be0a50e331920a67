import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { type OrderCargo, orderCargo } from '../../src/administration/orders/orders/points.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { areaManifest } from '../../src/platform/area.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { give } from '../../src/platform/points.ts'
import { Registry } from '../../src/platform/registry.ts'
import { writeSetting } from '../../src/system/settings/index.ts'
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

interface Made {
  invoice?: number
  order?: number
  quotation?: number
}
type Column = 'invoice_id' | 'order_id' | 'quotation_id'

const ORDER = '/administration/order'
const set = (approved_product_id: number | null, installed_product_id: number | null) =>
  app.db.transaction().execute((trx) =>
    writeSetting(trx, 'inspections', {
      approved_product_id,
      installed_product_id,
      own_company_id: null,
      days_ahead: 30,
      visit_minutes: 60,
      visit_from: '08:00',
      visit_until: '17:00',
      travel_factor: 130,
      travel_speed: 50,
      visit_preparation: '',
    }),
  )
const linesOf = async (column: Column, id: number | undefined) =>
  (await app.db.selectFrom('sale_lines').select('product_id').where(column, '=', id!).orderBy('position').execute()).map(({ product_id }) => product_id) // prettier-ignore
const migrate = (order: number, form: Record<string, string> = {}) => planner.post(`${ORDER}/migrate/${order}`, form)
const choose = (choices: Record<number, string>) =>
  Object.fromEntries(Object.entries(choices).map(([id, choice]) => [`carried[devices][p${id}]`, choice]))
const standsOn = (order: number) =>
  app.db.selectFrom('order_devices').select(['device_id', 'checked', 'checked_on', 'destination']).where('order_id', '=', order).orderBy('device_id').execute() // prettier-ignore
const toldOf = async (id: number) =>
  (await app.db.selectFrom('device_logs').select('text').where('device_id', '=', id).orderBy('id').execute()).map(({ text }) => text) // prettier-ignore
const statusOf = async (id: number) =>
  (await app.db.selectFrom('devices').select('status').where('id', '=', id).executeTakeFirstOrThrow()).status
const schedulesOf = (id: number) =>
  app.db.selectFrom('device_schedules as r').innerJoin('inspection_schedules as s', 's.id', 'r.schedule_id').select(['s.name', 's.id', 'r.last_on', 'r.next_on']).where('device_id', '=', id).where('s.kind', 'in', ['inspection', 'maintenance']).orderBy('s.weight').orderBy('s.id').execute() // prettier-ignore

/** A category of its own, of which nothing is told but this. */
const aCategory = async (form: Record<string, string | number>) =>
  (await planner.post('/inspections/categories/add', form)).json<{ id: number }>().id

/** An order with these devices. */
async function carrying(...devices: number[]): Promise<number> {
  const order = await make.order()
  for (const device of devices) await planner.post(`${ORDER}/attachDeviceToOrder/${order}/${device}`)
  return order
}

describe('the devices of an order that is migrated', () => {
  const { inspection, powder, extinguisher } = { inspection: () => app.story.products.inspection, powder: () => app.story.products.powder, extinguisher: () => app.story.products.extinguisher } // prettier-ignore
  afterEach(() => set(inspection(), inspection()))

  it('go onto the invoice, a new order or a quotation, as the preview said [A-061][A-062][A-063]', async () => {
    const product_id = extinguisher()
    const [good, later, quoted, left] = [await make.device({ status: 'rejected' }), await make.device({ product_id }), await make.device({ product_id }), await make.device()] // prettier-ignore
    const order = await carrying(good, later, quoted, left)
    const { seal } = app.story.actions
    await planner.post(`${ORDER}/makeActionsForOrder/${order}/${seal}`, { device_ids: String(later) })
    const popup = await planner.get(`${ORDER}/migrate/${order}`)
    for (const device of [good, later]) expect(popup.$(`[name="carried[devices][p${device}]"][checked]`).val()).toBe('approve') // prettier-ignore
    const form = choose({ [later]: 'replace_later', [quoted]: 'make_quote', [left]: 'none' })
    const preview = await planner.post(`${ORDER}/migrate/${order}/preview`, form)
    const read = (card: string) => preview.$(`[aria-label="${card}"] li .grow`).map((_, line) => preview.$(line).text().trim()).get() // prettier-ignore
    const told = [read('Factuur'), read('Nieuwe order'), read('Offerte')]
    const made = (await migrate(order, { ...form, plan: String(preview.$('[name=plan]').val()) })).json<Made>()
    const products = [await linesOf('invoice_id', made.invoice), await linesOf('order_id', made.order), await linesOf('quotation_id', made.quotation)] // prettier-ignore
    expect(products).toEqual([[inspection()], [product_id], [product_id]])
    expect(told.map(({ length }) => length)).toEqual(products.map(({ length }) => length))
    expect(await standsOn(order)).toEqual([
      { device_id: good, checked: true, checked_on: today(), destination: 'invoice' },
      { device_id: later, checked: false, checked_on: null, destination: 'order' },
      { device_id: quoted, checked: false, checked_on: null, destination: 'quote' },
      { device_id: left, checked: false, checked_on: null, destination: null },
    ])
    expect(await standsOn(made.order!)).toMatchObject([{ device_id: later, checked: false, destination: null }])
    const passed = await app.db.selectFrom('order_actions').select(['order_id', 'action_id']).where('device_id', '=', later).execute() // prettier-ignore
    expect(passed).toEqual([{ order_id: made.order, action_id: seal }])
    expect([await statusOf(good), await toldOf(good), await toldOf(quoted)]).toEqual(['in_use', ['Goedgekeurd', 'In gebruik'], ['Offerte gemaakt']]) // prettier-ignore
    const again = await planner.get(`${ORDER}/migrate/${order}`)
    expect(again.$('[name^="carried[devices]"][checked]').map((_, field) => again.$(field).attr('name')).get()).toEqual([`carried[devices][p${left}]`]) // prettier-ignore
  })

  it('that replace another and were never looked at are billed as installed [A-064]', async () => {
    const device_category_id = await aCategory({ name: 'Klimtouwen' })
    const schedule = { name: 'Jaarlijkse keuring', kind: 'inspection', basis: 'last', first_after: '12', repeat_after: '12', weight: '1', active: '1' } // prettier-ignore
    await planner.post(`/inspections/categories/${device_category_id}/schedules/add`, schedule)
    await set(powder(), extinguisher())
    const [old, older] = [await make.device(), await make.device()]
    const fresh = await make.device({ replaces_device_id: old, device_category_id })
    const known = await make.device({ replaces_device_id: older, device_category_id })
    await app.db.updateTable('device_schedules').set({ last_on: addDays(today(), -400) }).where('device_id', '=', known).execute() // prettier-ignore
    const made = (await migrate(await carrying(fresh, known))).json<Made>()
    expect(await linesOf('invoice_id', made.invoice)).toEqual([extinguisher(), powder()])
  })

  it('are billed as their category says, else as the nearest one above it', async () => {
    const top = await aCategory({ name: 'Vluchtladders', approved_product_id: powder() })
    const below = await aCategory({ name: 'Touwladders', parent_id: top })
    const own = await aCategory({ name: 'Ladders van staal', parent_id: top, approved_product_id: extinguisher() }) // prettier-ignore
    const devices = [await make.device({ device_category_id: below }), await make.device({ device_category_id: own }), await make.device()] // prettier-ignore
    const made = (await migrate(await carrying(...devices))).json<Made>()
    expect(await linesOf('invoice_id', made.invoice)).toEqual([powder(), extinguisher(), inspection()])
  })

  it('wait, with their order, for the product that is billed for them', async () => {
    await set(null, null)
    const device = await make.device({ device_category_id: await aCategory({ name: 'Strandstoelen' }) })
    const order = await carrying(device)
    const sentence = 'Kies eerst bij Instellingen, Keuringen welk product op de factuur komt als een apparaat is goedgekeurd.' // prettier-ignore
    expect((await planner.get(`${ORDER}/migrate/${order}`)).text).toContain(sentence)
    const refused = await migrate(order)
    expect([refused.status, refused.json()]).toMatchObject([409, { message: sentence }])
    expect(await standsOn(order)).toMatchObject([{ checked: false, destination: null }])
    expect((await migrate(order, choose({ [device]: 'lose' }))).status).toBe(422)
  })

  it('stay as they were where one of the others fails: everything happens, or nothing', async () => {
    const device = await make.device()
    const order = await carrying(device)
    const before = await app.pool.query('select count(*) from invoices')
    const product = app.services.registry
    const failing: OrderCargo = {
      key: 'failing',
      label: 'Wat misgaat',
      items: () => Promise.resolve([{ id: 1, name: 'Iets', choices: [{ value: 'yes', label: 'Ja', goes: null }], usual: 'yes' }]), // prettier-ignore
      carryOut: () => Promise.reject(new Error('it is gone')),
    }
    app.services.registry = new Registry([...manifests, areaManifest('fixture', [{ gifts: [give(orderCargo, [failing])] }])]) // prettier-ignore
    expect((await migrate(order)).status).toBe(500)
    app.services.registry = product
    expect((await app.pool.query('select count(*) from invoices')).rows).toEqual(before.rows)
    expect([await standsOn(order), await schedulesOf(device)]).toMatchObject([[{ checked: false }], [{ last_on: null }, {}, {}]]) // prettier-ignore
    expect((await migrate(order)).status).toBe(200)
  })

  it('were inspected that day by the heaviest schedule that is due soon, or by the one that is named', async () => {
    const device = await make.device()
    const named = await make.device()
    const [yearly, , overhaul] = await schedulesOf(device)
    // The overhaul comes within two months, the yearly one was due before that.
    const soon = addDays(today(), 31)
    const production = { production_year: Number(soon.slice(0, 4)) - 10, production_month: Number(soon.slice(5, 7)) }
    await app.db.updateTable('devices').set(production).where('id', 'in', [device, named]).execute()
    const order = await carrying(device)
    await app.db.insertInto('order_devices').values({ order_id: order, device_id: named, schedule_id: yearly!.id }).execute() // prettier-ignore
    expect((await migrate(order)).status).toBe(200)
    expect((await schedulesOf(device)).map(({ last_on }) => last_on)).toEqual([today(), today(), today()])
    expect((await schedulesOf(named)).map(({ name, last_on }) => [name, last_on])).toEqual([[yearly!.name, today()], expect.anything(), [overhaul!.name, null]]) // prettier-ignore
  })

  it('keep an order among several from being handled unseen', async () => {
    const order = await make.order({ open: true })
    await planner.post(`${ORDER}/attachDeviceToOrder/${order}/${await make.device()}`)
    const asked = await planner.get(`/administration/orders/bulk/migrate?ids=${order}`)
    expect(asked.text).toContain('bij deze order kiest u wat er met de apparaten gebeurt')
  })
})

describe('Instellingen, Keuringen', () => {
  it('has the products that are billed, which stay as long as they stand there', async () => {
    const administrator = await app.as(ROLE.administrator)
    const { firstAidBox } = app.story.products
    expect((await planner.get('/settings/inspections')).status).toBe(403)
    const { $ } = await administrator.get('/settings/inspections')
    const version = String($('[name=version]').val())
    expect((await administrator.post('/settings/inspections', { version, approved_product_id: firstAidBox, days_ahead: 30, visit_minutes: 60, visit_from: '09:00', visit_until: '16:00', travel_factor: 140, travel_speed: 60 })).status).toBeLessThan(300) // prettier-ignore
    const kept = await administrator.post('/products/delete', { id: firstAidBox })
    expect(kept.json<{ reasons: { label: string }[] }>().reasons.map(({ label }) => label)).toContain('Instellingen van keuringen') // prettier-ignore
    expect((await administrator.page('/settings/?tab=inspections')).text).toContain('Keuringen')
  })
})
