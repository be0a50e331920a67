import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { scopeOf } from '../../src/platform/access/rights.ts'
import { ROLES, type RoleId } from '../../src/platform/access/roles.ts'
import type { ExampleCall, Route, Screen } from '../../src/platform/screens/screen.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { type Form, formOf, shownFields } from '../support/example-calls.ts'
import { type Chance, type FuzzRequest, type Valid, chanceOf, pairsOf, spoiled } from '../support/fuzz.ts'
import { undoChanges, watchRows } from '../support/row-changes.ts'

/** Request `n` is the same in every run: FUZZ_FROM=n FUZZ_REQUESTS=1 sends it alone. */
const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 500)
const FROM = Number(process.env.FUZZ_FROM ?? 0)
/** So many reach what the screen itself does with them; the others are refused before. */
const LEAST_REACHED = 0.4
/** A request that takes longer hangs, for whoever sent it. */
const MOST_MS = 30_000

const roles = Object.keys(ROLES).map(Number) as RoleId[]
interface Target {
  screen: Screen
  route: Route
}
const targets: Target[] = manifests
  .flatMap((manifest) => manifest.screens)
  .flatMap((screen) => screen.routes.map((route) => ({ screen, route })))

let app: TestApp
const browsers = new Map<RoleId, { browser: Browser; token: string }>()
let reached = 0
const handles = new Map<Route, Route['handle']>()
beforeAll(async () => {
  app = await testApp({ env: { NOORDKAAP_RESET: '0' } })
  for (const role of roles) {
    const browser = await app.as(role)
    const { token } = (await browser.get('/ajax/getToken')).json<{ token: string }>()
    browsers.set(role, { browser, token })
  }
  await watchRows(app)
  for (const { route } of targets) {
    const handle = route.handle.bind(route)
    handles.set(route, handle)
    route.handle = (exchange) => {
      reached++
      return handle(exchange)
    }
  }
})
afterAll(async () => {
  for (const [route, handle] of handles) route.handle = handle
  await app.close()
})

const may = (role: RoleId, { screen, route }: Target) =>
  screen.area === 'public' || scopeOf([role], route.area ?? screen.area, route.right) !== 'none'
const exampleOf = (role: RoleId, { screen }: Target): ExampleCall => screen.example?.(app.story, role) ?? {}

const forms = new Map<string, Promise<Form>>()
/** The form as this role sends it; asked for once, as every request finds the story as it was told. */
function formFor(role: RoleId, { screen, route }: Target, call: ExampleCall): Promise<Form> {
  const name = `${role} ${route.method} ${route.path}`
  const known = call.first ? undefined : forms.get(name)
  if (known) return known
  const { browser } = browsers.get(role)!
  const form =
    route.method === 'GET'
      ? screen.kind === 'table'
        ? browser.page(pathOf(route.path, call)).then(({ $ }) => shownFields($))
        : Promise.resolve({})
      : formOf(browser, screen, call)
  forms.set(name, form)
  return form
}

const TOKEN_PARAMS = /:([A-Za-z_]+)(\([^)]*\))?/g
const pathOf = (path: string, { params }: ExampleCall) =>
  path.replace(TOKEN_PARAMS, (_all, name: string) => encodeURIComponent(String(params?.[name] ?? 1)))

async function validCall(role: RoleId, target: Target): Promise<Valid> {
  const { route } = target
  const call = exampleOf(role, target)
  const form = may(role, target) ? pairsOf(await formFor(role, target, call)) : []
  const query = pairsOf(call.query ?? {})
  return {
    method: route.method,
    path: route.path.replace(TOKEN_PARAMS, '{$1}'),
    params: [...route.path.matchAll(TOKEN_PARAMS)].map(([, name = '']) => [
      name,
      encodeURIComponent(String(call.params?.[name] ?? 1)),
    ]),
    query: route.method === 'GET' ? [...query, ...form] : query,
    form,
  }
}

async function statusOf(role: RoleId, { screen }: Target, { method, url, headers, body }: FuzzRequest) {
  const { browser, token } = browsers.get(role)!
  const stop = new AbortController()
  const timer = setTimeout(() => stop.abort(), MOST_MS)
  try {
    const response = await fetch(app.url + url, {
      method,
      redirect: 'manual',
      signal: stop.signal,
      headers: {
        cookie: browser.cookie,
        'hx-request': 'true',
        'sec-fetch-site': 'same-origin',
        'x-csrf-token': token,
        ...headers,
      },
      ...(body === undefined ? {} : { body }),
    })
    // An event stream never ends.
    if (screen.kind !== 'stream') await response.arrayBuffer()
    return response.status
  } finally {
    clearTimeout(timer)
    stop.abort()
  }
}

/** Half of all spoil one thing of a call that its role may send; the others anything, as anybody. */
async function requestOf(chance: Chance): Promise<{ role: RoleId; target: Target; request: FuzzRequest }> {
  const target = chance.pick(targets)
  const wild = chance.upTo(2) === 0
  const senders = wild ? roles : roles.filter((role) => may(role, target))
  const role = senders.length > 0 ? chance.pick(senders) : chance.pick(roles)
  return { role, target, request: spoiled(chance, await validCall(role, target), wild) }
}

const told = (n: number, role: RoleId, { method, url, headers, body }: FuzzRequest) =>
  `FUZZ_FROM=${n} FUZZ_REQUESTS=1: as ${role} ${method} ${url.slice(0, 300)} ${JSON.stringify(headers).slice(0, 200)} ${body?.slice(0, 400) ?? ''}`

/** Requests that were once answered with an error of ours, or not at all. */
const FAILED = JSON.parse(readFileSync('tests/fixtures/failed-requests.json', 'utf8')) as {
  method: string
  path: string
  role: RoleId
  body?: string
  type?: string
}[]

describe('whatever is asked for', () => {
  it.each(FAILED)('answers what failed once: $method $path as $role', async ({ method, path, role, body, type }) => {
    const { browser, token } = browsers.get(role)!
    const headers = { cookie: browser.cookie, 'x-csrf-token': token, ...(type ? { 'content-type': type } : {}) }
    const { status } = await fetch(app.url + path, {
      method,
      redirect: 'manual',
      headers,
      ...(body === undefined ? {} : { body }),
    })
    expect(status).toBeLessThan(500)
    await undoChanges(app)
  })

  it(
    `answers ${REQUESTS} spoiled requests without an error of its own`,
    { timeout: 60_000 + REQUESTS * 100 },
    async () => {
      const failed: string[] = []
      for (let n = FROM; n < FROM + REQUESTS; n++) {
        const { role, target, request } = await requestOf(chanceOf(n))
        const status = await statusOf(role, target, request).catch((error: unknown) => String(error))
        if (typeof status === 'string' || status >= 500) failed.push(`${status} ${told(n, role, request)}`)
        await undoChanges(app)
      }
      console.log('reached', reached, 'of', REQUESTS)
      expect(failed).toEqual([])
      if (REQUESTS > 1_000) expect(reached / REQUESTS).toBeGreaterThan(LEAST_REACHED)
    },
  )
})
