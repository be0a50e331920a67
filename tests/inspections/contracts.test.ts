import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeOrdersNightly } from '../../src/inspections/contracts/contracts/period-orders.job.ts'
import { addRepeat } from '../../src/platform/format/repeats.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

const HOME = '/inspections/contracts'
let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

const read = async <T>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await app.owner.pool.query(text, values)).rows as T[]
const contractOf = async (id: number) =>
  (
    await read<{ expires_at: string; for_all_categories: boolean; company_id: number | null; coc_no: string | null }>(
      `select c.*, c.expires_at::text, (select coc_no from companies where id = c.company_id) as coc_no from inspection_contracts c where id = $1`,
      [id],
    )
  )[0]!

/** A contract of De Linde that began a month ago, as the form sends it. */
async function add(form: Record<string, string | number | (string | number)[]> = {}): Promise<number> {
  const answer = await planner.post(`${HOME}/add`, {
    ...{ name: 'Blusmiddelen', company_id: app.story.companies.deLinde, for_all_categories: '1' },
    ...{ begins_at: formatDate(addDays(today(), -5)), repeat_count: 1, repeat_unit: 'years', notice_months: 1 },
    ...form,
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.json<{ id: number }>().id
}

describe('an inspection contract', () => {
  it('has a company or a contact as customer; a company has its coc_no [A-049]', async () => {
    const ofCompany = await contractOf(await add({ company_id: app.story.companies.deLinde }))
    expect(ofCompany.company_id).toBe(app.story.companies.deLinde)
    expect((await planner.get(`${HOME}/view/${app.story.contracts.deLinde}`)).text).toContain(ofCompany.coc_no)
    const ofContact = await contractOf(await add({ company_id: '', contact_id: app.story.contacts.gerrit }))
    expect(ofContact.company_id).toBeNull()
    const nobody = await planner.post(`${HOME}/add`, {
      name: 'X',
      begins_at: '01-01-2026',
      repeat_count: 1,
      notice_months: 1,
    })
    expect(nobody.status).toBe(422)
    expect(nobody.json<{ company_id: string[] }>().company_id).toEqual(['Kies een bedrijf of een contact.'])
  })

  it.each([
    ['31-01-2026', 1, 'months', '2026-02-28'],
    ['29-02-2024', 1, 'years', '2025-02-28'],
    ['15-03-2026', 2, 'weeks', '2026-03-29'],
    ['01-01-2026', 18, 'months', '2027-07-01'],
  ] as const)(
    'that begins on %s and repeats after %i %s runs until %s when nothing was typed [A-050] [A-130]',
    async (begins_at, repeat_count, repeat_unit, until) => {
      const id = await add({ begins_at, repeat_count, repeat_unit, expires_at: '' })
      expect((await contractOf(id)).expires_at).toBe(until)
      const typed = await add({ begins_at, repeat_count, repeat_unit, expires_at: '31-12-2027' })
      expect((await contractOf(typed)).expires_at).toBe('2027-12-31')
    },
  )

  it('repeats after 1 year unless something else is chosen [A-048]', async () => {
    const { $ } = await planner.get(`${HOME}/add`)
    expect($('[name="repeat_count"]').val()).toBe('1')
    expect($('[name="repeat_unit"] option[selected], [name="repeat_unit"] option').first().attr('value')).toBe('years')
  })

  it('for chosen devices is for all categories, and only for devices of its customer', async () => {
    const id = await add({ for_devices: '1', for_all_categories: '', devices: app.story.devices.extinguisher })
    expect((await contractOf(id)).for_all_categories).toBe(true)
    const strange = await planner.post(`${HOME}/add`, { name: 'X', company_id: app.story.companies.deLinde, begins_at: '01-01-2026', repeat_count: 1, notice_months: 1, for_devices: '1', devices: app.story.devices.foreign }) // prettier-ignore
    expect(strange.json<{ devices: string[] }>().devices).toEqual(['Kies apparaten van deze klant.'])
  })

  it('keeps the documents that name it [T-259]', async () => {
    const id = app.story.contracts.deLinde
    const { text } = await planner.get(`/documents/of/inspectionContract/${id}`)
    expect(text).toContain(`inspectionContract_id=${id}`)
  })

  it('has contacts that are attached and detached [R-240] [R-241]', async () => {
    const [contract, contact] = [app.story.contracts.deLinde, app.story.contacts.gerrit]
    const named = async () => (await planner.get(`${HOME}/view/${contract}`)).text.includes(`/contact/view/${contact}`)
    for (let i = 0; i < 2; i++)
      expect((await planner.post(`${HOME}/attachContactToInspectionContract/${contract}/${contact}`)).status).toBe(204)
    expect(await named()).toBe(true)
    expect((await planner.post(`${HOME}/detachContactFromInspectionContract/${contract}/${contact}`)).status).toBe(204)
    expect(await named()).toBe(false)
    expect((await planner.post(`${HOME}/detachContactFromInspectionContract/${contract}/${contact}`)).status).toBe(404)
  })

  it('is extended, terminated with a date and a reason, and goes on after all', async () => {
    const id = await add()
    const { expires_at } = await contractOf(id)
    await planner.post(`${HOME}/extend/${id}`)
    expect((await contractOf(id)).expires_at).toBe(addRepeat(expires_at, { count: 1, unit: 'years' }))
    const form = { terminated_on: '31-12-2027', termination_reason: 'Verhuisd', version: 2 }
    expect((await planner.post(`${HOME}/terminate/${id}`, form)).status).toBe(204)
    const refused = await planner.post(`${HOME}/extend/${id}`)
    expect([refused.status, refused.text]).toEqual([
      409,
      expect.stringContaining('Dit contract is opgezegd per 31-12-2027.'),
    ])
    await planner.post(`${HOME}/resume/${id}`)
    expect((await planner.post(`${HOME}/extend/${id}`)).status).toBe(204)
  })

  it('is deleted while no order came of it [R-242]', async () => {
    const id = await add()
    expect((await planner.post(`${HOME}/delete`, { id })).status).toBe(204)
    const used = await add()
    await planner.post(`${HOME}/makeOrderFor/${used}`)
    const refused = await planner.post(`${HOME}/delete`, { id: used })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('order')])
  })

  it('tells its devices by itself: of the categories that it is for [R-237] [S-148]', async () => {
    const id = await add({ for_all_categories: '', categories: app.story.deviceCategories.extinguishers })
    const { $ } = await planner.get(`${HOME}/view/devices/${id}`)
    const counted = await read<{ count: string }>(
      `with recursive below as (select $2::integer as id union select d.id from device_categories d join below on d.parent_id = below.id)
       select count(*) from devices where company_id = $1 and status in ('in_use', 'rejected') and device_category_id in (select id from below)`,
      [app.story.companies.deLinde, app.story.deviceCategories.extinguishers],
    )
    expect($('[data-rows] tr[data-id], tr[data-id]').length).toBe(Number(counted[0]!.count))
  })
})

describe('the popups of a contract', () => {
  it('open for who may: a supervisor reads those of the own companies alone [R-235] [R-236] [S-147]', async () => {
    const [supervisor, teacher] = [await app.as(4), await app.as(3)]
    const { deLinde, foreign } = app.story.contracts
    expect((await planner.get(`${HOME}/add`)).$('form [name=name]').length).toBe(1)
    const shown = await planner.get(`${HOME}/view/${deLinde}`)
    for (const words of ['Wat wordt er gekeurd in', 'Per periode afgesproken', 'Loopt tot', 'Contactpersonen'])
      expect(shown.text).toContain(words)
    const statuses = await Promise.all([
      supervisor.get(`${HOME}/view/${deLinde}`),
      supervisor.get(`${HOME}/view/${foreign}`),
      supervisor.get(`${HOME}/add`),
      teacher.get(`${HOME}/view/${deLinde}`),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([200, 404, 403, 403])
    for (const ours of [`${HOME}/edit/`, 'Verwacht, exclusief btw']) expect(statuses[0].text).not.toContain(ours)
    expect(shown.text).toContain('Verwacht, exclusief btw')
  })
})

describe('the order of a period', () => {
  it('is made once with what is due, and answered afterwards [A-149] [R-239]', async () => {
    const id = await add()
    const [first, second] = [
      (await planner.post(`${HOME}/makeOrderFor/${id}`)).json<{ id: number }>(),
      (await planner.post(`${HOME}/makeOrderFor/${id}`)).json<{ id: number }>(),
    ]
    expect(first.id).toBe(second.id)
    const devices = await read<{ device_id: number }>('select device_id from order_devices where order_id = $1', [
      first.id,
    ])
    const due = await read<{ id: number }>(
      `select id from devices where company_id = $1 and next_on < date_trunc('month', $2::date + interval '1 day') + interval '1 year'`,
      [app.story.companies.deLinde, addDays(today(), -5)],
    )
    expect(devices.length).toBeGreaterThan(10)
    expect(devices.map((row) => row.device_id).toSorted()).toEqual(due.map((row) => row.id).toSorted())
  })

  it('stands once whoever makes it at the same time', async () => {
    const id = await add()
    const answers = await Promise.all([1, 2, 3].map(() => planner.post(`${HOME}/makeOrderFor/${id}`)))
    expect(new Set(answers.map((answer) => answer.json<{ id: number }>().id)).size).toBe(1)
    expect(await read('select 1 from contract_orders where contract_id = $1', [id])).toHaveLength(1)
  })

  it('is made by night for all whose work month comes, and no second time', async () => {
    const ids = [await add(), await add({ begins_at: formatDate(addDays(today(), 90)) }), await add()]
    const left = await add({ begins_at: formatDate(addDays(today(), -200)) })
    const made = async () => (await read<{ contract_id: number }>('select contract_id from contract_orders where contract_id = any($1) order by 1', [[...ids, left]])).map((row) => row.contract_id) // prettier-ignore
    await makeOrdersNightly({}, app.services)
    expect(await made()).toEqual([ids[0], ids[2]])
    const all = await read('select 1 from contract_orders')
    await makeOrdersNightly({}, app.services)
    expect(await read('select 1 from contract_orders')).toHaveLength(all.length)
  })

  it('is as the list beforehand said: what is made, and why others are not', async () => {
    const [id, ended] = [await add(), app.story.contracts.terminated]
    const { $, text } = await planner.get(`${HOME}/orders?ids=${id}&ids=${ended}`)
    expect($('input[name="contracts"]').map((_, box) => $(box).attr('value')).get()).toEqual([String(id)]) // prettier-ignore
    expect(text).toMatch(/Opgezegd per \d\d-\d\d-\d{4}\./)
    expect((await planner.post(`${HOME}/orders`, { contracts: id })).trigger.flash?.str).toBe('1 order gemaakt')
    expect((await planner.get(`${HOME}/orders?ids=${id}`)).text).toMatch(/bestaat al: O\d{4}-\d{4}\./)
  })

  it('has the fixed price once, and what is agreed at nothing', async () => {
    const id = await add({
      ...{ price_kind: 'fixed', fixed_price: '895,00', fixed_product_id: app.story.products.inspection },
      'products[0][product_id]': app.story.products.powder,
      'products[0][amount]': 3,
    })
    const order = (await planner.post(`${HOME}/makeOrderFor/${id}`)).json<{ id: number }>().id
    const lines = await read<{ price: string; count: string; delivered: boolean; description: string }>('select price::float::text as price, count::float::text as count, delivered, description from sale_lines where order_id = $1 order by position', [order]) // prettier-ignore
    expect(lines.map(({ price, count }) => [price, count])).toEqual([['895', '1'], ['0', '3']]) // prettier-ignore
    expect(lines[1]!.description).toBe('valt onder contract')
  })
})

describe('migrating the order of a contract', () => {
  const orderOf = async (form: Parameters<typeof add>[0] = {}) => {
    const id = await add(form)
    return { id, order: (await planner.post(`${HOME}/makeOrderFor/${id}`)).json<{ id: number }>().id }
  }
  const info = async (order: number) =>
    (await planner.get(`/administration/order/migrate/${order}/getInfo`)).json<{
      contract: { id: number; usual: string } | null
      order: { carried: { key: string; items: { id: number; note: string; choices: { goes: string | null }[] }[] }[] }
    }>()

  it.each([
    ['runs for more than a month yet', addRepeat(addDays(today(), 1), { count: 1, unit: 'months' }), 'leave'],
    ['ends within a month', addRepeat(today(), { count: 1, unit: 'months' }), 'extend'],
    ['ends next week', addDays(today(), 7), 'extend'],
  ])('proposes for one that %s [A-067]', async (_words, expires_at, usual) => {
    const begins_at = formatDate(addDays(expires_at, -60))
    // What is due depends on the day of the month; a fixed price is ordered on any.
    const price = { price_kind: 'fixed', fixed_price: '895,00', fixed_product_id: app.story.products.inspection }
    const { id, order } = await orderOf({ begins_at, expires_at: formatDate(expires_at), repeat_count: 2, repeat_unit: 'months', ...price }) // prettier-ignore
    expect((await info(order)).contract).toMatchObject({ id, usual })
  })

  it('extends the contract where that is chosen, and the order names it in its form and popup [A-066] [A-007]', async () => {
    const { id, order } = await orderOf()
    const { expires_at } = await contractOf(id)
    expect((await planner.get(`/administration/order/view/${order}`)).text).toContain(`${HOME}/view/${id}`)
    expect((await planner.get(`/administration/order/edit/${order}`)).$('[name=contract_id] option[selected]').val()).toBe(String(id)) // prettier-ignore
    const { $ } = await planner.get(`/administration/order/migrate/${order}`)
    const plan = (await planner.post(`/administration/order/migrate/${order}/preview`, { [`carried[contract][p${id}]`]: 'extend' })).$('[name=plan]').val() // prettier-ignore
    expect($('[name^="carried[contract]"]').length).toBe(2)
    const answer = await planner.post(`/administration/order/migrate/${order}`, { [`carried[contract][p${id}]`]: 'extend', plan: String(plan) }) // prettier-ignore
    expect(answer.status).toBe(200)
    expect((await contractOf(id)).expires_at).toBe(addRepeat(expires_at, { count: 1, unit: 'years' }))
    // Nothing is left to be decided about: it is not asked again.
    expect((await info(order)).contract).toBeNull()
  })

  it('leaves off the invoice what a fixed price covers, up to its amount', async () => {
    const { order } = await orderOf({
      company_id: app.story.companies.vanLoon,
      ...{ price_kind: 'fixed', fixed_price: '500', fixed_product_id: app.story.products.travel },
      'products[0][product_id]': app.story.products.inspection,
      'products[0][amount]': 2,
    })
    const devices = (await info(order)).order.carried.find(({ key }) => key === 'devices')!.items
    expect(devices.filter(({ note }) => note.endsWith('valt onder contract'))).toHaveLength(2)
    const answer = await planner.post(`/administration/order/migrate/${order}`, {})
    expect(answer.status).toBe(200)
    const billed = await read<{ name: string; count: string }>(
      `select l.count::float::text as count, l.product_id from sale_lines l join invoices i on i.id = l.invoice_id where i.order_id = $1 and l.product_id = $2`, // prettier-ignore
      [order, app.story.products.inspection],
    )
    expect(billed.map(({ count }) => count)).toEqual([String(devices.length - 2)])
    expect(await read('select 1 from order_devices where order_id = $1 and covered', [order])).toHaveLength(2)
  })
})

describe('usage', () => {
  it('tells contracts that end in a span of days, what is agreed and whether it is planned [A-148] [R-238]', async () => {
    const id = await add({ begins_at: '01-06-2031', 'products[0][product_id]': app.story.products.powder, 'products[0][amount]': 7 }) // prettier-ignore
    await add({ begins_at: '01-07-2031' })
    const answer = await planner.get('/api/inspections/contracts/fetchUsage?from=2032-06-01&to=2032-06-30')
    expect(answer.json()).toEqual([
      expect.objectContaining({
        ...{ id, name: 'Blusmiddelen', expires_at: '2032-06-01', planned: false },
        products: [expect.objectContaining({ id: app.story.products.powder, amount: 7 })],
      }),
    ])
    const planned = async () => (await planner.get('/api/inspections/contracts/fetchUsage?from=2032-06-01&to=2032-06-30')).json<{ planned: boolean }[]>()[0]!.planned // prettier-ignore
    const [{ order_id } = { order_id: 0 }] = await read<{ order_id: number }>(
      `insert into contract_orders (contract_id, order_id, period_end, work_month) values ($1, $2, '2032-06-01', '2031-06-01') returning order_id`, [id, app.story.orders.loose]) // prettier-ignore
    expect(await planned()).toBe(false)
    await read(`insert into visits (order_id, starts_at, ends_at) values ($1, '2031-06-03 09:00', '2031-06-03 10:00')`, [order_id]) // prettier-ignore
    expect(await planned()).toBe(true)
    for (const query of ['', '?from=01-06-2032&to=2032-06-30', '?from=2032-06-01'])
      expect((await planner.get(`/api/inspections/contracts/fetchUsage${query}`)).status).toBe(422)
  })

  it('of a supervisor is that of the own companies', async () => {
    const supervisor = await app.as(4)
    const rows = (await supervisor.get('/api/inspections/contracts/fetchUsage?from=2020-01-01&to=2040-01-01')).json<{ id: number }[]>() // prettier-ignore
    expect(rows.map(({ id }) => id)).toContain(app.story.contracts.deLinde)
    expect(rows.map(({ id }) => id)).not.toContain(app.story.contracts.foreign)
  })
})
