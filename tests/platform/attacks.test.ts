import { stat } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { manifests } from '../../src/app.ts'
import { readFields } from '../../src/platform/http/read-fields.ts'
import { createLog } from '../../src/platform/log.ts'
import { wantsTls } from '../../src/platform/mail/smtp.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { growth } from '../support/cost.ts'
import { visitor } from '../support/visitor.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
})
afterAll(() => app.close())

const FORM = 'application/x-www-form-urlencoded'
const LIMITS = { fields: 20_000, list: 20_000 }
const repeat = (count: number, part: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => part(i)).join('&')
/** As many bytes as a form may have in these many fields, by names that make the most of them. */
const SHAPES: Record<string, (count: number) => string> = {
  'a list by index': (count) => repeat(count, (i) => `a[${i}]=`),
  'a list from its end': (count) => repeat(count, (i) => `a[${count - i}]=`),
  'a list of brackets': (count) => repeat(count, () => 'a[]='),
  'one name': (count) => repeat(count, () => 'a='),
  'names without a value': (count) => repeat(count, () => 'a'),
  'deep names': (count) => repeat(count, (i) => `a[x][x][x][x][x][x][${i}]=`),
  'lists in lists': (count) => repeat(count, (i) => `a[${i % 100}][${i}]=`),
  'names of objects': (count) => repeat(count, (i) => `a[b${i}]=`),
}

const multipart = (browser: Browser, path: string, body: string, type = 'multipart/form-data; boundary=x') =>
  tokenOf(browser).then((token) =>
    browser.request(path, {
      method: 'POST',
      headers: { 'content-type': type, 'X-CSRF-Token': token, 'HX-Request': 'true' },
      body,
    }),
  )
const tokenOf = async (browser: Browser) => (await browser.get('/ajax/getToken')).json<{ token: string }>().token
const part = (name: string, value: string) =>
  `--x\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`

describe('a form that is made to cost much', () => {
  it.each(Object.entries(SHAPES))('costs its length and no more: %s', async (_title, shape) => {
    const bodies = { 1: shape(2_000), 5: shape(10_000) }
    expect(await growth((times) => readFields(bodies[times], LIMITS))).toBeLessThan(3)
  })

  it.each(['%25', '%25zz', repeat(20_001, (i) => `a${i}=`).replaceAll('&', '%26'), `a${'%5Bb%5D'.repeat(11)}%3D1`])(
    'is answered where the query that it carries along cannot be read, and the process goes on (%#)',
    async (query) => {
      for (const role of [5, 6, 3] as const) {
        const browser = await app.as(role)
        const answer = await browser.request('/calendar', {
          method: 'POST',
          headers: { 'content-type': FORM },
          body: `_query=${query}`,
        })
        expect(answer.status).toBeGreaterThanOrEqual(400)
        expect(answer.status).toBeLessThan(500)
      }
      expect((await app.anonymous.get('/healthz')).status).toBe(200)
    },
  )

  it('is not read from somebody without a session, but on the public pages, and there for a small part only', async () => {
    const attack = SHAPES['a list by index']!(20_000)
    const send = (path: string, body: string): Promise<Answer> =>
      app.anonymous.request(path, { method: 'POST', headers: { 'content-type': FORM, 'HX-Request': 'true' }, body })
    // On a page of ours nobody says how long it is, since nobody looks.
    expect((await send('/contact/add', 'x='.repeat(2_000_000))).status).toBe(401)
    for (const path of ['/login', '/reset/request', '/oauth/token']) {
      expect([path, (await send(path, attack)).status]).toEqual([path, 413])
      expect([path, (await send(path, `email=${'x'.repeat(attack.length)}`)).status]).toEqual([path, 413])
      expect([
        path,
        (
          await send(
            path,
            repeat(101, (i) => `f${i}=`),
          )
        ).status,
      ]).toEqual([path, 413])
    }
  })

  it('has 20,000 fields and lists of 5,000 at most', async () => {
    const send = (body: string) => administrator.raw('/contact/add', body)
    expect((await send(repeat(20_000, (i) => `f${i}=`))).status).toBe(422)
    expect((await send(repeat(20_001, (i) => `f${i}=`))).status).toBe(413)
    expect((await send(repeat(5_000, () => 'roles[]=1'))).status).toBe(422)
    expect((await send(repeat(5_001, () => 'roles[]=1'))).status).toBe(413)
    expect((await send(`a${'[x]'.repeat(11)}=1`)).status).toBe(400)
  })

  it('is no longer than what was sent, also as multipart: one index makes no list of that length', async () => {
    const supervisor = await app.as(4)
    const send = (browser: Browser, index: number) =>
      multipart(
        browser,
        `/calendar/enroll/${app.story.appointments.coming}/0/list`,
        `${part('text', 'Jan Jansen')}${part(`lines[${index}][person]`, '{}')}--x--\r\n`,
      )
    expect((await send(supervisor, 60_000_000)).status).toBe(400)
    expect((await send(administrator, 5_000)).status).toBe(400)
    expect((await send(administrator, 4_999)).status).not.toBe(400)
  })

  it('is JSON, nested without end', async () => {
    const deep = `{"lines":${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}}`
    const token = await tokenOf(administrator)
    const send = (browser: Browser, path: string, headers = {}) =>
      browser.request(path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'HX-Request': 'true', ...headers },
        body: deep,
      })
    expect((await send(administrator, '/contact/add', { 'X-CSRF-Token': token })).status).toBe(400)
    const small = `{"a":${'['.repeat(10_000)}1${']'.repeat(10_000)}}`
    const answer = await app.anonymous.request('/oauth/token', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: small,
    })
    expect(answer.status).toBe(400)
  })
})

describe('a form that is broken', () => {
  it.each([
    ['without a boundary', 'multipart/form-data', `${part('path', 'x')}--x--\r\n`],
    ['cut off in a field', 'multipart/form-data; boundary=x', part('path', 'x').slice(0, -4)],
    [
      'cut off in a file',
      'multipart/form-data; boundary=x',
      '--x\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\nabc',
    ],
    ['with a broken head', 'multipart/form-data; boundary=x', '--x\r\ncontent disposition\r\n\r\nabc\r\n--x--\r\n'],
    ['with a null character', 'multipart/form-data; boundary=x', `${part('description', 'a\0b')}--x--\r\n`],
  ])('is refused, and not taken for our mistake: %s', async (_title, type, body) => {
    for (const path of ['/file/upload', '/documents/add?contact_id=1'])
      expect([path, (await multipart(administrator, path, body, type)).status]).toEqual([path, 400])
  })

  it.each(['/reset', '/firstUse'])('%s answers its page also to something that is no form', async (path) => {
    const page = await app.anonymous.request('/login', {})
    const cookie = page.headers.getSetCookie()[0]!.split(';')[0]!
    const token = page.$('input[name=_token]').attr('value')!
    for (const type of ['text/plain', 'multipart/form-data'])
      expect(
        (
          await app.anonymous.request(path, {
            method: 'POST',
            headers: { cookie, 'X-CSRF-Token': token, 'content-type': type },
            body: 'x',
          })
        ).status,
      ).toBe(422)
  })
})

describe('a planner', () => {
  it('gives nobody with the role of an administrator or planner an account, an address or other roles', async () => {
    const planner = await app.as(2)
    for (const role of [1, 2]) {
      const fields = { last_name: `Zonder account ${role}`, first_name: 'Ria', 'roles[]': [role], gets_account: '0' }
      const { id } = (await administrator.post('/contact/add', fields)).json<{ id: number }>()
      const save = (more: Record<string, string | number | number[]>, browser = planner) =>
        browser.post(`/contact/edit/${id}`, { ...fields, version: 1, ...more })
      const email = `aanvaller${role}@elders.example`
      expect((await save({ email, gets_account: '1' })).json()).toHaveProperty('email')
      expect((await save({ gets_account: '1' })).json()).toHaveProperty('gets_account')
      expect((await save({ email })).json()).toHaveProperty('email')
      expect((await save({ 'roles[]': [3] })).json()).toHaveProperty('roles')
      const { rows } = await app.pool.query('select 1 from users where contact_id = $1', [id])
      expect(rows).toEqual([])
      // What lets nobody in stays the planner's to change.
      expect((await save({ job_title: 'Coördinator' })).status).toBeLessThan(300)
      expect((await save({ email, gets_account: '1', version: 2 }, administrator)).status).toBeLessThan(300)
    }
  })
})

describe('a list', () => {
  const lists = manifests
    .flatMap(({ screens }) => screens)
    .filter(({ kind, path }) => kind === 'table' && !path.includes(':'))
    .map(({ path }) => path)
  const key = (values: unknown, id: unknown = 1) => Buffer.from(JSON.stringify({ values, id })).toString('base64url')

  it('knows no orders but its own, and no place but one of its own pages', async () => {
    for (const path of lists) {
      for (const sort of ['constructor', '__proto__', '-toString', 'hasOwnProperty'])
        expect([path, sort, (await administrator.get(`${path}?sort=${sort}`)).status]).toEqual([path, sort, 200])
      for (const after of ['', 'x', key('x'), key([{}]), key(['a'], 2 ** 31), key(['a'], 'a')])
        expect([path, after, (await administrator.get(`${path}?after=${after}`)).status]).toEqual([path, after, 400])
    }
    expect(lists.length).toBeGreaterThan(10)
  })

  it.each(['x', '2026-02-31 10:00:00+00', '2026-01-01 25:00:00+00', '2026-01-01 10:00:00+99', '2026-01-01'])(
    'does not take %s for a moment',
    async (value) => {
      for (const path of ['/history', '/documents', '/messages'])
        expect((await administrator.get(`${path}?after=${key([value])}`)).status).toBe(400)
      const { rows } = await app.pool.query<{ at: string }>('select now()::text as at')
      expect((await administrator.get(`/history?after=${key([rows[0]!.at])}`)).status).toBe(200)
    },
  )

  it('leaves no file of itself with a proxy or browser', async () => {
    for (const asked of ['export=csv', 'export=xlsx', 'checkAll=1', 'count=1', 'tabs=all', 'onlyGet=1'])
      expect((await administrator.get(`/courses?${asked}`)).headers.get('cache-control')).toContain('no-store')
  })

  it('of a selector takes filters of words and numbers only', async () => {
    const search = (filters: object) =>
      administrator.get(
        `/ajax/specialSelectorSearch?type=contact&filters=${encodeURIComponent(JSON.stringify(filters))}`,
      )
    expect((await search({ constructor: 'x' })).status).toBe(200)
    expect((await search({ roles: { toString: 1 } })).status).toBe(422)
    expect((await search({ roles: [[{}]] })).status).toBe(422)
    for (const company of ['99999999999', '1e300', '1.5', 'Infinity', '-1', 'x']) {
      const found = await search({ company_id: company })
      expect([company, found.status, found.json()]).toEqual([company, 200, {}])
      const rooms = `filters=${encodeURIComponent(JSON.stringify({ establishment_id: company }))}`
      expect((await administrator.get(`/ajax/specialSelectorSearch?type=room&${rooms}`)).json()).toEqual({})
    }
    expect((await administrator.get('/ajax/getCurrentUserMeta/constructor')).json()).toEqual({ value: null })
  })
})

describe('a visitor without a session', () => {
  const points = async () =>
    (await app.pool.query<{ points: number }>(`select points from rate_limits where key like 'visitors:%'`)).rows[0]
      ?.points ?? 0
  const open = async (path: string) => (await app.anonymous.page(path)).status

  it('is turned away by nobody; after 1,000 an hour from one address the row of the next is kept briefly', async () => {
    const newest = async () =>
      (
        await app.pool.query<{ minutes: number }>(
          `select extract(epoch from expire - now()) / 60 as minutes from sessions order by created_at desc limit 1`,
        )
      ).rows[0]!.minutes
    expect(await open('/login')).toBe(200)
    expect(Number(await newest())).toBeGreaterThan(700)
    const { rowCount } = await app.pool.query(`update rate_limits set points = 1000 where key like 'visitors:%'`)
    expect(rowCount).toBe(1)
    for (const path of ['/login', '/reset', '/verify']) {
      expect(await open(path)).toBe(200)
      expect(Number(await newest())).toBeLessThan(16)
    }
    const person = visitor(app)
    expect((await person.signIn('docent@noordkaap.example')).status).toBe(303)
    expect(Number(await newest())).toBeGreaterThan(700)
    await app.pool.query(`delete from rate_limits where key like 'visitors:%'`)
  })

  it('is not counted for what costs no row: another page, or a subscribed calendar that is asked for anew', async () => {
    const early = visitor(app)
    expect((await early.request('/login')).status).toBe(200)
    const before = await points()
    for (const page of [await early.request('/verify'), await administrator.page('/verify')])
      expect(page.status).toBe(200)
    const feed = new URL((await administrator.get('/ical/getLink')).text).pathname
    expect(await open(feed)).toBe(200)
    expect(await open('/ical/onbekend.ics')).toBe(404)
    expect(await points()).toBe(before)
    expect(before).toBeGreaterThan(0)
  })
})

describe('what is not theirs', () => {
  it('is not counted for people who may not delete a record', async () => {
    const { appointments, contacts } = app.story
    const asked = async (role: number, object: string, id: number) =>
      (await (await app.as(role)).get(`/ajax/getDeletionPreventors/${object}/${id}`)).status
    for (const role of [3, 4, 5])
      expect([role, await asked(role, 'appointment', appointments.coming)]).toEqual([role, 404])
    // Of a contact they may change phone and address; deleting it they may not.
    expect([await asked(4, 'contact', contacts.anouk), await asked(5, 'contact', contacts.student)]).toEqual([404, 404])
    for (const role of [1, 2]) expect([role, await asked(role, 'contact', contacts.anouk)]).toEqual([role, 200])
    expect(await asked(1, 'appointment', appointments.coming)).toBe(200)
  })

  it('is not mailed by a teacher, nor are more than 200 documents a day by anybody', async () => {
    const teacher = await app.as(3)
    const letter = { to: 'iemand@elders.example', subject: 'Hier', body: 'Zie bijlage' }
    for (const id of [app.story.documents.contract, app.story.documents.teachers])
      expect((await teacher.post(`/documents/send/${id}`, letter)).status).toBe(403)
    const send = () => administrator.post(`/documents/send/${app.story.documents.contract}`, letter)
    expect((await send()).status).toBe(200)
    await app.pool.query(`update rate_limits set points = 200 where key like 'documents-sent:%'`)
    expect((await send()).status).toBe(429)
  })

  it('is not read from the disk by other people of the machine', async () => {
    const { files, config } = app.services
    await files.write('documents/secret', Readable.from(['geheim']))
    const root = join(config.dataDir, 'files', 'documents')
    expect((await stat(root)).mode & 0o077).toBe(0)
    expect((await stat(join(root, 'secret'))).mode & 0o077).toBe(0)
  })

  it('does not stand in the log, when the database says which row it refused', () => {
    const lines: string[] = []
    const log = createLog('info', { write: (line) => void lines.push(line) })
    const err = Object.assign(new Error('new row violates check'), {
      detail: 'Failing row contains (Anouk)',
      where: 'COPY Anouk',
      parameters: ['Anouk'],
    })
    log.error({ err }, 'request failed')
    expect(lines[0]).toContain('violates check')
    expect(lines[0]).not.toContain('Anouk')
  })

  it.each([
    ['smtp://user:pass@mail.example', true],
    ['smtp://mail.example', false],
    ['smtp://user:pass@localhost:2525', false],
    ['smtp://user:pass@127.0.0.1', false],
    ['smtp://user:pass@mail.example?requireTLS=false', false],
    ['smtp://mail.example?requireTLS=true', true],
  ])('is a password of ours that %s sends over an open line: only encrypted is %s', (url, encrypted) => {
    expect(wantsTls(new URL(url))).toBe(encrypted)
  })
})

describe('a text with data in it', () => {
  it.each([
    ['layout', '<b>'.repeat(33_000)],
    ['lists in lists', '<ul><li>'.repeat(12_000)],
    ['signs that are none', '<'.repeat(99_000)],
    ['signs that grow', '&'.repeat(29_000)],
    ['conditions', '{% if true %}'.repeat(2_000)],
    ['filters', `{{ 1${'|plus:1'.repeat(14_000)} }}`],
    ['tags that are none here', `{% liquid ${'echo 1\n'.repeat(2_000)} %}`],
    ['choices', `{% case 9 %}${'{% when 9 %}'.repeat(150)}{% endcase %}`],
  ])('is refused in words when it is made to cost much: %s', async (_what, content) => {
    const form = { name: 'Te veel', subject: 'Veel', content }
    for (const path of [
      '/messages/preview/default?ids=10,11',
      '/messages/write/default?ids=10,11',
      '/messages/default/add',
    ]) {
      const answer = await administrator.post(path, form)
      expect([path, answer.status, Object.keys(answer.json())]).toEqual([path, 422, ['content']])
    }
    // While it is typed the same may be said beside what can be shown.
    const live = await administrator.post('/messages/preview/default?ids=10,11&live=1', form)
    expect([200, 422]).toContain(live.status)
  })
})

describe('an address', () => {
  const ask = (line: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(app.url).port), '127.0.0.1', () =>
        socket.end(`${line} HTTP/1.1\r\nHost: noordkaap.example\r\nConnection: close\r\n\r\n`),
      )
      let answer = ''
      socket.on('data', (bytes) => (answer += bytes.toString()))
      socket.on('close', () => resolve(answer.split('\r\n')[0]!)).on('error', reject)
    })

  it.each(['OPTIONS *', 'GET *', 'GET http://elders.example/login', 'GET login', 'GET ?x=1'])(
    'that is no path is refused before anything goes by it: %s',
    async (line) => expect(await ask(line)).toBe('HTTP/1.1 400 Bad Request'),
  )
})

describe('a sentence about a field', () => {
  const strange = { headers: { accept: 'application/json' } }
  it('names it, or says that it is a value, to whoever is no form of ours', async () => {
    const token = await tokenOf(administrator)
    const send = (path: string, body: Record<string, string>) =>
      administrator.request(path, {
        method: 'POST',
        headers: { ...strange.headers, 'X-CSRF-Token': token },
        body: new URLSearchParams(body),
      })
    const answers = await Promise.all([
      administrator.request('/administration/orders?onlyGet=ids', strange),
      administrator.request('/administration/orders?onlyGet=ids', { headers: { accept: 'text/html' } }),
      send('/administration/order/remove_product', { id: 'x' }),
      send('/administration/opening-items/import', {}),
    ])
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422])
    for (const { text } of answers) expect(text).not.toContain(':label')
    expect(answers[3].json()).toEqual({ lines: ['Kies eerst een lijst.'] })
  })
})

describe('a form on another site', () => {
  it.each(['cross-site', 'same-site'])('changes nothing, with the token and the session and all: %s', async (site) => {
    const planner = await app.as(2)
    const { token } = (await planner.get('/ajax/getToken')).json<{ token: string }>()
    const send = (from: string) =>
      planner.request('/company/add', {
        method: 'POST',
        headers: { 'sec-fetch-site': from, 'x-csrf-token': token },
        body: new URLSearchParams({ name: `Van elders ${site}` }),
      })
    expect((await send(site)).status).toBe(403)
    const added = () => app.db.selectFrom('companies').select('id').where('name', '=', `Van elders ${site}`).execute()
    expect(await added()).toEqual([])
    expect((await send('same-origin')).status).toBe(200)
    expect(await added()).toHaveLength(1)
  })
})
