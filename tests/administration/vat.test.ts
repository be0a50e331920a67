import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
})
afterAll(() => app.close())

const dutch = (day: string) => day.split('-').reverse().join('-')
const taxesOf = (type: number) =>
  app.db
    .selectFrom('taxes')
    .select(['id', 'percentage', 'valid_from', 'category'])
    .where('tax_type_id', '=', type)
    .orderBy('valid_from')
    .execute()
let made = 0
const add = (form: Record<string, string> = {}) =>
  administrator.post('/settings/tax-type/add', {
    name: `Proefbtw ${(made += 1)}`,
    category: 'S',
    percentage: '12,5',
    valid_from: '01-01-2020',
    ...form,
  })
const added = async (form?: Record<string, string>) => (await add(form)).json<{ id: number }>().id

describe('VAT', () => {
  it('is there from the first day: 21, 9, and five kinds of none, each with its category and reason', async () => {
    const empty = await testApp({ empty: true })
    try {
      const rows = await empty.db
        .selectFrom('tax_types')
        .innerJoin('taxes', 'taxes.tax_type_id', 'tax_types.id')
        .select(['tax_types.category', 'taxes.percentage', 'tax_types.reason'])
        .orderBy('tax_types.id')
        .execute()
      expect(rows.map(({ category, percentage }) => `${category} ${Number(percentage)}`)).toEqual([
        'S 21',
        'S 9',
        'Z 0',
        'E 0',
        'AE 0',
        'K 0',
        'G 0',
      ])
      expect(rows.filter(({ reason }) => reason === null).map(({ category }) => category)).toEqual(['S', 'S', 'Z'])
    } finally {
      await empty.close()
    }
  })

  it('is a tab of the settings, the highest first, for administrators alone', async () => {
    const page = await administrator.page('/settings/?tab=tax-types')
    expect(page.text).toContain('/settings/tax-types?embed=1')
    const { $ } = await administrator.page('/settings/tax-types')
    const names = $('tbody td.c-main').map((_, cell) => $(cell).text().trim())
    expect(names.get().slice(0, 2)).toEqual(['Btw hoog', 'Btw laag'])
    const planner = await app.as(ROLE.scheduler)
    expect((await planner.get('/settings/tax-type/add')).status).toBe(403)
    expect((await (await app.as(ROLE.teacher)).get('/settings/tax-types')).status).toBe(403)
  })

  it('is another percentage from a day, and products bear it from then', async () => {
    const id = await added()
    const product = await administrator.post('/products/add', { name: 'Met btw', price: '10', tax_type_id: id })
    const shown = async () => (await administrator.get(`/products/view/${product.json<{ id: number }>().id}`)).text
    expect(await shown()).toContain('exclusief 12,5% BTW')
    const url = `/settings/tax-type/${id}/taxes/add`
    await administrator.post(url, { percentage: '14', valid_from: dutch(addDays(today(), 1)) })
    expect(await shown()).toContain('exclusief 12,5% BTW')
    await administrator.post(url, { percentage: '13', valid_from: dutch(today()) })
    expect(await shown()).toContain('exclusief 13% BTW')
    expect((await taxesOf(id)).map(({ percentage }) => Number(percentage))).toEqual([12.5, 13, 14])
    const twice = await administrator.post(url, { percentage: '15', valid_from: dutch(today()) })
    expect(twice.json()).toEqual({ valid_from: ['Er gaat op deze dag al een percentage in.'] })
    const kept = await administrator.post('/settings/tax-type/delete', { id })
    expect(kept.json<{ reasons: object[] }>().reasons).toMatchObject([{ label: 'Producten', count: 1 }])
  })

  it('has a percentage above 0 where it is charged, and only there', async () => {
    const message = { percentage: ['Alleen belaste btw heeft een percentage boven 0, en die altijd.'] }
    expect((await add({ percentage: '0' })).json()).toEqual(message)
    expect((await add({ category: 'E', reason: 'Vrij', percentage: '5' })).json()).toEqual(message)
    expect((await add({ percentage: '101' })).status).toBe(422)
    expect((await add({ category: 'X' })).status).toBe(422)
  })

  it('says why it is not charged', async () => {
    const none = await add({ category: 'AE', percentage: '0' })
    expect(none.json()).toEqual({ reason: ['Vul in waarom er geen btw wordt gerekend.'] })
    const id = await added({ category: 'AE', percentage: '0', reason: 'Btw verlegd' })
    const { version } = await app.db
      .selectFrom('tax_types')
      .select('version')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    const emptied = await administrator.post(`/settings/tax-type/edit/${id}`, { name: 'Leeg', reason: '', version })
    expect(emptied.json()).toEqual({ reason: ['Vul in waarom er geen btw wordt gerekend.'] })
  })

  it('keeps a percentage, also when the last one is taken back', async () => {
    const id = await added()
    const [first] = await taxesOf(id)
    const only = await administrator.post('/settings/tax/delete', { id: first!.id })
    expect(only.json()).toEqual({ _form: ['Een btw-soort houdt minimaal één percentage.'] })
    const second = await administrator.post(`/settings/tax-type/${id}/taxes/add`, {
      percentage: '14',
      valid_from: dutch(today()),
    })
    await administrator.post('/settings/tax/delete', { id: first!.id })
    const undone = await administrator.post(`/undo/${second.undo!.set}`)
    expect(undone.text).toContain('Een btw-soort houdt minimaal één percentage.')
    expect(await taxesOf(id)).toHaveLength(1)
  })
})

describe('products as lines begin', () => {
  const productsFor = async (browser: Browser, query: string) =>
    (await browser.get(`/ajax/getProducts?${query}`)).json<Record<string, unknown>[]>()

  it('have their price today, and that of a customer where one is told [R-193]', async () => {
    const { bhvBook, retiredBook } = app.story.products
    const [book] = await productsFor(administrator, `id=${bhvBook}`)
    expect(book).toMatchObject({
      name: 'Cursusboek BHV',
      code: 'BK-BHV',
      category: 'Boeken',
      price: '27.5000',
      original_price: '27.5000',
      is_original_price: true,
      tax: '9.00',
      tax_id: app.story.taxTypes.low,
      taxes_included: false,
    })
    const company = await app.db
      .selectFrom('client_ids')
      .select(['client_id', 'company_id'])
      .where('company_id', '=', app.story.companies.vanLoon)
      .executeTakeFirstOrThrow()
    await app.db
      .insertInto('price_rules')
      .values({ product_id: bhvBook, company_id: company.company_id, type: 'price', price: '20' })
      .execute()
    const [theirs] = await productsFor(administrator, `id=${bhvBook}&client_id=${company.client_id}`)
    expect(theirs).toMatchObject({ price: '20.0000', original_price: '27.5000', is_original_price: false })
    expect((await administrator.get(`/ajax/getProducts?id=${bhvBook}&client_id=999999999`)).status).toBe(404)
    const all = await productsFor(administrator, '')
    expect(all.map(({ id }) => id)).not.toContain(retiredBook)
    expect(all.length).toBeGreaterThan(10)
  })

  it('come to teachers without prices', async () => {
    const teacher = await app.as(ROLE.teacher)
    const [book] = await productsFor(teacher, `id=${app.story.products.bhvBook}`)
    expect(book).toMatchObject({ name: 'Cursusboek BHV' })
    for (const field of ['price', 'original_price', 'discount', 'tax', 'tax_id', 'tax_type_id'])
      expect(book).not.toHaveProperty(field)
  })
})
