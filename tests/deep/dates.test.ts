/** The calendar beside a date field: by keyboard, for screen readers, and where a day cannot be picked. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Page, type Site, openSite, topPopup, violations } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const BIRTH = 'input[name=birth_date]'
const box = (page: Page) => page.getByRole('dialog', { name: 'Kies een datum' })

/** The form of a contact with this birth date, and its calendar open. */
async function open(date: string, options = {}) {
  const visitor = await site.visitor(2, options)
  const { page } = visitor
  await page.goto('/contact/add')
  const field = topPopup(page).locator(BIRTH)
  await field.fill(date)
  const button = page.locator('.input-date', { has: page.locator(BIRTH) }).locator('[data-pick-date]')
  await button.click()
  await box(page).waitFor()
  return { ...visitor, field, button }
}

/** Where the keyboard stands. */
const at = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))

async function walkByKeyboard() {
  const { page, field, assertNoErrors, close } = await open('31-01-2028')
  await expect.poll(() => at(page)).toBe('maandag 31 januari 2028')
  for (const [key, day] of [
    ['ArrowLeft', 'zondag 30 januari 2028'],
    ['ArrowDown', 'zondag 6 februari 2028'],
    ['Home', 'maandag 31 januari 2028'],
    ['PageDown', 'dinsdag 29 februari 2028'],
    ['Shift+PageDown', 'woensdag 28 februari 2029'],
    ['End', 'zondag 4 maart 2029'],
    ['ArrowUp', 'zondag 25 februari 2029'],
    ['PageUp', 'donderdag 25 januari 2029'],
    ['ArrowRight', 'vrijdag 26 januari 2029'],
  ] as const) {
    await page.keyboard.press(key)
    expect([key, await at(page)]).toEqual([key, day])
  }
  await page.keyboard.press('Enter')
  await expect.poll(() => field.inputValue()).toBe('26-01-2029')
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
  assertNoErrors()
  await close()
}

async function chooseMonthAndYear() {
  const { page, field, close } = await open('02-03-2026')
  await box(page).getByLabel('Maand', { exact: true }).selectOption('juli')
  await box(page).getByLabel('Jaar').fill('1985')
  // Enter leads to the days; it does not send the form.
  await box(page).getByLabel('Jaar').press('Enter')
  await expect.poll(() => at(page)).toBe('dinsdag 2 juli 1985')
  const on = box(page).getByRole('button', { name: 'Volgende maand' })
  await on.click()
  await on.click()
  await box(page).getByRole('button', { name: 'Vorige maand' }).click()
  const [head, table] = await Promise.all([on.boundingBox(), box(page).getByRole('grid').boundingBox()])
  expect(head!.y + head!.height).toBeLessThanOrEqual(table!.y)
  await box(page).getByRole('button', { name: 'maandag 12 augustus 1985' }).click()
  await expect.poll(() => field.inputValue()).toBe('12-08-1985')
  await expect.poll(() => topPopup(page).locator('.has-error').count()).toBe(0)
  await close()
}

async function pickEnd() {
  const { page, close } = await site.visitor(2)
  await page.goto(`/calendar/edit-appointment/${site.app.story.appointments.coming}`)
  const part = topPopup(page)
  const end = part.locator('[data-moment]:has([name*=end_datetime])').first()
  await part.locator('[data-moment]:has([name*=start_datetime]) [data-date]').first().fill('15-06-2028')
  await end.locator('[data-pick-date]').click()
  const before = box(page).getByRole('button', { name: 'woensdag 14 juni 2028' })
  await expect.poll(() => before.getAttribute('aria-disabled')).toBe('true')
  await before.dispatchEvent('click')
  await box(page).getByRole('button', { name: 'vrijdag 16 juni 2028' }).click()
  await expect.poll(() => end.locator('[data-date]').inputValue()).toBe('16-06-2028')
  await close()
}

describe('the calendar of a date field', () => {
  it('is walked through by keyboard, goes to a month and a year that are chosen, and offers for an end no day before its start', async () => {
    await walkByKeyboard()
    await chooseMonthAndYear()
    await pickEnd()
  })

  it('closes by Escape, by a second press and by going elsewhere, with what was typed and the popup as they were', async () => {
    const { page, field, button, close } = await open('02-03-2026')
    await page.keyboard.press('Escape')
    await expect.poll(() => box(page).count()).toBe(0)
    await button.click()
    await button.click()
    await expect.poll(() => box(page).count()).toBe(0)
    await button.click()
    await topPopup(page).locator('.popup-title').click()
    await expect.poll(() => box(page).count()).toBe(0)
    await expect.poll(() => field.inputValue()).toBe('02-03-2026')
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(1)
    await close()
  })

  it('says to screen readers what it is, in light and in dark, and fits a phone', async () => {
    for (const options of [{}, { colorScheme: 'dark', viewport: { width: 360, height: 640 } }]) {
      const { page, close } = await open('02-03-2026', options)
      expect((await violations(page, '.date-picker')).map(({ id, help }) => `${id}: ${help}`)).toEqual([])
      await expect.poll(() => box(page).locator('[aria-selected=true]').innerText()).toBe('2')
      const { x, y, width, height } = (await box(page).boundingBox())!
      const { width: room, height: depth } = page.viewportSize()!
      expect([x >= 0, y >= 0, x + width <= room, y + height <= depth]).toEqual([true, true, true, true])
      await close()
    }
  })
})
