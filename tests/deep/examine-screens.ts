import { afterAll, beforeAll, expect, it } from 'vitest'
import { examiner, screens } from '../e2e/axe.ts'
import { type Site, openSite } from '../e2e/visit.ts'

/** One test for each screen that is this one's turn; the files that call it run side by side. */
export function examineScreens(turn: number, of: number): void {
  let site: Site
  beforeAll(async () => {
    site = await openSite({ env: { MIGRATION_ASSISTANT: '1' } })
    await site.app.db.insertInto('migration_moves').values({ source: 'other', user_id: site.app.story.users[1]! }).execute() // prettier-ignore
  })
  const { findings, leave } = examiner(() => site)
  afterAll(async () => {
    await leave()
    await site.close()
  })

  it.each(screens.filter((_screen, i) => i % of === turn).map((screen) => [screen.path, screen] as const))(
    '%s has no serious finding, in light and dark, and fits on a phone and a small desk',
    async (_path, screen) => {
      expect(await findings(screen)).toEqual([])
    },
  )
}
