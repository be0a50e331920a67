import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ask } from '../../src/platform/outside/ask.ts'
import { askJson } from '../../src/platform/outside/ask-json.ts'
import { readText } from '../../src/platform/outside/read-text.ts'

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
