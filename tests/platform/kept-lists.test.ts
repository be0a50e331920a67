import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { manifests } from '../../src/app.ts'
import { scopeOf } from '../../src/platform/access/rights.ts'
import { ROLES, type RoleId } from '../../src/platform/access/roles.ts'
import type { Screen } from '../../src/platform/screens/screen.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { type Statement, statementsOf } from '../support/queries.ts'

const roles = Object.keys(ROLES).map(Number) as RoleId[]
/** The lists of which the SQL of the first page is kept (docs/performance.md). */
const lists = manifests
  .flatMap(({ screens }) => screens)
  .filter(({ kind, path, area }) => kind === 'table' && !path.includes(':') && area !== 'public' && !area.developers)

let app: TestApp
let later: TestApp
beforeAll(async () => {
  ;[app, later] = await Promise.all([testApp(), testApp()])
  await later.pool.query(
    `insert into settings (key, value) values ('hidden_contact_fields', '["initials", "mobile_phone", "address"]')
     on conflict (key) do update set value = excluded.value`,
  )
})
afterAll(async () => {
  vi.useRealTimers()
  await Promise.all([app.close(), later.close()])
})

const isMoment = (value: unknown) => value instanceof Date
/** What asks for the rows of a list; with a moment in it, it is not kept. */
const isKept = ({ text, values }: Statement) => text.includes('as "key_0"') && !values.some(isMoment)

async function asked(of: TestApp, browser: Browser, { path }: Screen): Promise<Statement[]> {
  const sent = await statementsOf(of, async () => {
    const { status } = await browser.get(path)
    expect([path, status]).toEqual([path, 200])
  })
  return sent.filter(isKept)
}

it('the SQL of a list is the same whatever the day, the preferences and the settings', async () => {
  expect(lists.length).toBeGreaterThan(10)
  let compared = 0
  for (const role of roles) {
    const own = lists.filter(({ area }) => area !== 'public' && scopeOf([role], area, 'view') !== 'none')
    const before = await app.as(role)
    const now: Statement[][] = []
    for (const screen of own) now.push(await asked(app, before, screen))
    const other = await later.as(role)
    await later.pool.query(
      `insert into user_meta (user_id, key, value) values ($1, 'theme', 'dark'), ($1, 'density', 'compact')`,
      [other.userId],
    )
    // Of a day long ago a session is still valid.
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 400 * 86_400_000 })
    for (const [i, screen] of own.entries()) {
      expect([screen.path, await asked(later, other, screen)]).toEqual([screen.path, now[i]])
      compared += now[i]!.length
    }
    vi.useRealTimers()
  }
  expect(compared).toBeGreaterThan(30)
})
