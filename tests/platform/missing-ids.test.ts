import { afterAll, beforeAll, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { type Area, scopeOf } from '../../src/platform/access/rights.ts'
import { ROLES, type RoleId } from '../../src/platform/access/roles.ts'
import type { ExampleCall, Screen } from '../../src/platform/screens/screen.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { fill, send } from '../support/example-calls.ts'

/** No record has it. */
const NEVER = 2_000_000_000
/** What is no id of a record, or is told of one that is gone. */
const NO_RECORD: Record<string, string> = {
  '/events/of/:object/:id id': 'the history of a deleted record goes on',
  '/clients/customPrices/:client_id/:product_id client_id': 'is looked up by the number of a debtor',
  '/undo/:changeSet changeSet': 'has no example: system/undo.test.ts',
  '/company/:id/vies/check id': 'asks a register outside: vies.test.ts',
  '/nibhv/appointmentGroup/:id/syncResults id': 'asks a register outside: registers.test.ts',
}

const roles = Object.keys(ROLES).map(Number) as RoleId[]
/** Calls with the id of a record in their path, once for each of its ids. */
const calls = manifests
  .flatMap((manifest) => manifest.screens)
  .filter((screen) => screen.area !== 'public')
  .flatMap((screen) =>
    screen.routes.flatMap((route) =>
      [...route.path.matchAll(/:([A-Za-z_]+)/g)]
        .map(([, name]) => name!)
        .filter((name) => !screen.words.has(name) && !(`${route.path} ${name}` in NO_RECORD))
        .map((name) => ({ title: `${route.method} ${route.path} ${name}`, screen, route, name })),
    ),
  )

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const exampleOf = (screen: Screen, role: RoleId): ExampleCall | null => screen.example?.(app.story, role) ?? null

it.each(calls)('$title is not there', async ({ screen, route, name }) => {
  const area = (route.area ?? screen.area) as Area
  const role = roles.find((each) => scopeOf([each], area, route.right) !== 'none' && exampleOf(screen, each))!
  const example = exampleOf(screen, role)!
  const call = { ...example, params: { ...example.params, [name]: NEVER } }
  const browser = await app.as(role)
  const form = typeof call.form === 'function' ? call.form(NEVER) : { ...call.form }
  const isRead = route.method === 'GET' && !route.guarded
  const answer = await (isRead ? browser.get(fill(route.path, call)) : send(browser, route, call, form))
  // What is sent is read before the handler looks; that the form itself is not there, its GET says.
  const isForm = route.method === 'POST' && screen.routes.some(({ method }) => method === 'GET')
  expect(answer.status, answer.text.slice(0, 300)).toBeOneOf(isForm ? [404, 422] : [404])
  // What a browser sends may come twice, and is looked up once it is known to come first.
  if (isRead || route.method !== 'POST' || call.file || screen.kind === 'preview') return
  const once = await browser.post(fill(route.path, call), { ...form, _once: `missing-${'x'.repeat(16)}` })
  expect(once.status).toBeOneOf([404, 422])
})

it('names no call in vain that is left out', () => {
  const paths = manifests.flatMap(({ screens }) => screens.flatMap(({ routes }) => routes.map(({ path }) => path)))
  expect(Object.keys(NO_RECORD).filter((key) => !paths.includes(key.split(' ')[0]!))).toEqual([])
})
