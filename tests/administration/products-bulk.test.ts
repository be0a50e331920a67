// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { shownFields } from '../support/example-calls.ts'
import { countQueries } from '../support/queries.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const dutch = (day: string) => day.split('-').reverse().join('-')
let made = 0
interface Made {
  price?: string
  discount?: string
  discount_type?: string
  active?: boolean
  later?: string
}
async function addProduct({ price = '10', later, ...more }: Made = {}): Promise<number> {
  const name = `Massaproduct ${String((made += 1)).padStart(4, '0')}`
  const { id } = await app.db
    .insertInto('products')
    .values({ name, code: name, tax_type_id: app.story.taxTypes.high, ...more })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = [{ product_id: id, price, valid_from: addDays(today(), -10) }]
  if (later !== undefined) rows.push({ product_id: id, price: '99', valid_from: later })
  await app.db.insertInto('product_prices').values(rows).execute()
  return id
}
const pricesOf = async (id: number) => {
  const rows = await app.db
    .selectFrom('product_prices')
    .select(['valid_from', 'price'])
    .where('product_id', '=', id)
    .orderBy('valid_from')
    .execute()
  return rows.map(({ valid_from, price }) => `${valid_from} ${Number(price)}`)
}
const textOf = ({ $ }: Answer) => $.root().text().replace(/\s+/g, ' ')
const open = (what: string, ids: number[]) => planner.get(`/products/bulk/${what}?ids=${ids.join(',')}`)
async function ask(what: string, ids: number[], choices: Record<string, string>) {
  const form = { ...shownFields((await open(what, ids)).$), ...choices }
  const shown = await planner.post(`/products/bulk/${what}/preview`, form)
  return { shown, form: { ...form, ...shownFields(shown.$) } }
}
const FROM = addDays(today(), 20)
const raise = { change: 'raise_percentage', value: '4', rounding: 'five', from: dutch(FROM) }

describe('the prices of many products', () => {
  it('change from a day as the preview says, and come back with one click', async () => {
    const [one, other] = [await addProduct({ price: '27.5' }), await addProduct({ price: '24.95' })]
    const { shown, form } = await ask('price', [one, other], raise)
    expect(textOf(shown)).toContain('€ 27,50')
    expect(textOf(shown)).toContain('€ 28,60')
    expect(textOf(shown)).toContain('€ 25,95')
    expect(shown.$('.section-title').first().text()).toBe(`Nieuwe prijzen vanaf ${dutch(FROM)}`)
    const administrator = await app.as(ROLE.administrator)
    const told = async (id: number) =>
      (await administrator.get(`/events/of/product/${id}?embed=1`)).$('tbody tr').length
    const history = [await told(one), await told(other)]
    const saved = await planner.post('/products/bulk/price', form)
    expect([await told(one), await told(other)]).toEqual(history.map((count) => count + 1))
    expect(saved.trigger.flash?.str).toBe(`2 producten geherprijsd vanaf ${dutch(FROM)}`)
    const before = addDays(today(), -10)
    expect(await pricesOf(one)).toEqual([`${before} 27.5`, `${FROM} 28.6`])
    expect(await pricesOf(other)).toEqual([`${before} 24.95`, `${FROM} 25.95`])
    expect((await planner.page('/products?max_per_page=200')).$(`tr[data-id="${other}"] .num-r`).text()).toBe('€\u00a024,95') // prettier-ignore
    expect((await planner.get(`/products/view/${one}`)).text).toContain('€\u00a027,50 exclusief')
    await planner.post(`/undo/${saved.undo!.set}`)
    expect(await pricesOf(one)).toEqual([`${before} 27.5`])
    expect(await pricesOf(other)).toEqual([`${before} 24.95`])
  })

  it('stay where they would be below 0, the same, or less than the discount, and say so', async () => {
    const [cheap, same, discounted] = [
      await addProduct({ price: '1' }),
      await addProduct({ price: '0' }),
      await addProduct({ price: '6', discount: '4.5', discount_type: 'money' }),
    ]
    const lower = { ...raise, change: 'lower_amount', value: '2' }
    const { shown } = await ask('price', [cheap, discounted], lower)
    expect(textOf(shown)).toContain('zou minder dan € 0,00 kosten')
    expect(textOf(shown)).toContain('heeft een korting van € 4,50, meer dan de nieuwe prijs')
    expect(textOf((await ask('price', [same], raise)).shown)).toContain('kost dan al zoveel')
    const refused = await planner.post('/products/bulk/price', { ...lower, ids: String(cheap) })
    expect(refused.status).toBe(422)
    expect(await pricesOf(cheap)).toHaveLength(1)
  })

  it('leave a price that was told for later, and name it', async () => {
    const later = addDays(today(), 40)
    const id = await addProduct({ later })
    const { shown, form } = await ask('price', [id], raise)
    expect(textOf(shown)).toContain(`heeft vanaf ${dutch(later)} al een andere prijs; die blijft.`)
    await planner.post('/products/bulk/price', form)
    expect(await pricesOf(id)).toEqual([`${addDays(today(), -10)} 10`, `${FROM} 10.4`, `${later} 99`])
  })

  it('are not changed otherwise than was shown', async () => {
    const id = await addProduct()
    const { form } = await ask('price', [id], raise)
    await planner.post(`/products/prices/add/${id}`, { price: '20', valid_from: dutch(today()) })
    const stale = await planner.post('/products/bulk/price', form)
    expect([stale.status, stale.json()]).toEqual([409, expect.objectContaining({ planned: true })])
    expect(await pricesOf(id)).toEqual([`${addDays(today(), -10)} 10`, `${today()} 20`])
  })

  it('wait for a value and a day', async () => {
    const id = await addProduct()
    const opened = await open('price', [id])
    expect(textOf(opened)).toContain('Vul in met hoeveel.')
    // The focus is on what is to be typed, not on the way back.
    expect(opened.$('[autofocus]').first().attr('name')).toBe('value')
    expect(shownFields(opened.$)).toMatchObject({ from: dutch(addDays(today(), 1)) })
    expect((await planner.post('/products/bulk/price', { ...raise, ids: String(id), value: '' })).status).toBe(422)
    expect((await planner.post('/products/bulk/price', { ...raise, ids: String(id), from: '31-02-2027' })).status).toBe(
      422,
    )
    expect(await pricesOf(id)).toHaveLength(1)
  })

  it('cost as many queries for 200 as for 5', async () => {
    const some: number[] = []
    for (let i = 0; i < 200; i++) some.push(await addProduct())
    const queriesFor = (ids: number[]) =>
      countQueries(app, () => planner.post('/products/bulk/price/preview', { ...raise, ids: ids.join(',') }))
    const few = await queriesFor(some.slice(0, 5))
    expect(await queriesFor(some)).toEqual(few)
  })
})

describe('many products', () => {
  it('go out of use together, but for who is so already', async () => {
    const [on, off] = [await addProduct(), await addProduct({ active: false })]
    const popup = await open('deactivate', [on, off])
    expect(textOf(popup)).toContain('is al niet actief')
    const saved = await planner.post('/products/bulk/deactivate', shownFields(popup.$))
    expect(saved.trigger.flash?.str).toBe('1 product gedeactiveerd, 1 niet')
    const active = () => app.db.selectFrom('products').select('active').where('id', '=', on).executeTakeFirstOrThrow()
    expect(await active()).toEqual({ active: false })
    await planner.post(`/undo/${saved.undo!.set}`)
    expect(await active()).toEqual({ active: true })
  })

  it('get another category', async () => {
    const id = await addProduct()
    expect(textOf(await open('category', [id]))).toContain('Kies een categorie.')
    const books = String(app.story.productCategories.books)
    const { shown, form } = await ask('category', [id, app.story.products.bhvBook], { category_id: books })
    expect(textOf(shown)).toContain('staat al in deze categorie')
    await planner.post('/products/bulk/category', form)
    expect(
      await app.db.selectFrom('products').select('category_id').where('id', '=', id).executeTakeFirstOrThrow(),
    ).toEqual({ category_id: Number(books) })
  })
})
