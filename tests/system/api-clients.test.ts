import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findCaller } from '../../src/system/api-clients/index.ts'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
})
afterAll(() => app.close())

interface TokenAnswer {
  access_token: string
  token_type: string
  expires_in: number
  scope: string
  error?: string
}
/** As another program asks: no cookie, no CSRF token. */
function ask(parameters: Record<string, string> | string, headers: Record<string, string> = {}): Promise<Answer> {
  const body =
    typeof parameters === 'string'
      ? parameters
      : new URLSearchParams({ grant_type: 'client_credentials', ...parameters }).toString()
  return app.anonymous.request('/oauth/token', {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    body,
  })
}
const demo = { client_id: 'demo-kiosk', client_secret: 'demo-kiosk-secret' }
const errorOf = (answer: Answer) => [answer.status, answer.json<TokenAnswer>().error]
const create = async (name: string): Promise<{ client_id: string; client_secret: string }> => {
  const answer = await administrator.request('/settings/api/createClient', {
    method: 'POST',
    headers: { 'X-CSRF-Token': await token() },
    body: new URLSearchParams([
      ['name', name],
      ['scopes', 'entries'],
    ]),
  })
  expect(answer.status).toBe(200)
  return answer.json()
}
const token = async () => (await administrator.get('/ajax/getToken')).json<{ token: string }>().token

describe('POST /oauth/token', () => {
  it('gives a client a token that works an hour and is never cached [R-015][T-200]', async () => {
    const answer = await ask(demo)
    expect(answer.status).toBe(200)
    expect([answer.headers.get('cache-control'), answer.headers.get('pragma')]).toEqual(['no-store', 'no-cache'])
    expect(answer.headers.get('set-cookie')).toBeNull()
    const { access_token, ...rest } = answer.json<TokenAnswer>()
    expect(rest).toEqual({ token_type: 'Bearer', expires_in: 3600, scope: 'digital-presence entries' })
    expect(await findCaller(app.db, `Bearer ${access_token}`)).toMatchObject({
      clientId: 'demo-kiosk',
      scopes: ['digital-presence', 'entries'],
    })
  })

  it('takes the credentials by Basic too, and a part of the scopes', async () => {
    const basic = Buffer.from('demo-kiosk:demo-kiosk-secret').toString('base64')
    const answer = await ask({ scope: 'entries' }, { authorization: `Basic ${basic}` })
    expect(answer.json<TokenAnswer>().scope).toBe('entries')
    expect(errorOf(await ask({ ...demo, scope: 'entries everything' }))).toEqual([400, 'invalid_scope'])
    const narrow = await create('Alleen aanmeldingen')
    expect(errorOf(await ask({ ...narrow, scope: 'digital-presence' }))).toEqual([400, 'invalid_scope'])
  })

  it('refuses as RFC 6749 says, without telling an unknown client from a wrong secret', async () => {
    const wrong = await ask({ ...demo, client_secret: 'guess' })
    const unknown = await ask({ client_id: 'nobody-here', client_secret: 'guess' })
    expect(errorOf(wrong)).toEqual([401, 'invalid_client'])
    expect(unknown.text).toBe(wrong.text)
    expect(wrong.headers.get('www-authenticate')).toBe('Basic realm="Noordkaap"')
    expect(errorOf(await ask({ ...demo, grant_type: 'password' }))).toEqual([400, 'unsupported_grant_type'])
    expect(errorOf(await ask('client_id=demo-kiosk'))).toEqual([400, 'invalid_request'])
    expect(errorOf(await ask('grant_type=client_credentials&client_id=a&client_id=b'))).toEqual([
      400,
      'invalid_request',
    ])
  })

  it('slows down whoever guesses a secret, and a right one is of no use then', async () => {
    const { client_id, client_secret } = await create('Geraden')
    for (let i = 0; i < 10; i++) expect((await ask({ client_id, client_secret: `guess-${i}` })).status).toBe(401)
    const refused = await ask({ client_id, client_secret })
    expect(refused.status).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  it('lets many guesses at the same moment get no further', async () => {
    const { client_id } = await create('Tegelijk')
    const guesses = Array.from({ length: 25 }, (_, i) => ask({ client_id, client_secret: `guess-${i}` }))
    const answers = (await Promise.all(guesses)).map(({ status }) => status)
    expect(answers.filter((status) => status === 401).length).toBe(10)
    expect(answers.filter((status) => status === 429).length).toBe(15)
  })

  it('does not hold right answers against the address they come from', async () => {
    for (let i = 0; i < 55; i++) expect((await ask(demo)).status).toBe(200)
  })
})

describe('a token', () => {
  it('that expired, is unknown or malformed names nobody', async () => {
    const { access_token } = (await ask(demo)).json<TokenAnswer>()
    await app.pool.query(`update api_tokens set expires_at = now() - interval '1 second'`)
    for (const header of [`Bearer ${access_token}`, 'Bearer x', 'Bearer ', `Basic ${access_token}`, undefined])
      expect(await findCaller(app.db, header)).toBeNull()
    await ask(demo)
    const { rows } = await app.pool.query<{ count: number }>('select count(*)::integer as count from api_tokens')
    expect(rows[0]!.count).toBe(1)
  })

  it('is one of a hundred of a client: of more the oldest works no longer', async () => {
    await app.pool.query('delete from api_tokens')
    const tokenOf = async () => `Bearer ${(await ask(demo)).json<TokenAnswer>().access_token}`
    const [oldest, second] = [await tokenOf(), await tokenOf()]
    await app.pool.query(
      `insert into api_tokens (api_client_id, token_hash, scopes, expires_at)
       select t.api_client_id, md5(n::text) || md5(n::text), t.scopes, t.expires_at
       from (select * from api_tokens order by id desc limit 1) t, generate_series(1, 98) n`,
    )
    const newest = await tokenOf()
    expect(await findCaller(app.db, oldest)).toBeNull()
    for (const token of [second, newest])
      expect(await findCaller(app.db, token)).toMatchObject({ scopes: ['digital-presence', 'entries'] })
  })

  it('is kept as a hash only, as is the secret', async () => {
    const client = await create('Website')
    const { access_token } = (await ask(client)).json<TokenAnswer>()
    const { rows } = await app.pool.query<{ text: string }>(
      `select concat((select json_agg(c) from api_clients c), (select json_agg(t) from api_tokens t),
        (select json_agg(h) from history h where record_type = 'api_client')) as text`,
    )
    expect(rows[0]!.text).toContain(client.client_id)
    expect(rows[0]!.text).not.toContain(client.client_secret)
    expect(rows[0]!.text).not.toContain(access_token)
  })
})

describe('the tab of the API keys', () => {
  it('lists name and client id, never a secret [S-161]', async () => {
    const page = await administrator.page('/settings/?tab=api')
    expect(page.$('[data-item-body]').attr('data-region')).toBe('/settings/api/clients?embed=1')
    const { text } = await administrator.get('/settings/api/clients?embed=1')
    expect(text).toContain('Kiosk in de hal')
    expect(text).toContain('demo-kiosk')
    expect(text).not.toContain('demo-kiosk-secret')
  })

  it('shows a new secret once, in the place of the form [R-265]', async () => {
    const form = await administrator.get('/settings/api/createClient')
    expect(form.$('form').attr('data-fail')).toBe('Er ging iets mis')
    const answer = await administrator.post('/settings/api/createClient', { name: 'Rooster', scopes: ['entries'] })
    expect(answer.trigger.flash?.str).toBe('API-sleutel toegevoegd')
    const client_id = String(answer.$('#api-client-id').val())
    const client_secret = String(answer.$('#api-client-secret').val())
    expect((await ask({ client_id, client_secret })).status).toBe(200)
    expect((await administrator.get('/settings/api/clients')).text).not.toContain(client_secret)
    const wrong = await administrator.post('/settings/api/createClient', { name: '', scopes: ['all'] })
    expect(Object.keys(wrong.json())).toEqual(['name', 'scopes.0'])
  })

  it('replaces a secret after the warning; what had the old one is out [A-191][M-099]', async () => {
    const client = await create('Oud')
    const { access_token } = (await ask(client)).json<TokenAnswer>()
    const path = `/settings/api/replace/${client.client_id}`
    const popup = await administrator.get(path)
    expect(popup.$('.note').text().trim()).toBe('Alle huidige koppelingen zullen hierna niet meer werken')
    const form = { version: String(popup.$('[name=version]').val()) }
    const secret = String((await administrator.post(path, form)).$('#api-client-secret').val())
    expect((await ask(client)).status).toBe(401)
    expect(await findCaller(app.db, `Bearer ${access_token}`)).toBeNull()
    expect((await ask({ client_id: client.client_id, client_secret: secret })).status).toBe(200)
    expect((await administrator.post(path, form)).status).toBe(409)
  })

  it('deletes a client with its tokens [R-266]', async () => {
    const client = await create('Weg')
    const { access_token } = (await ask(client)).json<TokenAnswer>()
    const path = `/settings/api/deleteClient/${client.client_id}`
    const answer = await administrator.post(path)
    expect(answer.trigger.flash?.str).toBe('API-sleutel verwijderd')
    expect(await findCaller(app.db, `Bearer ${access_token}`)).toBeNull()
    expect((await ask(client)).status).toBe(401)
    expect((await administrator.post(path)).status).toBe(404)
    expect((await (await app.as(2)).post('/settings/api/deleteClient/demo-kiosk')).status).toBe(403)
  })

  it('is called otherwise and shows the offer elsewhere, with the secret that it has', async () => {
    const { client_id, client_secret } = await create('Website van vroeger')
    const url = `/settings/api/edit/${client_id}`
    const { $ } = await administrator.get(url)
    const form = { name: 'Website van nu', origins: 'https://www.klant.nl\nhttps://klant.nl', version: $('input[name=version]').attr('value')! } // prettier-ignore
    expect((await administrator.post(url, { ...form, origins: 'http://klant.nl' })).status).toBe(422)
    const saved = await administrator.post(url, form)
    expect(saved.status).toBe(204)
    expect((await administrator.get(url)).$('textarea').text().trim()).toBe(form.origins)
    expect((await administrator.post(url, form)).status).toBe(409)
    expect((await ask({ client_id, client_secret })).status).toBe(200)
    await administrator.post(`/undo/${saved.undo!.set}`)
    expect((await administrator.get(url)).$('input[name=name]').attr('value')).toBe('Website van vroeger')
  })
})
