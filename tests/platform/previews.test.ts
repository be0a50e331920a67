import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { formOf, send } from '../support/example-calls.ts'
import { statementsOf } from '../support/queries.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const previews = manifests
  .flatMap((manifest) => manifest.screens)
  .filter(({ kind }) => kind === 'preview')
  .map((screen) => ({ title: screen.path, screen }))

describe('what only shows what would come of a form', () => {
  it('is declared as that', () => {
    expect(previews.map(({ title }) => title)).toEqual(
      expect.arrayContaining([
        '/messages/preview/:type',
        '/companies/:id/style/preview',
        '/calendar/enroll/:course/:reservations/list',
        '/calendar/addAddress',
      ]),
    )
  })

  it.each(previews)('$title opens no transaction and writes nothing', async ({ screen }) => {
    const [route] = screen.routes
    const call = screen.example!(app.story, ROLE.administrator)!
    const administrator = await app.as(ROLE.administrator)
    const form = await formOf(administrator, screen, call)
    let status = 0
    const sent = await statementsOf(app, async () => ({ status } = await send(administrator, route!, call, form)))
    expect(status).toBe(200)
    // That a session was used, and that a user reads one list at a time, is kept beside the records.
    const writes = sent.filter(
      ({ text }) => /^(begin|insert|update|delete)/i.test(text) && !/"(sessions|rate_limits)"/.test(text),
    )
    expect(writes).toEqual([])
  })
})
