import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { shownFields } from '../support/example-calls.ts'
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

const course = (id: number) =>
  app.db
    .selectFrom('courses')
    .select(['product_id', 'group_product_id', 'group_max_count', 'group_extra_price', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

/** The form of a course as it stands, with some fields changed. */
async function save(id: number, changes: Record<string, FormValue>) {
  const { $ } = await planner.get(`/course/edit/${id}`)
  return planner.post(`/course/edit/${id}`, { ...shownFields($), ...changes })
}

describe('a course', () => {
  it('is sold as a product per person and as one to a company that comes together [F-128][F-129]', async () => {
    const { courses, products } = app.story
    const saved = await save(courses.ehbo, {
      product_id: products.eLearning,
      group_product_id: products.bhvGroup,
      group_max_count: 10,
      group_extra_price: '95,5',
    })
    expect(saved.status).toBe(204)
    expect(await course(courses.ehbo)).toMatchObject({
      product_id: products.eLearning,
      group_product_id: products.bhvGroup,
      group_max_count: 10,
      group_extra_price: '95.5000',
    })
    expect((await planner.get(`/ajax/getCourse/${courses.ehbo}`)).json()).toMatchObject({
      product: products.eLearning,
      group_product_id: products.bhvGroup,
    })
    expect((await planner.post(`/undo/${saved.undo!.set}`)).status).toBeLessThan(300)
    expect(await course(courses.ehbo)).toMatchObject({
      product_id: null,
      group_product_id: null,
      group_max_count: null,
    })
  })

  it('keeps its products when something else of it is saved', async () => {
    const { courses, products } = app.story
    expect((await save(courses.bhv, { max_count: 9 })).status).toBe(204)
    expect(await course(courses.bhv)).toMatchObject({
      product_id: products.bhvCourse,
      group_product_id: products.bhvGroup,
      group_max_count: 12,
      group_extra_price: '145.0000',
    })
  })

  it('has a price for a whole company only with a product, for people up to a number', async () => {
    const { courses, products } = app.story
    const before = await course(courses.vca)
    const message = 'Kies voor een groepsprijs een product, en zeg tot en met hoeveel personen hij geldt.'
    for (const wrong of [{ group_product_id: products.bhvGroup }, { group_max_count: 8 }, { group_extra_price: '5' }]) {
      const refused = await save(courses.vca, wrong)
      expect([refused.status, refused.json()]).toEqual([422, { group_max_count: [message] }])
    }
    expect((await save(courses.vca, { product_id: 999_999 })).status).toBe(404)
    expect((await save(courses.vca, { group_product_id: products.bhvGroup, group_max_count: 8, group_extra_price: '-1' })).status).toBe(422) // prettier-ignore
    expect(await course(courses.vca)).toEqual(before)
  })

  it('tells planners as what it is sold, and teachers not', async () => {
    const path = `/course/view/${app.story.courses.bhv}`
    expect((await planner.get(path)).text).toContain('BHV basis, per groep (BHV-B-G)')
    const seen = await teacher.get(path)
    expect([seen.status, seen.text.includes('BHV-B-')]).toEqual([200, false])
  })

  it('keeps the products as which it is sold from being deleted', async () => {
    const { products } = app.story
    for (const product of [products.bhvCourse, products.bhvGroup]) {
      const told = (await planner.get(`/ajax/getDeletionPreventors/product/${product}`)).json<{ reasons: object[] }>()
      expect(told.reasons).toContainEqual({ label: 'Opleidingen', one: 'opleiding', count: 1 })
    }
  })
})

describe('a new course', () => {
  const addForm = async (query = '') => shownFields((await planner.get(`/course/add${query}`)).$)
  const product = (id: number) =>
    app.db
      .selectFrom('products')
      .innerJoin('product_prices', 'product_prices.product_id', 'products.id')
      .innerJoin('tax_types', 'tax_types.id', 'products.tax_type_id')
      .select(['products.name', 'products.code', 'product_prices.price', 'tax_types.category'])
      .where('products.id', '=', id)
      .executeTakeFirst()

  it.each([
    ['bhv', 2, '295.0000'],
    ['ehbo', 2, '275.0000'],
    ['vca', 1, '225.0000'],
  ])(
    'begins with the example %s, and makes its product along, exempt as the register says',
    async (key, parts, price) => {
      const form: Record<string, FormValue> = { ...(await addForm(`?example=${key}`)), code: `X-${key}` }
      const saved = await planner.post('/course/add', form)
      expect(saved.status).toBe(200)
      const { id } = await app.db
        .selectFrom('courses')
        .select('id')
        .where('code', '=', `X-${key}`)
        .executeTakeFirstOrThrow()
      const components = app.db.selectFrom('course_components').select('id').where('course_id', '=', id)
      expect((await components.execute()).length).toBe(parts)
      const { product_id } = await course(id)
      expect(await product(product_id!)).toEqual({ name: form.description, code: `X-${key}`, price, category: 'E' })
      expect((await planner.post(`/undo/${saved.undo!.set}`)).status).toBeLessThan(300)
      expect(await product(product_id!)).toBeUndefined()
    },
  )

  it('has one price: that of a product, or one for which it makes one with the VAT that is chosen', async () => {
    const { products, taxTypes } = app.story
    const form = { ...(await addForm()), description: 'Heftruck', code: 'HEF', 'components[0][description]': 'Rijden', 'components[0][duration_minutes]': '8 uur' } // prettier-ignore
    const both = await planner.post('/course/add', { ...form, place_price: '10', product_id: products.bhvBook })
    expect(both.json()).toEqual({ place_price: ['Kies een product of vul een prijs in, niet allebei.'] })
    const bare = await planner.post('/course/add', { ...form, place_price: '10', place_tax_type_id: '' })
    expect(bare.json()).toEqual({ place_tax_type_id: ['Kies welke btw erover komt.'] })
    const chosen = { ...form, place_price: '10', place_tax_type_id: taxTypes.high }
    expect((await planner.post('/course/add', chosen)).status).toBe(200)
  })

  it('offers to make a product in its pickers, with the VAT of courses', async () => {
    const { $ } = await planner.get('/course/add')
    for (const name of ['product_id', 'group_product_id', 'no_show_product_id'])
      expect($(`select[name=${name}]`).attr('data-selector')).toContain('/products/add')
    expect((await planner.get('/products/add?training=1')).$('select[name=tax_type_id]').text()).toContain(
      'Vrijgesteld',
    )
    expect((await planner.get('/products/add')).$('select[name=tax_type_id]').text()).toContain('Btw hoog')
  })
})
