/** The installed product: what a phone keeps of it, what it says without network, and what is left after signing out. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Page, type Site, openSite, violations } from '../e2e/visit.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

const PHONE = {
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  serviceWorkers: 'allow',
} as const

/** The addresses of all that the browser keeps. */
const kept = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const found = await Promise.all((await caches.keys()).map(async (name) => (await caches.open(name)).keys()))
    return found.flat().map(({ url }) => new URL(url).pathname)
  })

describe('the installed product', () => {
  it('keeps built files alone, says it when there is no network, and keeps nothing after signing out', async () => {
    const { page, close } = await site.visitor(ROLE.teacher, PHONE)
    await page.goto('/today')
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)
    await page.reload()
    await page.getByRole('heading', { name: 'Vandaag' }).waitFor()
    const files = await kept(page)
    expect(files.length).toBeGreaterThan(20)
    expect(files.filter((path) => path !== '/offline' && !/^\/assets\/[\w.-]+-[\w-]{8}\.\w+$/.test(path))).toEqual([])
    // The worker is a program of its own, which a page that is only said to be offline does not always take along.
    const answerAgain = await site.app.unreachable()
    await page.goto('/my-own-page')
    await page.getByRole('heading', { name: 'Geen verbinding' }).waitFor()
    expect(await page.locator('body').innerText()).not.toContain('Jeroen')
    expect(await violations(page, 'body')).toEqual([])
    await answerAgain()
    await page.goto('/today')
    await page.getByRole('heading', { name: 'Vandaag' }).waitFor()
    await page.getByRole('button', { name: /account van/ }).tap()
    await page.getByRole('button', { name: 'Uitloggen' }).tap()
    await page.waitForURL('**/login**')
    await expect.poll(() => kept(page)).toEqual([])
    await expect
      .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length))
      .toBe(0)
    await close()
  })
})
