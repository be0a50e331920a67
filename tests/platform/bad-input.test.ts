import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import type { RoleId } from '../../src/platform/access/roles.ts'
import { type Area, scopeOf } from '../../src/platform/access/rights.ts'
import { ROLES } from '../../src/platform/access/roles.ts'
import type { Screen } from '../../src/platform/screens/screen.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { inTurn } from '../support/sample.ts'

const SCRIPT = '<script>alert(1)</script><img src=x onerror=alert(1)>'
const screens = manifests
  .flatMap((manifest) => manifest.screens)
  .filter((screen) => screen.kind !== 'stream' && !/logout|loginAs/.test(screen.path))
const routes = screens.flatMap((screen) =>
  screen.routes.map((route) => ({ title: `${route.method} ${route.path}`, screen, route })),
)

let app: TestApp
let browser: Browser
let program: Browser
const browsers = new Map<number, Browser>()
beforeAll(async () => {
  app = await testApp()
  browser = await app.as(1)
  program = await app.asProgram('digital-presence entries')
  for (const role of Object.keys(ROLES).map(Number)) browsers.set(role, await app.as(role))
})
afterAll(() => app.close())

const richest = (screen: Screen, right: 'view' | 'change'): Browser =>
  screen.area === 'public'
    ? screen.scope === undefined
      ? browser
      : program
    : // What no role opens, such as the developer's screens, is refused to all alike.
      browsers.get(
        (Object.keys(ROLES).map(Number) as RoleId[]).find(
          (role) => scopeOf([role], screen.area as Area, right) !== 'none',
        ) ?? 1,
      )!

const fill = (screen: Screen, path: string, value: (name: string, given: string) => string) => {
  const params = screen.example?.(app.story, 1)?.params ?? {}
  return path.replace(/:([A-Za-z_]+)(\([^)]*\))?/g, (_all, name: string) =>
    value(name, encodeURIComponent(String(params[name] ?? 1))),
  )
}
const given = (screen: Screen, path: string) => fill(screen, path, (_name, text) => text)

const NO_NUMBERS = ['0', '-1', '2147483648', '99999999999999999999', 'abc', '1e3', '1.5', '%20', "1'%20or%201=1"]
const NO_WORDS = ['unknown', '%20', 'constructor', '__proto__', "1'%20or%201=1"]
const numbersFor = inTurn(NO_NUMBERS, 3)
const wordsFor = inTurn(NO_WORDS, 2)
/** Their word is free: the key of a preference, the history of anything, what is printed on a certificate, a link, a name.
 * What is not there until it is configured: migration-assistant.test.ts. */
const ANY_WORD =
  /CurrentUserMeta|\/events\/of|\/evaluations\/submit|\/verify|\/apply|\/wachtlijst|\/docent|\/gegevens|\/offerte|\/betalen|\/webhooks|\/findStudentBy|\/settings\/migration/
/** The address with one of these in every place where it names a record by number, or by word. */
const malformed = (screen: Screen, path: string, named: 'number' | 'word', values: string[]): string[] =>
  values
    .map((value) => fill(screen, path, (_name, text) => (/^\d+$/.test(text) === (named === 'number') ? value : text)))
    .filter((url) => url !== given(screen, path))

const queriesFor = inTurn(
  [
    'page=-5&max_per_page=abc&sort=;drop&after=%00',
    'page[]=1&filters[a][b][c]=1&filters=x&ids[]=1',
    `search=${encodeURIComponent(SCRIPT)}&query=${encodeURIComponent(SCRIPT)}&v=${encodeURIComponent(SCRIPT)}`,
    'type=nonsense&from=abc&to=&count=-1&datetime=x&components=x&students=x&layouts=x',
    'id=1,2,x&limit=999999&step=nonsense&item=nonsense&embed=1&export=exe',
    `search=${'a'.repeat(5000)}&role=${'b'.repeat(500)}`,
  ],
  2,
)

/** Values no form of ours sends: wrong types, far too long, foreign ids, scripts, half objects. */
const BODIES: Record<string, string> = {
  empty: '',
  script: Object.entries({
    name: SCRIPT,
    last_name: SCRIPT,
    description: SCRIPT,
    note: SCRIPT,
    code: SCRIPT,
    email: SCRIPT,
    id: SCRIPT,
    version: SCRIPT,
  })
    .map(([k, v]) => `${k}=${encodeURIComponent(v)}`)
    .join('&'),
  'wrong types':
    'id[]=1&id[a]=2&name[x]=1&version=abc&roles=abc&birth_date[]=1&appointments=x&components=x&students[a]=b&lines=1&ids[]=x&value[]=1',
  'foreign ids':
    'id=2000000000&company_id=2000000000&contact_id=2000000000&course_id=2000000000&room_id=2000000000&ids=2000000000&students[]=2000000000&version=1&name=x&last_name=x&description=x',
  'too long': `name=${'a'.repeat(60_000)}&last_name=${'b'.repeat(60_000)}&note=${'c'.repeat(60_000)}&description=${'d'.repeat(60_000)}&ids=${'9'.repeat(60_000)}`,
  prototype: '__proto__[polluted]=1&constructor[prototype][polluted]=1&hasOwnProperty=1',
}
const bodiesFor = inTurn(Object.entries(BODIES), 2)

describe('bad input', () => {
  // A GET that changes something asks for its token before it looks at its address.
  const named = routes.filter(({ route }) => route.path.includes(':') && !ANY_WORD.test(route.path) && !(route.method === 'GET' && route.guarded)) // prettier-ignore
  it.each(named)('$title: what names no record is a 404', async ({ screen, route }) => {
    const sender = richest(screen, route.right)
    const method = ({ GET: 'get', POST: 'post', DELETE: 'delete' } as const)[route.method]
    for (const url of malformed(screen, route.path, 'number', numbersFor(route.path)))
      expect([url, (await sender[method](url)).status]).toEqual([url, 404])
    // A form may be judged before the word in its address is.
    for (const url of malformed(screen, route.path, 'word', wordsFor(route.path)))
      expect([url, (await sender[method](url)).status]).toEqual([
        url,
        expect.toBeOneOf(route.method === 'GET' ? [404] : [404, 422]),
      ])
  })

  it.each(routes.filter(({ route }) => route.method === 'GET'))(
    '$title: strange queries never break it',
    async ({ screen, route }) => {
      const url = given(screen, route.path)
      for (const query of queriesFor(route.path)) {
        const answer = await richest(screen, route.right).get(`${url}?${query}`)
        expect([query, answer.status < 500]).toEqual([query, true])
        expect(answer.headers.get('content-type')?.includes('html') && answer.text.includes(SCRIPT)).not.toBe(true)
      }
    },
  )

  it.each(routes.filter(({ route }) => route.method === 'POST'))(
    '$title: strange forms get a 4xx or do nothing',
    async ({ screen, route }) => {
      for (const [kind, body] of bodiesFor(route.path)) {
        const sender = richest(screen, route.right)
        const answer = await sender.raw(given(screen, route.path), body)
        expect([kind, answer.status < 500]).toEqual([kind, true])
        if (answer.status === 422 && answer.headers.get('content-type')?.includes('json'))
          expect(Object.values(answer.json<Record<string, unknown>>()).every(Array.isArray)).toBe(true)
      }
    },
  )

  it('a null character, broken percent codes and broken UTF-8 are a 400', async () => {
    expect((await browser.get('/contacts?search=%00')).status).toBe(400)
    expect((await browser.raw('/contact/add', 'last_name=a%00b')).status).toBe(400)
    expect(await rawStatus(app.url, '/contact/view/%zz')).toBe(400)
    expect(await rawStatus(app.url, '/loginAs/%ff%fe')).toBe(400)
  })

  const after = (values: unknown, id: unknown = 1) => Buffer.from(JSON.stringify({ values, id })).toString('base64url')
  it.each(routes.filter(({ screen, route }) => screen.kind === 'table' && route.method === 'GET'))(
    '$title: an order or a place that the list does not know is no error of ours',
    async ({ screen, route }) => {
      const url = given(screen, route.path)
      for (const sort of ['__proto__', 'constructor', '-toString', 'hasOwnProperty'])
        expect([sort, (await richest(screen, route.right).get(`${url}?sort=${sort}`)).status]).toEqual([sort, 200])
      const first = ['9999-99-99', '2023-02-30', '2026-11-22 12:00:00+99', 'a\0', '9'.repeat(30), 'x', 1e300, {}, ['x']]
      const keys = first.flatMap((value) => [after([value]), after([value, value]), after([value, value, value])])
      for (const key of [...keys, after(['x'], 1e300), after(['2026-11-22'], 2 ** 40), after([]), 'x'])
        expect([key, (await richest(screen, route.right).get(`${url}?after=${key}`)).status]).toEqual([
          key,
          expect.toBeOneOf([200, 400]),
        ])
    },
  )

  it('a body beyond 2 MB is a 413', async () => {
    expect((await browser.raw('/contact/add', `note=${'x'.repeat(2_100_000)}`)).status).toBe(413)
  })

  it('a script in a name stays text wherever it is shown', async () => {
    const planner = browsers.get(2)!
    const { id } = (
      await planner.post('/contact/add', {
        first_name: SCRIPT,
        last_name: SCRIPT.slice(0, 90),
        'roles[]': 5,
        job_title: SCRIPT,
      })
    ).json<{ id: number }>()
    for (const path of ['/contacts?search=script', `/contact/view/${id}`, `/contact/edit/${id}`]) {
      const { text } = await planner.get(path)
      expect(text).not.toContain('<script>alert')
      expect(text).not.toContain('<img src=x')
      expect(text).toContain('&lt;script&gt;')
    }
  })

  it('marks that turn the direction of writing are left out of what is typed', async () => {
    const planner = browsers.get(2)!
    const { id } = (
      await planner.post('/contact/add', {
        first_name: '\u202EAnna\u202C',
        last_name: '\u2066Rechtsom\u2069\u200F',
        'roles[]': 5,
      })
    ).json<{ id: number }>()
    const page = await planner.get(`/contact/edit/${id}`)
    const value = (name: string) => page.$(`[name="${name}"]`).attr('value')
    expect([value('first_name'), value('last_name')]).toEqual(['Anna', 'Rechtsom'])
  })

  it('an unknown page is a 404 with a way back, an error never says why', async () => {
    const page = await browser.page('/bestaat-niet')
    expect(page.status).toBe(404)
    expect(page.$('a[href="/"]').length).toBeGreaterThan(0)
    expect((await browser.get('/bestaat-niet')).json()).toMatchObject({ message: 'Pagina niet gevonden.' })
  })
})

/** fetch() mends such paths before it sends them. */
function rawStatus(url: string, path: string): Promise<number> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () =>
      socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\nCookie: ${browser.cookie}\r\nConnection: close\r\n\r\n`),
    )
    let text = ''
    socket.on('data', (chunk) => (text += chunk.toString()))
    socket.on('end', () => resolve(Number(text.split(' ')[1])))
    socket.on('error', reject)
  })
}
