import { afterAll, beforeAll } from 'vitest'
import { testRemoteTabs } from './remote-tabs.ts'
import { type Site, openSite } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

testRemoteTabs(() => site)
