import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright'
import { expect } from 'vitest'
import { type TestApp, type TestAppOptions, testApp } from '../support/app.ts'
import { type Visitor, launchBrowser, openVisitor } from '../support/browser.ts'

export type { Page }

/** The application with its built browser files and its jobs running, and the Chromium to visit it with. */
export interface Site {
  app: TestApp
  browser: Browser
  /** A visitor who is signed in with this role (null: nobody). */
  visitor(role: number | null, options?: BrowserContextOptions): Promise<Visitor>
  close(): Promise<void>
}

/** @param options.env addresses of outside systems, for the journeys that need their stand-ins */
export async function openSite(options: Pick<TestAppOptions, 'empty' | 'env' | 'gallery'> = {}): Promise<Site> {
  const app = await testApp({ browser: true, ...options })
  const browser = await launchBrowser()
  return {
    app,
    browser,
    visitor: async (role, options = {}) => {
      const visitor = await openVisitor(browser, { baseURL: app.url, acceptDownloads: true, ...options })
      if (role !== null) {
        const [name = '', value = ''] = (await app.as(role)).cookie.split(/=(.*)/s)
        await visitor.context.addCookies([{ name, value, url: app.url }])
      }
      return visitor
    },
    close: () => app.close(),
  }
}

/** The popup on top. */
export const topPopup = (page: Page) => page.locator('dialog[open]').last()

/** Waits until htmx has nothing under way and the table's rows stand. */
export const rows = (page: Page) => page.locator('[data-rows] tr[data-id]')

// The whole source takes twice as long to read.
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

export const WCAG_22_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** Waits until what was changed is on the screen. */
export const drawn = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))

/** Waits until nothing fades or moves any more but what goes on for as long as one waits. */
const atRest = (page: Page) =>
  page.waitForFunction(() =>
    document
      .getAnimations()
      .every(({ playState, effect }) => playState !== 'running' || effect?.getComputedTiming().endTime === Infinity),
  )

/** What axe finds within an element at rest, since colours that still fade in are nobody's; by rules or sets of rules. */
export async function violations(page: Page, within: string, runOnly = WCAG_22_AA): Promise<axe.Result[]> {
  await atRest(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  const options: axe.RunOptions = { runOnly, resultTypes: ['violations'] }
  const results = await page.evaluate(
    ([within, options]) => (window as unknown as { axe: typeof axe }).axe.run(within, options),
    [within, options] as const,
  )
  return results.violations
}

/** The address of the built file of a module. */
export function addressOf(module: string): string {
  const manifest = JSON.parse(readFileSync('public/build/.vite/manifest.json', 'utf8')) as Record<
    string,
    { file: string }
  >
  return `**/assets/${manifest[module]!.file}`
}

/** Keeps a module from coming until the answer is called. */
export async function holdBack(page: Page, module: string): Promise<() => Promise<void>> {
  const held: Route[] = []
  let isFree = false
  await page.route(addressOf(module), async (route) => {
    if (isFree) await route.continue()
    else held.push(route)
  })
  return async () => {
    isFree = true
    await Promise.all(held.map((route) => route.continue()))
  }
}

/** A line on the pad of the popup that is open, once it can be drawn on. */
export async function drawSignature(page: Page): Promise<void> {
  const pad = topPopup(page).locator('canvas[data-signature]')
  await expect.poll(() => pad.getAttribute('aria-busy')).toBeNull()
  // At once, and not when it stands still: a notice from elsewhere may draw the form anew meanwhile.
  await pad.evaluate((canvas) => canvas.scrollIntoView({ block: 'center' }))
  const box = (await pad.boundingBox())!
  // In the lower half: above it messages may stand.
  await page.mouse.move(box.x + 30, box.y + box.height * 0.6)
  await page.mouse.down()
  await page.mouse.move(box.x + 120, box.y + box.height * 0.7, { steps: 3 })
  await page.mouse.up()
}
