import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Site, openSite, rows, topPopup } from '../e2e/visit.ts'
import { addContact } from '../support/builders.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

describe('the map above a list', () => {
  it('that takes too long says so, with a button for each filter that helps, and draws again after', async () => {
    const { page, close } = await site.visitor(ROLE.scheduler)
    await page.goto('/administration/orders')
    await rows(page).first().waitFor()
    const note = page.locator('.map-list')
    /** The map is seldom wanted, and stands behind 'Meer'. */
    const toggle = async () => {
      await page.getByRole('button', { name: 'Meer', exact: true }).click()
      await page.locator('[data-map-toggle]').click()
      await page.keyboard.press('Escape')
    }
    // Somebody keeps where orders lie to himself for longer than a list may take.
    const other = await site.app.owner.pool.connect()
    await other.query('begin; lock table order_places in access exclusive mode')
    try {
      await toggle()
      await note.getByText('Deze lijst werd te groot om snel te tonen.').waitFor()
      const helpful = note.locator('[data-filter-open]')
      expect(await helpful.count()).toBeGreaterThan(1)
      // Of these a panel opens, as it does from the list.
      await note.getByRole('button', { name: 'Status', exact: true }).click()
      await page.locator('.rt-panel').waitFor()
      await page.keyboard.press('Escape')
    } finally {
      await other.query('rollback')
      other.release()
    }
    await toggle()
    await toggle()
    await expect.poll(() => note.locator('[data-slow]').count()).toBe(0)
    await note.getByRole('link', { name: /^Zonder plaats/ }).waitFor()
    await close()
  })
})

describe('an undo that could not give all back', () => {
  it('names some in its message and folds why of each into it, which stays until it is closed', async () => {
    const { db } = site.app
    const ids: number[] = []
    for (let i = 0; i < 6; i++) ids.push(await addContact(db, { last_name: `Vouwbaar${i}`, active: true }))
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    await page.goto('/contacts?search=Vouwbaar')
    await expect.poll(() => rows(page).count()).toBe(6)
    await page.locator('[data-check-page], thead input[type=checkbox]').first().check()
    await page.locator('.selbar').getByRole('button', { name: 'Meer', exact: true }).click()
    await page.locator('.selbar .menu').getByText('Deactiveren', { exact: true }).click()
    await topPopup(page).getByRole('button', { name: '6 contacten deactiveren' }).click()
    const undo = page.locator('#flash-foot').getByRole('button', { name: /^Ongedaan maken/ })
    await undo.waitFor()
    // Somebody else goes on with five of them.
    await db.updateTable('contacts').set({ active: true }).where('id', 'in', ids.slice(1)).execute()
    await undo.click()
    const folded = page.locator('#flash details.flash-more')
    await folded.waitFor()
    expect(await folded.locator('li').first().isVisible()).toBe(false)
    await folded.getByText('Alles wat niet terugkwam').click()
    const reasons = await folded.locator('li').allInnerTexts()
    expect(reasons).toHaveLength(5)
    for (const [i, reason] of reasons.toSorted().entries())
      expect(reason).toMatch(new RegExp(`Vouwbaar${i + 1}.*gewijzigd`))
    // The one that nobody touched is back.
    const { rows: back } = await site.app.pool.query('select active from contacts where id = $1', [ids[0]])
    expect(back).toEqual([{ active: true }])
    await page
      .locator('#flash .flash')
      .filter({ hasText: 'Alles wat niet terugkwam' })
      .locator('[data-flash-close]')
      .click()
    await expect.poll(() => folded.count()).toBe(0)
    assertNoErrors()
    await close()
  })
})
