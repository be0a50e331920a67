import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { pricesFor } from '../../src/administration/catalogue/prices/index.ts'
import { paymentConditionOf } from '../../src/administration/catalogue/customers/index.ts'
import { today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
})
afterAll(() => app.close())

const termsOf = (company: number) =>
  app.db.selectFrom('customer_terms').selectAll().where('company_id', '=', company).executeTakeFirst()
const save = async (company: number, form: Record<string, number | string>) => {
  const terms = await termsOf(company)
  return planner.post(`/company/${company}/billing/edit`, {
    default_payment_condition_id: terms?.default_payment_condition_id ?? '',
    tax_type_id: terms?.tax_type_id ?? '',
    version: terms?.version ?? 1,
    ...form,
  })
}
const own = (company_id: number) => ({ company_id, contact_id: null })
const setVatId = (company: number, vat_id: string | null) =>
  app.db.updateTable('companies').set({ vat_id }).where('id', '=', company).execute()

describe('the btw-id of a company', () => {
  const edit = async (company: number, vat_id: string) => {
    const { name, version } = await app.db
      .selectFrom('companies')
      .select(['name', 'version'])
      .where('id', '=', company)
      .executeTakeFirstOrThrow()
    return planner.post(`/company/edit/${company}`, { name, version, vat_id })
  }
  const stored = async (company: number) =>
    (await app.db.selectFrom('companies').select('vat_id').where('id', '=', company).executeTakeFirstOrThrow()).vat_id

  it('is judged by its checksum where it is Dutch, by its form elsewhere', async () => {
    const { kuipers } = app.story.companies
    const before = await stored(kuipers)
    for (const [typed, message] of [
      ['NL802345671B01', 'Dit btw-id klopt niet: controleer de cijfers.'],
      ['NL80234567B01', 'Een Nederlands btw-id ziet eruit als NL123456782B01.'],
      ['BE9123456789', 'Dit btw-id heeft niet de vorm van dat land.'],
      ['CH123456789', 'Een btw-id begint met de landcode van een land van de EU, zoals NL of BE.'],
    ] as const) {
      expect((await edit(kuipers, typed)).json()).toEqual({ vat_id: [message] })
      expect(await stored(kuipers)).toBe(before)
    }
    expect((await edit(kuipers, 'be 0123.456.789')).status).toBeLessThan(300)
    expect(await stored(kuipers)).toBe('BE0123456789')
    expect((await edit(kuipers, '')).status).toBeLessThan(300)
    expect(await stored(kuipers)).toBeNull()
  })
})

describe('what is agreed with a customer about invoices', () => {
  it('is a condition by which it pays, which the companies below it have too [F-165]', async () => {
    const { deLinde, thuiszorg, vanLoon } = app.story.companies
    const { usual, long } = app.story.paymentConditions
    expect(
      (await planner.get(`/company/${deLinde}/billing/edit`)).$('[name=default_payment_condition_id]'),
    ).toHaveLength(1)
    expect((await save(deLinde, { default_payment_condition_id: long })).status).toBe(204)
    expect((await termsOf(deLinde))!.default_payment_condition_id).toBe(long)
    expect(await paymentConditionOf(app.db, own(deLinde))).toMatchObject({
      condition: { days: 60 },
      of: 'Zorggroep De Linde',
    })
    expect(await paymentConditionOf(app.db, own(thuiszorg))).toMatchObject({
      condition: { days: 60 },
      of: 'Zorggroep De Linde',
    })
    expect(await paymentConditionOf(app.db, own(vanLoon))).toMatchObject({ condition: { id: usual }, of: null })
    const shown = async (company: number) => (await planner.get(`/company/${company}/billing`)).text
    expect(await shown(deLinde)).toMatch(/60 dagen(?!.*zoals bij)/)
    expect(await shown(thuiszorg)).toContain('zoals bij Zorggroep De Linde')
    expect(await shown(vanLoon)).toContain('de standaard')
    expect((await save(deLinde, { default_payment_condition_id: 999 })).status).toBe(422)
  })

  it('keeps the condition from being deleted', async () => {
    const administrator = await app.as(ROLE.administrator)
    const kept = await administrator.post('/settings/payment-conditions/delete', {
      id: app.story.paymentConditions.long,
    })
    expect(kept.status).toBe(409)
    expect(kept.json<{ reasons: object[] }>().reasons).toMatchObject([{ label: 'Klanten' }])
  })

  it('is saved once by who begins at the same moment, and not over somebody else', async () => {
    const { kuipers } = app.story.companies
    const { short, long } = app.story.paymentConditions
    const answers = await Promise.all([short, long].map((id) => save(kuipers, { default_payment_condition_id: id })))
    expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
    const rows = await app.db.selectFrom('customer_terms').select('id').where('company_id', '=', kuipers).execute()
    expect(rows).toHaveLength(1)
    const { version } = (await termsOf(kuipers))!
    expect((await save(kuipers, { default_payment_condition_id: short })).status).toBeLessThan(300)
    if ((await termsOf(kuipers))!.version === version) await save(kuipers, { default_payment_condition_id: long })
    expect((await save(kuipers, { tax_type_id: app.story.taxTypes.exempt, version })).status).toBe(409)
  })

  it('can be taken back', async () => {
    const { vanLoon } = app.story.companies
    const saved = await save(vanLoon, { default_payment_condition_id: app.story.paymentConditions.short })
    expect((await planner.post(`/undo/${saved.undo!.set}`)).status).toBe(204)
    expect(await termsOf(vanLoon)).toBeUndefined()
  })

  it('is for who sells', async () => {
    for (const role of [ROLE.teacher, ROLE.supervisor, ROLE.student])
      expect((await (await app.as(role)).get(`/company/${app.story.companies.deLinde}/billing`)).status).toBe(403)
  })
})

describe('VAT that is agreed with a customer', () => {
  const priced = async (company: number, product: number, count = '1') =>
    (await pricesFor(app.db, [{ product_id: product, ...own(company), day: today(), count }]))[0]!

  it('asks for the btw-id where it is shifted to the customer, also when that goes later', async () => {
    const { vanLoon } = app.story.companies
    await setVatId(vanLoon, null)
    for (const type of [app.story.taxTypes.reversed, app.story.taxTypes.withinUnion])
      expect((await save(vanLoon, { tax_type_id: type })).json()).toEqual({
        tax_type_id: ['Hiervoor is het btw-id van de klant nodig. Vul dat eerst in bij het bedrijf.'],
      })
    expect(await termsOf(vanLoon)).toBeUndefined()
    expect((await save(vanLoon, { tax_type_id: app.story.taxTypes.exempt })).status).toBe(204)
    await setVatId(vanLoon, 'NL801234578B01')
    expect((await save(vanLoon, { tax_type_id: app.story.taxTypes.withinUnion })).json()).toEqual({
      tax_type_id: ['Een levering binnen de EU zonder btw kan alleen met een btw-id van een ander EU-land, en NL801234578B01 is Nederlands.'], // prettier-ignore
    })
    expect((await save(vanLoon, { tax_type_id: app.story.taxTypes.reversed })).status).toBe(204)
    const todo = async () => (await planner.get(`/company/view/${vanLoon}`)).$('.todo-list').text()
    expect(await todo()).not.toContain('Btw-id ontbreekt')
    await setVatId(vanLoon, null)
    expect(await todo()).toContain('Btw-id ontbreekt, en dat hoort op een factuur zonder btw')
  })

  it('takes the place of that of a product, which a price says', async () => {
    const { twente, vanLoon } = app.story.companies
    const { bhvBook } = app.story.products
    expect(await priced(twente, bhvBook)).toMatchObject({
      tax_type_id: app.story.taxTypes.low,
      tax: '9.00',
      tax_why: null,
    })
    expect(await priced(vanLoon, bhvBook)).toMatchObject({
      tax_type_id: app.story.taxTypes.reversed,
      tax: '0.00',
      price: '27.5000',
      tax_why: 'Afgesproken met Bakkerij Van Loon B.V.: Btw verlegd, in plaats van Btw laag (9%).',
    })
    const why = await planner.get(`/products/why/${bhvBook}?company_id=${vanLoon}`)
    expect(why.text).toContain('Afgesproken met Bakkerij Van Loon B.V.: Btw verlegd, in plaats van Btw laag (9%).')
  })

  it('leaves no VAT in a price that had it', async () => {
    const { bhvBook } = app.story.products
    await app.db.updateTable('products').set({ taxes_included: true }).where('id', '=', bhvBook).execute()
    const price = await priced(app.story.companies.vanLoon, bhvBook)
    expect(price).toMatchObject({ price: '25.2294', original_price: '25.2294', taxes_included: false })
    expect(price.tax_why).toMatch(/De prijs is daarom zonder btw: €\s25,2294\./)
    await app.db.updateTable('products').set({ taxes_included: false }).where('id', '=', bhvBook).execute()
  })

  it('leaves what is exempt exempt, and a low rate low', async () => {
    const { bhvBook } = app.story.products
    const { vanLoon } = app.story.companies
    const { exempt, high, low } = app.story.taxTypes
    await app.db.updateTable('products').set({ tax_type_id: exempt }).where('id', '=', bhvBook).execute()
    expect(await priced(vanLoon, bhvBook)).toMatchObject({ tax_type_id: exempt, tax_why: null })
    expect((await save(vanLoon, { tax_type_id: high })).status).toBe(204)
    expect(await priced(vanLoon, bhvBook)).toMatchObject({ tax_type_id: high, tax: '21.00' })
    await app.db.updateTable('products').set({ tax_type_id: low }).where('id', '=', bhvBook).execute()
    expect(await priced(vanLoon, bhvBook)).toMatchObject({ tax_type_id: low, tax_why: null })
  })
})
