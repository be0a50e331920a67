/** What the calendar does by the clock; it stands still from before the page loads, and moves by the test alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addEmptyPlanning, addPart } from '../support/builders.ts'
import { type Page, type Site, openSite, topPopup } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** Wednesday morning, one second before the next minute. */
const NOW = Date.parse('2031-11-19T10:42:59+01:00')
/** By then the page has loaded, and its clock stands still. */
const LOADED_MS = 20_000

/** The week of that morning, for the browser and in what the server said. */
async function week() {
  const visitor = await site.visitor(2)
  const { page } = visitor
  await page.clock.install({ time: NOW })
  await page.route('**/calendar', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/(&#34;now&#34;:)\d+/, `$1${NOW / 1000}`)
    await route.fulfill({ response: answer, body })
  })
  await page.goto('/calendar')
  await page.locator('.cal-month').waitFor()
  await page.keyboard.press('w')
  await page.locator('.now-marker').waitFor()
  await page.clock.pauseAt(NOW + LOADED_MS)
  return { ...visitor, clock: page.clock }
}
/** The next week, with these appointments of three hours on its Wednesday. */
async function nextWeek(hours: Record<string, string>) {
  const planningId = await addEmptyPlanning(site.app.db, site.app.story.courses.bhv)
  for (const [description, hour] of Object.entries(hours))
    await addPart(site.app.db, {
      group_id: planningId,
      description,
      starts_at: new Date(`2031-11-26T${hour}:00+01:00`),
      minutes: 180,
      status: 'planned',
    })
  const visitor = await week()
  await visitor.page.keyboard.press('ArrowRight')
  for (const description of Object.keys(hours)) await piece(visitor.page, description).waitFor()
  return { ...visitor, planningId }
}
const piece = (page: Page, description: string) => page.locator('.cal-ev', { hasText: description })

describe('the calendar', () => {
  it('moves the marker of the current time every 60 seconds, in week and day view [P-140]', async () => {
    const { page, clock, assertNoErrors, close } = await week()
    const label = page.locator('.now-label')
    const from = () =>
      page.locator('.now-marker').evaluate((line: HTMLElement) => Number(line.style.getPropertyValue('--from')))
    const before = await from()
    // The minute turned one second after the server said the time; the marker follows when its 60 seconds are over.
    await clock.runFor(60_000 - LOADED_MS - 10)
    expect([await label.innerText(), await from()]).toEqual(['10:42', before])
    await clock.runFor(LOADED_MS)
    await expect.poll(() => label.innerText()).toBe('10:43')
    expect(await from()).toBeCloseTo(before + 1 / 30, 5)
    await page.keyboard.press('d')
    await page.locator('.cal-week--day').waitFor()
    await clock.runFor(60_000)
    await expect.poll(() => label.innerText()).toBe('10:44')
    assertNoErrors()
    await close()
  })

  it('lays out side by side what overlaps, 500 ms after it came in [T-072]', async () => {
    const { page, clock, assertNoErrors, close } = await nextWeek({ Blussen: '09:00', Verbinden: '10:00' })
    const places = () =>
      page
        .locator('.cal-ev')
        .evaluateAll((pieces: HTMLElement[]) =>
          pieces.map(({ style }) => `${style.getPropertyValue('--overlap')}/${style.getPropertyValue('--offset')}`),
        )
    await clock.runFor(490)
    expect(await places()).toEqual(['0/0', '0/0'])
    await clock.runFor(10)
    await expect.poll(places).toEqual(['1/0', '1/1'])
    assertNoErrors()
    await close()
  })

  it('opens a small box with what is known of an appointment after 500 ms above it [T-012][S-036]', async () => {
    const { page, clock, planningId, assertNoErrors, close } = await nextWeek({ Ontruimen: '14:00' })
    const box = page.getByRole('tooltip')
    await piece(page, 'Ontruimen').hover()
    await clock.runFor(490)
    await expect.poll(() => box.count()).toBe(0)
    await clock.runFor(10)
    await box.waitFor()
    const text = await box.innerText()
    for (const part of ['Gepland', `Planning ${planningId}`, 'Ontruimen', '14:00–17:00']) expect(text).toContain(part)
    expect((await box.boundingBox())!.width).toBeLessThan(400)
    await page.mouse.move(5, 5)
    await clock.runFor(1000)
    await expect.poll(() => box.count()).toBe(0)
    assertNoErrors()
    await close()
  })

  it('copies its link once in 3500 ms, and says so [P-168][M-047]', async () => {
    const { page, context, clock, assertNoErrors, close } = await week()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByRole('button', { name: 'Meer', exact: true }).click()
    await page.getByRole('button', { name: 'Koppel agenda' }).click()
    const link = topPopup(page).locator('input[readonly]')
    await link.waitFor()
    await clock.runFor(1000)
    const told = page.locator('.flash', { hasText: 'Link gekopieerd naar klembord' })
    await link.click()
    await told.waitFor()
    await expect.poll(() => told.getAttribute('class')).toContain('flash--success')
    await clock.runFor(3490)
    await expect.poll(() => told.count()).toBe(0)
    await page.evaluate(() => navigator.clipboard.writeText('iets anders'))
    await link.click()
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('iets anders')
    await clock.runFor(10)
    await link.click()
    await told.waitFor()
    await expect.poll(() => told.count()).toBe(1)
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(await link.inputValue())
    assertNoErrors()
    await close()
  })
  it('has its link replaced by another, after a question', async () => {
    const { page, assertNoErrors, close } = await site.visitor(3)
    await page.goto('/ical/link')
    const popup = page.locator('dialog[open]').first()
    const link = popup.locator('input[readonly]')
    await link.waitFor()
    const before = await link.inputValue()
    await popup.getByRole('button', { name: 'Nieuwe link maken' }).click()
    await topPopup(page).getByText('De oude werkt dan niet meer').waitFor()
    await topPopup(page).locator('[data-answer=yes]').click()
    await page.locator('.flash', { hasText: 'De oude link werkt niet meer' }).waitFor()
    await expect.poll(() => link.inputValue()).not.toBe(before)
    assertNoErrors()
    await close()
  })
})
