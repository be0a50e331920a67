import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { KINDS, examiner, screens } from '../e2e/axe.ts'
import { type Site, openSite } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const firstOf = KINDS.map((kind) => screens.find((screen) => screen.kind === kind)!)
const withIsland = ['/calendar', '/messages/write/:type', '/companies/:id/style'].map((path) =>
  screens.find((screen) => screen.path.startsWith(path))!,
)

/** All the others are examined by `npm run test:deep`. */
describe('accessibility', () => {
  it.each([
    ['one screen of each kind and every island, in light and dark', [...new Set([...firstOf, ...withIsland])], {}],
    ['one screen of each kind, on a phone', firstOf, { viewport: { width: 390, height: 844 } }],
  ])('%s: without a serious finding', { timeout: 120_000 }, async (_what, list, options) => {
    const { findings, leave } = examiner(() => site, options)
    const found: string[] = []
    for (const screen of list) found.push(...(await findings(screen)))
    expect(found).toEqual([])
    await leave()
  })
})
