import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hotp, stepOf } from '../../src/system/accounts/totp.rules.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { issueToken } from '../../src/system/accounts/index.ts'
import { askTwoStepOfAdministrators, getSetting } from '../../src/system/settings/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { visitor } from '../support/visitor.ts'

const PASSWORD = 'noordkaap-demo'
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const fromBase32 = (text: string): Buffer => {
  const bits = [...text.replace(/\s/g, '')].map((c) =>
    'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.indexOf(c).toString(2).padStart(5, '0'),
  )
  return Buffer.from(
    bits
      .join('')
      .match(/.{8}/g)!
      .map((byte) => parseInt(byte, 2)),
  )
}
/**
 * The code of the phone, `later` steps from now. Each is accepted once, so setting up takes the code of now and what
 * follows the next one; neither becomes too old when a step ends in between.
 */
const codeOf = (secret: Buffer, later = 0): string => hotp(secret, stepOf(new Date()) + later)

/** Sets two-step verification up in the profile of this role, as the person would who has none yet. */
async function setUp(role: number) {
  await app.db.deleteFrom('two_step_secrets').where('user_id', '=', app.story.users[role]!).execute()
  const person = await app.as(role)
  const first = await person.get('/profile/two-step')
  const setup = first.$('input[name=setup]').attr('value')!
  const secret = fromBase32(first.$('.two-step-key').text())
  const second = await person.post('/profile/two-step?step=codes', { setup, current: PASSWORD, code: codeOf(secret) })
  const proof = second.$('input[name=proof]').attr('value')!
  const codes = second
    .$('.two-step-codes code')
    .map((_, code) => second.$(code).text())
    .get()
  const saved = await person.post('/profile/two-step', {
    setup,
    current: PASSWORD,
    code: codeOf(secret),
    proof,
    kept: '1',
  })
  return { person, secret, codes, saved, setup, proof }
}

describe('two-step verification', () => {
  it('is set up by proving that the app works, and shows ten recovery codes once', async () => {
    const { person, codes, saved, secret } = await setUp(3)
    expect(saved.status).toBe(204)
    expect(new Set(codes).size).toBe(10)
    const { rows } = await app.pool.query<{ secret: string; hashes: string }>(
      `select secret, (select string_agg(code_hash, ',') from recovery_codes) as hashes from two_step_secrets`,
    )
    expect(rows[0]!.secret).not.toContain(secret.toString('base64url'))
    expect(codes.some((code) => rows[0]!.hashes.includes(code.replaceAll('-', '')))).toBe(false)
    expect((await person.get('/profile')).text).toContain('10 herstelcodes')
  })

  it('is not set up by a wrong code, nor by leaving the first step out', async () => {
    const person = await app.as(4)
    const setup = (await person.get('/profile/two-step')).$('input[name=setup]').attr('value')!
    const wrong = await person.post('/profile/two-step?step=codes', { setup, current: PASSWORD, code: '000000' })
    expect([wrong.status, Object.keys(wrong.json())]).toEqual([422, ['code']])
    expect((await person.post('/profile/two-step', { proof: setup, kept: '1' })).status).toBe(422)
    const other = await app.as(2)
    const foreign = (await other.get('/profile/two-step')).$('input[name=setup]').attr('value')!
    expect((await person.post('/profile/two-step', { proof: foreign, kept: '1' })).status).toBe(422)
    expect((await person.get('/profile')).text).toContain('Instellen')
  })

  it('is not set up in a browser that was left open, by who does not know the password', async () => {
    const person = await app.as(4)
    const first = await person.get('/profile/two-step')
    const setup = first.$('input[name=setup]').attr('value')!
    const code = codeOf(fromBase32(first.$('.two-step-key').text()))
    const next = (more: object) => person.post('/profile/two-step?step=codes', { setup, code, ...more })
    expect((await next({ current: 'fout' })).json()).toEqual({ current: ['Het huidige wachtwoord is onjuist.'] })
    const without = await next({})
    expect([without.status, Object.keys(without.json())]).toEqual([422, ['current']])
    expect((await next({ current: PASSWORD })).$('.two-step-codes code')).toHaveLength(10)
  })

  it('ends the other sessions of the account when it is switched on and off, and keeps this one', async () => {
    const others = async () => [await app.as(4), await app.as(4)]
    const statuses = (browsers: Browser[]) => Promise.all(browsers.map(async (b) => (await b.get('/profile')).status))
    const before = await others()
    expect(await statuses(before)).toEqual([200, 200])
    const { person, secret } = await setUp(4)
    expect(await statuses([person, ...before])).toEqual([200, 401, 401])
    const between = await others()
    const off = { password: PASSWORD, code: codeOf(secret, 1) }
    expect((await person.post('/profile/two-step/off', off)).status).toBe(204)
    expect(await statuses([person, ...between])).toEqual([200, 401, 401])
  })

  it('is not replaced by another phone while it is on, nor set up by an administrator who is signed in as somebody', async () => {
    const { person, secret, setup, proof } = await setUp(3)
    expect((await person.get('/profile/two-step')).status).toBe(409)
    expect((await person.post('/profile/two-step', { setup, proof, kept: '1' })).status).toBe(409)
    const own = visitor(app)
    await own.signIn('docent@noordkaap.example')
    expect((await own.submit('/login/code', { code: codeOf(secret, 1) })).status).toBe(303)

    const administrator = visitor(app)
    await administrator.signIn('beheer@noordkaap.example')
    const headers = { 'sec-fetch-site': 'same-origin', 'hx-request': 'true' }
    expect((await administrator.request('/loginAs/planner@noordkaap.example', { headers })).status).toBe(303)
    expect((await administrator.request('/profile', { headers })).status).toBe(200)
    expect((await administrator.request('/profile/two-step', { headers })).status).toBe(403)
  })

  it('asks for the code after the password; until then nobody is signed in', async () => {
    const { secret } = await setUp(3)
    const person = visitor(app)
    const answer = await person.signIn('docent@noordkaap.example')
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login/code'])
    expect(await person.isSignedIn()).toBe(false)
    expect((await person.submit('/login/code', { code: '000000' })).status).toBe(422)
    expect(await person.isSignedIn()).toBe(false)
    const code = codeOf(secret, 1)
    expect((await person.submit('/login/code', { code })).status).toBe(303)
    expect(await person.isSignedIn()).toBe(true)
    const again = visitor(app)
    await again.signIn('docent@noordkaap.example')
    expect((await again.submit('/login/code', { code })).status).toBe(422)
    expect(await again.isSignedIn()).toBe(false)
  })

  it('takes a code once, of two requests at the same moment too', async () => {
    const { secret } = await setUp(3)
    const people = [visitor(app), visitor(app)]
    for (const person of people) await person.signIn('docent@noordkaap.example')
    const code = codeOf(secret, 1)
    const answers = await Promise.all(people.map((person) => person.submit('/login/code', { code })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 422])
  })

  it('takes a recovery code once', async () => {
    const { codes } = await setUp(3)
    const enter = async () => {
      const person = visitor(app)
      await person.signIn('docent@noordkaap.example')
      return (await person.submit('/login/code', { code: codes[3]!.toUpperCase() })).status
    }
    expect([await enter(), await enter()]).toEqual([303, 422])
  })

  it('also stands between a reset link and the session', async () => {
    const { secret } = await setUp(5)
    await visitor(app).submit('/reset', { email: 'cursist@noordkaap.example' }, '/reset/request')
    await app.runJobs('account.reset-link')
    const mail = await app.db
      .selectFrom('mails')
      .select('text_body')
      .where('recipient', '=', 'cursist@noordkaap.example')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    const token = /token=([\w-]+)/.exec(mail.text_body)![1]!
    const person = visitor(app)
    const password = 'noordkaap-demo-2'
    const answer = await person.submit(`/reset?token=${token}`, { password, repeat: password })
    expect(answer.headers.get('location')).toBe('/login/code')
    expect(await person.isSignedIn()).toBe(false)
    await person.submit('/login/code', { code: codeOf(secret, 1) })
    expect(await person.isSignedIn()).toBe(true)
  })

  it('makes an account wait after ten wrong codes, whatever comes then', async () => {
    const { secret } = await setUp(6)
    const person = visitor(app)
    await person.signIn('lotus@noordkaap.example')
    for (let i = 0; i < 10; i++) expect((await person.submit('/login/code', { code: '000000' })).status).toBe(422)
    const blocked = await person.submit('/login/code', { code: codeOf(secret, 1) })
    expect(blocked.status).toBe(429)
    expect(await person.isSignedIn()).toBe(false)
  })

  it('leads nowhere without a password first', async () => {
    for (const path of ['/login/code', '/login/two-step']) {
      const answer = await visitor(app).request(path)
      expect([answer.status, answer.headers.get('location')]).toEqual([303, '/login'])
    }
  })

  it('lets ten minutes pass between password and code, and then asks for the password again', async () => {
    const { secret } = await setUp(3)
    const person = visitor(app)
    await person.signIn('docent@noordkaap.example')
    const waits = `sess::jsonb #> '{secondStep,until}'`
    const { rows } = await app.pool.query<{ minutes: number }>(
      `update sessions set sess = jsonb_set(sess::jsonb, '{secondStep,until}', to_jsonb((${waits})::bigint - 600000))
       where sess::jsonb ? 'secondStep' and (sess::jsonb #>> '{secondStep,userId}')::integer = $1
       returning ((${waits})::bigint / 60000.0 - extract(epoch from now()) / 60)::float8 as minutes`,
      [app.story.users[3]],
    )
    expect(Math.max(...rows.map(({ minutes }) => minutes))).toBeCloseTo(0, 0)
    await expect.poll(async () => (await person.request('/login/code')).headers.get('location')).toBe('/login')
    const _token = (await person.request('/login')).$('input[name=_token]').attr('value')!
    const body = new URLSearchParams({ _token, code: codeOf(secret, 1) })
    const late = await person.request('/login/code', { method: 'POST', body })
    expect([late.status, late.headers.get('location')]).toEqual([303, '/login'])
    expect(await person.isSignedIn()).toBe(false)
  })

  it('is switched off with password and code', async () => {
    const { person, secret } = await setUp(4)
    const off = (password: string, code: string) => person.post('/profile/two-step/off', { password, code })
    expect((await off('fout', codeOf(secret, 1))).json()).toEqual({ password: ['Het huidige wachtwoord is onjuist.'] })
    expect(Object.keys((await off('noordkaap-demo', '000000')).json())).toEqual(['code'])
    expect((await off('noordkaap-demo', codeOf(secret, 1))).status).toBe(204)
    expect((await visitor(app).signIn('leidinggevende@noordkaap.example')).headers.get('location')).toBe('/')
  })

  it('is lifted by an administrator, which stands in the history', async () => {
    await setUp(4)
    const administrator = await app.as(1)
    const id = app.story.users[4]!
    expect((await administrator.post('/user/reset_two_step', { id })).status).toBe(204)
    expect((await administrator.post('/user/reset_two_step', { id })).status).toBe(409)
    expect((await visitor(app).signIn('leidinggevende@noordkaap.example')).headers.get('location')).toBe('/')
    const event = await app.db
      .selectFrom('history')
      .select(['action', 'actor_id'])
      .where('record_type', '=', 'user')
      .where('record_id', '=', id)
      .where('action', 'like', 'two-step%')
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
    expect(event).toEqual({ action: 'two-step-off', actor_id: app.story.users[1] })
  })
})

describe('requiring it for a role', () => {
  const requireOf = async (roles: number[]) => {
    const { version } = await getSetting(app.db, 'two_step_roles')
    return (await app.as(1)).post('/settings/two-step', { version, roles })
  }

  it('lets nobody set it up who began to sign in with a password that was replaced since', async () => {
    const id = app.story.users[2]!
    const { password_hash } = await app.db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect((await requireOf([2])).status).toBe(200)
    const thief = visitor(app)
    expect((await thief.signIn('planner@noordkaap.example')).headers.get('location')).toBe('/login/two-step')
    const page = await thief.request('/login/two-step')
    const token = await inTransaction(app.db, null, (trx) => issueToken(trx, id, 'reset'))
    const password = 'een heel ander wachtwoord'
    const answer = await visitor(app).submit(`/reset?token=${token}`, { password, repeat: password })
    expect(answer.headers.get('location')).toBe('/login/two-step')
    const body = new URLSearchParams({
      _token: page.$('input[name=_token]').attr('value')!,
      setup: page.$('input[name=setup]').attr('value')!,
      code: codeOf(fromBase32(page.$('.two-step-key').text())),
    })
    expect((await thief.request('/login/two-step', { method: 'POST', body })).status).toBe(403)
    expect(await thief.isSignedIn()).toBe(false)
    expect(await app.db.selectFrom('two_step_secrets').select('user_id').where('user_id', '=', id).execute()).toEqual(
      [],
    )
    await app.db.updateTable('users').set({ password_hash }).where('id', '=', id).execute()
    expect((await requireOf([])).status).toBe(200)
  })

  it('signs out who has not set it up, and has them do so at the next sign-in', async () => {
    const planner = await app.as(2)
    expect((await requireOf([1, 2])).json()).toEqual({
      roles: ['Zet eerst uw eigen tweestapsverificatie aan, in uw profiel.'],
    })
    expect((await requireOf([2])).status).toBe(200)
    expect((await planner.get('/contacts')).status).toBe(401)

    // A session from before, as one of a process that had not heard of the new rule would be.
    const before = await app.as(2)
    const person = visitor(app)
    expect((await person.signIn('planner@noordkaap.example')).headers.get('location')).toBe('/login/two-step')
    expect(await person.isSignedIn()).toBe(false)
    expect((await person.submit('/login/two-step', { code: '000000' })).status).toBe(422)
    const page = await person.request('/login/two-step')
    const secret = fromBase32(page.$('.two-step-key').text())
    const form = { setup: page.$('input[name=setup]').attr('value')!, code: codeOf(secret) }
    const _token = page.$('input[name=_token]').attr('value')!
    const done = await person.request('/login/two-step', {
      method: 'POST',
      body: new URLSearchParams({ ...form, _token }),
    })
    expect(done.$('.two-step-codes code').length).toBe(10)
    expect(await person.isSignedIn()).toBe(true)
    expect((await before.get('/contacts')).status).toBe(401)
    expect((await visitor(app).signIn('planner@noordkaap.example')).headers.get('location')).toBe('/login/code')
    expect((await requireOf([])).status).toBe(200)
  })
})

it('is asked of the first administrator of an installation, who sets it up while signing in', async () => {
  const fresh = await testApp({ empty: true })
  try {
    await askTwoStepOfAdministrators(fresh.db)
    const token = await inTransaction(fresh.db, null, (trx) => issueToken(trx, fresh.story.users[1]!, 'first_use'))
    const password = 'een lang wachtwoord'
    const answer = await visitor(fresh).submit(`/firstUse?token=${token}`, { password, repeat: password })
    expect(answer.headers.get('location')).toBe('/login/two-step')
    await fresh.pool.query(`update settings set value = '[]' where key = 'two_step_roles'`)
    await askTwoStepOfAdministrators(fresh.db)
    expect((await getSetting(fresh.db, 'two_step_roles')).value).toEqual([])
  } finally {
    await fresh.close()
  }
})
