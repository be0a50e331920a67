import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { type CarriedChoice, type OrderCargo, orderCargo } from '../../src/administration/orders/orders/points.ts'
import { addLines, addText, lockSale, orderLines, setDelivered } from '../../src/administration/sales/sales/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { areaManifest } from '../../src/platform/area.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { formatMoney } from '../../src/platform/format/format.ts'
import { today } from '../../src/platform/format/zone.ts'
import { give } from '../../src/platform/points.ts'
import { Registry } from '../../src/platform/registry.ts'
import { type Answer, type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
let product: Registry
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  product = app.services.registry
})
afterAll(() => app.close())

type Made = Partial<Record<'invoice' | 'order' | 'quotation', number>>
interface Wanted {
  product?: keyof TestApp['story']['products']
  heading?: string
  count?: string
  price?: string
  included?: boolean
  delivered?: boolean
}

let numbered = 0
/** An order of De Linde with these lines. */
async function anOrder(wanted: Wanted[]): Promise<{ id: number; lines: number[] }> {
  return inTransaction(app.db, null, async (trx) => {
    const { id } = await trx
      .insertInto('orders')
      .values({
        company_id: app.story.companies.deLinde,
        contact_id: app.story.contacts.anouk,
        employee_id: app.story.users[ROLE.scheduler]!,
        reference: 'Inkoop 77',
        header_text: 'Melden bij de receptie.',
        street: 'Kade',
        street_no: '4',
        city: 'Zwolle',
        order_date: today(),
        year: 2160,
        sequence: (numbered += 1),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const sale = await lockSale(trx, app.services.registry, { type: 'order', id })
    const lines: number[] = []
    for (const { product: name, heading, count = '1', price, included, delivered } of wanted) {
      if (heading !== undefined) {
        lines.push(await addText(trx, sale, { name: heading, description: null }))
        continue
      }
      const line = { product_id: app.story.products[name!], count, ...(price === undefined ? {} : { price }) }
      const [added] = await addLines(trx, sale, [line])
      if (included !== undefined)
        await trx.updateTable('sale_lines').set({ taxes_included: included }).where('id', '=', added!).execute()
      await setDelivered(trx, [added!], delivered === true)
      lines.push(added!)
    }
    await orderLines(trx, sale, lines)
    return { id, lines }
  })
}

const path = (id: number) => `/administration/order/migrate/${id}`
/** Sends what stands in the popup, with changes; of the plan on show only where that is told. */
async function migrate(id: number, form: Record<string, FormValue> = {}) {
  const { $ } = await planner.get(path(id))
  const { plan: _plan, ...shown } = Object.fromEntries($('form').serializeArray().map(({ name, value }) => [name, value])) // prettier-ignore
  delete shown._once
  return planner.post(path(id), { ...shown, ...form })
}
const orderOf = (id: number) => app.db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const linesOf = (column: 'order_id' | 'invoice_id' | 'quotation_id', id: number | undefined) =>
  app.db
    .selectFrom('sale_lines')
    .selectAll()
    .where(column, '=', id ?? 0)
    .orderBy('position')
    .execute()
const plain = (text: string) => text.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ')
const counts = async () =>
  (
    await app.pool.query<Record<string, number>>(`select (select count(*)::integer from orders) as orders,
      (select count(*)::integer from invoices) as invoices, (select count(*)::integer from quotations) as quotations,
      (select count(*)::integer from sale_lines) as lines`)
  ).rows[0]!

describe('an order is migrated', () => {
  it('what is delivered onto an invoice, the rest as chosen, each knowing where it came from [R-171] [A-058] [A-059] [A-060]', async () => {
    const { id, lines } = await anOrder([
      { heading: 'Boeken' },
      { product: 'bhvBook', count: '6', delivered: true },
      { product: 'ehboBook', count: '2' },
      { heading: 'Materiaal' },
      { product: 'firstAidBox', count: '3', price: '44.5' },
      { product: 'sign', count: '4' },
    ])
    const [books, ehbo, material, box, sign] = [lines[0]!, lines[2]!, lines[3]!, lines[4]!, lines[5]!]
    const form = {
      [`lines[p${ehbo}]`]: 'mark_delivered',
      [`lines[p${box}]`]: 'deliver_on_new_order',
      [`lines[p${sign}]`]: 'make_quote',
    }
    const answer = await migrate(id, form)
    expect([answer.status, answer.trigger.flash?.str]).toEqual([200, 'Order afgehandeld'])
    const made = answer.json<Made>()
    const what = async (column: Parameters<typeof linesOf>[0], of: number | undefined) =>
      (await linesOf(column, of)).map(({ source_id, count, price, delivered }) => [source_id, Number(count), Number(price), delivered]) // prettier-ignore
    const invoiced = await linesOf('invoice_id', made.invoice)
    expect(invoiced.map(({ source_id }) => source_id)).toEqual([books, lines[1], ehbo])
    expect(await what('order_id', made.order)).toEqual([
      [material, 1, 0, false],
      [box, 3, 44.5, false],
    ])
    expect((await what('quotation_id', made.quotation)).map(([source]) => source)).toEqual([material, sign])
    // Where each went, and that what went onto the invoice was delivered.
    const after = new Map((await linesOf('order_id', id)).map((line) => [line.id, line]))
    expect(lines.map((line) => after.get(line)!.destination)).toEqual([null, 'invoice', 'invoice', null, 'order', 'quote']) // prettier-ignore
    expect(after.get(ehbo)!.delivered).toBe(true)
    expect((await orderOf(id)).status).toBe('settled')
    const invoice = await app.db.selectFrom('invoices').selectAll().where('id', '=', made.invoice!).executeTakeFirstOrThrow() // prettier-ignore
    expect(invoice).toMatchObject({ order_id: id, uid: null, reference: 'Inkoop 77', company_id: app.story.companies.deLinde }) // prettier-ignore
    expect(await orderOf(made.order!)).toMatchObject({
      parent_order_id: id,
      reference: 'Inkoop 77',
      header_text: 'Melden bij de receptie.',
      street: 'Kade',
      order_date: today(),
      status: 'open',
    })
    const order = await planner.get(`/administration/order/view/${id}`)
    for (const address of [
      `invoice/view/${made.invoice}`,
      `order/view/${made.order}`,
      `quotation/view/${made.quotation}`,
    ])
      // prettier-ignore
      expect(order.$('.record-rail').html()).toContain(`/administration/${address}`)
  })

  it('opens the invoice, or the new order where nothing is billed [A-065]', async () => {
    const opened = async (wanted: Wanted[], choice?: string) => {
      const { id, lines } = await anOrder(wanted)
      const answer = await migrate(id, choice === undefined ? {} : { [`lines[p${lines.at(-1)}]`]: choice })
      return { url: answer.trigger['popup-open']?.url, made: answer.json<Made>() }
    }
    const billed = await opened([{ product: 'bhvBook', delivered: true }, { product: 'sign' }])
    expect(billed.url).toBe(`/administration/invoice/view/${billed.made.invoice}`)
    const later = await opened([{ product: 'sign' }])
    expect(later.url).toBe(`/administration/order/view/${later.made.order}`)
    expect(later.made.invoice).toBeUndefined()
    const offered = await opened([{ product: 'sign' }], 'make_quote')
    expect(offered.url).toBe(`/administration/quotation/view/${offered.made.quotation}`)
  })

  it('leaves nothing to deliver, in its popup too', async () => {
    const { id } = await anOrder([
      { product: 'bhvBook', count: '1', delivered: true },
      { product: 'sign', count: '1' },
    ])
    const popup = async () => plain((await planner.get(`/administration/order/view/${id}`)).text)
    expect(await popup()).toContain(`/administration/order/markAllDelivered/${id}`)
    await migrate(id)
    const after = await popup()
    expect(after).not.toContain('markAllDelivered')
    expect(after).not.toContain('Alles geleverd')
    expect(after).toContain('Afgehandeld')
  })

  it('says where each product went [A-042]', async () => {
    const { id, lines } = await anOrder([{ product: 'bhvBook' }, { product: 'sign' }, { product: 'plasters' }])
    const [first, second, third] = lines
    await migrate(id, {
      [`lines[p${first}]`]: 'mark_delivered',
      [`lines[p${second}]`]: 'deliver_on_new_order',
      [`lines[p${third}]`]: 'make_quote',
    })
    const went = (await planner.get(`/administration/order/lines/${id}`)).$('.sale-done .tag')
    expect(went.toArray().map((tag) => went.filter(tag).text())).toEqual(['Factuur', 'Nieuwe order', 'Offerte'])
    await expect(
      app.pool.query(`update sale_lines set destination = 'nowhere' where id = $1`, [first]),
    ).rejects.toThrow('sale_lines_destination_check')
  })
})

describe('before it is migrated', () => {
  it('the popup asks about what is not delivered, with what comes of it [S-120]', async () => {
    const { id, lines } = await anOrder([{ product: 'bhvBook', count: '2', delivered: true }, { product: 'sign', count: '5' }]) // prettier-ignore
    const { $, text } = await planner.get(path(id))
    expect($('.popup-title').text()).toBe(`${(await orderOf(id)).uid} afhandelen`)
    const asked = $(`input[name="lines[p${lines[1]}]"]`)
    expect(asked.map((_, radio) => $(radio).attr('value')).get()).toEqual([
      'mark_delivered',
      'deliver_on_new_order',
      'make_quote',
    ])
    expect(asked.filter('[checked]').attr('value')).toBe('deliver_on_new_order')
    expect(text).not.toContain(`lines[p${lines[0]}]`)
    const cards = $('.outcome-card')
    expect(cards.map((_, card) => $(card).attr('aria-label')).get()).toEqual(['Factuur', 'Nieuwe order'])
    expect($('[type=submit]').text()).toBe('Factuur en nieuwe order maken')
  })

  it('its information tells the order, the invoice and the contract [R-172] [A-142]', async () => {
    const { id, lines } = await anOrder([{ product: 'bhvBook', count: '2', delivered: true }, { product: 'sign', count: '5' }]) // prettier-ignore
    const info = (await planner.get(`${path(id)}/getInfo`)).json<{
      order: { id: number; uid: string; undelivered: { id: number }[] }
      invoice: { lines: { name: string }[]; total: string }
      contract: unknown
    }>()
    expect(Object.keys(info)).toEqual(['order', 'invoice', 'contract'])
    expect(info.order).toMatchObject({ id, undelivered: [{ id: lines[1], count: '5' }], invoice_id: null })
    expect(info.invoice.lines).toHaveLength(1)
    expect(info.contract).toBeNull()
  })

  it('refuses what became something else than was shown, and shows that', async () => {
    const { id, lines } = await anOrder([{ product: 'bhvBook', delivered: true }, { product: 'sign' }])
    const plan = String((await planner.get(path(id))).$('[name=plan]').val())
    await app.pool.query('update sale_lines set price = price + 1 where id = $1', [lines[1]])
    const before = await counts()
    const answer = await migrate(id, { plan })
    expect([answer.status, answer.json()]).toEqual([409, expect.objectContaining({ planned: true })])
    expect(await counts()).toEqual(before)
    const again = String((await planner.post(`${path(id)}/preview`)).$('[name=plan]').val())
    expect((await migrate(id, { plan: again })).status).toBe(200)
  })

  it('refuses choices that there are not, and orders of which nothing is left', async () => {
    const { id, lines } = await anOrder([{ product: 'sign' }])
    const before = await counts()
    const undecided = await planner.post(path(id))
    expect([undecided.status, undecided.text]).toEqual([422, expect.stringContaining('Kies wat er met dit product')])
    for (const form of [
      { [`lines[p${lines[0]}]`]: 'throw_away' },
      { 'lines[0]': 'mark_delivered' },
      { lines: 'mark_delivered' },
    ])
      expect((await planner.post(path(id), form)).status).toBe(422)
    expect(await counts()).toEqual(before)
    const empty = await anOrder([])
    expect((await migrate(empty.id)).status).toBe(409)
    expect((await planner.get(path(empty.id))).text).toContain('Deze order heeft nog geen producten.')
    await migrate(id)
    const twice = await migrate(id)
    expect([twice.status, twice.text]).toEqual([409, expect.stringContaining('al afgehandeld')])
    expect((await (await app.as(ROLE.teacher)).get(path(app.story.orders.ofTeacher))).status).toBe(403)
  })

  it('two at the same moment make it once', async () => {
    const { id } = await anOrder([{ product: 'bhvBook', delivered: true }, { product: 'sign' }])
    const answers = await Promise.all(Array.from({ length: 6 }, () => migrate(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const following = await app.db.selectFrom('orders').select('id').where('parent_order_id', '=', id).execute()
    expect(following).toHaveLength(1)
  })
})

describe('what came of an order', () => {
  it('is deleted, and the lines can go elsewhere again', async () => {
    const { id, lines } = await anOrder([{ product: 'bhvBook', delivered: true }, { product: 'sign' }])
    const made = (await migrate(id)).json<Made>()
    expect((await planner.post('/administration/order/delete', { id: made.order! })).trigger.flash?.str).toBe(
      'Order verwijderd',
    )
    const went = async () => (await linesOf('order_id', id)).map(({ destination }) => destination)
    expect(await went()).toEqual(['invoice', null])
    const line = (await linesOf('invoice_id', made.invoice))[0]!
    await planner.post('/administration/invoice/remove_product', { id: line.id })
    expect(await went()).toEqual([null, null])
    const again = (await migrate(id, { [`lines[p${lines[1]}]`]: 'mark_delivered' })).json<Made>()
    expect((await linesOf('invoice_id', again.invoice)).map(({ source_id }) => source_id)).toEqual(lines)
  })
})

describe('a migration at random', () => {
  const line = fc.record({
    product: fc.constantFrom('bhvBook', 'sign', 'firstAidBox', 'ehboBook', 'travel'),
    count: fc.integer({ min: 0, max: 400 }).map((n) => (n / 4).toFixed(2)),
    price: fc.integer({ min: 0, max: 200_000 }).map((n) => (n / 100).toFixed(2)),
    included: fc.boolean(),
    delivered: fc.boolean(),
    choice: fc.constantFrom('mark_delivered', 'deliver_on_new_order', 'make_quote'),
  })
  const lines = fc.array(fc.oneof({ weight: 4, arbitrary: line }, { weight: 1, arbitrary: fc.constant({ heading: 'Kop' }) }), { minLength: 1, maxLength: 9 }) // prettier-ignore

  it('neither loses nor invents a line or a cent, and comes to what was shown', async () => {
    await fc.assert(
      fc.asyncProperty(lines, async (drawn) => {
        fc.pre(drawn.some((one) => 'product' in one))
        const order = await anOrder(drawn)
        const form = Object.fromEntries(
          drawn.flatMap((one, i) =>
            'choice' in one && !one.delivered ? [[`lines[p${order.lines[i]}]`, one.choice]] : [],
          ),
        )
        const preview = await planner.post(`${path(order.id)}/preview`, form)
        const answer = await migrate(order.id, { ...form, plan: String(preview.$('[name=plan]').val()) })
        expect(answer.status).toBe(200)
        const made = answer.json<Made>()
        const stored = [
          ...(await linesOf('invoice_id', made.invoice)),
          ...(await linesOf('order_id', made.order)),
          ...(await linesOf('quotation_id', made.quotation)),
        ]
        const source = await linesOf('order_id', order.id)
        const products = (all: typeof stored) => all.filter(({ kind }) => kind === 'product')
        const said = (all: typeof stored, key: 'id' | 'source_id') =>
          all.map((one) => [one[key], one.product_id, one.count, one.price, one.discount, one.tax, one.amount]).sort((a, b) => Number(a[0]) - Number(b[0])) // prettier-ignore
        expect(said(products(stored), 'source_id')).toEqual(said(products(source), 'id'))
        // No heading is lost.
        const headings = new Set(stored.filter(({ kind }) => kind === 'section').map(({ source_id }) => source_id))
        expect(headings.size).toBe(source.filter(({ kind }) => kind === 'section').length)
        expect(await totalsOf(made)).toEqual(shownTotals(preview))
      }),
      { numRuns: Number(process.env.PROPERTY_RUNS ?? 12) },
    )
  })

  /** What each that was made comes to, by the database. */
  async function totalsOf({ invoice, order, quotation }: Made): Promise<string[]> {
    const totals: string[] = []
    for (const [table, id] of [
      ['invoices', invoice],
      ['orders', order],
      ['quotations', quotation],
    ] as const) {
      // prettier-ignore
      if (id === undefined) continue
      const row = await app.db.selectFrom(table).select(['base', 'vat', 'total']).where('id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
      totals.push([row.base, row.vat, row.total!].map((cents) => plain(formatMoney(Number(cents)))).join(' '))
    }
    return totals
  }
  const shownTotals = ({ $ }: Answer): string[] =>
    $('.outcome-card')
      .map((_, card) =>
        $(card)
          .find('dd')
          .map((_i, dd) => plain($(dd).text()))
          .get()
          .join(' '),
      ) // prettier-ignore
      .get()
})

describe('what an order carries beside its products', () => {
  /** Devices as inspections will carry them, and a contract: an area that is not of the product. */
  const carrying = (done: unknown[][]): OrderCargo[] => {
    const { travel, sign } = app.story.products
    const choices: [CarriedChoice, ...CarriedChoice[]] = [
      { value: 'approve', label: 'Goedkeuren', goes: 'invoice', lines: [{ product_id: travel, count: '2', name: 'Goedgekeurd' }] }, // prettier-ignore
      { value: 'replace_later', label: 'Later vervangen', goes: 'order' },
      { value: 'make_quote', label: 'Aanbieden', goes: 'quote', lines: [{ product_id: sign, count: '1' }] },
    ]
    const extend: [CarriedChoice, ...CarriedChoice[]] = [
      { value: 'yes', label: 'Ja', goes: null },
      { value: 'no', label: 'Nee', goes: null },
    ]
    return [
      {
        key: 'devices',
        label: 'Apparaten',
        items: () => Promise.resolve([31, 32].map((id) => ({ id, name: `Blusser ${id}`, choices, usual: 'approve' }))),
        carryOut: (_trx, id, chosen, made) => {
          done.push([id, ...chosen.map(({ item, choice }) => `${item.id} ${choice.value}`), made])
          return Promise.resolve()
        },
      },
      {
        key: 'contract',
        label: 'Contract verlengen',
        items: () => Promise.resolve([{ id: 7, name: 'Onderhoud', choices: extend, usual: 'yes' }]),
      },
    ]
  }
  async function withCargo<T>(done: unknown[][], work: () => Promise<T>): Promise<T> {
    app.services.registry = new Registry([
      ...manifests,
      areaManifest('fixture', [{ gifts: [give(orderCargo, carrying(done))] }]),
    ])
    try {
      return await work()
    } finally {
      app.services.registry = product
    }
  }

  it('that fails keeps all of the order as it was: everything happens, or nothing', async () => {
    const { id, lines } = await anOrder([{ product: 'bhvBook', delivered: true }, { product: 'sign' }])
    const before = [await counts(), await linesOf('order_id', id)]
    const failing: unknown[][] = []
    failing.push = () => {
      throw new Error('the device is gone')
    }
    await withCargo(failing, async () => {
      expect((await migrate(id, { [`lines[p${lines[1]}]`]: 'make_quote' })).status).toBe(500)
    })
    expect([await counts(), await linesOf('order_id', id)]).toEqual(before)
    expect((await migrate(id, { [`lines[p${lines[1]}]`]: 'make_quote' })).status).toBe(200)
  })

  it('is asked about, billed, carried along and told to who gave it', async () => {
    const done: unknown[][] = []
    await withCargo(done, async () => {
      const { id } = await anOrder([{ product: 'bhvBook', delivered: true }])
      const popup = await planner.get(path(id))
      expect(popup.$('[name="carried[devices][p31]"][checked]').val()).toBe('approve')
      expect(popup.$('[name="carried[contract][p7]"][checked]').val()).toBe('yes')
      const info = (await planner.get(`${path(id)}/getInfo`)).json<{ contract: { name: string } }>()
      expect(info.contract.name).toBe('Onderhoud')
      const form = { 'carried[devices][p32]': 'replace_later', 'carried[contract][p7]': 'no' }
      const preview = await planner.post(`${path(id)}/preview`, form)
      expect(plain(preview.$('[aria-label=Factuur] ul').text())).toContain('2 × Goedgekeurd')
      expect(preview.$('[aria-label="Nieuwe order"] ul').text()).toContain('Blusser 32')
      const wrong = await migrate(id, { 'carried[devices][p32]': 'lose' })
      expect(wrong.status).toBe(422)
      const made = (await migrate(id, { ...form, plan: String(preview.$('[name=plan]').val()) })).json<Made>()
      expect((await linesOf('invoice_id', made.invoice)).map(({ name }) => name)).toContain('Goedgekeurd')
      const [{ total }] = (await app.pool.query<{ total: string }>('select total from invoices where id = $1', [made.invoice])).rows as [{ total: string }] // prettier-ignore
      expect(plain(preview.$('[aria-label=Factuur] dd').last().text())).toBe(plain(formatMoney(Number(total))))
      expect(await linesOf('order_id', made.order)).toEqual([])
      expect((await orderOf(made.order!)).parent_order_id).toBe(id)
      expect(done).toEqual([[id, '31 approve', '32 replace_later', made]])
    })
  })
})
