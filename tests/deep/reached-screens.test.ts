import { afterAll, beforeAll, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import type { Screen } from '../../src/platform/screens/screen.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { fill } from '../support/example-calls.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const DRAWN = new Set(['page', 'popup', 'form', 'wizard', 'table'])
/** What nobody opens from a screen of ours, and by what it is reached. */
const ELSEWHERE: Record<string, string> = {}

/** Whatever looks like an address in an answer: links, what scripts ask, and the entries of menus, which travel as base64. */
function addressesIn(html: string): string[] {
  const menus = [...html.matchAll(/data-popup-options value="([^"]+)"/g)].map(([, text]) =>
    Buffer.from(text!, 'base64').toString(),
  )
  return [html, ...menus].flatMap((text) =>
    [...text.replaceAll('&#34;', '"').replaceAll('&quot;', '"').replaceAll('&amp;', '&').matchAll(/["'](\/[^"'\s<>?#]*)/g)].map(([, url]) => url!), // prettier-ignore
  )
}
const patternOf = (path: string) =>
  new RegExp(`^${path.replace(/:\w+(\([^)]*\))?/g, '(?:[^/]+)').replace(/\/$/, '/?')}$`)

it('every screen of an administrator is reached from another one, or by the palette', async () => {
  const administrator = await app.as(ROLE.administrator)
  const screens = manifests.flatMap(({ screens }) => screens).filter(({ kind, area }) => DRAWN.has(kind) && area !== 'public' && !area.developers) // prettier-ignore
  const found = new Set<string>()
  const visit = async (url: string, from: Screen | null) => {
    const { text } = await administrator.get(url)
    for (const address of addressesIn(text))
      if (from === null || !patternOf(from.path).test(address)) found.add(address)
  }
  await visit('/calendar', null)
  for (const { text } of [await administrator.page('/calendar')]) for (const one of addressesIn(text)) found.add(one)
  for (const screen of screens) {
    const example = screen.example?.(app.story, ROLE.administrator) ?? {}
    await visit(fill(screen.path, example), screen)
  }
  const all = [...found]
  const lost = screens.filter(({ path }) => !(path in ELSEWHERE) && !all.some((url) => patternOf(path).test(url)))
  expect(lost.map(({ path }) => path)).toEqual([])
})
