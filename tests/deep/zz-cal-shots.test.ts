import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Site, openSite, topPopup } from '../e2e/visit.ts'
let site: Site
beforeAll(async () => { site = await openSite() })
afterAll(() => site.close())
it('planning', async () => {
  const { page, close, assertNoErrors } = await site.visitor(2)
  await page.goto('/calendar/add?datetime=1953972000&type=w')
  await topPopup(page).waitFor()
  await page.waitForTimeout(800)
  await page.keyboard.press('Enter')
  await page.keyboard.type('BHV herhaling')
  await page.locator('.sel-opt', { hasText: 'BHV herhaling' }).first().waitFor()
  await page.keyboard.press('Enter')
  try { await page.locator('[data-step=teachers]:not([inert])').waitFor({ timeout: 8000 }) } catch {}
  await page.screenshot({ path: '/tmp/cal-shots/plan-1440.png' })
  await topPopup(page).locator('.steps-track').evaluate((t) => { t.scrollTop = 9999 })
  await page.screenshot({ path: '/tmp/cal-shots/plan-1440b.png' })
  await page.setViewportSize({ width: 390, height: 844 })
  await page.waitForTimeout(300)
  await page.screenshot({ path: '/tmp/cal-shots/plan-390.png' })
  expect(1).toBe(1)
  assertNoErrors()
  await close()
})
it('finish', async () => {
  const { toFinish } = site.app.story.appointments
  await site.app.pool.query('update enrolments set present=1, passed=1 where appointment_id=$1', [toFinish])
  const { page, close } = await site.visitor(2)
  await page.goto(`/calendar/getFinishWizard/${toFinish}`)
  await topPopup(page).waitFor()
  try { await page.locator('[data-step=overview]:not([inert])').waitFor({ timeout: 8000 }) } catch {}
  await page.screenshot({ path: '/tmp/cal-shots/finish-1440.png' })
  await topPopup(page).locator('.steps-track').evaluate((t) => { t.scrollTop = 9999 })
  await page.screenshot({ path: '/tmp/cal-shots/finish-1440b.png' })
  await topPopup(page).getByRole('button', { name: 'Afronden en versturen' }).click()
  try { await topPopup(page).locator('[data-end]').waitFor({ timeout: 8000 }) } catch {}
  await page.screenshot({ path: '/tmp/cal-shots/finish-end.png' })
  expect(1).toBe(1)
  await close()
})
