import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { type Area, scopeOf } from '../../src/platform/access/rights.ts'
import { ROLES, type RoleId } from '../../src/platform/access/roles.ts'
import type { ExampleCall, Route, Screen } from '../../src/platform/screens/screen.ts'
import type { Story } from '../../src/platform/story.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { fill, makeFirst } from '../support/example-calls.ts'
import { sampleOf } from '../support/sample.ts'

const screens = manifests.flatMap((manifest) => manifest.screens)
const roles = Object.keys(ROLES).map(Number) as RoleId[]
const guarded = screens.filter((screen) => screen.area !== 'public')
/** Not there until it is configured, and about what is under way: migration-assistant.test.ts. */
const CONFIGURED = /^\/settings\/migration/
/** The screens that a role opens; those of developers are switched on per user. */
const opened = guarded.filter(
  (screen) => (screen.area === 'public' || !screen.area.developers) && !CONFIGURED.test(screen.path),
)
/** Opened by a flag of the user and no role: remote-support.test.ts. */
const FLAGGED = new Set(['/remote-support'])
/** What the matrix gives a role here. */
const scope = (role: RoleId, screen: Screen, route: Route) =>
  scopeOf([role], (route.area ?? screen.area) as Area, route.right)
const routesOf = (list: Screen[]) =>
  list.flatMap((screen) => screen.routes.map((route) => ({ title: `${route.method} ${route.path}`, screen, route })))

/** GETs that do something, and so are taken from our own pages only (rulings 3). */
const FROM_OUR_PAGES = /loginAs|setCurrentUserMeta|mail\/connect|resetAll|syncResults|option-groups\/delete/
/** Whether its address names a record, of which those with an own scope do not see all. */
const namesRecord = ({ record, path }: Screen) =>
  record !== null && [record.param, ...Object.keys(record.also)].some((param) => path.includes(`:${param}`))
const kindOf = ({ screen, route }: { screen: Screen; route: Route }) => `${route.method} ${screen.kind}`
/** What people look at; the rest is read by programs or downloaded. */
const DRAWN = new Set(['page', 'popup', 'form', 'wizard', 'table'])
let app: TestApp
let empty: TestApp
const browsers = new Map<RoleId, Browser>()
const visitors = new Map<RoleId, Browser>()
beforeAll(async () => {
  ;[app, empty] = await Promise.all([testApp(), testApp({ empty: true })])
  // Lists without rows are asked for too, of what a new installation brings along as well.
  await empty.owner.pool.query('delete from message_moments; delete from default_messages')
  for (const role of roles) {
    browsers.set(role, await app.as(role))
    visitors.set(role, await empty.as(role))
  }
})
afterAll(async () => {
  await Promise.all([app.close(), empty.close()])
})

/** An event stream never ends: its head is enough. */
async function statusOf(browser: Browser, route: Route, screen: Screen, url: string): Promise<number> {
  if (screen.kind !== 'stream')
    return (
      await (route.method === 'GET'
        ? browser.get(url)
        : route.method === 'POST'
          ? browser.post(url)
          : browser.delete(url))
    ).status
  const controller = new AbortController()
  const response = await fetch(app.url + url, { headers: { cookie: browser.cookie }, signal: controller.signal })
  controller.abort()
  return response.status
}

const exampleOf = (screen: Screen, story: Story, role: RoleId): ExampleCall => screen.example?.(story, role) ?? {}
/** Who looks at these is in them: there is no installation without a user, nor a user without a history. */
const NEVER_EMPTY = new Set([
  '/inspections/categories',
  '/users',
  '/history',
  '/documents/types',
  '/products',
  '/settings/tax-types',
  '/settings/interest-rates',
  '/settings/payment-conditions',
  '/settings/ledger',
  '/settings/ledger/rules',
])
/** Whether there is anything this role could ask this screen for. */
const asks = (screen: Screen, story: Story, role: RoleId): boolean => screen.example?.(story, role) !== null

/** Calls of other programs, by the scope that their token needs. */
const ofPrograms = screens.filter(({ scope: needed }) => needed !== undefined)
describe('every call of another program', () => {
  it.each(routesOf(ofPrograms))(
    '$title: 401 without a token, whoever is signed in; 403 with one for something else; answers with its own',
    async ({ screen, route }) => {
      expect(screen.example, 'how it is called').not.toBeNull()
      const url = fill(route.path, exampleOf(screen, app.story, 1))
      const ask = async (headers: Record<string, string>) => {
        const { status, headers: told } = await app.anonymous.request(url, { method: route.method, headers })
        return [status, told.get('cache-control')]
      }
      const asProgram = async (scope: string) => {
        const program = await app.asProgram(scope)
        const { status, headers: told } = await program.request(url, { method: route.method })
        return [status, told.get('cache-control')]
      }
      const other = screen.scope === 'entries' ? 'digital-presence' : 'entries'
      expect(await ask({})).toEqual([401, 'no-store'])
      expect(await ask({ cookie: browsers.get(1)!.cookie })).toEqual([401, 'no-store'])
      expect(await ask({ authorization: 'Bearer unknown' })).toEqual([401, 'no-store'])
      expect(await asProgram(other)).toEqual([403, 'no-store'])
      expect(await asProgram(screen.scope!)).toEqual([expect.toBeOneOf([200, 404, 422]), 'no-store'])
    },
  )
})

describe('every screen', () => {
  it('is declared with a path of its own', () => {
    const paths = routesOf(screens).map(({ title }) => title)
    expect(paths.length).toBeGreaterThan(60)
    expect(paths.filter((path, i) => paths.indexOf(path) !== i)).toEqual([])
  })

  it('shows how it is called when it needs parameters', () => {
    const silent = guarded.filter((screen) => screen.path.includes(':') && !screen.example).map((screen) => screen.path)
    expect(silent).toEqual([])
  })

  it.each(sampleOf(routesOf(guarded), kindOf))('$title: 401 without a session', async ({ screen, route }) => {
    const url = fill(route.path, exampleOf(screen, app.story, 1))
    expect((await app.anonymous.request(url, { method: route.method, headers: { 'HX-Request': 'true' } })).status).toBe(
      401,
    )
  })

  it.each(
    sampleOf(
      routesOf(guarded).filter(({ screen, route }) => roles.some((role) => scope(role, screen, route) === 'none')),
      ({ screen, route }) => `${((route.area ?? screen.area) as Area).name} ${route.right}`,
      1,
    ),
  )('$title: 403 for every role that the matrix does not list', async ({ screen, route }) => {
    for (const role of roles.filter((candidate) => scope(candidate, screen, route) === 'none')) {
      const url = fill(route.path, exampleOf(screen, app.story, role))
      expect([role, await statusOf(browsers.get(role)!, route, screen, url)]).toEqual([role, 403])
    }
  })

  it.each(routesOf(opened).filter(({ route }) => route.method === 'GET' && !FROM_OUR_PAGES.test(route.path)))(
    '$title: an own record is shown, a foreign one does not exist',
    async ({ screen, route }) => {
      for (const role of roles.filter((candidate) => scope(candidate, screen, route) !== 'none')) {
        if (!asks(screen, app.story, role)) {
          // Nobody of the story has anything to ask here.
          if (route.path.includes(':')) continue
          const { status } = await browsers.get(role)!.get(route.path)
          expect([role, status]).toEqual([role, expect.toBeOneOf([404, 422])])
          continue
        }
        const call = exampleOf(screen, app.story, role)
        if (screen.routes.every(({ method }) => method === 'GET')) await makeFirst(browsers.get(role)!, call)
        const status = await statusOf(browsers.get(role)!, route, screen, fill(route.path, call))
        expect([role, status < 400 || status]).toEqual([role, true])
        if (scope(role, screen, route) !== 'own') continue
        if (namesRecord(screen)) expect(call.foreign, 'a record outside the scope').toBeTruthy()
        if (!call.foreign) continue
        expect([
          role,
          await statusOf(browsers.get(role)!, route, screen, fill(route.path, call, call.foreign)),
        ]).toEqual([role, 404])
      }
    },
  )

  it.each(
    routesOf(opened).filter(
      ({ route, screen }) => route.method === 'GET' && DRAWN.has(screen.kind) && !FLAGGED.has(route.path),
    ),
  )('$title: its address, opened on its own, shows a whole page', async ({ screen, route }) => {
    const role = roles.find(
      (candidate) => scope(candidate, screen, route) !== 'none' && asks(screen, app.story, candidate),
    )!
    const browser = browsers.get(role)!
    const url = fill(route.path, exampleOf(screen, app.story, role))
    const answer = await browser.page(url)
    const shown = answer.status === 303 ? await browser.page(answer.headers.get('location')!) : answer
    expect([url, shown.status, shown.$('html > body main').length]).toEqual([url, 200, 1])
    // A popup that it leads to has the tab that was asked for, or shows this in another one.
    const open = shown.$('#popups').attr('data-open')
    const item = open && new URL(open, app.url).searchParams.get('item')
    if (item)
      expect((await browser.get(open)).$(`[data-item="${item}"], .tab-block[data-region="${url}"]`).length, open).toBe(
        1,
      )
  })

  it.each(
    routesOf(guarded.filter(({ kind }) => kind === 'form' || kind === 'wizard')).filter(
      ({ route }) => route.method === 'POST' && !CONFIGURED.test(route.path),
    ),
  )('$title: an empty form is refused field by field [P-184]', async ({ screen, route }) => {
    for (const role of roles.filter((candidate) => scope(candidate, screen, route) !== 'none')) {
      const answer = await browsers.get(role)!.post(fill(route.path, exampleOf(screen, app.story, role)))
      expect([role, answer.status]).toEqual([role, 422])
      const messages = Object.values(answer.json<Record<string, unknown>>())
      expect(messages.length).toBeGreaterThan(0)
      expect(messages.every((list) => Array.isArray(list) && list.every((text) => typeof text === 'string'))).toBe(true)
    }
  })

  it.each(
    routesOf(opened).filter(
      ({ route, screen }) => route.method === 'GET' && screen.kind !== 'stream' && !FROM_OUR_PAGES.test(route.path),
    ),
  )(
    '$title: an empty installation has an answer for who sees all, and for who sees the own',
    async ({ screen, route }) => {
      const told = sampleOf(roles, (candidate) => scope(candidate, screen, route), 1)
      for (const role of told.filter((candidate) => scope(candidate, screen, route) !== 'none')) {
        // Nothing exists yet, so any record is a 404; lists show their empty state.
        if (!asks(screen, app.story, role) && route.path.includes(':')) continue
        const path = asks(screen, app.story, role) ? fill(route.path, exampleOf(screen, app.story, role)) : route.path
        const answer = await visitors.get(role)!.get(path)
        expect([role, answer.status < 500]).toEqual([role, true])
        if (screen.kind !== 'table' || screen.path.includes(':')) continue
        expect(answer.$('.empty').length, `${screen.path} as ${role}`).toBe(NEVER_EMPTY.has(screen.path) ? 0 : 1)
        // Nobody has filtered anything yet: what to begin with is said, not to look elsewhere.
        expect(answer.$('.empty').text()).not.toMatch(/gevonden|pas de filters aan/i)
      }
    },
  )
})
