import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../support/app.ts'
import { optionsOf } from '../support/options.ts'
import { visitor as browserOf } from '../support/visitor.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

function visitor() {
  const person = browserOf(app)
  const signIn = (email: string, password: string, next?: string) =>
    person.submit('/login', { email, password, ...(next ? { next } : {}) })
  return { ...person, signIn }
}

describe('signing in', () => {
  it('shows a form with e-mail and password [R-010][S-024]', async () => {
    const { $ } = await visitor().request('/login')
    expect($('form[method=post] input[name=email]').length).toBe(1)
    expect($('form input[name=password][type=password]').length).toBe(1)
  })

  it('takes the demo password and goes to the page that was wanted', async () => {
    const person = visitor()
    const answer = await person.signIn('planner@noordkaap.example', 'noordkaap-demo', '/contacts?role=3')
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/contacts?role=3')
    expect((await person.request('/ajax/getCurrentUser')).json()).toMatchObject({
      name: 'Sanne Willems',
      roles: { 2: 'Scheduler' },
    })
  })

  it('never leaves our own site', async () => {
    for (const next of ['https://elders.example/', '//elders.example', '/\\elders.example', '/\t/elders.example'])
      expect(
        (await visitor().signIn('planner@noordkaap.example', 'noordkaap-demo', next)).headers.get('location'),
      ).toBe('/')
  })

  it('gives a fresh session id, so that none can be planted', async () => {
    const person = visitor()
    await person.request('/login')
    const before = person.cookie()
    await person.signIn('planner@noordkaap.example', 'noordkaap-demo')
    expect(person.cookie()).not.toBe(before)
    expect((await app.anonymous.request('/ajax/getCurrentUser', { headers: { cookie: before } })).status).toBe(401)
  })

  it('has one token for its forms in every window, from the first page on', async () => {
    const person = visitor()
    await person.signIn('planner@noordkaap.example', 'noordkaap-demo')
    const pages = await Promise.all(['/manual', '/calendar', '/contacts'].map((path) => person.request(path)))
    const tokens = pages.map(({ $ }) => $('meta[name="csrf-token"]').attr('content') ?? '')
    expect(tokens[0]).not.toBe('')
    expect(new Set(tokens).size).toBe(1)
  })

  it('says the same for a wrong password and an unknown account', async () => {
    const wrong = await visitor().signIn('planner@noordkaap.example', 'niet goed')
    const unknown = await visitor().signIn('niemand@noordkaap.example', 'niet goed')
    expect([wrong.status, unknown.status]).toEqual([422, 422])
    expect(wrong.$('[role=alert]').text().trim()).toBe('E-mailadres of wachtwoord is onjuist.')
    expect(unknown.$('[role=alert]').text()).toBe(wrong.$('[role=alert]').text())
  })

  it('makes an account wait after ten failures, whatever the password is then', async () => {
    for (let i = 0; i < 10; i++)
      expect((await visitor().signIn('lotus@noordkaap.example', `fout ${i}`)).status).toBe(422)
    const blocked = await visitor().signIn('lotus@noordkaap.example', 'noordkaap-demo')
    expect(blocked.status).toBe(429)
    expect(Number(blocked.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await visitor().signIn('docent@noordkaap.example', 'noordkaap-demo')).status).toBe(303)
  })

  it('makes an account wait after ten failures at the same moment too', async () => {
    const person = visitor()
    const _token = (await person.request('/login')).$('input[name=_token]').attr('value')!
    const body = { _token, email: 'support@noordkaap.example', password: 'fout' }
    const attempt = () => person.request('/login', { method: 'POST', body: new URLSearchParams(body) })
    const answers = await Promise.all(Array.from({ length: 40 }, attempt))
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(30)
  })

  it('refuses the form without its token', async () => {
    const answer = await app.anonymous.request('/login', {
      method: 'POST',
      body: new URLSearchParams({ email: 'planner@noordkaap.example', password: 'noordkaap-demo' }),
    })
    expect(answer.status).toBe(403)
  })

  it('sends a page back to /login and a call a 401 [P-231]', async () => {
    const page = await app.anonymous.page('/contacts?role=3')
    expect([page.status, page.headers.get('location')]).toEqual([
      303,
      `/login?next=${encodeURIComponent('/contacts?role=3')}`,
    ])
    expect((await app.anonymous.get('/contacts')).status).toBe(401)
  })

  it('ends with signing out [R-013]', async () => {
    // The browser says whether something waits in it to be sent; then it keeps what it stores.
    for (const [form, wiped] of [
      [{ empty: '1' }, '"storage"'],
      [{}, null],
    ] as const) {
      const planner = await app.as(2)
      const answer = await planner.post('/logout', form)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login'])
      expect(answer.headers.get('clear-site-data')).toBe(wiped)
      expect((await planner.get('/contacts')).status).toBe(401)
    }
  })

  it('ends fourteen days after it began, however much it was used', async () => {
    const planner = await app.as(2)
    const age = (days: number) =>
      app.pool.query(
        `update sessions set sess = sess, created_at = now() - make_interval(days => $2) where user_id = $1`,
        [planner.userId, days],
      )
    await age(13)
    expect((await planner.get('/contacts')).status).toBe(200)
    await age(15)
    expect((await planner.get('/contacts')).status).toBe(401)
  })

  it('leaves no session behind for a visitor who only looks', async () => {
    const { rows: before } = await app.pool.query<{ count: number }>('select count(*)::int as count from sessions')
    for (const path of ['/contacts', '/healthz', '/robots.txt', '/ajax/getCurrentUser', '/bestaat-niet'])
      await app.anonymous.page(path)
    const { rows: after } = await app.pool.query<{ count: number }>('select count(*)::int as count from sessions')
    expect(after).toEqual(before)
  })
})

describe('passwords', () => {
  it('are chosen once through a mailed link, which then signs in [R-012][S-026]', async () => {
    const person = visitor()
    const form = await person.request('/reset')
    const _token = form.$('input[name=_token]').attr('value')!
    await person.request('/reset/request', {
      method: 'POST',
      body: new URLSearchParams({ email: 'cursist@noordkaap.example', _token }),
    })
    await app.runJobs('account.reset-link')
    const mail = await app.db
      .selectFrom('mails')
      .selectAll()
      .where('recipient', '=', 'cursist@noordkaap.example')
      .executeTakeFirstOrThrow()
    expect(mail.text_body).not.toContain('noordkaap-demo')
    const token = /token=([\w-]+)/.exec(mail.text_body)![1]!
    const page = await person.request(`/reset?token=${token}`)
    const choose = (password: string, repeat: string) =>
      person.request('/reset', {
        method: 'POST',
        body: new URLSearchParams({ token, password, repeat, _token: page.$('input[name=_token]').attr('value')! }),
      })
    expect((await choose('kort', 'kort')).status).toBe(422)
    expect((await choose('een goed lang wachtwoord', 'iets anders dan dat')).status).toBe(422)
    expect((await choose('een goed lang wachtwoord', 'een goed lang wachtwoord')).status).toBe(303)
    expect((await person.request('/ajax/getCurrentUser')).status).toBe(200)
    expect((await visitor().request(`/reset?token=${token}`)).status).toBe(404)
    expect((await visitor().signIn('cursist@noordkaap.example', 'een goed lang wachtwoord')).status).toBe(303)
  })

  it('of unknown addresses, and of accounts that are switched off, get the same answer and no mail', async () => {
    const askFor = async (email: string) => {
      const { status, $ } = await visitor().submit('/reset', { email }, '/reset/request')
      await app.runJobs('account.reset-link')
      const mails = await app.db.selectFrom('mails').select('id').where('recipient', '=', email).execute()
      return { told: [status, $('main').text()], mails: mails.length }
    }
    const support = 'support@noordkaap.example'
    const switchTo = (active: boolean) =>
      app.db.updateTable('users').set({ active }).where('email', '=', support).execute()
    await switchTo(false)
    const [unknown, off] = [await askFor('niemand@noordkaap.example'), await askFor(support)]
    await switchTo(true)
    const known = await askFor(support)
    expect(known.told[0]).toBe(200)
    expect([unknown, off, known]).toEqual([0, 0, 1].map((mails) => ({ told: known.told, mails })))
  })

  it('are mailed a link for at most five times in a quarter of an hour, and the answer does not tell', async () => {
    const answers = []
    for (let i = 0; i < 7; i++) {
      const email = ['planner@noordkaap.example', 'Planner@Noordkaap.example'][i % 2]!
      answers.push(await visitor().submit('/reset', { email }, '/reset/request'))
      await app.runJobs('account.reset-link')
    }
    expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(200))
    expect(new Set(answers.map(({ $ }) => $('main').text())).size).toBe(1)
    const mails = app.db.selectFrom('mails').select('id').where('recipient', '=', 'planner@noordkaap.example')
    expect(await mails.execute()).toHaveLength(5)
  })

  it('cannot be guessed in a browser that was left open', async () => {
    await app.pool.query('delete from rate_limits')
    const [planner, person] = [await app.as(2), visitor()]
    const guess = () => planner.post('/profile', { current: 'fout', password: 'nog een lang wachtwoord' })
    const answers = await Promise.all(Array.from({ length: 12 }, guess))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      422, 422, 422, 422, 422, 422, 422, 422, 422, 422, 429, 429,
    ])
    // Who sits there does not keep the owner from signing in elsewhere.
    expect((await person.signIn('planner@noordkaap.example', 'noordkaap-demo')).status).toBe(303)
  })

  it('that were changed end the links to choose one', async () => {
    const lotus = await app.as(6)
    await app.pool.query(`delete from rate_limits`)
    await visitor().submit('/reset', { email: 'lotus@noordkaap.example' }, '/reset/request')
    await app.runJobs('account.reset-link')
    const { text_body } = await app.db
      .selectFrom('mails')
      .select('text_body')
      .where('recipient', '=', 'lotus@noordkaap.example')
      .executeTakeFirstOrThrow()
    const link = /\/reset\?token=[\w-]+/.exec(text_body)![0]
    expect((await visitor().request(link)).status).toBe(200)
    await lotus.post('/profile', { current: 'noordkaap-demo', password: 'nog een lang wachtwoord' })
    expect((await visitor().request(link)).status).toBe(404)
  })

  it('when changed sign the person out everywhere', async () => {
    const [here, elsewhere] = [await app.as(3), await app.as(3)]
    expect((await here.post('/profile', { current: 'fout', password: 'nog een lang wachtwoord' })).json()).toEqual({
      current: ['Het huidige wachtwoord is onjuist.'],
    })
    expect(
      (await here.post('/profile', { current: 'noordkaap-demo', password: 'nog een lang wachtwoord' })).headers.get(
        'hx-redirect',
      ),
    ).toBe('/login')
    expect((await here.get('/contacts')).status).toBe(401)
    expect((await elsewhere.get('/calendar')).status).toBe(401)
  })

  it('stand nowhere as text', async () => {
    const { rows } = await app.pool.query<{ password_hash: string }>(
      'select password_hash from users where password_hash is not null',
    )
    expect(rows.length).toBeGreaterThan(5)
    expect(rows.every((row) => row.password_hash.startsWith('$argon2id$'))).toBe(true)
    const { rows: leaked } = await app.pool.query(
      `select 1 from history where changes::text ilike '%argon2%' or changes::text ilike '%password%'`,
    )
    expect(leaked).toEqual([])
  })
})

describe('signing in as someone else', () => {
  const sameOrigin = { 'sec-fetch-site': 'same-origin' }

  it('is for administrators, shows a bar, and is one click back [P-206][R-014]', async () => {
    const administrator = await app.as(1)
    const popup = await administrator.get(`/user/view/${app.story.users[4]}`)
    const link = optionsOf(popup).find(({ label }) => label === 'Inloggen als')!.url
    expect(decodeURIComponent(link)).toBe('/loginAs/leidinggevende@noordkaap.example')
    const answer = await administrator.request(link, { headers: sameOrigin })
    expect(answer.status).toBe(303)
    const cookie = answer.headers.getSetCookie()[0]!.split(';')[0]!
    const home = await app.anonymous.request('/calendar', { headers: { cookie, accept: 'text/html' } })
    expect(home.text).toContain('U bent aangemeld als')
    const _token = home.$('meta[name=csrf-token]').attr('content')!
    const back = await app.anonymous.request('/loginAs/stop', {
      method: 'POST',
      headers: { cookie, 'X-CSRF-Token': _token },
    })
    const own = back.headers.getSetCookie()[0]!.split(';')[0]!
    expect((await app.anonymous.request('/ajax/getCurrentUser', { headers: { cookie: own } })).json()).toMatchObject({
      name: 'Marieke de Boer',
    })
    const events = await app.db
      .selectFrom('history')
      .select('action')
      .where('action', 'like', 'login-as%')
      .orderBy('id')
      .execute()
    expect(events.map(({ action }) => action)).toEqual(['login-as', 'login-as-end'])
  })

  it('is refused from another site, and for another administrator', async () => {
    const administrator = await app.as(1)
    expect(
      (
        await administrator.request('/loginAs/planner@noordkaap.example', {
          headers: { 'sec-fetch-site': 'cross-site' },
        })
      ).status,
    ).toBe(403)
    expect((await administrator.request('/loginAs/planner@noordkaap.example', {})).status).toBe(403)
    expect((await administrator.request('/loginAs/beheer@noordkaap.example', { headers: sameOrigin })).status).toBe(403)
    expect((await administrator.request('/loginAs/niemand@noordkaap.example', { headers: sameOrigin })).status).toBe(
      404,
    )
  })
})

describe('the cookie of a session', () => {
  it('is of this host alone where people come by https, and ends with the session', async () => {
    const secure = await testApp({ env: { BASE_URL: 'https://kantoor.example', TRUST_PROXY: '1' } })
    try {
      const request = (path: string, init: RequestInit = {}) =>
        secure.anonymous.request(path, { ...init, headers: { 'X-Forwarded-Proto': 'https', ...init.headers } })
      const shown = await request('/login', { headers: { accept: 'text/html' } })
      const [cookie = ''] = shown.headers.getSetCookie()
      expect(cookie).toMatch(/^__Host-noordkaap=s%3A[^;]+; Path=\/; HttpOnly; Secure; SameSite=Lax$/)
      const body = new URLSearchParams({
        _token: shown.$('[name=_token]').val() as string,
        email: 'planner@noordkaap.example',
        password: 'noordkaap-demo',
      })
      const first = { cookie: cookie.split(';')[0]! }
      const entered = await request('/login', { method: 'POST', headers: first, body })
      expect(entered.status).toBe(303)
      const own = { cookie: entered.headers.getSetCookie()[0]!.split(';')[0]! }
      const { token } = (await request('/ajax/getToken', { headers: own })).json<{ token: string }>()
      const left = await request('/logout', { method: 'POST', headers: { ...own, 'X-CSRF-Token': token } })
      expect(left.headers.getSetCookie()[0]).toMatch(/^__Host-noordkaap=; Path=\/; Expires=Thu, 01 Jan 1970/)
      expect((await request('/ajax/getCurrentUser', { headers: own })).status).toBe(401)
    } finally {
      await secure.close()
    }
  })
})
