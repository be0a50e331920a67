import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { type Area, scopeOf } from '../../src/platform/access/rights.ts'
import { ROLES, type RoleId } from '../../src/platform/access/roles.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { fill } from '../support/example-calls.ts'

/** A key has no more than what stands in its row; of the others the story has no rows. */
const NOTHING = new Set(['/settings/api/clients', '/merged', '/contact/:id/team', '/settings/interest-rates'])
const tables = manifests.flatMap(({ screens }) => screens).filter(({ kind }) => kind === 'table')
const roles = Object.keys(ROLES).map(Number) as RoleId[]
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

describe('a click on a row', () => {
  it.each(tables.map((screen) => ({ path: screen.path, screen })))(
    '$path: opens what its viewer may see',
    async ({ path, screen }) => {
      let opened = 0
      for (const role of roles.filter((one) => scopeOf([one], screen.area as Area, 'view') !== 'none')) {
        const call = screen.example?.(app.story, role)
        if (call === null) continue
        const browser = await app.as(role)
        const { text } = await browser.get(fill(path, call ?? {}))
        // The first and the last, as those of a list are not all alike.
        const rows = [...text.matchAll(/<tr data-id="\d+" data-open="([^"]+)"/g)].map(([, url]) => url!)
        for (const url of new Set([rows[0], rows.at(-1)])) {
          if (url === undefined) continue
          expect([role, url, (await browser.get(url)).status]).toEqual([role, url, 200])
          opened += 1
        }
      }
      expect(opened > 0).toBe(!NOTHING.has(path))
    },
  )
})
