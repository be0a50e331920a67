/** Signing in to the package for bookkeeping in a window of its own, then booking. */
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExactSimulator, startExact } from '../../src/administration/books/accounting/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { SECRET, askFreely, chooseVat, signIn } from '../administration/accounting-support.ts'
import { type Site, openSite, topPopup } from '../e2e/visit.ts'

const MARKER = 'accounting_login'

let exact: ExactSimulator
let site: Site
beforeAll(async () => {
  exact = await startExact({ short: 10_000 })
  site = await openSite({
    env: { EXACT_CLIENT_ID: 'noordkaap', EXACT_CLIENT_SECRET: SECRET, EXACT_URL: exact.url },
  })
  const { app } = site
  // Where the browser comes back to.
  app.services.config.baseUrl = app.url
  await askFreely(app)
  await chooseVat(await signIn(app, 'exact', exact.agree), { 4: '5' })
  await app.db.deleteFrom('accounting_differences').execute()
  await app.db.deleteFrom('accounting_bookings').execute()
})
afterAll(async () => {
  await site.close()
  await exact.stop()
})

const signedOut = () => site.app.db.updateTable('accounting_links').set({ error: 'Log opnieuw in.' }).execute()
/** When the page asked for the status, in milliseconds. */
function watchStatus(page: Page): number[] {
  const times: number[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/accounting/oauth/status')) times.push(Date.now())
  })
  return times
}

describe('the window of signing in', () => {
  it('opens once by a cookie of about 0.02 days while the status is asked every 3 s [T-115] [T-116]', async () => {
    await signedOut()
    const { page, context, close } = await site.visitor(ROLE.administrator)
    const windows: Page[] = []
    page.on('popup', (opened) => windows.push(opened))
    const times = watchStatus(page)
    await page.goto('/accounting/getWizard/')
    await expect.poll(() => windows.length).toBe(1)
    const marker = (await context.cookies()).find(({ name }) => name === MARKER)!
    const days = (marker.expires - Date.now() / 1000) / 86_400
    expect(days).toBeGreaterThan(0.0195)
    expect(days).toBeLessThanOrEqual(0.0201)
    await expect.poll(() => times.length).toBeGreaterThanOrEqual(3)
    const pauses = times.slice(1, 3).map((time, i) => time - times[i]!)
    for (const pause of pauses) {
      expect(pause).toBeGreaterThan(2800)
      expect(pause).toBeLessThan(5000)
    }
    const seen = times.length
    await page.reload()
    await topPopup(page).getByRole('button', { name: 'Inloggen bij Exact Online' }).waitFor()
    await expect.poll(() => times.length).toBeGreaterThan(seen + 1)
    expect(windows).toHaveLength(1)
    await close()
  })

  it('leads back: the placeholder is restored, the page comes again, and what is ready is booked [T-117]', async () => {
    await signedOut()
    const { page, assertNoErrors, close } = await site.visitor(ROLE.administrator)
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const text = document.querySelector('[data-accounting-login]')?.textContent ?? ''
        if (text.includes('Log in bij')) sessionStorage.setItem('seen', 'waiting')
        else if (text.includes('wordt gecontroleerd') && sessionStorage.getItem('seen') === 'waiting')
          sessionStorage.setItem('seen', 'restored')
      }).observe(document, { childList: true, subtree: true })
    })
    const opened = page.waitForEvent('popup')
    await page.goto('/accounting/getWizard/')
    const login = await opened
    await login.getByRole('link', { name: 'Toestaan' }).click()
    await expect.poll(() => login.isClosed()).toBe(true)
    const button = topPopup(page).getByRole('button', { name: /facturen boeken$/ })
    await button.waitFor()
    expect(await page.evaluate(() => sessionStorage.getItem('seen'))).toBe('restored')
    await button.click()
    await topPopup(page).getByText('Alles is geboekt.').waitFor()
    const { count } = await site.app.db
      .selectFrom('invoices')
      .select(({ fn }) => fn.countAll<string>().as('count'))
      .where('definitive_at', 'is not', null)
      .executeTakeFirstOrThrow()
    expect(exact.entries).toHaveLength(Number(count))
    assertNoErrors()
    await close()
  })
})
