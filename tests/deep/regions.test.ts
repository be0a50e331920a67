/** The tabs that the quick suite leaves out. */
import { afterAll, beforeAll } from 'vitest'
import { testRemoteTabs } from '../e2e/remote-tabs.ts'
import { type Site, openSite } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

testRemoteTabs(() => site, [1, 2])
