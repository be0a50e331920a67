/** Tags with a number, and tags that are chosen once, where they are used: by keyboard, and judged by axe. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Page, type Site, openSite, topPopup, violations } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** Chooses by typing in the selector of the tags. */
async function choose(page: Page, group: string, text: string): Promise<void> {
  const box = topPopup(page).getByRole('group', { name: group })
  const before = await box.locator('[data-tag]').count()
  await box.locator('.sel-btn').focus()
  await page.keyboard.press('Enter')
  await page.locator('.sel-drop:visible').getByPlaceholder('Zoeken...').fill(text)
  // What was offered before it was typed is gone.
  const offered = page.locator('.sel-drop:visible .sel-opt').filter({ hasNotText: 'Nieuw' })
  await expect.poll(async () => (await offered.allInnerTexts()).every((one) => one.includes(text))).toBe(true)
  await offered.first().waitFor()
  await page.keyboard.press('Enter')
  await expect.poll(() => box.locator('[data-tag]').count()).toBe(before + 1)
}

describe('what a part is given with', () => {
  it('is chosen as tags with their numbers, and one is taken away by its number [F-484][F-485][F-487]', async () => {
    const { courses, materials } = site.app.story
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`/course/materials/add/${courses.bhv}`)
    const box = topPopup(page).getByRole('group', { name: 'Middelen' })
    await topPopup(page).getByRole('button', { name: 'Middelen toevoegen', exact: true }).click()
    await box.getByText('Kies minimaal één middel.').waitFor()
    await topPopup(page).getByLabel('Onderdeel').selectOption({ index: 1 })
    await choose(page, 'Middelen', 'Oefenpop')
    await choose(page, 'Middelen', 'Heftruck')
    const counts = box.getByRole('spinbutton')
    await counts.first().fill('4')
    expect(await violations(page, 'dialog[open]')).toEqual([])
    await counts.last().fill('0')
    await page.keyboard.press('Tab')
    await expect.poll(() => box.locator('[data-tag]').count()).toBe(1)
    await topPopup(page).getByRole('button', { name: 'Middelen toevoegen', exact: true }).click()
    await page.locator('.flash', { hasText: '1 middel toegevoegd' }).waitFor()
    const stored = await site.app.db
      .selectFrom('component_materials')
      .innerJoin('course_components', 'course_components.id', 'component_materials.component_id')
      .select(['material_id', 'count'])
      .where('course_id', '=', courses.bhv)
      .execute()
    expect(stored).toEqual([{ material_id: materials.manikin, count: 4 }])
    assertNoErrors({ statuses: [422] })
    await close()
  })
})

describe('the alternatives of a course', () => {
  it('are chosen once each, and the focus stays in the form when one is taken away', async () => {
    const { courses } = site.app.story
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    await page.goto(`/courses/${courses.bhv}/alternatives/add`)
    const box = topPopup(page).getByRole('group', { name: 'Alternatieven' })
    await choose(page, 'Alternatieven', 'EHBO')
    const name = (await box.locator('[data-tag]').innerText()).trim()
    await box.locator('.sel-btn').click()
    await page.locator('.sel-drop:visible').getByPlaceholder('Zoeken...').fill(name)
    await expect.poll(() => page.locator('.sel-drop:visible .is-loading-options').count()).toBe(0)
    const offered = page.locator('.sel-drop:visible .sel-opt').filter({ hasNotText: 'Nieuw' })
    await expect.poll(async () => (await offered.allInnerTexts()).map((text) => text.trim())).not.toContain(name)
    await page.keyboard.press('Escape')
    await box.getByRole('button', { name: `${name} verwijderen` }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => box.locator('[data-tag]').count()).toBe(0)
    expect(await box.locator('.sel-btn').evaluate((button) => button === document.activeElement)).toBe(true)
    assertNoErrors()
    await close()
  })
})
