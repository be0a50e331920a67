import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
let teacher: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  teacher = await app.as(ROLE.teacher)
})
afterAll(() => app.close())

const headings = async (browser: Browser) => {
  const { $ } = await browser.page('/products')
  return $('th')
    .map((_, head) => $(head).text().trim())
    .get()
}

describe('products', () => {
  it('show planners what they cost, and teachers not', async () => {
    expect(await headings(planner)).toContain('Prijs')
    expect((await planner.page('/products')).text).toContain('27,50')
    expect(await headings(teacher)).not.toContain('Prijs')
    const told = await teacher.page('/products?columns=name,price,tax_type_id')
    expect(told.text).toContain('Cursusboek BHV')
    expect(told.text).not.toContain('27,50')
    expect(told.text).not.toContain('Btw laag')
  })
})
