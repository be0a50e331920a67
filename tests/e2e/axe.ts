/** Screens of the product as somebody opens them, and what axe finds on each. */
import type { BrowserContextOptions } from 'playwright'
import { manifests } from '../../src/app.ts'
import { type Area, scopeOf } from '../../src/platform/access/rights.ts'
import { ROLES, type RoleId } from '../../src/platform/access/roles.ts'
import type { PlatformBridge } from '../../islands/shared/platform.ts'
import type { Screen } from '../../src/platform/screens/screen.ts'
import type { Visitor } from '../support/browser.ts'
import { type Page, type Site, WCAG_22_AA, drawn, violations } from './visit.ts'

export const KINDS = ['page', 'table', 'popup', 'form', 'wizard']

/** What a person opens in the address bar: no fragments that only live inside another screen, no redirects. */
export const screens = manifests
  .flatMap((manifest) => manifest.screens)
  .filter(
    (screen) =>
      screen.area !== 'public' &&
      KINDS.includes(screen.kind) &&
      screen.path !== '/' &&
      screen.routes[0]?.method === 'GET',
  )
  // The developer's screens are opened by a flag, not by a role.
  .filter((screen) => screen.area === 'public' || !screen.area.developers)
  .filter(
    (screen) =>
      screen.home !== null || screen.kind === 'page' || (screen.kind === 'table' && !screen.path.includes(':')),
  )

/** What stands in an address for which a screen has no example of its own. */
const USUAL: Record<string, string> = { what: 'contacts' }

/** The richest role is the first one that may see it. */
function roleFor(screen: Screen): RoleId {
  return (Object.keys(ROLES).map(Number) as RoleId[]).find(
    (role) => scopeOf([role], screen.area as Area, screen.routes[0]!.right) !== 'none',
  )!
}

/** Closes what was opened, where it closes by its button alone. */
async function closePopup(page: Page): Promise<void> {
  await page.evaluate(() => document.querySelector<HTMLElement>('dialog[open] [data-popup-close]')?.click())
  await page.waitForFunction(() => location.pathname === '/manual', null, { timeout: 1_000 }).catch(() => undefined)
}

const PHONE = { width: 390, height: 844 }
const SMALL_DESK = { width: 1024, height: 768 }
/** A title of which each line holds less than this cannot be read. */
const TITLE_PX = 180

/** What does not fit: a page that is wider than a phone, a title that its buttons leave no room. */
async function misfits(page: Page, { path }: Screen): Promise<string[]> {
  const own = page.viewportSize()!
  const measure = async (size: typeof PHONE) => {
    await page.setViewportSize(size)
    await drawn(page)
    return page.evaluate(() => {
      const title = document.querySelector('dialog[open] .popup-title')
      return { wide: document.documentElement.scrollWidth, title: title?.getBoundingClientRect().width ?? Infinity }
    })
  }
  const [desk, phone] = [await measure(SMALL_DESK), await measure(PHONE)]
  await page.setViewportSize(own)
  return [
    ...(phone.wide > PHONE.width ? [`${path} is ${phone.wide} px wide on a phone of ${PHONE.width}`] : []),
    ...(Math.min(desk.title, phone.title) < TITLE_PX
      ? [`${path} has a title of ${desk.title} and ${phone.title} px`]
      : []),
  ]
}

/** Waits until what a screen fetches by itself has come. */
const filled = (page: Page) =>
  page.waitForFunction(() => !document.querySelector('[data-region]:not([hidden] *):empty, [data-region][aria-busy]'))

/** One who looks at screen after screen; each role keeps its page. */
export function examiner(site: () => Site, options: BrowserContextOptions = {}) {
  const visitors = new Map<RoleId, Visitor>()

  const pageOf = async (role: RoleId): Promise<Page> => {
    const visitor = visitors.get(role) ?? (await site().visitor(role, { reducedMotion: 'reduce', ...options }))
    visitors.set(role, visitor)
    return visitor.page
  }

  const urlOf = (screen: Screen, role: RoleId): string => {
    const call = screen.example?.(site().app.story, role) ?? {}
    const path = screen.path.replace(/:([A-Za-z_]+)(\([^)]*\))?/g, (_all, name: string) =>
      encodeURIComponent(String(call.params?.[name] ?? USUAL[name] ?? 1)),
    )
    const query = new URLSearchParams(call.query).toString()
    return query === '' ? path : `${path}?${query}`
  }

  const open = async (page: Page, screen: Screen, url: string): Promise<void> => {
    if (screen.home === null) {
      await page.goto(url)
      await page.locator('main h1').first().waitFor()
      await filled(page)
      return
    }
    // Over a page that loads fast, and only when the last popup is still there; the page itself is a screen too.
    if (!page.url().endsWith('/manual')) await page.goto('/manual')
    await page.evaluate((address) => (window as { noordkaap?: PlatformBridge }).noordkaap!.openPopup(address), url)
    await page.locator('dialog[open] .popup-title').last().waitFor()
    await filled(page)
  }

  return {
    /**
     * Serious and critical findings of WCAG 2.2 AA, as sentences; dark differs from light in its colours alone. With what
     * does not fit.
     */
    findings: async (screen: Screen): Promise<string[]> => {
      const role = roleFor(screen)
      const page = await pageOf(role)
      await page.emulateMedia({ colorScheme: 'light' })
      await open(page, screen, urlOf(screen, role))
      const axeFindings = async (colours: string, runOnly: string[]) =>
        (await violations(page, screen.home === null ? 'html' : 'dialog[open]', runOnly))
          .filter(({ impact }) => impact === 'serious' || impact === 'critical')
          .map(({ id, nodes }) => `${screen.path} (${colours}): ${id} on ${nodes[0]!.target.join(' ')}`)
      const light = await axeFindings('light', WCAG_22_AA)
      await page.emulateMedia({ colorScheme: 'dark' })
      await drawn(page)
      const dark = await axeFindings('dark', ['color-contrast'])
      const wide = await misfits(page, screen)
      if (screen.home !== null) await closePopup(page)
      return [...light, ...dark, ...wide]
    },
    leave: async (): Promise<void> => {
      for (const visitor of visitors.values()) await visitor.close()
    },
  }
}
