import { Readable } from 'node:stream'
import express from 'express'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { retryAfterMs } from '../../src/platform/outside/retry-after.ts'
import { sendDownload } from '../../src/platform/screens/call/calls.ts'

let server: ReturnType<express.Express['listen']>
let url = ''
beforeAll(async () => {
  const site = express().get('/:kind/:name', (req, res) =>
    sendDownload(
      { res },
      {
        name: req.params.name,
        mimeType: 'text/plain',
        content: Readable.from(['x']),
        inline: req.params.kind === 'inline',
      },
    ),
  )
  await new Promise<void>((resolve) => (server = site.listen(0, () => resolve())))
  url = `http://localhost:${(server.address() as { port: number }).port}`
})
afterAll(() => void server.close())

describe('the name of a download', () => {
  it.each([
    ['attachment', 'lijst.pdf', 'attachment; filename=lijst.pdf'],
    ['inline', 'lijst van 3.pdf', 'inline; filename="lijst van 3.pdf"'],
    ['attachment', 'naïef.pdf', `attachment; filename=naief.pdf; filename*=UTF-8''na%C3%AFef.pdf`],
    ['attachment', 'Ł"%.pdf', `attachment; filename="\\"%.pdf"; filename*=UTF-8''%C5%81%22%25.pdf`],
  ])('%s %s', async (kind, name, header) => {
    const answer = await fetch(`${url}/${kind}/${encodeURIComponent(name)}`)
    expect(answer.headers.get('content-disposition')).toBe(header)
  })
})

describe('how long another system asks to wait', () => {
  const now = Date.parse('2026-11-22T10:00:00Z')
  it.each([
    ['0', 0],
    ['7', 7_000],
    ['Sun, 22 Nov 2026 10:00:30 GMT', 30_000],
    ['Sun, 22 Nov 2026 09:59:00 GMT', 0],
    ['soon', undefined],
    [null, undefined],
  ])('%s', (value, ms) => {
    const headers: Record<string, string> = value === null ? {} : { 'retry-after': value }
    expect(retryAfterMs(new Response(null, { headers }), now)).toBe(ms)
  })
})
