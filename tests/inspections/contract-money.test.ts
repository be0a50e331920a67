/** What a contract costs is asked once, whatever becomes of it; and what it leads to stays its customer's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrdersNightly } from '../../src/inspections/contracts/contracts/period-orders.job.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { devicesFor } from '../support/order-devices.ts'

const HOME = '/inspections/contracts'
let app: TestApp
let planner: Browser
let make: ReturnType<typeof devicesFor>
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  make = devicesFor(app)
})
afterAll(() => app.close())

type Form = Record<string, FormValue>
const FIXED = (): Form => ({
  name: 'Blusmiddelen',
  company_id: app.story.companies.deLinde,
  for_all_categories: '1',
  begins_at: formatDate(addDays(today(), -5)),
  repeat_count: 1,
  repeat_unit: 'years',
  notice_months: 1,
  price_kind: 'fixed',
  fixed_price: '895,00',
  fixed_product_id: app.story.products.travel,
})
async function add(form: Form = {}): Promise<number> {
  const answer = await planner.post(`${HOME}/add`, { ...FIXED(), ...form })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json<{ id: number }>().id
}
const orderOf = async (id: number) => (await planner.post(`${HOME}/makeOrderFor/${id}`)).json<{ id: number }>().id
const expiryOf = async (id: number) =>
  (await app.db.selectFrom('inspection_contracts').select(['expires_at', 'version']).where('id', '=', id).executeTakeFirstOrThrow()) // prettier-ignore
const edit = async (id: number, form: Form) => {
  const { expires_at, version } = await expiryOf(id)
  return planner.post(`${HOME}/edit/${id}`, { ...FIXED(), expires_at: formatDate(expires_at), version, ...form })
}
/** What the fixed price of a contract stands on, over all its orders. */
const asked = (id: number) =>
  app.db.selectFrom('contract_orders').innerJoin('sale_lines', 'sale_lines.order_id', 'contract_orders.order_id').select('sale_lines.id').where('contract_id', '=', id).where('product_id', '=', app.story.products.travel).execute() // prettier-ignore
const month = (day: string) => Number(day.slice(5, 7))

describe('the fixed price of a period', () => {
  const changes: [words: string, form: () => Form][] = [
    ['ends earlier', () => ({ expires_at: formatDate(addDays(today(), 340)) })],
    ['ends later', () => ({ expires_at: formatDate(addDays(today(), 400)) })],
    ['is worked on in another month', () => ({ work_months: [month(addDays(today(), 70))] })],
    [
      'is worked on in two others',
      () => ({ work_months: [month(addDays(today(), 70)), month(addDays(today(), 130))] }),
    ],
  ]
  it.each(changes)('is asked once where the period %s after all', async (_words, form) => {
    const id = await add()
    await orderOf(id)
    expect((await edit(id, form())).status).toBe(204)
    await orderOf(id)
    await makeOrdersNightly({}, app.services)
    expect(await asked(id)).toHaveLength(1)
  })

  it('is asked again for the next one, however that was begun', async () => {
    const [extended, typed] = [await add(), await add()]
    for (const id of [extended, typed]) await orderOf(id)
    const { expires_at } = await expiryOf(typed)
    await planner.post(`${HOME}/extend/${extended}`)
    await edit(typed, { expires_at: formatDate(addDays(expires_at, 365)) })
    for (const id of [extended, typed]) {
      await orderOf(id)
      expect(await asked(id)).toHaveLength(2)
    }
  })

  it('is asked for the period that runs, of a contract that was extended before its order was made', async () => {
    const id = await add()
    const until = (await expiryOf(id)).expires_at
    for (let i = 0; i < 2; i++) await planner.post(`${HOME}/extend/${id}`)
    const periods = async () => (await app.db.selectFrom('contract_orders').select('period_end').where('contract_id', '=', id).execute()).map(({ period_end }) => period_end) // prettier-ignore
    await makeOrdersNightly({}, app.services)
    expect(await periods()).toEqual([until])
    // By hand the next ones are made as well, one after the other and each once.
    for (let i = 0; i < 3; i++) await orderOf(id)
    expect(new Set(await periods()).size).toBe(3)
    expect(await asked(id)).toHaveLength(3)
  })

  it('is asked once where the night is stopped half-way, begins again, and runs twice at once', async () => {
    const ids: number[] = []
    for (let i = 0; i < 45; i++) ids.push(await add())
    let batches = 0
    const stopped = { throwIfAborted: () => { if (++batches > 2) throw new Error('stopped') } } as AbortSignal // prettier-ignore
    await expect(makeOrdersNightly({}, app.services, stopped)).rejects.toThrow('stopped')
    const made = async () => (await app.db.selectFrom('contract_orders').select('contract_id').where('contract_id', 'in', ids).execute()).length // prettier-ignore
    expect(await made()).toBeLessThan(ids.length)
    await Promise.all([makeOrdersNightly({}, app.services), makeOrdersNightly({}, app.services)])
    expect(await made()).toBe(ids.length)
    const lines = await Promise.all(ids.map(asked))
    expect(lines.map(({ length }) => length)).toEqual(ids.map(() => 1))
  })

  it('is asked until the day on which the contract was terminated', async () => {
    const id = await add()
    const { version } = await expiryOf(id)
    await planner.post(`${HOME}/terminate/${id}`, { terminated_on: formatDate(addDays(today(), 60)), version })
    await makeOrdersNightly({}, app.services)
    expect(await asked(id)).toHaveLength(1)
    const ended = await add({ begins_at: formatDate(addDays(today(), 20)) })
    const of = await expiryOf(ended)
    await planner.post(`${HOME}/terminate/${ended}`, {
      terminated_on: formatDate(addDays(today(), -1)),
      version: of.version,
    })
    await makeOrdersNightly({}, app.services)
    expect(await asked(ended)).toHaveLength(0)
  })

  it('covers no device twice where the setting tells what approving is', async () => {
    const { inspection } = app.story.products
    const id = await add({ 'products[0][product_id]': inspection, 'products[0][amount]': 1 })
    const category = (await planner.post('/inspections/categories/add', { name: 'Zonder eigen product' })).json<{ id: number }>().id // prettier-ignore
    const { expires_at: period_end } = await expiryOf(id)
    const covered: number[] = []
    for (const work_month of ['2001-01-01', '2001-02-01']) {
      const [order_id, device] = [await make.order(), await make.device({ device_category_id: category })]
      await app.db.insertInto('contract_orders').values({ contract_id: id, order_id, period_end, work_month }).execute()
      await planner.post(`/administration/order/attachDeviceToOrder/${order_id}/${device}`)
      expect((await planner.post(`/administration/order/migrate/${order_id}`)).status).toBe(200)
      const rows = await app.db.selectFrom('order_devices').select('id').where('order_id', '=', order_id).where('covered', '=', true).execute() // prettier-ignore
      covered.push(rows.length)
    }
    expect(covered).toEqual([1, 0])
  })
})

describe('a contract', () => {
  it('is not extended for ever, so that it keeps nobody from the orders of the others', async () => {
    const id = await add({ repeat_count: 60 })
    const statuses = new Set<number>()
    for (let i = 0; i < 17; i++) statuses.add((await planner.post(`${HOME}/extend/${id}`)).status)
    expect([...statuses]).toEqual([204, 409])
    expect((await planner.get(`${HOME}/view/${id}`)).status).toBe(200)
  })

  it('is found by days that there are', async () => {
    const usage = '/api/inspections/contracts/fetchUsage'
    const days = ['0000-01-01', '0999-12-31', '3000-01-01'].map((from) => planner.get(`${usage}?from=${from}&to=2030-01-01`)) // prettier-ignore
    for (const { status } of await Promise.all(days)) expect(status).toBe(422)
  })
})

describe('an order that carries something of its customer', () => {
  const moved = async (order: number) => {
    const { $ } = await planner.get(`/administration/order/edit/${order}`)
    const form = Object.fromEntries($('form [name]').map((_, el) => [[$(el).attr('name'), $(el).find('option[selected]').val() ?? $(el).val() ?? '']]).get() as unknown as [string, string][]) // prettier-ignore
    return planner.post(`/administration/order/edit/${order}`, { ...form, company_id: app.story.companies.vanLoon, contact_id: '' }) // prettier-ignore
  }
  it('stays of that customer', async () => {
    const device = await make.order()
    await planner.post(`/administration/order/attachDeviceToOrder/${device}/${await make.device()}`)
    const refused = [await moved(await orderOf(await add())), await moved(device)]
    expect(refused.map((answer) => [answer.status, answer.json<{ company_id: string[] }>().company_id])).toEqual([
      [422, ['Deze order hoort bij een contract van deze klant. Maak voor een ander een nieuwe order.']],
      [422, ['Op deze order staan apparaten van deze klant. Haal die er eerst af.']],
    ])
    expect((await moved(await make.order())).status).toBe(204)
  })
})

describe('somebody who buys alone', () => {
  it('is anonymised with devices that stand on an order or were replaced by those of another', async () => {
    const contact_id = await addContact(app.db, { last_name: 'Zonderling', city: 'Utrecht' })
    await planner.post(`/inspections/devices/add/contact/${contact_id}`, { name: 'Van Zonderling', number: 1 })
    const { id: device } = await app.db.selectFrom('devices').select('id').where('contact_id', '=', contact_id).executeTakeFirstOrThrow() // prettier-ignore
    const newer = await make.device({ replaces_device_id: device })
    const order = await orderOf(await add({ company_id: '', contact_id }))
    expect((await planner.post(`/administration/order/attachDeviceToOrder/${order}/${device}`)).status).toBe(204)
    const administrator = await app.as(ROLE.administrator)
    expect((await administrator.post(`/privacy/anonymise/${contact_id}`, { word: 'anonimiseren' })).status).toBe(204)
    expect(await app.db.selectFrom('devices').select('id').where('id', 'in', [device, newer]).execute()).toEqual([{ id: newer }]) // prettier-ignore
  })
})
