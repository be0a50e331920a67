import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

describe('the contacts table', () => {
  it('shows 30 rows in Dutch order of the last name, without its prefix [P-247]', async () => {
    const { $ } = await planner.get('/contacts')
    expect($('tbody tr[data-id]').length).toBe(30)
  })
})
