import fc from 'fast-check'
import { sql } from 'kysely'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../src/platform/outside/ask.ts'
import { Unavailable, askJson } from '../../src/platform/outside/ask-json.ts'
import { type Claimed, type Outbox, Refused, ShutOut, tellDue } from '../../src/platform/outside/outbox.ts'
import { readText } from '../../src/platform/outside/read-text.ts'
import { type TestApp, testApp } from '../support/app.ts'

describe('an answer of an outside system', () => {
  let url = ''
  let cut = 0
  const server = createServer((req, res) => {
    res.setHeader('content-type', 'application/json')
    if (req.url === '/short') return void res.end(JSON.stringify({ said: 'één' }))
    // One that never ends, as fast as it is taken.
    const more = () => {
      while (res.write(`"${'x'.repeat(10_000)}",`));
    }
    res.on('drain', more)
    res.on('close', () => cut++)
    res.write('[')
    more()
  })
  beforeAll(async () => {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterAll(async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  })

  it('is read as far as its limit and no further, however it is asked for', async () => {
    await expect(ask(`${url}/endless`, { timeoutMs: 60_000, mostBytes: 50_000 })).rejects.toThrow('the answer is too long') // prettier-ignore
    await expect(askJson(`${url}/endless`, { timeoutMs: 60_000, withinMs: 60_000, tries: 1, mostBytes: 50_000 })).rejects.toThrow('the answer is too long') // prettier-ignore
    // Nothing is told of a limit: it is twenty million bytes.
    await expect(ask(`${url}/endless`, { timeoutMs: 60_000 })).rejects.toThrow('the answer is too long')
    await expect.poll(() => cut).toBe(3)
  })

  it('is read whole within it, also where a character lies across two parts', async () => {
    expect((await ask(`${url}/short`, { timeoutMs: 10_000 })).body).toEqual({ said: 'één' })
    expect((await askJson(`${url}/short`)).body).toEqual({ said: 'één' })
    const bytes = new TextEncoder().encode('€')
    const parts = new ReadableStream<Uint8Array>({
      start: (controller) => {
        for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
        controller.close()
      },
    })
    expect(await readText(new Response(parts), 3)).toBe('€')
    await expect(readText(new Response('€€'), 5)).rejects.toThrow('too long')
    expect(await readText(new Response(null))).toBe('')
  })
})

/** What becomes of one attempt, in the order in which it can go wrong. */
const FATES = ['well', 'unseen', 'cut before', 'cut after', 'refused', 'shut out', 'dies before', 'dies after', 'dies last'] as const // prettier-ignore
type Fate = (typeof FATES)[number]

describe('what waits for an outside system, against a model', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await testApp()
    await app.owner.pool.query(
      `create table waiting_for_others (id integer primary key, key uuid not null default gen_random_uuid(),
         attempts integer not null default 0, next_attempt_at timestamptz not null default now(), message text,
         state text not null default 'waiting', answer text);
       grant all on waiting_for_others to public`,
    )
  })
  afterAll(() => app.close())

  class Died extends Error {}
  /** How often each key was accepted there: it knows no key twice, so that only who looks it up first is safe. */
  let accepted = new Map<string, number>()
  let fates: Map<number, Fate[]>
  const now = new Map<number, Fate>()

  const outbox: Outbox<Claimed, string> = {
    table: 'waiting_for_others',
    record: 'message',
    waits: sql`due.state = 'waiting'`,
    find: ({ id, key }) => {
      if (now.get(id) === 'unseen') throw new Unavailable('no answer')
      return Promise.resolve(accepted.has(key) ? `there ${key}` : null)
    },
    send: ({ id, key }) => {
      const fate = now.get(id)
      if (fate === 'dies before') throw new Died()
      if (fate === 'cut before' || fate === 'unseen') throw new Unavailable('no answer')
      if (fate === 'refused') throw new Refused('status 422')
      if (fate === 'shut out') throw new ShutOut('status 401')
      accepted.set(key, (accepted.get(key) ?? 0) + 1)
      if (fate === 'dies after') throw new Died()
      if (fate === 'cut after') throw new Unavailable('no answer')
      return Promise.resolve(`there ${key}`)
    },
    settle: async (trx, { id }, answer) => {
      await sql`update waiting_for_others set state = 'told', answer = ${answer}, message = null where id = ${id}`.execute(
        trx,
      )
      if (now.get(id) === 'dies last') throw new Died()
    },
    stopped: sql`state = 'stopped'`,
    says: { unavailable: 'Niet bereikbaar.', refused: 'Geweigerd.' },
  }
  const rows = async () =>
    (
      await app.pool.query<Claimed & { state: string; answer: string | null; message: string | null }>(
        'select * from waiting_for_others order by id',
      )
    ).rows
  /** One process goes on until nothing is due to it; who died is seen by nobody but the next. */
  const run = () =>
    tellDue(app.services, outbox).catch((error: unknown) => {
      if (!(error instanceof Died)) throw error
    })
  const due = (also = '') =>
    app.pool.query(`update waiting_for_others set next_attempt_at = now() ${also} where state <> 'told'`)

  it('waits longer after each attempt, and ends', async () => {
    await app.pool.query('truncate waiting_for_others')
    await app.pool.query('insert into waiting_for_others (id) values (1)')
    now.set(1, 'cut before')
    const pauses = []
    for (let attempt = 1; attempt <= 6; attempt++) {
      await due()
      await run()
      const { rows: [row] } = await app.pool.query<{ state: string; minutes: number }>(
        `select state, ceil(extract(epoch from next_attempt_at - now()) / 60)::integer as minutes from waiting_for_others`,
      ) // prettier-ignore
      pauses.push(row!.state === 'waiting' ? row!.minutes : row!.state)
    }
    expect(pauses).toEqual([1, 5, 30, 120, 720, 'stopped'])
  })

  it('is told exactly once, or stays open for who looks, however attempts fail and processes die', async () => {
    const item = fc.array(fc.constantFrom(...FATES), { maxLength: 6 })
    await fc.assert(
      fc.asyncProperty(fc.array(item, { minLength: 2, maxLength: 5 }), async (plan) => {
        accepted = new Map()
        fates = new Map(plan.map((list, at) => [at + 1, [...list]]))
        await app.pool.query('truncate waiting_for_others')
        await app.pool.query('insert into waiting_for_others (id) select generate_series(1, $1::integer)', [
          plan.length,
        ])
        while ([...fates.values()].some((list) => list.length > 0)) {
          for (const [id, list] of fates) now.set(id, list.shift() ?? 'well')
          await due()
          // Two at once, as when another takes over.
          await Promise.all([run(), run()])
          expect([...accepted.values()].filter((times) => times > 1)).toEqual([])
        }
        for (const { key, state, answer, message } of await rows()) {
          if (state === 'told') expect([accepted.get(key), answer]).toEqual([1, `there ${key}`])
          if (state === 'stopped') expect(message).toMatch(/bereikbaar|Geweigerd/)
        }
        // Somebody sends what is open once more, when all is well again.
        now.clear()
        await due(`, state = 'waiting', attempts = least(attempts, 1)`)
        await run()
        expect((await rows()).map(({ key, state }) => [state, accepted.get(key)])).toEqual(plan.map(() => ['told', 1]))
      }),
      { numRuns: Math.min(Number(process.env.PROPERTY_RUNS ?? 25), 300) },
    )
  })
})
