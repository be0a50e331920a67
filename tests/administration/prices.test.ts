// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Asked, pricesFor } from '../../src/administration/catalogue/prices/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'
import { countQueries } from '../support/queries.ts'

let app: TestApp
let administrator: Browser
let planner: Browser
let teacher: Browser
/** Debtor numbers of companies of the story. */
let clients: Record<number, number>
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
  planner = await app.as(ROLE.scheduler)
  teacher = await app.as(ROLE.teacher)
  const rows = await app.db.selectFrom('companies').select(['id', 'client_id']).execute()
  clients = Object.fromEntries(rows.map(({ id, client_id }) => [id, client_id]))
})
afterAll(() => app.close())

const DAY = today()
/** With plain spaces, as they are typed here. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ')
const day = (days: number) => formatDate(addDays(DAY, days))
const attach = (company: number, product: number, form: Record<string, FormValue>) =>
  planner.post(`/clients/attachCustomPriceView/${clients[company]}/${product}`, { from_count: 1, ...form })
const rules = (product: number) =>
  app.db.selectFrom('price_rules').selectAll().where('product_id', '=', product).orderBy('id').execute()

const priceFor = async (of: Partial<Asked> & { product_id: number }) => {
  const [answer] = await pricesFor(app.db, [{ contact_id: null, company_id: null, day: DAY, count: '1', ...of }])
  return answer!
}

describe('the price of what is stored', () => {
  it('bears the VAT of each day that is agreed with its customer', async () => {
    const { kuipers } = app.story.companies
    const { id: exempt } = await app.db.selectFrom('products').innerJoin('tax_types', 'tax_types.id', 'products.tax_type_id').select('products.id').where('tax_types.category', '=', 'E').limit(1).executeTakeFirstOrThrow() // prettier-ignore
    const { id: charged } = await app.db.selectFrom('tax_types').select('id').where('category', '=', 'S').orderBy('id').limit(1).executeTakeFirstOrThrow() // prettier-ignore
    const { id: tax } = await app.db.insertInto('taxes').values({ tax_type_id: charged, category: 'S', valid_from: addDays(DAY, 5), percentage: '25' }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    const { rows } = await app.pool.query<{ id: number }>('insert into customer_terms (company_id, tax_type_id) values ($1, $2) on conflict (company_id) do update set tax_type_id = $2 returning id', [kuipers, charged]) // prettier-ignore
    const asked = [0, 4, 5, 9].map((i) => ({ product_id: exempt, contact_id: null, company_id: kuipers, day: addDays(DAY, i), count: '1' })) // prettier-ignore
    const found = (await pricesFor(app.db, asked)).map((answer) => Number(answer.tax))
    expect([found[0] === 25, found[1] === 25, found[2], found[3]]).toEqual([false, false, 25, 25])
    await app.db.updateTable('customer_terms').set({ tax_type_id: null }).where('id', '=', rows[0]!.id).execute()
    await app.db.deleteFrom('taxes').where('id', '=', tax).execute()
  })

  it('is that of each day, in as many queries for sixty days as for one', async () => {
    const { bhvBook } = app.story.products
    const { deLinde } = app.story.companies
    const { id: exempt } = await app.db.selectFrom('tax_types').select('id').where('category', '=', 'E').executeTakeFirstOrThrow() // prettier-ignore
    await app.db.insertInto('customer_terms').values({ company_id: app.story.companies.kuipers, tax_type_id: exempt }).onConflict((conflict) => conflict.column('company_id').doUpdateSet({ tax_type_id: exempt })).execute() // prettier-ignore
    const { id: price } = await app.db.insertInto('product_prices').values({ product_id: bhvBook, valid_from: addDays(DAY, 10), price: '31' }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    const asked = (days: number): Asked[] =>
      Array.from({ length: days }, (_day, i) => ({
        product_id: bhvBook,
        contact_id: null,
        company_id: i % 2 === 0 ? deLinde : app.story.companies.kuipers,
        day: addDays(DAY, i),
        count: '1',
      }))
    const count = (days: number) => countQueries(app, () => pricesFor(app.db, [...asked(days), ...asked(2)]))
    expect(await count(60)).toBe(await count(2))
    const answers = await pricesFor(app.db, asked(20))
    for (const [i, { original_price, tax_type_id }] of answers.entries()) {
      expect(Number(original_price)).toBe(i < 10 ? 27.5 : 31)
      expect([i % 2, tax_type_id === exempt]).toEqual([i % 2, i % 2 === 1])
    }
    await app.db.deleteFrom('product_prices').where('id', '=', price).execute()
    await app.db.updateTable('customer_terms').set({ tax_type_id: null }).where('company_id', '=', app.story.companies.kuipers).execute() // prettier-ignore
  })

  it('answers the price, the original one and whether it is that, with its VAT [F-351][F-352]', async () => {
    const { bhvBook } = app.story.products
    const { deLinde } = app.story.companies
    expect(await priceFor({ product_id: bhvBook })).toMatchObject({
      price: '27.5000',
      original_price: '27.5000',
      is_original_price: true,
      taxes_included: false,
      tax: '9.00',
    })
    expect(await priceFor({ product_id: bhvBook, company_id: deLinde })).toMatchObject({
      price: '27.5000',
      original_price: '27.5000',
      is_original_price: true,
      ...{ discount: '10.00', discount_type: 'percentage' },
    })
  })

  it('of a company below another is what was agreed above it, and nobody else pays that', async () => {
    const { bhvBook } = app.story.products
    const { thuiszorg, vanLoon } = app.story.companies
    expect((await priceFor({ product_id: bhvBook, company_id: thuiszorg })).discount).toBe('10.00')
    expect((await priceFor({ product_id: bhvBook, company_id: vanLoon })).discount).toBe('0')
    expect((await priceFor({ product_id: bhvBook, company_id: vanLoon, count: '6' })).discount).toBe('5.00')
    expect((await priceFor({ product_id: bhvBook, company_id: thuiszorg, count: '30' })).price).toBe('22.5000')
  })

  it('of a contact of whom no company is told is that of its own company', async () => {
    const { bhvBook } = app.story.products
    expect((await priceFor({ product_id: bhvBook, contact_id: app.story.contacts.anouk })).discount).toBe('10.00')
  })

  it('follows the price, the VAT and the discount of the category of that day', async () => {
    const { bhvBook, firstAidBox } = app.story.products
    expect((await priceFor({ product_id: bhvBook, day: addDays(DAY, 41) })).original_price).toBe('28.9500')
    expect(await priceFor({ product_id: firstAidBox })).toMatchObject({ price: '49.9500', discount: '5.00' })
  })

  it('of 200 lines is asked in as many questions as that of two', async () => {
    const { companies, products, contacts } = app.story
    const all = Object.values(products)
    const lines = (count: number): Asked[] =>
      Array.from({ length: count }, (_, i) => ({
        product_id: all[i % all.length]!,
        company_id: i % 3 === 0 ? companies.thuiszorg : null,
        contact_id: i % 3 === 0 ? null : contacts.anouk,
        day: DAY,
        count: String(1 + (i % 9)),
      }))
    const few = await countQueries(app, () => pricesFor(app.db, lines(2)))
    const many = await countQueries(app, () => pricesFor(app.db, lines(200)))
    expect([few, many]).toEqual([5, 5])
  })
})

describe('a price that was agreed', () => {
  it('is added for a customer and a product, as a price or as a percentage [A-047][R-205][S-130]', async () => {
    const { sign } = app.story.products
    const { vanLoon } = app.story.companies
    const { $, text } = await planner.get(`/clients/attachCustomPriceView/${clients[vanLoon]}/${sign}`)
    expect(text).toContain('Bakkerij Van Loon B.V.')
    expect($('select[name=type] option').map((_, one) => $(one).attr('value')).get()).toEqual(['price', 'percentage']) // prettier-ignore
    expect((await attach(vanLoon, sign, { type: 'price', price: '€ 3,5', percentage: '10', valid_until: day(10) })).status).toBe(200) // prettier-ignore
    expect((await attach(vanLoon, sign, { type: 'percentage', price: '9', percentage: '12,5', valid_from: day(11) })).status).toBe(200) // prettier-ignore
    const mine = (await rules(sign)).filter(({ company_id }) => company_id === vanLoon)
    expect(mine).toMatchObject([
      { type: 'price', price: '3.5000', percentage: null, contact_id: null, valid_until: addDays(DAY, 10) },
      { type: 'percentage', price: null, percentage: '12.50', valid_from: addDays(DAY, 11) },
    ])
    expect((await priceFor({ product_id: sign, company_id: vanLoon })).price).toBe('3.5000')
    expect((await priceFor({ product_id: sign, company_id: vanLoon, day: addDays(DAY, 11) })).discount).toBe('12.50')
  })

  it.each([
    [{ type: 'price' }, { price: ['Vul een prijs in.'] }],
    [{ type: 'price', price: '-1' }, { price: ['Prijs is geen geldig bedrag.'] }],
    [{ type: 'percentage' }, { percentage: ['Vul een korting in.'] }],
    [{ type: 'percentage', percentage: '101' }, { percentage: ['Korting in % ligt tussen 0 en 100, met hooguit twee decimalen.'] }], // prettier-ignore
    [{ type: 'gratis', price: '1' }, { type: ['Afspraak is niet geldig.'] }],
    [{ type: 'price', price: '1', from_count: 0 }, { from_count: ['Vanaf aantal moet een getal van 1 tot en met 100000 zijn.'] }], // prettier-ignore
    [{ type: 'price', price: '1', valid_from: '02-01-2030', valid_until: '01-01-2030' }, { valid_until: ['De laatste dag ligt voor de eerste.'] }], // prettier-ignore
  ])('is refused as %o and changes nothing', async (form, errors) => {
    const { travel } = app.story.products
    const refused = await attach(app.story.companies.vanLoon, travel, form)
    expect([refused.status, refused.json()]).toEqual([422, errors])
    expect(await rules(travel)).toEqual([])
  })

  it('holds once for a count and a day, also when two planners agree on one at the same moment', async () => {
    const { powder } = app.story.products
    const { twente, kuipers } = app.story.companies
    const both = await Promise.all([10, 20].map((price) => attach(twente, powder, { type: 'price', price })))
    expect(both.map(({ status }) => status).sort()).toEqual([200, 422])
    expect(both.find(({ status }) => status === 422)!.json()).toEqual({
      valid_from: ['Voor dit aantal is in deze periode al een prijs afgesproken.'],
    })
    expect((await attach(twente, powder, { type: 'price', price: 9, from_count: 5 })).status).toBe(200)
    expect((await attach(kuipers, powder, { type: 'price', price: 11 })).status).toBe(200)
  })

  it('stands in the tab of who it is for, and opens with all for the same product [R-206][S-131]', async () => {
    const { deLinde } = app.story.companies
    const { bhvBook } = app.story.products
    const popup = await planner.get(`/company/view/${deLinde}`)
    expect(popup.$(`[data-url="/company/${deLinde}/prices?embed=1"], [href*="prices"]`).length).toBeGreaterThan(0)
    const tab = await planner.get(`/company/${deLinde}/prices?embed=1`)
    const row = tab.$('tr[data-id="1"]')
    expect(row.text()).toContain('10% korting')
    expect(row.html()).toContain(`/clients/viewCustomPrice/${clients[deLinde]}/${bhvBook}`)
    const view = await planner.get(`/clients/viewCustomPrice/${clients[deLinde]}/${bhvBook}`)
    expect(view.$('.popup-title').text()).toContain('Cursusboek BHV')
    expect(view.text).toContain('Afgesproken met Zorggroep De Linde')
    const rows = await planner.get(`/clients/customPrices/${clients[deLinde]}/${bhvBook}?embed=1`)
    expect(rows.$('tr[data-id]').map((_, one) => rows.$(one).attr('data-id')).get()).toEqual(['1', '2']) // prettier-ignore
    expect(plain(rows.$('tr[data-id="2"]').text())).toContain('Vaste prijs € 22,50')
  })

  it('stands in the tab of the companies below it too, which pay it', async () => {
    const { thuiszorg, vanLoon } = app.story.companies
    const rowsOf = async (company: number) =>
      (await planner.get(`/company/${company}/prices?embed=1`)).$('tr[data-id="1"]')
    expect((await rowsOf(thuiszorg)).text()).toContain('Zorggroep De Linde')
    expect((await rowsOf(vanLoon)).length).toBe(0)
  })

  it('exists for debtors and products that exist', async () => {
    const { sign } = app.story.products
    for (const path of [`999999/${sign}`, `${clients[2]}/999999`, `${clients[2]}/0`])
      for (const screen of ['attachCustomPriceView', 'viewCustomPrice'])
        expect((await planner.get(`/clients/${screen}/${path}`)).status).toBe(404)
  })

  it('is changed, and is not overwritten unseen', async () => {
    const id = (await attach(app.story.companies.kuipers, app.story.products.sign, { type: 'price', price: '3' })).json<{ id: number }>().id // prettier-ignore
    const form = { type: 'percentage', percentage: '20', from_count: 3, version: 1 }
    expect((await planner.post(`/price-rules/${id}`, form)).status).toBe(204)
    expect((await planner.post(`/price-rules/${id}`, form)).status).toBe(409)
    const changed = (await rules(app.story.products.sign)).find((one) => one.id === id)
    expect(changed).toMatchObject({ type: 'percentage', price: null, percentage: '20.00', from_count: 3 })
  })

  it('goes with all others of that customer and product, of nobody else, and comes back by undo [R-207]', async () => {
    const { ehboBook } = app.story.products
    const { vanLoon, deLinde } = app.story.companies
    for (const company of [vanLoon, deLinde])
      await attach(company, ehboBook, { type: 'price', price: '20', valid_from: day(0) })
    const before = await rules(ehboBook)
    expect(before.filter(({ company_id }) => company_id === vanLoon)).toHaveLength(2)
    const gone = await planner.post('/clients/detachCustomPrice', { id: ehboBook, client_id: clients[vanLoon]! })
    expect(gone.trigger.flash?.str).toBe('Afgesproken prijzen verwijderd')
    expect(await rules(ehboBook)).toEqual(before.filter(({ company_id }) => company_id !== vanLoon))
    expect((await planner.post(`/undo/${gone.undo!.set}`)).status).toBeLessThan(300)
    expect((await rules(ehboBook)).map(({ id }) => id)).toEqual(before.map(({ id }) => id))
  })

  it('is not for teachers', async () => {
    const { sign } = app.story.products
    for (const path of [
      `/clients/viewCustomPrice/${clients[2]}/${sign}`,
      `/products/why/${sign}`,
      '/company/2/prices?embed=1',
      `/products/${sign}/steps?embed=1`,
    ])
      // prettier-ignore
      expect((await teacher.get(path)).status).toBe(403)
  })

  it('of who becomes one with another stays theirs, but where that one has such a price', async () => {
    const { sign, plasters } = app.story.products
    const add = async (name: string) => (await planner.post('/company/add', { name })).json<{ id: number }>().id
    const [kept, gone] = [await add('Blijft'), await add('Gaat op')]
    const rows = await app.db
      .selectFrom('companies')
      .select(['id', 'client_id'])
      .where('id', 'in', [kept, gone])
      .execute()
    for (const { id, client_id } of rows) clients[id] = client_id
    await attach(kept, sign, { type: 'price', price: '1' })
    await attach(gone, sign, { type: 'price', price: '2' })
    await attach(gone, plasters, { type: 'price', price: '3' })
    expect((await planner.post('/companies/merge', { kept_id: kept, gone_id: gone })).status).toBeLessThan(300)
    const told = await app.db.selectFrom('price_rules').select(['product_id', 'price']).where('company_id', '=', kept).orderBy('id').execute() // prettier-ignore
    expect(told).toEqual([{ product_id: sign, price: '1.0000' }, { product_id: plasters, price: '3.0000' }]) // prettier-ignore
  })
})

describe('a step for everybody', () => {
  it('begins at two, and stands in the tab of its product', async () => {
    const { extinguisher } = app.story.products
    const add = (from_count: number) =>
      planner.post(`/products/${extinguisher}/steps/add`, { type: 'percentage', percentage: '5', from_count })
    expect((await add(1)).json()).toEqual({ from_count: ['Een staffel begint bij minimaal 2.'] })
    const { id } = (await add(4)).json<{ id: number }>()
    const edit = { type: 'percentage', percentage: '5', from_count: 1, version: 1 }
    expect((await planner.post(`/price-rules/${id}`, edit)).json()).toEqual({ from_count: ['Een staffel begint bij minimaal 2.'] }) // prettier-ignore
    const tab = await planner.get(`/products/${extinguisher}/steps?embed=1`)
    expect(tab.$(`tr[data-id="${id}"]`).text()).toContain('5% korting')
    const agreed = await planner.get(`/products/${extinguisher}/agreements?embed=1`)
    expect(agreed.$(`tr[data-id="${id}"]`).length).toBe(0)
    expect(agreed.text).toContain('Transport Kuipers B.V.')
  })
})

describe("'Waarom deze prijs?'", () => {
  it('tells what gave the price, what fell away, and what it comes to [A-121][M-092][M-093]', async () => {
    const { bhvBook, ehboBook } = app.story.products
    const { deLinde } = app.story.companies
    const { $ } = await planner.get(`/products/why/${bhvBook}?company_id=${deLinde}&count=6`)
    expect(plain($('.why-sum').text())).toContain(
      '€ 24,75 per stuk. De afspraak met Zorggroep De Linde geeft 10% korting',
    )
    expect($('.rule--wins').text()).toContain('Afspraak met Zorggroep De Linde')
    expect($('.rule--wins a').attr('href')).toBe('/price-rules/1')
    expect(plain($('.rule--overruled s').text())).toBe('€ 26,125')
    expect(plain($('[data-why]').text())).toContain(
      '6 × komt op € 148,50 exclusief 9% BTW. Dat is € 161,87 inclusief 9% BTW.',
    )
    const typed = await planner.get(
      `/products/why/${ehboBook}/answer?day=${DAY.split('-').reverse().join('-')}&count=2`,
    )
    const exempt = await planner.get(`/products/why/${app.story.products.bhvCourse}/answer?count=1`)
    expect(plain(exempt.text)).toMatch(/1 × komt op € [\d,.]+ vrijgesteld van btw\. *<\/p>/)
    expect(plain(typed.text)).toContain('2 × komt op € 49,90 inclusief 9% BTW. Dat is € 45,78 exclusief 9% BTW.')
  })

  it('shows amounts in euros with two decimals [A-120]', async () => {
    const { bhvBook } = app.story.products
    const { text } = await planner.get(`/products/why/${bhvBook}/answer?count=1000`)
    expect(plain(text)).toContain('€ 24.062,50 exclusief')
    expect(plain(text)).toContain('€ 26.228,13 inclusief')
  })

  it.each([
    ['count=0', 'Dit aantal klopt niet.'],
    ['count=veel', 'Dit aantal klopt niet.'],
    ['day=31-02-2026', 'Deze datum klopt niet.'],
  ])('says what is wrong with %s', async (query, message) => {
    const { status, text } = await planner.get(`/products/why/${app.story.products.bhvBook}/answer?${query}`)
    expect([status, text.includes(message)]).toEqual([200, true])
  })
})

describe('somebody who buys alone', () => {
  it('has prices of their own, in their file, until they are anonymised', async () => {
    const { privateCustomer, products } = app.story
    expect((await priceFor({ product_id: products.ehboBook, contact_id: privateCustomer })).price).toBe('19.9500')
    const id = (await planner.post('/contact/add', { last_name: 'Vermaas', first_name: 'Ilse' })).json<{ id: number }>().id // prettier-ignore
    const add = await planner.post(`/contact/${id}/prices/add`, { product_id: products.travel, type: 'price', price: '40', from_count: 1 }) // prettier-ignore
    expect(add.status).toBe(200)
    const mine = () => app.db.selectFrom('price_rules').select('price').where('contact_id', '=', id).execute()
    expect(await mine()).toEqual([{ price: '40.0000' }])
    expect((await planner.get(`/contact/view/${id}`)).text).toContain(`/contact/${id}/prices?embed=1`)
    const file = await administrator.request(`/privacy/person/${id}/json`, { headers: {} })
    expect((JSON.parse(plain(file.text)) as Record<string, unknown>)['price-rules']).toEqual([
      { Product: 'Voorrijkosten', Afspraak: 'vaste prijs € 40,00', 'Vanaf aantal': 1, Geldig: '' },
    ])
    expect((await administrator.post(`/privacy/anonymise/${id}`, { word: 'anonimiseren' })).status).toBe(204)
    expect(await mine()).toEqual([])
  })

  it('who pays through a company has no tab of prices, which are those of the company', async () => {
    const { anouk } = app.story.contacts
    expect((await planner.get(`/contact/view/${anouk}`)).text).not.toContain(`/contact/${anouk}/prices?embed=1`)
  })
})
