import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { NOORDKAAP_DEV: '1' } })
})
afterAll(() => app.close())

async function developer(at: TestApp) {
  const { rows } = await at.pool.query<{ id: number }>(
    `insert into users (email, name, roles, is_developer) values ('bouw@noordkaap.example', 'Bo Bouw', '{1}', true)
     on conflict (email) do update set is_developer = true returning id`,
  )
  return at.asUser(rows[0]!.id)
}

describe('the API explorer', () => {
  it('lists every declared call with its parameters and who may [R-300]', async () => {
    const answer = await (await developer(app)).get('/explorer/view')
    expect(answer.status).toBe(200)
    const calls = app.services.registry.screens.flatMap((screen) => screen.routes)
    expect(answer.$('[data-call]')).toHaveLength(calls.length)
    const row = answer.$('[data-call="get /contact/view/:id"]')
    expect(row.text()).toContain('id: id')
    expect(row.text()).toContain('Supervisor (eigen)')
    expect(answer.$('[data-call="post /oauth/token"]').text()).toContain('iedereen')
  })

  it('offers to try what only reads', async () => {
    const answer = await (await developer(app)).get('/explorer/view')
    const offered = answer
      .$('[data-explorer-try]')
      .map((_, call) => answer.$(call).attr('data-explorer-try'))
      .get()
    expect(offered).toContain('/ajax/getCurrentUser')
    for (const path of ['/resetAll', '/loginAs/:email', '/events/stream']) expect(offered).not.toContain(path)
  })

  it('is for developers only, an administrator without the flag included [T-034][P-208]', async () => {
    expect((await (await app.as(1)).get('/explorer/view')).status).toBe(403)
    const page = await (await app.as(1)).page('/calendar')
    expect(page.$('a[href="/explorer/view"]')).toHaveLength(0)
    expect((await (await developer(app)).page('/calendar')).$('a[href="/explorer/view"]')).toHaveLength(1)
  })

  it('does not open where features for developers are off [P-208]', async () => {
    const other = await testApp()
    try {
      const browser = await developer(other)
      expect((await browser.get('/explorer/view')).status).toBe(403)
      expect((await browser.page('/calendar')).$('a[href="/explorer/view"]')).toHaveLength(0)
    } finally {
      await other.close()
    }
  })
})
