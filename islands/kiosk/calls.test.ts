import { describe, expect, it } from 'vitest'
import { CallError, makeCalls, type Surroundings } from './calls.ts'
import { makeOutbox } from './outbox.ts'

const MINUTE = 60_000
const GIVEN = { client_id: 'tablet', client_secret: 'secret' }

interface Asked {
  path: string
  method: string
  authorization: string | null
  credentials: string | undefined
  body: string
}

/** A server that answers as ours does, a storage and a clock. */
function around(answers: Record<string, () => Response> = {}) {
  const stored = new Map<string, string>()
  const asked: Asked[] = []
  const logged: string[] = []
  let time = 0
  let tokens = 0
  const surroundings: Surroundings = {
    storage: {
      getItem: (key) => stored.get(key) ?? null,
      setItem: (key, value) => void stored.set(key, value),
      removeItem: (key) => void stored.delete(key),
    },
    fetch: (path, init = {}) => {
      const body = init.body instanceof URLSearchParams ? init.body.toString() : ((init.body as string | null) ?? '')
      const authorization = new Headers(init.headers).get('authorization')
      asked.push({ path, method: init.method ?? 'GET', authorization, credentials: init.credentials, body })
      const answer = answers[path]
      if (answer) return Promise.resolve().then(answer)
      if (path !== '/oauth/token') return Promise.resolve(Response.json({ path }))
      tokens += 1
      return Promise.resolve(Response.json({ access_token: `token-${tokens}`, expires_in: 3600 }))
    },
    now: () => time,
    pageToken: () => 'csrf-of-page',
    tokenIn: (html) => /token=(\w+)/.exec(html)?.[1] ?? null,
    log: (message) => void logged.push(message),
  }
  const calls = makeCalls(surroundings)
  return { calls, stored, asked, logged, wait: (milliseconds: number) => void (time += milliseconds) }
}
const tokenOf = ({ body }: Asked) => (JSON.parse(body) as { _token: string })._token

describe('the calls of a tablet', () => {
  it('are refused without credentials [T-231][M-066]', async () => {
    const { calls, asked } = around()
    await expect(calls.get('device')).rejects.toThrow('No credentials found')
    expect(asked).toEqual([])
  })

  it('keep credentials, token and expiry in the storage, and the token until then [T-065][T-201]', async () => {
    const { calls, stored, asked, wait } = around()
    await calls.register(GIVEN)
    expect(new URLSearchParams(asked[0]!.body).get('grant_type')).toBe('client_credentials')
    expect([...stored.values()].map((text) => JSON.parse(text) as unknown)).toEqual([
      { ...GIVEN, access_token: 'token-1', expires_at: 60 * MINUTE },
    ])
    await calls.get('device')
    wait(59 * MINUTE)
    await calls.get('device')
    wait(MINUTE)
    await calls.get('device')
    const tokens = asked.filter(({ path }) => path !== '/oauth/token').map(({ authorization }) => authorization)
    expect(tokens).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-2'])
  })

  it('go under one prefix with the token, a POST with the CSRF token of the page, anew after five minutes [T-202][T-203][T-211]', async () => {
    const page = () => new Response('<main data-token=anew>'.replace('data-', ''))
    const { calls, asked, wait } = around({ '/digital-presence': page })
    await calls.register(GIVEN)
    await calls.get('findStudentBy/birthday/01-01-1990')
    await calls.post('markPresent/1/2')
    wait(5 * MINUTE)
    await calls.post('markPresent/1/3')
    wait(1)
    await calls.post('markPresent/1/4')
    const ofApi = asked.filter(({ path }) => path.startsWith('/api/'))
    expect(ofApi.map(({ method, path, authorization }) => [method, path, authorization])).toEqual([
      ['GET', '/api/digital-presence/findStudentBy/birthday/01-01-1990', 'Bearer token-1'],
      ['POST', '/api/digital-presence/markPresent/1/2', 'Bearer token-1'],
      ['POST', '/api/digital-presence/markPresent/1/3', 'Bearer token-1'],
      ['POST', '/api/digital-presence/markPresent/1/4', 'Bearer token-1'],
    ])
    expect(ofApi.slice(1).map(tokenOf)).toEqual(['csrf-of-page', 'csrf-of-page', 'anew'])
    // Without cookies, and without a password window of the browser.
    expect(ofApi.map(({ credentials }) => credentials)).toEqual(ofApi.map(() => 'omit'))
  })

  it('go on when the page cannot be fetched; a page without a token is logged [T-230]', async () => {
    const failing = around({
      '/digital-presence': () => {
        throw new TypeError('no network')
      },
    })
    await failing.calls.register(GIVEN)
    failing.wait(6 * MINUTE)
    await failing.calls.post('markPresent/1/2')
    expect([tokenOf(failing.asked.at(-1)!), failing.logged]).toEqual(['csrf-of-page', []])
    const empty = around({ '/digital-presence': () => new Response('<main>') })
    await empty.calls.register(GIVEN)
    empty.wait(6 * MINUTE)
    await empty.calls.post('markPresent/1/2')
    expect([tokenOf(empty.asked.at(-1)!), empty.logged.length]).toEqual(['', 1])
  })

  it('ask for another token once one was taken back, and keep what went wrong until it is told', async () => {
    const revoked = () => Response.json({ message: 'Dit verzoek heeft een geldig token nodig.' }, { status: 401 })
    const { calls, stored, asked } = around({ '/api/digital-presence/device': revoked })
    await calls.register(GIVEN)
    const error = await calls.get('device').catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ call: 'device', status: 401 })
    calls.keepError(error as CallError)
    calls.keepError(new CallError('device', null, 'Geen verbinding'))
    await calls.tellErrors()
    const { authorization, path, body } = asked.at(-1)!
    expect([authorization, path]).toEqual(['Bearer token-2', '/api/digital-presence/notifyErrors'])
    const told = (JSON.parse(body) as { errors: unknown[] }).errors
    expect(told).toEqual([{ at: '1970-01-01T00:00:00.000Z', call: 'device', status: 401 }])
    expect(stored.size).toBe(1)
    await calls.tellErrors()
    expect(asked.at(-1)!.body).toBe(body)
  })
})

describe('what waits on a tablet', () => {
  /** Of a server that nobody asks here. */
  const aServerKey = async () => {
    const curve = { name: 'ECDH', namedCurve: 'P-256' }
    const pair = await crypto.subtle.generateKey(curve, false, ['deriveBits'])
    return Buffer.from(await crypto.subtle.exportKey('raw', pair.publicKey)).toString('base64url')
  }
  function outboxAt(day: string) {
    const stored = new Map<string, string>()
    const around = { day, sent: [] as Record<string, unknown>[], answers: true }
    const outbox = makeOutbox({
      storage: {
        getItem: (key) => stored.get(key) ?? null,
        setItem: (key, value) => void stored.set(key, value),
        removeItem: (key) => void stored.delete(key),
      },
      now: () => Date.parse(`${around.day}T12:00:00+01:00`),
    })
    const post = <T>(_path: string, fields: Record<string, unknown> = {}): Promise<T> => {
      if (!around.answers) return Promise.reject(new CallError('sealed', null, ''))
      around.sent.push(fields)
      return Promise.resolve({} as T)
    }
    return { outbox, post, around, stored }
  }
  const typed = { birthday: '01-02-1990', lastName: 'Smit' }

  it('stays until it was answered, twenty at a time, and nobody reads it there', async () => {
    const { outbox, post, around, stored } = outboxAt('2026-01-05')
    const serverKey = await aServerKey()
    for (let i = 0; i < 21; i++) await outbox.keep(serverKey, typed)
    expect([...stored.values()].join('')).not.toMatch(/Smit|1990/)
    around.answers = false
    await expect(outbox.send(post)).rejects.toThrow(CallError)
    expect(outbox.waiting()).toBe(21)
    around.answers = true
    await outbox.send(post)
    expect(outbox.waiting()).toBe(1)
    await outbox.send(post)
    await outbox.send(post)
    expect(around.sent.map(({ arrivals }) => (arrivals as unknown[]).length)).toEqual([20, 1])
    expect(stored.size).toBe(0)
  })

  it('is wiped after its day, and told as a count', async () => {
    const { outbox, post, around } = outboxAt('2026-12-31')
    const serverKey = await aServerKey()
    await outbox.keep(serverKey, typed)
    await outbox.keep(serverKey, typed)
    outbox.wipe()
    expect([outbox.waiting(), outbox.lost()]).toEqual([2, 0])
    around.day = '2027-01-01'
    outbox.wipe()
    outbox.wipe()
    expect([outbox.waiting(), outbox.lost()]).toEqual([0, 2])
    await outbox.send(post)
    expect(around.sent).toMatchObject([{ arrivals: [], lost: [{ day: '2026-12-31', count: 2 }] }])
    expect(outbox.lost()).toBe(0)
  })
})
