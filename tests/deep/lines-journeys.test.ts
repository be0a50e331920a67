/** Documents by hand: lines are typed where they stand. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Page } from 'playwright'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Site, openSite, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
const shot = async (page: Page, name: string) =>
  process.env.SHOTS ? void (await page.screenshot({ path: `${process.env.SHOTS}/${name}.png` })) : undefined
const fresh = (page: Page) => topPopup(page).locator('.sale-new')
const rows = (page: Page) => topPopup(page).locator('.sale-rows tr')
/** Chooses what was typed on a selector that has the focus. */
async function choose(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text)
  await page.locator('.sel-opt', { hasText: text }).first().waitFor()
  await page.keyboard.press('Enter')
  await page.locator('.ts-wrapper').waitFor({ state: 'detached' })
}
const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name') ?? document.activeElement?.className) // prettier-ignore

it('an invoice of three lines takes ten clicks at most, with a price and a name of their own, and no window for a line', async () => {
  const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler)
  await page.goto('/administration/invoices')
  let clicks = 0
  const press = async (locator: ReturnType<Page['locator']>) => {
    clicks++
    await locator.click()
  }
  await press(page.locator('main').getByRole('link', { name: 'Factuur toevoegen' }).first())
  await press(topPopup(page).locator('.field', { hasText: 'Bedrijf' }).locator('.sel-btn').first())
  await choose(page, 'Zorggroep De Linde')
  await press(topPopup(page).locator('.popup-foot [type=submit]'))
  // A sale without lines begins with its first.
  await expect.poll(() => focused(page)).toBe('sel-btn')
  await choose(page, 'Voorrijkosten')
  await expect.poll(() => focused(page)).toBe('count')
  await fresh(page).locator('input[name=price][placeholder="55,00"]').waitFor()
  await shot(page, 'first')
  await page.keyboard.type('2')
  await page.keyboard.press('Enter')
  await expect.poll(() => rows(page).count()).toBe(1)
  // The next row waits for its product.
  await expect.poll(() => focused(page)).toBe('sel-btn')
  await choose(page, 'Pictogram')
  await expect.poll(() => focused(page)).toBe('count')
  await page.keyboard.press('Tab')
  await page.keyboard.type('3,95')
  await page.keyboard.press('Enter')
  await expect.poll(() => rows(page).count()).toBe(2)
  await expect.poll(() => focused(page)).toBe('sel-btn')
  await press(fresh(page).getByRole('button', { name: 'Vrije regel' }))
  await expect.poll(() => focused(page)).toBe('name')
  // What is wrong stands at its field, and what was typed stays.
  await page.keyboard.type('Parkeerkosten')
  await page.keyboard.press('Enter')
  await fresh(page).getByText('Vul een prijs in.').waitFor()
  await shot(page, 'refused')
  expect(await fresh(page).locator('input[name=name]').inputValue()).toBe('Parkeerkosten')
  await expect.poll(() => focused(page)).toBe('price')
  await page.keyboard.type('12')
  await page.keyboard.press('Enter')
  await expect.poll(() => rows(page).count()).toBe(3)
  expect(clicks).toBeLessThanOrEqual(10)
  const read = (await rows(page).allInnerTexts()).join(' ').replaceAll('\u00a0', ' ')
  for (const told of ['Voorrijkosten', '€ 110,00', '€ 3,95', 'Parkeerkosten', '€ 12,00']) expect(read).toContain(told)
  await shot(page, 'three')
  // An existing line is changed in its row; the empty row keeps what is typed in it meanwhile.
  await rows(page).first().locator('.sale-count').click()
  await expect.poll(() => focused(page)).toBe('count')
  await page.keyboard.type('4')
  await shot(page, 'row')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await rows(page).first().innerText()).replaceAll('\u00a0', ' ')).toContain('€ 220,00')
  await rows(page).first().locator('.sale-price').click()
  await page.keyboard.type('1')
  await page.keyboard.press('Escape')
  await expect.poll(async () => (await rows(page).first().innerText()).replaceAll('\u00a0', ' ')).toContain('€ 220,00')
  // What was typed and not added is not lost by what is done with the invoice.
  await fresh(page).getByRole('button', { name: 'Vrije regel' }).click()
  await topPopup(page).locator('.popup-head').getByRole('link', { name: 'Wijzigen' }).click()
  await fresh(page).getByText('Voeg eerst de regel toe').waitFor()
  assertNoErrors({ statuses: [422] })
  await close()
})

it('a line of an order is typed on a phone, and sent once however often Enter comes', async () => {
  const { page, assertNoErrors, close } = await site.visitor(ROLE.scheduler, PHONE)
  await page.goto(`/administration/order/view/${site.app.story.orders.open}`)
  await fresh(page).locator('.sel-btn').first().waitFor()
  const before = await rows(page).count()
  await fresh(page).locator('.sel-btn').first().click()
  await choose(page, 'Pictogram')
  await expect.poll(() => focused(page)).toBe('count')
  await shot(page, 'phone')
  await page.evaluate(() => {
    const form = document.querySelector<HTMLFormElement>('.sale-new form')!
    form.requestSubmit()
    form.requestSubmit()
  })
  await expect.poll(() => rows(page).count()).toBe(before + 1)
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  assertNoErrors()
  await close()
})
