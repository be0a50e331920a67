import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { pauseAfter } from '../../src/platform/http/throttle.ts'
import { recordFailures } from '../../src/system/accounts/index.ts'
import { type TestApp, testApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp({ env: { TRUST_PROXY: '1' } })
})
afterAll(() => app.close())
beforeEach(async () => {
  await app.pool.query('delete from rate_limits; delete from sign_in_failures')
})

/** Sends the form as often as there are passwords, all at the same moment, from this network address. */
async function tryAtOnce(from: string, email: string, passwords: string[]): Promise<number[]> {
  const headers = { 'x-forwarded-for': from }
  const page = await app.anonymous.request('/login', { headers })
  const cookie = page.headers.getSetCookie()[0]!.split(';')[0]!
  const _token = page.$('input[name=_token]').attr('value')!
  const answers = await Promise.all(
    passwords.map((password) =>
      app.anonymous.request('/login', {
        method: 'POST',
        headers: { ...headers, cookie },
        body: new URLSearchParams({ _token, email, password }),
      }),
    ),
  )
  return answers.map(({ status }) => status)
}

const times = (count: number, what: string) => Array.from({ length: count }, () => what)

describe('wrong passwords', () => {
  it('from elsewhere do not lock the owner out', async () => {
    const email = 'planner@noordkaap.example'
    expect((await tryAtOnce('192.0.2.1', email, times(12, 'fout'))).toSorted()).toEqual([
      ...Array<number>(10).fill(422),
      429,
      429,
    ])
    expect(await tryAtOnce('192.0.2.1', email, ['noordkaap-demo'])).toEqual([429])
    expect(await tryAtOnce('192.0.2.2', email, ['noordkaap-demo'])).toEqual([303])
  })

  it('of one person do not lock out who shares the address', async () => {
    expect(await tryAtOnce('192.0.2.3', 'docent@noordkaap.example', times(11, 'fout'))).toContain(429)
    expect(await tryAtOnce('192.0.2.3', 'lotus@noordkaap.example', ['noordkaap-demo'])).toEqual([303])
  })

  it('from all addresses of one IPv6 network count together', async () => {
    const email = 'planner@noordkaap.example'
    const statuses: number[] = []
    for (let i = 1; i <= 12; i++) statuses.push(...(await tryAtOnce(`2001:db8:1:2::${i}`, email, ['fout'])))
    expect(statuses).toEqual([...Array<number>(10).fill(422), 429, 429])
    expect(await tryAtOnce('2001:db8:1:3::1', email, ['noordkaap-demo'])).toEqual([303])
  })

  it('count for their account and for their address, each alone and together', async () => {
    await tryAtOnce('192.0.2.6', 'planner@noordkaap.example', ['fout', 'fout'])
    for (const password of ['fout', 'noordkaap-demo'])
      await tryAtOnce('192.0.2.6', 'lotus@noordkaap.example', [password])
    await tryAtOnce('192.0.2.7', 'Planner@noordkaap.example', ['fout'])
    const { rows } = await app.pool.query<{ key: string; points: number }>(
      `select key, points from rate_limits where key not like 'visitors:%' order by key`,
    )
    expect(Object.fromEntries(rows.map(({ key, points }) => [key, points]))).toEqual({
      'account-address:planner@noordkaap.example 192.0.2.6': 2,
      'account-address:planner@noordkaap.example 192.0.2.7': 1,
      'account:planner@noordkaap.example': 3,
      'account:lotus@noordkaap.example': 1,
      'address:192.0.2.6': 3,
      'address:192.0.2.7': 1,
    })
  })

  it('make next tries for the account and from the address wait ever longer, up to five seconds', () => {
    expect([0, 9, 10, 19, 20, 30, 40, 50, 60, 1000].map((failures) => pauseAfter(failures, 10))).toEqual([
      0, 0, 250, 250, 500, 1000, 2000, 4000, 5000, 5000,
    ])
  })
})

it('twenty right passwords at the same moment all sign in', async () => {
  const statuses = await tryAtOnce('192.0.2.4', 'support@noordkaap.example', times(20, 'noordkaap-demo'))
  expect(statuses).toEqual(Array(20).fill(303))
})

describe('failures', () => {
  const over = () => app.pool.query(`update sign_in_failures set hour = hour - interval '1 hour'`)
  const record = () => recordFailures({}, app.services)
  const entries = async () =>
    (
      await app.pool.query<{ record_id: number | null; action: string; changes: object }>(
        `select record_id, action, changes from history where action like '%-failed' order by id`,
      )
    ).rows

  it('stand in the history once per account and hour, without what was typed', async () => {
    const student = app.story.users[5]!
    await tryAtOnce('192.0.2.5', 'cursist@noordkaap.example', times(3, 'fout'))
    await tryAtOnce('192.0.2.5', 'geheim-wachtwoord', ['x', 'y'])
    await tryAtOnce('192.0.2.6', 'niemand@noordkaap.example', ['x'])
    await record()
    expect(await entries()).toEqual([])
    await over()
    await record()
    const found = await entries()
    expect(found).toHaveLength(2)
    expect(found).toContainEqual({
      record_id: student,
      action: 'sign-in-failed',
      changes: { count: 3, hour: expect.any(String) as string },
    })
    expect(found).toContainEqual({
      record_id: null,
      action: 'sign-in-failed',
      changes: { count: 3, hour: expect.any(String) as string },
    })
    expect(JSON.stringify(found)).not.toMatch(/geheim|niemand/)
    const page = await (await app.as(1)).page('/history')
    expect(page.text).toContain('Inloggen mislukt: onjuist wachtwoord')
    const entry = page.$('[data-rows] tr').filter((_, row) => /wachtwoord/.test(page.$(row).text()))
    expect((await (await app.as(1)).get(entry.attr('data-open')!)).text).toContain('Aantal keren')
  })
})
