import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('companies', () => {
  it('adds a company with the next debtor number and announces it', async () => {
    const planner = await app.as(2)
    const answer = await planner.post('/company/add', { name: 'Garage Ten Have', country_code: 'NL' })
    expect(answer.status).toBe(200)
    const { id } = answer.json<{ id: number }>()
    expect(answer.trigger.changed).toEqual({ items: [{ type: 'company', id }] })
    const company = await app.db.selectFrom('companies').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    expect(company.client_id).toBeGreaterThan(20_000)
    const history = await app.db
      .selectFrom('history')
      .selectAll()
      .where('record_type', '=', 'company')
      .where('record_id', '=', id)
      .execute()
    expect(history).toHaveLength(1)
    expect(history[0]).toMatchObject({ action: 'insert', actor_id: planner.userId })
  })

  it('refuses a debtor number that is taken, with the word that makes the browser try the next [T-164][M-058]', async () => {
    const planner = await app.as(2)
    const answer = await planner.post('/company/add', { name: 'Nog een', client_id: 10_482 })
    expect(answer.status).toBe(422)
    expect(answer.json()).toEqual({ client_id: ['Dit debiteurnummer is al bezet.'] })
  })
})
