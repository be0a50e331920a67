import type { BrowserContextOptions } from 'playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { ROLES, type RoleId, scopeOf } from '../../src/platform/http/rights.ts'
import type { PlatformBridge } from '../../islands/shared/platform.ts'
import type { Screen } from '../../src/platform/screens/screen.ts'
import type { Visitor } from '../support/browser.ts'
import { type Page, type Site, WCAG_22_AA, drawn, openSite, violations } from './visit.ts'

const KINDS = new Set(['page', 'table', 'popup', 'form', 'wizard'])
/** What a person opens in the address bar: no fragments that only live inside another screen, no redirects. */
const screens = manifests
  .flatMap((manifest) => manifest.screens)
  .filter(
    (screen) =>
      screen.area !== 'public' && KINDS.has(screen.kind) && screen.path !== '/' && screen.routes[0]?.method === 'GET',
  )
  // The developer's screens are opened by a flag, not by a role.
  .filter((screen) => screen.area !== 'dev')
  .filter(
    (screen) =>
      screen.home !== null || screen.kind === 'page' || (screen.kind === 'table' && !screen.path.includes(':')),
  )

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site.close())

/** The richest role is the first one that may see it. */
function roleFor(screen: Screen): RoleId {
  return (Object.keys(ROLES).map(Number) as RoleId[]).find(
    (role) => scopeOf([role], screen.area as 'platform', screen.routes[0]!.right) !== 'none',
  )!
}

function urlOf(screen: Screen, role: RoleId): string {
  const call = screen.example?.(site.app.story, role) ?? {}
  const path = screen.path.replace(/:([A-Za-z_]+)(\([^)]*\))?/g, (_all, name: string) =>
    encodeURIComponent(String(call.params?.[name] ?? 1)),
  )
  const query = new URLSearchParams(call.query).toString()
  return query === '' ? path : `${path}?${query}`
}

/** Closes what was opened, where it closes by its button alone. */
async function closePopup(page: Page): Promise<void> {
  const isClosed = page.waitForURL('**/manual', { waitUntil: 'commit', timeout: 1_000 }).catch(() => undefined)
  await page.evaluate(() => document.querySelector<HTMLElement>('dialog[open] [data-popup-close]')?.click())
  await isClosed
}

/** Serious and critical findings of WCAG 2.2 AA on one screen, as sentences; dark differs from light in its colours. */
async function findings(list: Screen[], options: BrowserContextOptions = {}): Promise<string[]> {
  const found: string[] = []
  const visitors = new Map<RoleId, Visitor>()
  for (const screen of list) {
    const role = roleFor(screen)
    const visitor = visitors.get(role) ?? (await site.visitor(role, { reducedMotion: 'reduce', ...options }))
    visitors.set(role, visitor)
    const { page } = visitor
    await page.emulateMedia({ colorScheme: 'light' })
    if (screen.home === null) {
      await page.goto(urlOf(screen, role))
      await page.locator('main h1').first().waitFor()
    } else {
      // Over a page that loads fast, and only when the last popup is still there; the page itself is a screen too.
      if (!page.url().endsWith('/manual')) await page.goto('/manual')
      await page.evaluate(
        (url) => (window as { noordkaap?: PlatformBridge }).noordkaap!.openPopup(url),
        urlOf(screen, role),
      )
      await page.locator('dialog[open] .popup-title').last().waitFor()
    }
    const judge = async (colours: string, runOnly: string[]) => {
      for (const { id, impact, nodes } of await violations(
        page,
        screen.home === null ? 'html' : 'dialog[open]',
        runOnly,
      ))
        if (impact === 'serious' || impact === 'critical')
          found.push(`${screen.path} (${colours}): ${id} on ${nodes[0]!.target.join(' ')}`)
    }
    await judge('light', WCAG_22_AA)
    await page.emulateMedia({ colorScheme: 'dark' })
    await drawn(page)
    await judge('dark', ['color-contrast'])
    if (screen.home !== null) await closePopup(page)
  }
  for (const visitor of visitors.values()) await visitor.close()
  return found
}

describe('accessibility', () => {
  it('every screen is without a serious finding, in light and dark', { timeout: 240_000 }, async () => {
    expect(screens.length).toBeGreaterThan(25)
    expect(await findings(screens)).toEqual([])
  })

  it('one screen of each kind is, on a phone', { timeout: 120_000 }, async () => {
    const one = [...KINDS].map((kind) => screens.find((screen) => screen.kind === kind)!)
    expect(await findings(one, { viewport: { width: 390, height: 844 } })).toEqual([])
  })
})
