/** A planner's work without a mouse: nothing here points at anything. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Page, type Site, openSite, topPopup } from '../e2e/visit.ts'
import { peopleIn } from '../training/enrolment-support.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const title = (page: Page) => topPopup(page).locator('.popup-title')
const flash = (page: Page, text: string | RegExp) =>
  page.locator('#flash .flash, #flash-foot .flash', { hasText: text }).first().waitFor()
/** Whether what has the focus is in the popup on top. */
const isInside = (page: Page) =>
  topPopup(page).evaluate((popup) => popup.contains(document.activeElement) && popup !== document.activeElement)
/** What the palette has on top of its list for these words. */
async function command(page: Page, words: string, name: RegExp): Promise<void> {
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Zoeken en opdrachten' })
  await palette.waitFor()
  await page.keyboard.type(words)
  await palette.getByRole('option', { name, selected: true }).waitFor()
  await page.keyboard.press('Enter')
  await palette.waitFor({ state: 'detached' })
}
/** Chooses what these words find, in the selector that has the focus. */
async function choose(page: Page, words: string, found: string): Promise<void> {
  await page.locator('.sel-btn:focus').waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.sel-drop').getByLabel('Zoeken').and(page.locator(':focus')).waitFor()
  await page.keyboard.type(words)
  await page.locator('.sel-opt.active', { hasText: found }).waitFor()
  await page.keyboard.press('Enter')
}
/** Goes on to what has this text, at most as far as a form is long. */
async function tabTo(page: Page, text: string): Promise<void> {
  const here = () => page.evaluate(() => (document.activeElement as HTMLElement).innerText.trim())
  for (let i = 0; i < 60 && (await here()) !== text; i++) await page.keyboard.press('Tab')
  expect(await here()).toBe(text)
}

describe('without a mouse', () => {
  it('a planning is made and opened, somebody is enrolled, and both are taken back', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    const { keyboard } = page
    await page.goto('/')
    await command(page, 'nieuwe planning', /Nieuwe planning/)
    await topPopup(page).waitFor()
    await choose(page, 'bhv basis', 'BHV basis')
    await page.locator('[name=max_count]').waitFor()
    for (const step of ['components', 'incompany', 'addresses', 'teachers']) {
      await keyboard.press('Control+Enter')
      await page.locator(`[data-step=${step}]:not([inert])`).waitFor()
      await expect.poll(() => isInside(page)).toBe(true)
    }
    await tabTo(page, 'Toevoegen en openen')
    await keyboard.press('Enter')
    await expect.poll(() => title(page).innerText()).toContain('BHV basis')
    const url = (await topPopup(page).getAttribute('data-url'))!
    const part = Number(url.split('/').at(-1))

    await command(page, 'inschrijven', /^Inschrijven/)
    await choose(page, 'gerrit bakker', 'Gerrit Bakker')
    await keyboard.press('Escape')
    await topPopup(page).locator('.sel-btn:focus', { hasText: 'Gerrit Bakker' }).waitFor()
    await keyboard.press('Control+Enter')
    await expect.poll(() => peopleIn(site.app, part)).toHaveLength(1)
    await expect.poll(() => page.locator('dialog.popup[open]').count()).toBe(1)
    await topPopup(page).getByText('Gerrit Bakker').first().waitFor()
    await expect.poll(() => isInside(page)).toBe(true)

    await keyboard.press('Control+z')
    await flash(page, 'Ongedaan gemaakt')
    await expect.poll(() => peopleIn(site.app, part)).toHaveLength(0)
    await expect.poll(() => topPopup(page).getByText('Gerrit Bakker').count()).toBe(0)
    await keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog.popup[open]').count()).toBe(0)
    assertNoErrors()
    await close()
  })

  it('a list is searched, gone through, and its rows are chosen and opened one after the other', async () => {
    const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
    const { keyboard } = page
    await page.goto('/')
    await command(page, 'contacten', /^Contacten/)
    const rows = page.locator('main [data-rows] tr')
    await rows.nth(3).waitFor()
    await keyboard.press('/')
    await page.locator('input[type=search]:focus').waitFor()
    await keyboard.type('van')
    const found = async () => (await rows.allInnerTexts()).map((row) => /van/i.test(row))
    await expect.poll(async () => (await found()).length).toBeGreaterThan(2)
    await expect.poll(found).not.toContain(false)
    await keyboard.press('ArrowDown')
    await page.locator('tr[data-id]:focus').waitFor()
    await keyboard.press('Enter')
    await expect.poll(() => title(page).innerText()).toMatch(/./)
    const first = await title(page).innerText()
    await keyboard.press('j')
    await expect.poll(() => title(page).innerText()).not.toBe(first)
    await keyboard.press('Escape')
    await expect.poll(() => page.locator('dialog.popup[open]').count()).toBe(0)
    // Where the popup was last is where the list goes on.
    await expect.poll(() => page.locator('tr[data-id]:focus').innerText()).not.toContain(first)
    await keyboard.press('Space')
    await keyboard.press('Shift+ArrowUp')
    await expect.poll(() => page.locator('[data-rows] input:checked').count()).toBe(2)
    await keyboard.press('Escape')
    await expect.poll(() => page.locator('[data-rows] input:checked').count()).toBe(0)
    assertNoErrors()
    await close()
  })
})
