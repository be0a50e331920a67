import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import express from 'express'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { answerErrors } from '../../src/platform/server/answer-errors.ts'
import { drawnPdf } from '../../src/platform/pdf/drawn.ts'
import type { Drawing } from '../../src/platform/pdf/drawing.ts'
import { streamPdf } from '../../src/platform/pdf/stream.ts'
import { sendDownload } from '../../src/platform/screens/call/calls.ts'
import { begin } from '../../src/training/catalogue/printed-lists/lists.drawing.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { readPdf } from '../support/pdf.ts'

interface TestDrawing {
  begin: (head: unknown) => Drawing<number>
}
/** A drawing that is no PDF: each item writes 'n,', unless `draw` says otherwise. */
const drawing = (draw = 'said += n + ","') =>
  new URL(
    `data:text/javascript,${encodeURIComponent(`
      let said = ''
      export const begin = () => ({
        document: { read: () => { const now = said; said = ''; return now ? Buffer.from(now) : null }, end() { said += 'end' }, async *[Symbol.asyncIterator]() { const rest = this.read(); if (rest) yield rest }, _fontFamilies: {} },
        draw: (_document, n) => { ${draw} },
      })
      // ${Math.random()}`)}`,
  )
const drawn = (file: URL, items: Iterable<number> | AsyncIterable<number>): Readable =>
  drawnPdf<TestDrawing>(file, null, items)
const text = async (stream: Readable) => (await buffer(stream)).toString()
const HUNGRY = 'globalThis.all = []; for (;;) all.push(new Array(1_000_000).fill(n))'
const NOT_DRAWN = 'Het document kon niet worden gemaakt. Probeer het zo opnieuw.'

const head = {
  title: 'Presentielijst',
  subtitle: 'Łódź',
  facts: [],
  columns: [{ label: 'Cursist', share: 1 }],
  orientation: 'portrait',
  signer: 'Docent',
  empty: 'Niemand.',
  createdAt: new Date('2026-11-20T10:00:00Z'),
} as const
const LIST = new URL('../../src/training/catalogue/printed-lists/lists.drawing.ts', import.meta.url)
const pages = (count: number, rows = 18) =>
  Array.from({ length: count }, (_, i) => ({
    rows: Array.from({ length: rows }, (_row, j) => [`Łukasz ${i}-${j}`]),
    number: i + 1,
    of: count,
  }))
const list = (items: ReturnType<typeof pages>) =>
  drawnPdf<{ begin: typeof begin }>(LIST, { ...head, facts: [], columns: [...head.columns] }, items)

afterEach(() => vi.useRealTimers())

describe('a document drawn in a thread', () => {
  it('is the same to the byte as one drawn where it is asked', async () => {
    const { document, draw } = begin({ ...head, facts: [], columns: [...head.columns] })
    const here = await buffer(streamPdf(document, pages(8), draw))
    const there = await buffer(list(pages(8)))
    expect(there.equals(here)).toBe(true)
    expect(readPdf(there).pages).toHaveLength(8)
  })

  it('keeps nobody waiting, however long one item takes', async () => {
    let done = false
    const drawing = buffer(list(pages(1, 800))).then(() => (done = true))
    let turns = 0
    while (!done) {
      await new Promise((resolve) => setImmediate(resolve))
      turns++
    }
    await drawing
    // Drawn on the loop there would be a turn before the item and a few after it.
    expect(turns).toBeGreaterThan(200)
  })

  it('takes turns with others: a short one is ready before a long one that was asked first', async () => {
    const ready: string[] = []
    await Promise.all([
      buffer(list(pages(60))).then(() => ready.push('long')),
      buffer(list(pages(1))).then(() => ready.push('short')),
    ])
    expect(ready).toEqual(['short', 'long'])
  })

  it('fails with what went wrong in drawing, or in reading what is drawn', async () => {
    await expect(text(drawn(drawing('throw new Error("no ink")'), [1]))).rejects.toThrow('no ink')
    function* broken() {
      yield 1
      throw new Error('no rows')
    }
    await expect(text(drawn(drawing(), broken()))).rejects.toThrow('no rows')
    expect(await text(drawn(drawing(), [1, 2]))).toBe('1,2,end')
  })

  it('draws no further ahead of a slow reader than its buffer', async () => {
    let asked = 0
    function* numbers() {
      for (;;) yield asked++
    }
    const stream = drawn(drawing('said += "x".repeat(50_000)'), numbers())
    const reader = stream.iterator({ destroyOnReturn: true })
    await reader.next()
    await expect.poll(() => asked).toBeGreaterThan(1)
    const ahead = asked
    expect(await text(drawn(drawing(), [1, 2, 3]))).toBe('1,2,3,end')
    expect(asked).toBeLessThan(ahead + 5)
    await reader.return!()
  })
})

/** A document that is being read and never ends. */
async function opened(onClose?: () => void): Promise<Readable> {
  async function* numbers() {
    try {
      for (;;) yield 1
    } finally {
      onClose?.()
    }
  }
  const stream = drawn(drawing('said += "x".repeat(70_000)'), numbers())
  await new Promise((resolve) => stream.once('readable', resolve))
  return stream
}

describe('a reader that goes away', () => {
  it('ends the drawing and the reading of what is drawn', async () => {
    let closed = false
    const stream = await opened(() => (closed = true))
    stream.destroy()
    await expect.poll(() => closed).toBe(true)
  })

  it('gives its place to who waits longest', async () => {
    const open = await Promise.all(Array.from({ length: 16 }, () => opened()))
    let answered = ''
    const waiting = text(drawn(drawing(), [7])).then((all) => (answered = all))
    const left = drawn(drawing(), [8])
    left.resume().destroy()
    // The thread itself is free: what it is asked past the places it answers.
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
    expect(answered).toBe('')
    open[0]!.destroy()
    expect(await waiting).toBe('7,end')
    for (const stream of open) stream.destroy()
    expect(await text(drawn(drawing(), [9]))).toBe('9,end')
  })

  it('without closing the connection loses its place after a minute', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const stream = await opened()
    for (let turn = 0; turn < 200; turn++) await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(61_000)
    await expect.poll(() => stream.destroyed).toBe(true)
  })
})

describe('a thread that ends', () => {
  it('over its memory fails what it drew with a sentence, and the next document is drawn', async () => {
    await expect(text(drawn(drawing(HUNGRY), [1]))).rejects.toThrow(NOT_DRAWN)
    expect(await text(drawn(drawing(), [1]))).toBe('1,end')
  })

  it('is ended when one item takes more than half a minute', async () => {
    const warm = await text(drawn(drawing(), [1]))
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    let asked = 0
    function* numbers() {
      yield ++asked
    }
    const failing = expect(text(drawn(drawing('for (;;) {}'), numbers()))).rejects.toThrow(NOT_DRAWN)
    while (asked === 0) await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
    vi.advanceTimersByTime(31_000)
    await failing
    vi.useRealTimers()
    expect(await text(drawn(drawing(), [1]))).toBe(warm)
  })
})

describe('the answer', () => {
  let app: TestApp
  let server: ReturnType<express.Express['listen']>
  let url = ''
  beforeAll(async () => {
    app = await testApp()
    const site = express()
    const download = (content: Readable) => ({ name: 'lijst.pdf', mimeType: 'application/pdf', content })
    site.get('/hungry', (_req, res) => sendDownload({ res }, download(drawn(drawing(HUNGRY), [1]))))
    site.get('/list', (_req, res) => sendDownload({ res }, download(list(pages(2)))))
    site.use(answerErrors(app.services))
    await new Promise<void>((resolve) => (server = site.listen(0, () => resolve())))
    url = `http://localhost:${(server.address() as { port: number }).port}`
  })
  afterAll(async () => {
    server.close()
    await app.close()
  })

  it('says in Dutch that a document could not be drawn, and is no file then', async () => {
    const answer = await fetch(`${url}/hungry`)
    expect(answer.status).toBe(500)
    expect(await answer.json()).toMatchObject({ message: NOT_DRAWN })
    expect(answer.headers.get('content-disposition')).toBeNull()
    const next = await fetch(`${url}/list`)
    expect(next.headers.get('content-disposition')).toContain('lijst.pdf')
    expect(readPdf(Buffer.from(await next.arrayBuffer())).pages).toHaveLength(2)
  })
})
