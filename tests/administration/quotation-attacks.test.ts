import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { readDrawing } from '../../src/platform/files/drawing.ts'
import { personData, retentionKinds } from '../../src/system/privacy/points.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { pngOf } from '../support/images.ts'
import { SIGNATURE, answering, drawn } from './quotation-answers-support.ts'

let app: TestApp
let planner: Browser
let open: ReturnType<typeof answering>['open']
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(ROLE.scheduler)
  ;({ open } = answering(app))
})
afterAll(() => app.close())

/** A copy of the sent quotation of the story, sent as well, and the path of its link. */
async function sent(): Promise<{ id: number; path: string }> {
  const copied = await planner.post('/administration/quotation/copy', {
    id: app.story.sales.sentQuotation,
    prices: 'kept',
  })
  const { id } = copied.json<{ id: number }>()
  await planner.post(`/administration/quotation/mark_sent/${id}`)
  const { $ } = await planner.get(`/administration/quotation/link/${id}`)
  return { id, path: new URL($(`#quotation-link-${id}`).val() as string).pathname }
}
const AGREES = { answer: 'accept', name: 'Anouk', signature: SIGNATURE }
const signingsOf = (id: number) =>
  app.db.selectFrom('quotation_signings').selectAll().where('quotation_id', '=', id).execute()

describe('a drawing', () => {
  const whole = pngOf(40, 20)
  it('is a whole png of a size that a pad has', () => {
    expect(readDrawing(drawn(whole), 100_000)?.equals(whole)).toBe(true)
    const wrong = {
      'cut off': whole.subarray(0, whole.length - 14),
      'with something behind it': Buffer.concat([whole, Buffer.from('<script>')]),
      'with too few rows': pngOf(40, 20, deflateSync(Buffer.alloc(161 * 10))),
      'with more than it says': pngOf(40, 20, deflateSync(Buffer.alloc(161 * 2000))),
      'packed wrong': pngOf(40, 20, Buffer.from('no zlib')),
      'of rows that no filter makes': pngOf(40, 20, deflateSync(Buffer.alloc(161 * 20, 9))),
      'far too large': pngOf(60_000, 60_000, deflateSync(Buffer.alloc(10))),
      'with a byte changed': Buffer.from(whole.map((byte, i) => (i === 60 ? byte ^ 1 : byte))),
    }
    for (const [what, bytes] of Object.entries(wrong))
      expect([what, readDrawing(drawn(bytes), 100_000)]).toEqual([what, null])
  })

  it('is not taken when it is of another kind, or of more bytes than it may have', () => {
    expect(readDrawing(drawn(whole), whole.length - 1)).toBeNull()
    for (const type of ['jpeg', 'gif', 'webp', 'svg+xml']) expect(readDrawing(drawn(whole, type), 100_000)).toBeNull()
    for (const bytes of ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'GIF89a', '\xff\xd8\xff\xe0'])
      expect(readDrawing(drawn(Buffer.from(bytes, 'latin1')), 100_000)).toBeNull()
    expect(readDrawing('https://example.org/a.png', 100_000)).toBeNull()
  })
})

describe('who attacks the page of a quotation', () => {
  it('writes nothing by a signature of another kind or size, and reads why', async () => {
    const { id, path } = await sent()
    const { send } = await open(path)
    for (const signature of [
      drawn(Buffer.from('<svg/>'), 'svg+xml'),
      drawn(pngOf(40, 20).subarray(0, 40)),
      'x'.repeat(150_000),
    ]) {
      const refused = await send({ ...AGREES, signature })
      expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('kan niet worden gelezen')])
    }
    expect((await send({ ...AGREES, signature: 'A'.repeat(400_000) })).status).toBe(413)
    expect(await signingsOf(id)).toEqual([])
  })

  it('gets what is typed written as text, on the page, in the popup and in the mail', async () => {
    const { id, path } = await sent()
    const evil = '<img src=x onerror=alert(1)>"\'{{7*7}}'
    const reader = await open(path)
    await reader.send({ answer: 'ask', name: evil, question: evil })
    await reader.send({ ...AGREES, name: evil })
    for (const { $ } of [await reader.again(), await planner.get(`/administration/quotation/view/${id}`)]) {
      expect($('img[src=x]').length).toBe(0)
      expect($.text()).toContain(evil)
    }
    expect((await planner.request(`/administration/quotation/signed/${id}`, {})).status).toBe(200)
  })

  it('is answered in words to whatever is sent', async () => {
    const { id, path } = await sent()
    const { send } = await open(path)
    const sends: Record<string, string | number | string[]>[] = [
      { answer: 'accept', name: 'A'.repeat(201), signature: SIGNATURE },
      { answer: 'accept', name: 'Anouk', typed: '1', chosen: ['2147483648'] },
      { answer: 'accept', name: 'Anouk', typed: '1', chosen: ['1'] },
      { answer: 'accept', name: 'Anouk', typed: '1', seen: 'x'.repeat(500) },
      { answer: 'accept', name: 'Anouk', typed: '1', chosen: ['-1', 'abc', '9999999999999999999999'] },
      { answer: 'decline', reason: '__proto__' },
      { answer: 'decline', reason: 'price', told: 'x'.repeat(2000) },
      { answer: 'ask', question: 'x'.repeat(2001) },
      { answer: 'ask', question: ' \n ' },
      { answer: 'anything' },
    ]
    for (const fields of sends) {
      const answer = await send(fields)
      expect([fields, answer.status < 500]).toEqual([fields, true])
      expect(answer.text).toContain('<main')
    }
    const { stage } = await app.db
      .selectFrom('quotations')
      .select('stage')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(['sent', 'viewed']).toContain(stage)
  })

  it('is not signed by a name that nobody sees, and a name writes no lines of its own in our mail', async () => {
    const { id, path } = await sent()
    const { send } = await open(path)
    for (const name of ['\u200B', '\u3164\u2060', '\u202E', '\u0001'])
      expect([name, (await send({ ...AGREES, name })).status]).toEqual([name, 422])
    expect(await signingsOf(id)).toEqual([])
    await send({ ...AGREES, name: '\u202EAnouk\n\nBetaal voortaan op:\r\nNL00' })
    expect(await signingsOf(id)).toMatchObject([{ name: 'Anouk Betaal voortaan op: NL00' }])
  })

  it('does nothing with a form of another quotation, without the token of the page, or from elsewhere', async () => {
    const [one, other] = [await sent(), await sent()]
    const { page, send } = await open(one.path)
    await app.db.updateTable('quotations').set({ reference: 'Iets anders' }).where('id', '=', other.id).execute()
    const seen = page.$('input[name=seen]').val() as string
    expect((await (await open(other.path)).send({ ...AGREES, seen })).status).toBe(409)
    expect((await send({ ...AGREES, _token: 'x' })).status).toBe(403)
    const bare = await app.anonymous.request(one.path, { method: 'POST', body: new URLSearchParams(AGREES) })
    expect(bare.status).toBe(403)
    expect([...(await signingsOf(one.id)), ...(await signingsOf(other.id))]).toEqual([])
  })

  it('finds no token anywhere: it rests as what stands for it, and the page is kept and indexed by nobody', async () => {
    const { path } = await sent()
    const token = path.split('/').at(-1)!
    expect(token).toMatch(/^[\w-]{32}$/)
    const { rows } = await app.pool.query<{ text: string }>('select l::text as text from quotation_links l')
    expect(rows.some(({ text }) => text.includes(token))).toBe(false)
    const { page } = await open(path)
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('x-robots-tag')).toBe('noindex')
    expect(page.headers.get('referrer-policy')).toMatch(/^(same-origin|no-referrer)$/)
    const gone = await open(`/offerte/${'A'.repeat(32)}`)
    const short = await open('/offerte/x')
    expect(gone.page.$('main').text()).toBe(short.page.$('main').text())
    expect(gone.page.$('form').length).toBe(0)
  })
})

describe('what is kept of who signs', () => {
  it('is told to them, emptied with them, and goes with its document after seven years', async () => {
    const { id, path } = await sent()
    const { contact_id } = await app.db.selectFrom('quotations').select('contact_id').where('id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
    const contact = contact_id ?? app.story.contacts.anouk
    await app.db.updateTable('quotations').set({ contact_id: contact }).where('id', '=', id).execute()
    const reader = await open(path)
    await reader.send({ answer: 'ask', name: 'Anouk', question: 'Wanneer komt u?' })
    expect((await reader.send(AGREES)).status).toBe(303)
    const source = app.services.registry.all(personData).find(({ key }) => key === 'quotation-answers')!
    const told = JSON.stringify(await source.collect(app.services, contact))
    for (const part of ['Anouk', '127.0.0.1', 'Wanneer komt u?']) expect(told).toContain(part)
    await app.runJobs('quotation-answers.draw')
    await inTransaction(app.db, null, (trx) => source.anonymise!(trx, contact, app.services))
    expect(await signingsOf(id)).toMatchObject([{ name: null, address: null, signature: null }])
    expect((await planner.request(`/administration/quotation/signed/${id}`, {})).status).toBe(200)
    const kinds = app.services.registry.all(retentionKinds)
    const old = new Date('2019-01-01')
    await app.db.updateTable('quotation_signings').set({ signed_at: old }).where('quotation_id', '=', id).execute()
    const kind = kinds.find(({ key }) => key === 'quotation-signings')!
    const before = new Date('2019-06-01')
    expect(await kind.count(app.db, before)).toBe(1)
    expect(await inTransaction(app.db, null, (trx) => kind.remove(trx, before, app.services))).toBe(1)
    expect(await signingsOf(id)).toEqual([])
    const { rows } = await app.pool.query('select 1 from kept_papers where signing_id is not null and sha256 is null')
    expect(rows).toEqual([])
  })
})

describe('who guesses links', () => {
  it('gets no further than 240 looks from one address, and is told to wait in words that say nothing', async () => {
    const { path } = await sent()
    const statuses: number[] = []
    for (let i = 0; i < 13; i++) {
      const guesses = Array.from({ length: 20 }, (_, j) =>
        app.anonymous.page(`/offerte/${String(i * 20 + j).padStart(32, 'A')}`),
      )
      statuses.push(...(await Promise.all(guesses)).map(({ status }) => status))
    }
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(10)
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(240)
    const refused = await app.anonymous.page(path)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(refused.text).not.toContain('Offerte OF')
  })
})
