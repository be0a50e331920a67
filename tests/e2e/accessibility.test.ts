import { AxeBuilder } from '@axe-core/playwright'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { ROLES, type RoleId, scopeOf } from '../../src/platform/http/rights.ts'
import type { PlatformBridge } from '../../islands/shared/platform.ts'
import type { Screen } from '../../src/platform/screens/screen.ts'
import { type Site, openSite } from './visit.ts'

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

/** Serious and critical findings of WCAG 2.2 AA on one screen, as sentences. */
async function findings(
  list: Screen[],
  colorScheme: 'light' | 'dark',
  viewport?: { width: number; height: number },
): Promise<string[]> {
  const found: string[] = []
  const visitors = new Map<RoleId, Awaited<ReturnType<Site['visitor']>>>()
  for (const screen of list) {
    const role = roleFor(screen)
    const visitor =
      visitors.get(role) ??
      (await site.visitor(role, { colorScheme, reducedMotion: 'reduce', ...(viewport ? { viewport } : {}) }))
    visitors.set(role, visitor)
    const { page } = visitor
    const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    if (screen.home === null) {
      await page.goto(urlOf(screen, role))
      await page.locator('main h1').first().waitFor()
    } else {
      // Over a page that loads fast; the page itself is judged where it is a screen.
      await page.goto('/manual')
      await page.evaluate(
        (url) => (window as { noordkaap?: PlatformBridge }).noordkaap!.openPopup(url),
        urlOf(screen, role),
      )
      await page.locator('dialog[open] .popup-title').last().waitFor()
      axe.include('dialog[open]')
    }
    const result = await axe.analyze()
    for (const violation of result.violations.filter(({ impact }) => impact === 'serious' || impact === 'critical'))
      found.push(`${screen.path} (${colorScheme}): ${violation.id} on ${violation.nodes[0]!.target.join(' ')}`)
  }
  for (const visitor of visitors.values()) await visitor.close()
  return found
}

describe('accessibility', () => {
  it('every screen is without a serious finding, in light', { timeout: 240_000 }, async () => {
    expect(screens.length).toBeGreaterThan(25)
    expect(await findings(screens, 'light')).toEqual([])
  })

  it('one screen of each kind is, in dark and on a phone', { timeout: 120_000 }, async () => {
    const one = [...KINDS].map((kind) => screens.find((screen) => screen.kind === kind)!)
    expect(await findings(one, 'dark')).toEqual([])
    expect(await findings(one, 'light', { width: 390, height: 844 })).toEqual([])
  })
})
