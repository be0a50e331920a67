// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Browser, type FormValue, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
let teacher: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  teacher = await app.as(ROLE.teacher)
})
afterAll(() => app.close())

const dutch = (day: string) => day.split('-').reverse().join('-')
const stored = (id: number) => app.db.selectFrom('products').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const pricesOf = (id: number) =>
  app.db
    .selectFrom('product_prices')
    .select(['valid_from', 'price'])
    .where('product_id', '=', id)
    .orderBy('valid_from')
    .execute()
let made = 0
/** A new product; what it is called tells it apart. */
async function add(form: Record<string, FormValue> = {}): Promise<number> {
  const name = `Proefproduct ${(made += 1)}`
  const answer = await planner.post('/products/add', {
    name,
    price: '10,00',
    tax_type_id: app.story.taxTypes.high,
    ...form,
  })
  expect([answer.status, answer.text]).toEqual([200, expect.anything()])
  return answer.json<{ id: number }>().id
}
/** The form of a product as it opens, with changes. */
async function edited(id: number, changes: Record<string, FormValue>) {
  const { $ } = await planner.get(`/products/edit/${id}`)
  const fields = $('form').first().serializeArray()
  return planner.post(`/products/edit/${id}`, {
    ...Object.fromEntries(fields.map(({ name, value }) => [name, value])),
    ...changes,
  })
}
const headings = async (browser: Browser, path: string) => {
  const { $ } = await browser.page(path)
  return $('th')
    .map((_, head) => $(head).text().trim())
    .get()
}

describe('who sees products', () => {
  it('planners with what they cost, and teachers without', async () => {
    const { bhvBook } = app.story.products
    expect(await headings(planner, '/products')).toContain('Prijs')
    expect((await planner.page('/products')).text).toContain('27,50')
    expect(await headings(teacher, '/products')).not.toContain('Prijs')
    const told = await teacher.page('/products?columns=name,price,tax_type_id,taxes_included')
    expect(told.text).toContain('Cursusboek BHV')
    const popup = await teacher.get(`/products/view/${bhvBook}`)
    const exported = await teacher.get('/products?export=csv')
    const categories = await teacher.page('/products/categories')
    for (const { text } of [told, popup, exported]) {
      expect(text).not.toMatch(/27,50|28,95|Btw laag/)
    }
    expect(categories.text).not.toContain('5%')
    expect((await teacher.get(`/products/prices/${bhvBook}`)).status).toBe(403)
    const taxTypes = '/ajax/specialSelectorSearch?type=tax_type&v=hoog'
    expect((await teacher.get(taxTypes)).status).toBe(404)
    expect((await planner.get(taxTypes)).json()).toEqual({ [app.story.taxTypes.high]: 'Btw hoog (21%)' })
    const inCategory = await planner.get('/ajax/specialSelectorSearch?type=product_category&v=boek')
    expect(Object.values(inCategory.json<Record<string, string>>())).toEqual(['Boeken'])
  })

  it('are found by name and by code, and categories by name [P-110] [P-111]', async () => {
    const find = async (query: string) => {
      const { data } = (await planner.get(`/ajax/superSearch?query=${query}`)).json<{
        data: { searchable_type: string; searchable_field: string; name: string }[]
      }>()
      return data.map((hit) => `${hit.searchable_type} ${hit.searchable_field}: ${hit.name}`)
    }
    expect(await find('poederbluss')).toContain('Product name: Poederblusser 6 kg')
    expect(await find('PB-6')).toContain('Product name: Poederblusser 6 kg')
    expect(await find('brandblussers')).toContain('ProductCategory name: Brandblussers')
  })

  it('are chosen by name, with the code that differs behind it, while they are sold [P-120]', async () => {
    const { firstAidBox, travel, retiredBook } = app.story.products
    const rows = (await planner.get('/ajax/specialSelectorSearch?type=product')).json<{ id: number; name: string }[]>()
    const labels = JSON.stringify(rows)
    expect(labels).toContain('Verbanddoos B (VD-B)')
    expect(labels).toContain('"Voorrijkosten"')
    expect(labels).not.toContain('Cursusboek BHV 2019')
    expect([firstAidBox, travel, retiredBook]).toHaveLength(3)
  })
})

describe('a product', () => {
  it('is added and shown with what it costs [S-126] [S-127] [R-195] [R-196]', async () => {
    const form = await planner.get('/products/add')
    expect(form.$('.popup-title').text()).toBe('Product toevoegen')
    expect(form.$('[name=tax_type_id] option[selected]').text()).toBe('Btw hoog (21%)')
    // A phone offers digits and a comma for what is money or a percentage.
    expect(['price', 'discount', 'name'].map((name) => form.$(`input[name=${name}]`).attr('inputmode'))).toEqual(['decimal', 'decimal', undefined]) // prettier-ignore
    const id = await add({ name: 'Werkhandschoenen', price: '1.234,5', taxes_included: '1', discount: '2,5' })
    expect(await stored(id)).toMatchObject({
      name: 'Werkhandschoenen',
      code: 'Werkhandschoenen',
      taxes_included: true,
      discount: '2.5000',
      active: true,
    })
    expect(await pricesOf(id)).toEqual([{ valid_from: today(), price: '1234.5000' }])
    const popup = await planner.get(`/products/view/${id}`)
    expect(popup.$('.popup-title').text()).toContain('Werkhandschoenen')
    expect(popup.text).toContain('€\u00a01.234,50 inclusief 21% BTW')
    expect(popup.text).toContain('2,5%')
  })

  it('shows that a price is without VAT [M-093], or with it [M-092]', async () => {
    expect((await planner.get(`/products/view/${await add()}`)).text).toContain('€\u00a010,00 exclusief 21% BTW')
    const { low, exempt } = app.story.taxTypes
    const withVat = await add({ taxes_included: '1', tax_type_id: low })
    expect((await planner.get(`/products/view/${withVat}`)).text).toContain('€\u00a010,00 inclusief 9% BTW')
    const free = (await planner.get(`/products/view/${await add({ tax_type_id: exempt })}`)).text
    expect(free).toContain('Vrijgesteld')
    expect(free).not.toContain('0% BTW')
  })

  it('says in words what is wrong, and changes nothing', async () => {
    const count = () => app.db.selectFrom('products').select('id').execute()
    const before = (await count()).length
    const empty = await planner.post('/products/add', { name: '', price: '', discount: 'x' })
    expect(empty.status).toBe(422)
    expect(empty.json()).toMatchObject({
      name: ['Vul een naam in.'],
      price: ['Vul een prijs in.'],
      discount: ['Korting is geen geldig bedrag.'],
      tax_type_id: [expect.any(String)],
    })
    const valid = { name: 'Fout', price: '10', tax_type_id: app.story.taxTypes.high }
    const tooMuch = await planner.post('/products/add', { ...valid, discount: '10,01', discount_type: 'money' })
    expect(tooMuch.json()).toEqual({ discount: ['De korting is hooguit de prijs.'] })
    const percents = await planner.post('/products/add', { ...valid, discount: '101' })
    expect(percents.json()).toEqual({ discount: ['De korting is hooguit 100%.'] })
    const long = await planner.post('/products/add', { ...valid, discount: 'a'.repeat(300) })
    expect(long.json()).toEqual({ discount: ['Korting mag hooguit 16 tekens lang zijn.'] })
    const twice = await planner.post('/products/add', { ...valid, code: 'BK-BHV' })
    expect(twice.json()).toEqual({ code: ['Er is al een product met deze code.'] })
    expect((await count()).length).toBe(before)
  })

  it('keeps a term in years or months, and nothing else [A-045]', async () => {
    const id = await add({ replace_after: 18, replace_unit: 'months', replace_period_margin: 10 })
    expect(await stored(id)).toMatchObject({ replace_after: 18, replace_unit: 'months' })
    const years = await add({ replace_after: 5, replace_unit: 'years' })
    expect(await stored(years)).toMatchObject({ replace_after: 5, replace_unit: 'years' })
    const weeks = await edited(id, { replace_unit: 'weeks' })
    expect(weeks.json()).toEqual({ replace_unit: ['Termijn in is niet geldig.'] })
    await expect(
      app.db.updateTable('products').set({ replace_unit: 'weeks' }).where('id', '=', id).execute(),
    ).rejects.toThrow('products_replace_unit_check')
  })

  it('has a margin that is a percentage of its term [A-207]', async () => {
    const id = await add({ replace_after: 5, replace_unit: 'years', replace_period_margin: 10 })
    expect((await planner.get(`/products/view/${id}`)).text).toContain('5 jaar, 10% eerder of later (6 maanden)')
    expect((await edited(id, { replace_period_margin: 101 })).status).toBe(422)
    expect((await edited(id, { replace_period_margin: 20 })).status).toBe(204)
    expect((await planner.get(`/products/view/${id}`)).text).toContain('20% eerder of later (12 maanden)')
  })

  it('costs more from today when its price is changed, and says when somebody else was first', async () => {
    const id = await add()
    await app.db
      .updateTable('product_prices')
      .set({ valid_from: addDays(today(), -30) })
      .where('product_id', '=', id)
      .execute()
    expect((await edited(id, { price: '12,50' })).status).toBe(204)
    expect(await pricesOf(id)).toEqual([
      { valid_from: addDays(today(), -30), price: '10.0000' },
      { valid_from: today(), price: '12.5000' },
    ])
    expect((await edited(id, { price: '13', version: 1 })).status).toBe(409)
    expect((await pricesOf(id)).at(-1)).toMatchObject({ price: '12.5000' })
  })

  it('keeps a code that repeats the name the same as the name', async () => {
    const id = await add({ name: 'Helm wit' })
    await edited(id, { name: 'Helm geel' })
    expect(await stored(id)).toMatchObject({ name: 'Helm geel', code: 'Helm geel' })
    await edited(id, { code: 'HELM' })
    await edited(id, { name: 'Helm rood' })
    expect(await stored(id)).toMatchObject({ name: 'Helm rood', code: 'HELM' })
  })

  it('is deactivated and activated [A-070] [R-200] [R-201]', async () => {
    const id = await add()
    expect((await planner.get(`/products/view/${id}`)).text).toContain('Actief')
    const off = await planner.post(`/products/deactivate/${id}`)
    expect(off.trigger.flash?.str).toBe('Product gedeactiveerd')
    expect(await stored(id)).toMatchObject({ active: false })
    expect((await planner.get(`/products/view/${id}`)).text).toContain('Niet actief')
    await planner.post(`/products/activate/${id}`)
    expect(await stored(id)).toMatchObject({ active: true })
    const again = await planner.post(`/products/deactivate/${id}`)
    await planner.post(`/undo/${again.undo!.set}`)
    expect(await stored(id)).toMatchObject({ active: true })
  })

  it('is deleted with its prices, unless another uses it up [R-199]', async () => {
    const id = await add()
    const gone = await planner.post('/products/delete', { id })
    expect(gone.trigger.flash?.str).toBe('Product verwijderd')
    expect(await pricesOf(id)).toEqual([])
    await planner.post(`/undo/${gone.undo!.set}`)
    expect(await pricesOf(id)).toHaveLength(1)
    const { powder } = app.story.products
    const kept = await planner.post('/products/delete', { id: powder })
    expect(kept.status).toBe(409)
    expect(kept.json<{ reasons: object[] }>().reasons).toContainEqual(
      expect.objectContaining({ label: 'Producten die dit verbruiken', count: 1 }),
    )
  })
})

describe('what a product is', () => {
  const locked = async (id: number) => {
    const { $ } = await planner.get(`/products/edit/${id}`)
    const names = $('[data-product-kind] input[disabled]').map((_, input) => $(input).attr('name'))
    return { locked: names.get(), ticked: (name: string) => $(`input[name=${name}]`).is('[checked]') }
  }

  it('a consumable is delivered whatever is sent, and that is locked [A-071]', async () => {
    const id = await add({ is_consumable: '1', has_to_be_delivered: '0' })
    expect(await stored(id)).toMatchObject({ is_consumable: true, has_to_be_delivered: true })
    const form = await locked(id)
    expect(form.locked).toEqual(['has_to_be_delivered'])
    expect(form.ticked('has_to_be_delivered')).toBe(true)
    await expect(
      app.db.updateTable('products').set({ has_to_be_delivered: false }).where('id', '=', id).execute(),
    ).rejects.toThrow('products_consumable_is_delivered')
  })

  it('a product with a lifecycle is a consumable whatever is sent [A-072]', async () => {
    const id = await add({ has_lifecycle: '1', is_consumable: '0' })
    expect(await stored(id)).toMatchObject({ is_consumable: true, has_to_be_delivered: true, is_device: false })
    expect((await locked(id)).locked).toEqual(['is_consumable', 'has_to_be_delivered'])
    await expect(
      app.db.updateTable('products').set({ is_consumable: false }).where('id', '=', id).execute(),
    ).rejects.toThrow('products_lifecycle_is_consumable')
  })

  it('a device is a consumable [A-073] that is delivered [A-074], whatever is sent', async () => {
    const id = await add({ is_device: '1', is_consumable: '0', has_to_be_delivered: '0' })
    expect(await stored(id)).toMatchObject({ is_device: true, is_consumable: true, has_to_be_delivered: true })
    expect((await locked(id)).locked).toEqual(['is_consumable', 'has_to_be_delivered'])
    await edited(id, { is_device: '0', is_consumable: '0', has_to_be_delivered: '0' })
    expect(await stored(id)).toMatchObject({ is_device: false, is_consumable: false, has_to_be_delivered: false })
  })
})

describe('what a product uses up', () => {
  const usesOf = (product_id: number) =>
    app.db
      .selectFrom('product_consumables')
      .select(['consumable_id', 'count', 'replace_after', 'replace_unit'])
      .where('product_id', '=', product_id)
      .execute()

  it('is saved, changed and removed [R-203] [R-202]', async () => {
    const [box, plaster] = [await add(), await add({ is_consumable: '1', replace_after: 2 })]
    const url = `/products/saveConsumable/${box}/${plaster}`
    expect((await planner.post(url, { count: 2 })).status).toBe(204)
    expect(await usesOf(box)).toEqual([
      { consumable_id: plaster, count: 2, replace_after: null, replace_unit: 'years' },
    ])
    expect((await planner.get(`/products/consumables/${box}`)).text).toContain('2 jaar')
    await planner.post(url, { count: 3, replace_after: 6, replace_unit: 'months' })
    expect(await usesOf(box)).toMatchObject([{ count: 3, replace_after: 6, replace_unit: 'months' }])
    expect((await planner.get(`/products/consumables/${box}`)).text).toContain('6 maanden')
    const removed = await planner.post(`/products/removeConsumable/${box}/${plaster}`)
    expect(removed.trigger.flash?.str).toBe('Verbruiksartikel weggehaald')
    expect(await usesOf(box)).toEqual([])
    await planner.post(`/undo/${removed.undo!.set}`)
    expect(await usesOf(box)).toMatchObject([{ count: 3 }])
  })

  it('is a consumable, stays one, and never the product itself or what uses it up', async () => {
    const [box, plaster, service] = [
      await add({ is_consumable: '1' }),
      await add({ is_consumable: '1' }),
      await add({ name: 'Uurtarief' }),
    ]
    const put = (product: number, consumable: number) =>
      planner.post(`/products/saveConsumable/${product}/${consumable}`, { count: 1 })
    expect((await put(box, service)).status).toBe(422)
    expect((await put(box, box)).json()).toEqual({ consumable_id: ['Een product verbruikt zichzelf niet.'] })
    await put(box, plaster)
    expect((await put(plaster, box)).json()).toEqual({ consumable_id: ['Dit product gebruikt het andere zelf al.'] })
    const kept = await edited(plaster, { is_consumable: '0', has_to_be_delivered: '0' })
    expect(kept.json()).toEqual({
      is_consumable: ['Een ander product verbruikt dit: het blijft een verbruiksartikel.'],
    })
    expect((await put(box, 999_999)).status).toBe(404)
  })
})

describe('what a product costs from when', () => {
  it('is told ahead, and one price always stays', async () => {
    const id = await add()
    const from = addDays(today(), 30)
    await planner.post(`/products/prices/add/${id}`, { price: '11', valid_from: dutch(from) })
    expect((await planner.get(`/products/view/${id}`)).text).toContain(`€\u00a011,00 vanaf ${dutch(from)}`)
    const rows = await app.db.selectFrom('product_prices').selectAll().where('product_id', '=', id).execute()
    const [first, coming] = rows.sort((a, b) => a.id - b.id)
    const clash = await planner.post(`/products/price/${coming!.id}`, {
      price: '11',
      valid_from: dutch(today()),
      version: coming!.version,
    })
    expect(clash.json()).toEqual({ valid_from: ['Er gaat op deze dag al een prijs in.'] })
    expect((await planner.post('/products/price/delete', { id: first!.id })).status).toBe(204)
    const last = await planner.post('/products/price/delete', { id: coming!.id })
    expect(last.json()).toEqual({ _form: ['Een product houdt minimaal één prijs.'] })
  })

  it('is told by the history of the product, also of a price that is gone, to who sees prices', async () => {
    const id = await add()
    const administrator = await app.as(ROLE.administrator)
    const told = async () => (await administrator.get(`/events/of/product/${id}?embed=1`)).$('tbody tr').length
    const before = await told()
    await planner.post(`/products/prices/add/${id}`, { price: '11', valid_from: dutch(addDays(today(), 30)) })
    expect(await told()).toBe(before + 1)
    const coming = await app.db.selectFrom('product_prices').select(['id', 'version']).where('product_id', '=', id).orderBy('id', 'desc').executeTakeFirstOrThrow() // prettier-ignore
    await planner.post(`/products/price/${coming.id}`, { price: '12', valid_from: dutch(addDays(today(), 30)), version: coming.version }) // prettier-ignore
    await planner.post('/products/price/delete', { id: coming.id })
    expect(await told()).toBe(before + 3)
  })

  it('is not taken back when no price would be left', async () => {
    const id = await add()
    const added = await planner.post(`/products/prices/add/${id}`, {
      price: '11',
      valid_from: dutch(addDays(today(), 30)),
    })
    const first = await app.db
      .selectFrom('product_prices')
      .select('id')
      .where('product_id', '=', id)
      .where('valid_from', '=', today())
      .executeTakeFirstOrThrow()
    await planner.post('/products/price/delete', { id: first.id })
    const undone = await planner.post(`/undo/${added.undo!.set}`)
    expect(undone.text).toContain('Een product houdt minimaal één prijs.')
    expect(await pricesOf(id)).toHaveLength(1)
  })
})

describe('categories', () => {
  it('are added and shown with what is in them [S-128] [S-129] [R-197] [R-198]', async () => {
    expect((await planner.get('/administration/add-category')).$('.popup-title').text()).toBe('Categorie toevoegen')
    const saved = await planner.post('/administration/add-category', { name: 'Kleding', discount: '2,5' })
    const { id } = saved.json<{ id: number }>()
    const product = await add({ category_id: id })
    const popup = await planner.get(`/products/viewCategory/${id}`)
    expect(popup.$('.popup-title').text()).toContain('Kleding')
    const rows = await planner.get(`/products?embed=1&category_id=${id}`)
    expect(rows.text).toContain((await stored(product)).name)
    expect(rows.text).not.toContain('Cursusboek BHV')
    const twice = await planner.post('/administration/add-category', { name: 'Kleding' })
    expect(twice.json()).toEqual({ name: ['Deze categorie bestaat al.'] })
    const high = await planner.post('/administration/add-category', { name: 'Duur', discount: '100,5' })
    expect(high.json()).toEqual({ discount: ['Korting in % ligt tussen 0 en 100, met hooguit twee decimalen.'] })
  })

  it('are listed by name [R-194]', async () => {
    const rows = (await teacher.get('/ajax/getProductCategories')).json<{ id: number; name: string }[]>()
    expect(rows.map(({ name }) => name).slice(0, 2)).toEqual(['Boeken', 'Brandblussers'])
    expect(rows[0]).toEqual({ id: app.story.productCategories.books, name: 'Boeken' })
  })

  it('are deleted when nothing is in them [R-204]', async () => {
    const { books } = app.story.productCategories
    const kept = await planner.post('/administration/productCategory/delete', { id: books })
    expect(kept.status).toBe(409)
    expect(kept.json<{ reasons: object[] }>().reasons).toMatchObject([{ label: 'Producten', count: 3 }])
    const { id } = (await planner.post('/administration/add-category', { name: 'Leeg' })).json<{ id: number }>()
    const gone = await planner.post('/administration/productCategory/delete', { id })
    expect(gone.trigger.flash?.str).toBe('Categorie verwijderd')
  })
})
