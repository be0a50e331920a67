import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeConcept } from '../../src/administration/invoices/invoices/index.ts'
import { usualPaymentCondition } from '../../src/administration/catalogue/payment-conditions/index.ts'
import { addOrder } from '../../src/administration/orders/orders/index.ts'
import { makeOrderOf, makeQuotation } from '../../src/administration/orders/quotations/index.ts'
import {
  addLines,
  historyOfSale,
  listSaleLines,
  type SaleLine,
  listSaleTaxes,
  lockSale,
  takeNumbers,
} from '../../src/administration/sales/sales/index.ts'
import { amountsOf } from '../../src/administration/sales/sales/lines.rules.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import type { Question } from '../../src/platform/errors.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { type ModelLine, modelAmount, modelTotals } from './document-model.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const plain = (text: string) => text.replaceAll('\u00a0', ' ').replace(/\s+/g, ' ')
const lines = () => listSaleLines(app.db, { type: 'order', id: app.story.sales.order })
const head = () =>
  app.db.selectFrom('orders').selectAll().where('id', '=', app.story.sales.order).executeTakeFirstOrThrow()
const add = (fields: Record<string, string>) =>
  planner.post(`/administration/order/add_products/${app.story.sales.order}`, fields)
const shown = async (type = 'order', id = app.story.sales.order, browser = planner) =>
  browser.get(`/administration/${type}/lines/${id}`)

/** Sends a form as a browser does: with what stands in it. */
const save = async (url: string, fields: Record<string, string>) => {
  const { $ } = await planner.get(url)
  const filled = Object.fromEntries(
    $('form')
      .serializeArray()
      .map(({ name, value }) => [name, value]),
  )
  return planner.post(url, { ...filled, ...fields })
}

const newInvoice = async (): Promise<number> => {
  const { id: payment_condition_id } = await usualPaymentCondition(app.db)
  const { id } = await app.db
    .insertInto('invoices')
    .values({
      company_id: app.story.companies.vanLoon,
      payment_condition_id,
      invoice_date: today(),
      expires_at: today(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const line = fc.record({
  price: fc.integer({ min: 0, max: 2_000_000 }).map((n) => (n / 100).toFixed(2)),
  count: fc.integer({ min: 0, max: 400 }).map((n) => (n / 4).toFixed(2)),
  percent: fc.integer({ min: 0, max: 100 }),
  isMoney: fc.boolean(),
  type: fc.constantFrom({ tax: '1', rate: '21' }, { tax: '2', rate: '9' }, { tax: '4', rate: '0' }),
  taxes_included: fc.boolean(),
})

describe('what a sale comes to', () => {
  it('is what rulings 6 say, in the database as in the engine, whatever its lines', async () => {
    const rounds = Number(process.env.PROPERTY_RUNS ?? 60)
    await fc.assert(
      fc.asyncProperty(fc.array(line, { minLength: 1, maxLength: 8 }), async (drawn) => {
        const model = drawn.map(({ price, count, percent, isMoney, type, taxes_included }): ModelLine => {
          const most = Math.floor(Number(price) * Number(count) * 100) / 100
          const discount = isMoney ? (Math.floor(most * percent) / 100).toFixed(2) : String(percent)
          return { price, count, discount, discount_type: isMoney ? 'money' : 'percentage', ...type, taxes_included }
        })
        const invoice = { id: await newInvoice() }
        await app.db
          .insertInto('sale_lines')
          .values(
            model.map(({ tax, rate, ...of }, at) => ({
              ...of,
              invoice_id: invoice.id,
              position: at,
              name: 'Regel',
              tax_type_id: Number(tax),
              tax: rate,
            })),
          )
          .execute()
        const key = { type: 'invoice', id: invoice.id } as const
        const stored = await listSaleLines(app.db, key)
        const meant = modelTotals(model)
        expect(stored.map(({ amount }) => BigInt(amount))).toEqual(model.map(modelAmount))
        const taxes = await listSaleTaxes(app.db, key)
        for (const { tax, base, vat } of meant.taxes)
          expect(taxes.find((one) => String(one.tax_type_id) === tax)).toMatchObject({
            base: Number(base),
            vat: Number(vat),
          })
        const row = await app.db
          .selectFrom('invoices')
          .select(['base', 'vat', 'total'])
          .where('id', '=', invoice.id)
          .executeTakeFirstOrThrow()
        const sum = (of: bigint[]) => Number(of.reduce((all, one) => all + one, 0n))
        expect(row).toEqual({
          base: sum(meant.taxes.map(({ base }) => base)),
          vat: sum(meant.taxes.map(({ vat }) => vat)),
          total: sum(meant.taxes.flatMap(({ base, vat }) => [base, vat])),
        })
        const amounts = amountsOf(stored)
        expect(stored.map(({ id }) => amounts.get(id)!.excl)).toEqual(meant.nets)
      }),
      { numRuns: rounds },
    )
  })

  it('follows its lines, and is what it was when their change is taken back', async () => {
    const before = await head()
    const added = await add({ 'lines[0][product_id]': String(app.story.products.sign), 'lines[0][count]': '3' })
    expect(added.trigger.flash?.str).toBe('Product toegevoegd')
    const after = await head()
    const taken = (await lines()).at(-1)!
    expect(after.base - before.base).toBe(Number(amountsOf(await lines()).get(taken.id)!.excl))
    expect(after.status).toBe('open')
    await planner.post(`/undo/${added.undo!.set}`)
    expect(await head()).toMatchObject({ base: before.base, vat: before.vat, line_count: before.line_count })
  })

  it('counts no option that was not chosen', async () => {
    const { quotation } = app.story.sales
    const key = { type: 'quotation', id: quotation } as const
    const option = (await listSaleLines(app.db, key)).find(({ optional }) => optional)!
    const total = async () =>
      (await app.db.selectFrom('quotations').select('total').where('id', '=', quotation).executeTakeFirstOrThrow())
        .total
    const whole = await total()
    await app.db.updateTable('sale_lines').set({ chosen: false }).where('id', '=', option.id).execute()
    expect(await total()).toBeLessThan(whole!)
    expect((await shown('quotation', quotation)).text).toContain('Optie, niet gekozen')
    await app.db.updateTable('sale_lines').set({ chosen: true }).where('id', '=', option.id).execute()
    expect(await total()).toBe(whole)
  })
})

describe('the lines of a sale', () => {
  it('show what each costs, with and without VAT, and what they come to [F-329][F-333][F-336][F-338]', async () => {
    const text = plain((await shown()).$('.sale').text())
    expect(text).toContain('exclusief 9% BTW')
    expect(text).toContain('Totaal exclusief btw')
    expect(text).toMatch(/9% BTW ?€ [\d.,]+.*Totaal inclusief btw ?€ [\d.,]+/)
    const { total } = await head()
    const euros = (total! / 100).toFixed(2).replace('.', ',')
    expect(text).toContain(euros)
  })

  it('are added to an order or a quotation at the prices of the customer, and to nothing else [A-010][R-174][S-122]', async () => {
    const { bhvBook } = app.story.products
    const added = await add({ 'lines[0][product_id]': String(bhvBook), 'lines[0][count]': '2,5' })
    expect(added.status).toBe(204)
    const line = (await lines()).at(-1)!
    // What De Linde agreed: 10% off.
    expect(line).toMatchObject({
      count: '2.5000',
      price: '27.5000',
      original_price: '27.5000',
      is_original_price: true,
      ...{ discount: '10.0000', discount_type: 'percentage' },
    })
    expect(line.why).toContain('Zorggroep De Linde')
    await planner.post(`/undo/${added.undo!.set}`)
    expect((await planner.get(`/administration/invoice/add_products/${app.story.sales.invoice}`)).status).toBe(404)
    expect((await planner.get(`/administration/company/add_products/${app.story.companies.deLinde}`)).status).toBe(404)
    expect((await planner.get(`/administration/quotation/add_products/${app.story.sales.quotation}`)).text).toContain(
      'De klant kiest zelf of dit erbij komt.',
    )
  })

  it('are refused without a product, of a product that is none, and in a number that is none', async () => {
    const before = await lines()
    expect((await add({ 'lines[0][product_id]': '' })).text).toContain('Kies minimaal één product.')
    expect((await add({ 'lines[0][product_id]': '2000000' })).status).toBe(404)
    const wrong = await add({
      'lines[0][product_id]': String(app.story.products.sign),
      'lines[0][count]': 'veel',
    })
    expect([wrong.status, Object.keys(wrong.json<object>())]).toEqual([422, ['lines.0.count']])
    expect(await lines()).toEqual(before)
  })

  it('are typed where they stand: what is left empty is as agreed, and one of all kinds has a name and a price', async () => {
    const id = await newInvoice()
    const typed = (fields: Record<string, string | number>) =>
      planner.post(`/administration/invoice/add_line/${id}`, { count: '1', price: '', discount: '', tax_type_id: '-1', ...fields }) // prettier-ignore
    const { products, taxTypes } = app.story
    expect((await typed({ product_id: '' })).json()).toEqual({ product_id: ['Kies een product.'] })
    expect((await typed({ product_id: products.free })).json()).toEqual({ name: ['Vul een omschrijving in.'], price: ['Vul een prijs in.'] }) // prettier-ignore
    expect((await typed({ product_id: products.sign, price: '1', discount: '200' })).status).toBe(422)
    expect((await typed({ product_id: products.sign, count: '2' })).status).toBe(200)
    expect((await typed({ product_id: products.sign, price: '3,95', discount: '10' })).status).toBe(200)
    const free = { product_id: products.free, name: 'Parkeerkosten', price: '12', tax_type_id: taxTypes.low }
    expect((await typed(free)).status).toBe(200)
    const stored = await listSaleLines(app.db, { type: 'invoice', id })
    expect(
      stored.map(({ name, price, discount, tax, why }) => [name, Number(price), Number(discount), Number(tax), why]),
    ).toEqual([
      // prettier-ignore
      [expect.any(String), 4.25, 0, 21, expect.stringContaining('4,25 per stuk')],
      [expect.any(String), 3.95, 10, 21, 'De prijs is met de hand gezet.'],
      ['Parkeerkosten', 12, 0, 9, 'De prijs is met de hand gezet.'],
    ])
    // In its row a line keeps what does not stand there.
    const row = `/administration/invoice/edit_line/${stored[2]!.id}`
    await app.db.updateTable('sale_lines').set({ description: 'Garage Zuid' }).where('id', '=', stored[2]!.id).execute()
    expect((await save(row, { count: '3', tax_type_id: String(taxTypes.low) })).status).toBe(200)
    const [, , line] = await listSaleLines(app.db, { type: 'invoice', id })
    expect([line!.description, Number(line!.count), Number(line!.price)]).toEqual(['Garage Zuid', 3, 12])
  })

  it('change one by one, by hand no longer at the original price [R-175][S-123]', async () => {
    const [first] = await lines()
    const url = `/administration/order/view_single_product/${first!.id}`
    expect((await planner.get(url)).$('input[name="price"]').val()).toBe('27,50')
    const saved = await save(url, { price: '20,00', discount: '5', discount_type: 'money' })
    expect(saved.trigger.flash?.str).toBe('Wijziging opgeslagen')
    expect((await lines())[0]).toMatchObject({
      price: '20.0000',
      discount: '5.0000',
      discount_type: 'money',
      is_original_price: false,
      why: 'De prijs is met de hand gezet.',
    })
    await planner.post(`/undo/${saved.undo!.set}`)
    expect((await lines())[0]).toMatchObject({ price: first!.price, why: first!.why })
    // A line of an order is none of a quotation or an invoice.
    expect((await planner.get(`/administration/quotation/view_single_product/${first!.id}`)).status).toBe(404)
    expect((await planner.get(`/administration/invoice/view_line/${first!.id}`)).status).toBe(404)
    const off = await save(url, { discount: '1000', discount_type: 'money' })
    expect([off.status, off.text]).toEqual([422, expect.stringContaining('hoger dan het bedrag van de regel')])
  })

  it('have a discount in money or in percents, and in nothing else [A-043]', async () => {
    const [first] = await lines()
    const url = `/administration/order/view_single_product/${first!.id}`
    const options = (await planner.get(url)).$('[name="discount_type"] option, [name="discount_type"][value]')
    expect(
      options
        .map((_, { attribs }) => attribs.value)
        .get()
        .sort(),
    ).toEqual(['money', 'percentage'])
    for (const discount_type of ['money', 'percentage']) {
      const saved = await save(url, { discount: '5', discount_type })
      expect((await lines())[0]).toMatchObject({ discount: '5.0000', discount_type })
      await planner.post(`/undo/${saved.undo!.set}`)
    }
    const other = await save(url, { discount: '5', discount_type: 'points' })
    expect([other.status, Object.keys(other.json<object>())]).toEqual([422, ['discount_type']])
    expect((await lines())[0]).toMatchObject({ discount: first!.discount, discount_type: first!.discount_type })
    await expect(
      app.pool.query(`update sale_lines set discount_type = 'points' where id = $1`, [first!.id]),
    ).rejects.toThrow(/check constraint/)
  })

  it('with one product change together when that is asked, in price, discount and VAT alone [A-122]', async () => {
    const before = await lines()
    const [first] = before
    const same = before.filter(({ product_id }) => product_id === first!.product_id)
    expect(same.length).toBeGreaterThan(1)
    const url = `/administration/order/view_single_product/${first!.id}`
    const form = await planner.get(url)
    // The browser shows it once one of them is another.
    expect(form.$('[data-sale-all][hidden]').text()).toContain('Ook bij de andere regel met dit product')
    const saved = await save(url, { price: '19,50', count: '9', all: '1' })
    expect(saved.trigger.flash?.str).toBe('2 regels gewijzigd')
    const after = (await lines()).filter(({ product_id }) => product_id === first!.product_id)
    expect(after.map(({ price }) => price)).toEqual(['19.5000', '19.5000'])
    expect(after.map(({ count }) => count)).toEqual(['9.0000', same[1]!.count])
    await planner.post(`/undo/${saved.undo!.set}`)
    expect((await lines()).map(({ price }) => price)).toEqual(before.map(({ price }) => price))
  })

  it('are taken out of their own kind of sale only, after a question [A-188][R-177]', async () => {
    const before = await lines()
    const id = String(before.at(-1)!.id)
    expect((await shown()).$('[data-post="/administration/order/remove_product"]').attr('data-confirm')).toMatch(
      /^Weet u zeker dat u .+ wilt verwijderen\?$/,
    )
    expect((await planner.post('/administration/quotation/remove_product', { id })).status).toBe(404)
    for (const kind of ['order', 'quotation', 'invoice'])
      expect(
        (await planner.post(`/administration/${kind}/remove_product`, { id, [`new_${kind}`]: '1' })).status,
        `a line of what is still being made, which is not stored: ${kind}`,
      ).toBe(204)
    expect(await lines()).toHaveLength(before.length)
    expect((await planner.post('/administration/order/remove_product', { id: '2000000000', new_order: '0' })).status).toBe(404) // prettier-ignore
    const removed = await planner.post('/administration/order/remove_product', { id, new_order: '0' })
    expect(removed.trigger.flash?.str).toBe('Regel verwijderd')
    expect(await lines()).toHaveLength(before.length - 1)
    await planner.post(`/undo/${removed.undo!.set}`)
    expect((await lines()).map((line) => line.id)).toEqual(before.map((line) => line.id))
  })

  it('of an order that were put on an invoice can go elsewhere once they are taken off it [R-214]', async () => {
    const { order, orderLines } = app.story.sales
    const [line] = orderLines
    const id = await inTransaction(app.db, null, (trx) =>
      makeConcept(trx, app.services.registry, {
        company_id: app.story.companies.deLinde,
        contact_id: null,
        order_id: order,
        line_ids: [line!],
      }),
    )
    const destination = async () => (await lines()).find((one) => one.id === line)!.destination
    expect(await destination()).toBe('invoice')
    const [onInvoice] = await listSaleLines(app.db, { type: 'invoice', id })
    const removed = await planner.post('/administration/invoice/remove_product', { id: String(onInvoice!.id) })
    expect(removed.trigger.changed?.items).toContainEqual({ type: 'order', id: order })
    expect(await destination()).toBeNull()
    await planner.post(`/undo/${removed.undo!.set}`)
    expect(await destination()).toBe('invoice')
    await planner.post('/administration/invoice/delete', { id: String(id) })
    expect(await destination()).toBeNull()
  })

  it('stand in the order that is chosen; ids of another sale have no say in it', async () => {
    const before = (await lines()).map(({ id }) => id)
    const wanted = [...before].reverse()
    const { sales } = app.story
    await planner.post(`/administration/order/order_lines/${sales.order}`, {
      ids: [sales.quotationLine, ...wanted].join(','),
    })
    expect((await lines()).map(({ id }) => id)).toEqual(wanted)
    await planner.post(`/administration/order/order_lines/${sales.order}`, { ids: before.join(',') })
    expect((await lines()).map(({ id }) => id)).toEqual(before)
  })

  it('stand below headings, which cost nothing', async () => {
    const { sales } = app.story
    const before = await head()
    const added = await planner.post(`/administration/order/add_text/${sales.order}`, { name: 'Tweede levering' })
    expect(added.trigger.flash?.str).toBe('Kop toegevoegd')
    const heading = (await lines()).at(-1)!
    expect(heading).toMatchObject({ kind: 'section', name: 'Tweede levering', amount: 0 })
    expect(await head()).toMatchObject({ total: before.total, line_count: before.line_count })
    const edited = await save(`/administration/order/edit_text/${heading.id}`, { name: 'Later' })
    expect(edited.trigger.flash?.str).toBe('Wijziging opgeslagen')
    expect((await planner.post(`/administration/order/view_single_product/${heading.id}`, {})).status).not.toBe(500)
    await planner.post('/administration/order/remove_product', { id: String(heading.id) })
  })

  it('of a definitive invoice stay as they are', async () => {
    const [number] = await inTransaction(app.db, null, (trx) =>
      takeNumbers(trx, 'invoice', Number(today().slice(0, 4))),
    )
    const invoice = { id: await newInvoice() }
    const url = `/administration/invoice/add_lines/${invoice.id}`
    const fields = { 'lines[0][product_id]': String(app.story.products.travel), 'lines[0][count]': '1' }
    expect((await planner.post(url, fields)).status).toBe(204)
    await app.db
      .updateTable('invoices')
      .set({ year: Number(today().slice(0, 4)), sequence: number!, snapshot: '{}', definitive_at: new Date() })
      .where('id', '=', invoice.id)
      .execute()
    const refused = await planner.post(url, fields)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('definitieve factuur')])
    const [line] = await listSaleLines(app.db, { type: 'invoice', id: invoice.id })
    const removed = await planner.post('/administration/invoice/remove_product', { id: String(line!.id) })
    expect(removed.status).toBe(409)
    expect((await shown('invoice', invoice.id)).$('[data-post]').length).toBe(0)
  })

  it('are read by a supervisor for the own companies, and changed by none', async () => {
    const supervisor = await app.as(ROLE.supervisor)
    const { quotation, sentQuotation, foreignQuotation, quotationLine } = app.story.sales
    const read = await shown('quotation', sentQuotation, supervisor)
    expect([read.status, read.$('[data-post], [data-popup][href*="view_single"]').length]).toEqual([200, 0])
    expect((await shown('quotation', foreignQuotation, supervisor)).status).toBe(404)
    expect((await shown('quotation', quotation, supervisor)).status).toBe(404)
    expect(
      (await supervisor.post('/administration/quotation/remove_product', { id: String(quotationLine) })).status,
    ).toBe(403)
  })
})

describe('the price of a line', () => {
  const buyers = (company_id: number) => ({ company_id, contact_id: null })
  const nowhere = { street: null, street_no: null, street_no_adding: null, postal_code: null, city: null }
  const texts = { reference: null, header_text: null, footer_text: null, employee_id: null }
  /** What one of a line costs with its percentage off. */
  const costs = ({ price, discount }: SaleLine) => (Number(price) * (1 - Number(discount) / 100)).toFixed(4)
  /** A line of so many books, and one whose price was set by hand. */
  async function sold(type: 'quotation' | 'order', company_id: number, count: string) {
    const books = (price?: string) => ({ product_id: app.story.products.bhvBook, count, ...(price ? { price } : {}) })
    const added = [books(), books('11')]
    const id = await inTransaction(app.db, null, async (trx) => {
      if (type === 'quotation') return makeQuotation(trx, { ...buyers(company_id), added })
      const head = { ...buyers(company_id), ...nowhere, ...texts, country_code: 'NL', plannable: false }
      const order = await addOrder(trx, { ...head, quotation_id: null, order_date: today() })
      const sale = await lockSale(trx, app.services.registry, { type, id: order })
      await addLines(trx, sale, added)
      return order
    })
    const all = () => listSaleLines(app.db, { type, id })
    return { id, all, line: `/administration/${type}/view_single_product/${(await all())[0]!.id}`, edit: `/administration/${type}/edit/${id}` } // prettier-ignore
  }
  const inDays = (days: number) => formatDate(addDays(today(), days))

  it('follows count, customer and day, with its reason, and is said to; what was set by hand stays', async () => {
    const { deLinde, vanLoon } = app.story.companies
    const count = (many: string) => ['line', { count: many }] as const
    const cases = [
      ['quotation', deLinde, '20', count('25'), ['24.7500', '22.5000'], /^€ 22,50 per stuk/],
      ['order', vanLoon, '6', count('5'), ['26.1250', '27.5000'], /geldt geen afspraak/],
      ['order', deLinde, '2', ['edit', { company_id: String(vanLoon) }], ['24.7500', '27.5000'], /geldt geen afspraak/],
      ['quotation', vanLoon, '2', ['edit', { quotation_date: inDays(45), valid_until: inDays(60) }], ['27.5000', '28.9500'], /^€ 28,95 per stuk/], // prettier-ignore
    ] as const
    for (const [type, company, many, [where, change], [was, becomes], why] of cases) {
      const sale = await sold(type, company, many)
      expect((await sale.all()).map(costs)).toEqual([was, '11.0000'])
      const saved = await save(sale[where], change)
      expect([saved.status, saved.trigger.flash?.str]).toEqual([204, 'Wijziging opgeslagen. 1 regel kreeg een andere prijs']) // prettier-ignore
      const [first, second] = await sale.all()
      expect([costs(first!), costs(second!), second!.why]).toEqual([
        becomes,
        '11.0000',
        'De prijs is met de hand gezet.',
      ])
      expect(plain(first!.why!)).toMatch(why)
      expect(first!.why).not.toContain('De Linde geeft 10%')
    }
  })

  it('is all of it where one is asked for, also that of the product where a percentage was agreed', async () => {
    const added = [{ product_id: app.story.products.bhvBook, count: '1', price: '27.5' }]
    const id = await inTransaction(app.db, null, (trx) =>
      makeQuotation(trx, { ...buyers(app.story.companies.deLinde), added }),
    )
    const [line] = await listSaleLines(app.db, { type: 'quotation', id })
    expect([line!.price, Number(line!.discount)]).toEqual(['27.5000', 0])
  })

  it('keeps no reason that is not true any more where its VAT was set by hand, and follows nothing then', async () => {
    const { line: url, all } = await sold('quotation', app.story.companies.deLinde, '20')
    for (const change of [{ taxes_included: '1' }, { tax_type_id: String(app.story.taxTypes.exempt) }] as const) {
      const saved = await save(url, change)
      expect((await all())[0]).toMatchObject({ is_original_price: false, why: 'De btw is met de hand gezet.' })
      expect((await save(url, { count: '25' })).trigger.flash?.str).toBe('Wijziging opgeslagen')
      expect(costs((await all())[0]!)).toBe('24.7500')
      await save(url, { count: '20' })
      await planner.post(`/undo/${saved.undo!.set}`)
    }
    await save(url, { discount: '12' })
    expect((await all())[0]!.why).toBe('De prijs is met de hand gezet.')
  })

  it('that was accepted or stands on an invoice changes only for who says so', async () => {
    const { deLinde, vanLoon } = app.story.companies
    const { id } = await sold('quotation', deLinde, '20')
    const { id: order } = await inTransaction(app.db, null, (trx) => makeOrderOf(trx, app.services.registry, id))
    const invoice = await inTransaction(
      app.db,
      null,
      (trx) =>
      makeConcept(trx, app.services.registry, { ...buyers(deLinde), added: [{ product_id: app.story.products.bhvBook, count: '20' }] }), // prettier-ignore
    )
    const lineOf = async (type: 'order' | 'invoice', sale: number) =>
      (await listSaleLines(app.db, { type, id: sale }))[0]!
    for (const [type, sale, view] of [
      ['order', order, 'order/view_single_product'],
      ['invoice', invoice, 'invoice/view_line'],
    ] as const) {
      const { id: of, price } = await lineOf(type, sale)
      for (const [url, change, told, becomes] of [
        [`/administration/${view}/${of}`, { count: '25' }, '€ 22,50', '22.5000'],
        [`/administration/${type}/edit/${sale}`, { company_id: String(vanLoon) }, '€ 27,50, korting 5%', '26.1250'],
      ] as const) {
        const asked = await save(url, change)
        const { question } = asked.json<{ question: Question }>()
        expect([asked.status, question.lines!.map(({ text }) => plain(text))]).toEqual([409, [`Cursusboek BHV: € 27,50, korting 10% wordt ${told}`]]) // prettier-ignore
        expect([question.field, question.value, question.otherwise?.value]).toEqual(['prices', 'new', 'kept'])
        expect((await lineOf(type, sale)).count).toBe('20.0000')
        const kept = await save(url, { ...change, prices: 'kept' })
        expect([(await lineOf(type, sale)).price, kept.trigger.flash?.str]).toEqual([price, 'Wijziging opgeslagen'])
        await planner.post(`/undo/${kept.undo!.set}`)
        const anew = await save(url, { ...change, prices: 'new' })
        expect(anew.trigger.flash?.str).toContain('1 regel kreeg een andere prijs')
        expect(costs(await lineOf(type, sale))).toBe(becomes)
        await planner.post(`/undo/${anew.undo!.set}`)
      }
      expect((await save(`/administration/${view}/${of}`, { count: '21' })).status).toBe(204)
    }
    // What went elsewhere already is settled there.
    await app.db.updateTable('sale_lines').set({ destination: 'invoice' }).where('order_id', '=', order).execute()
    const settled = await save(`/administration/order/edit/${order}`, { company_id: String(vanLoon) })
    expect([settled.status, settled.trigger.flash?.str]).toEqual([204, 'Wijziging opgeslagen'])
  })
})

describe('numbers', () => {
  it('have no gaps and no doubles, whatever runs at once, and a rolled back one is given again', async () => {
    const take = () => inTransaction(app.db, null, (trx) => takeNumbers(trx, 'quotation', 2031))
    const failed = expect(
      inTransaction(app.db, null, async (trx) => {
        await takeNumbers(trx, 'quotation', 2031)
        throw new Error('no')
      }),
    ).rejects.toThrow('no')
    const taken = await Promise.all(Array.from({ length: 30 }, take))
    await failed
    const after = await take()
    expect([...taken.flat(), ...after].sort((a, b) => a - b)).toEqual(Array.from({ length: 31 }, (_, i) => i + 1))
  })

  it('keep all their digits', async () => {
    const { rows } = await app.pool.query<{ one: string; many: string }>(
      `select sale_number('O', 2026, 7) as one, sale_number('O', 2026, 123456) as many`,
    )
    expect(rows[0]).toEqual({ one: 'O2026-0007', many: 'O2026-123456' })
  })
})

it('the history of a sale finds its lines that are gone by an index', async () => {
  const removed = (await lines())[0]!
  const { order } = app.story.sales
  await inTransaction(app.db, null, (trx) => trx.deleteFrom('sale_lines').where('id', '=', removed.id).execute())
  await app.owner.pool.query(`insert into history (record_type, record_id, action, changes)
    select 'sale_line', 1000000 + n, 'delete', jsonb_build_object('order_id', jsonb_build_array(1000 + n, null))
    from generate_series(1, 2000) n`)
  await app.owner.pool.query('analyze history')
  const plan = await sql<{ 'QUERY PLAN': string }>`explain ${historyOfSale('order')(order)}`.execute(app.db)
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('history_gone_lines_order_id')
  const { rows } = await sql<{ record_id: string }>`${historyOfSale('order')(order)}`.execute(app.db)
  expect(rows.map(({ record_id }) => Number(record_id))).toContain(removed.id)
})
