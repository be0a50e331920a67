import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { bookWaiting } from '../../src/administration/books/accounting/bookings/bookings.job.ts'
import { rebook } from '../../src/administration/books/accounting/bookings/bookings.commands.ts'
import { type ExactSimulator, startExact } from '../../src/administration/books/accounting/index.ts'
import { linkedTo } from '../../src/administration/books/accounting/settings/link.queries.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { writeSetting } from '../../src/system/settings/index.ts'
import type { Mood } from '../../src/administration/books/accounting/providers/simulator.ts'
import type { Browser, TestApp } from '../support/app.ts'
import { addInvoice, bookingOf, chooseVat, registeredApp, signIn } from './accounting-support.ts'

let exact: ExactSimulator
let app: TestApp
let administrator: Browser
/** Ours and that of the package, which goes on when a test says so. */
let ahead = 0
const now = () => new Date(Date.now() + ahead)
beforeAll(async () => {
  exact = await startExact({ short: 10_000, now })
  app = await registeredApp({ exact: exact.url })
  administrator = await signIn(app, 'exact', exact.agree)
  await chooseVat(administrator, { 4: '5' })
  await app.db.deleteFrom('accounting_differences').execute()
})
afterAll(async () => {
  await app.close()
  await exact.stop()
})
let invoice: number
beforeEach(async () => {
  exact.behave()
  await app.db.deleteFrom('accounting_bookings').execute()
  await app.db.deleteFrom('accounting_pace').execute()
  exact.entries.splice(0)
  exact.blocked.clear()
  ahead = 0
  invoice = await addInvoice(app, { company_id: app.story.companies.deLinde }, [
    { product_id: app.story.products.bhvBook, count: '3' },
  ])
})

const queue = (...ids: number[]) => administrator.post('/accounting/getWizard/', { ids: ids.join(',') })
const book = () => bookWaiting(app.services, { now })
const posts = () => exact.asked.filter((one) => one === 'POST /api/v1/123456/salesentry/SalesEntries').length
/** The next question that books is answered so; those before it, about the debtor, as ever. */
async function bookWith(...moods: Mood[]) {
  await queue(invoice)
  // The debtor is known before, so that the first question books.
  await book()
  exact.entries.splice(0)
  await app.db.deleteFrom('accounting_bookings').execute()
  await queue(invoice)
  exact.behave(...moods)
  await book()
}

describe('a booking without an answer', () => {
  it('that was accepted is looked up before it is tried again, and is there once', async () => {
    await bookWith('accepted, then cut')
    expect(await bookingOf(app, invoice)).toMatchObject({ state: 'waiting', attempts: 1 })
    expect((await bookingOf(app, invoice)).asked_at).not.toBeNull()
    expect(exact.entries).toHaveLength(1)
    const before = posts()
    ahead = 60_000
    await book()
    expect(await bookingOf(app, invoice)).toMatchObject({ state: 'booked', provider_id: exact.entries[0]!.EntryID })
    expect([exact.entries.length, posts() - before]).toEqual([1, 0])
  })

  it.each<[string, Mood]>([
    ['was cut off', 'cut'],
    ['is an error of theirs', { status: 503 }],
  ])('that %s is tried again after a pause', async (_what, mood) => {
    await bookWith(mood)
    const waiting = await bookingOf(app, invoice)
    expect(waiting).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(waiting.not_before!.getTime()).toBeGreaterThan(now().getTime())
    await book()
    expect((await bookingOf(app, invoice)).attempts).toBe(1)
    ahead = 60_000
    await book()
    expect((await bookingOf(app, invoice)).state).toBe('booked')
    expect(exact.entries).toHaveLength(1)
  })

  it('is none of those that come as a page of HTML either', async () => {
    await bookWith('html')
    expect((await bookingOf(app, invoice)).state).toBe('waiting')
    ahead = 60_000
    await book()
    expect(exact.entries).toHaveLength(1)
  })

  it('is told of after ten times, and still looked up when somebody tries again', async () => {
    await queue(invoice)
    await book()
    exact.entries.splice(0)
    await app.db.updateTable('accounting_bookings').set({ state: 'waiting', booked_at: null, attempts: 9 }).execute()
    exact.behave('accepted, then cut')
    await book()
    const failed = await bookingOf(app, invoice)
    expect(failed).toMatchObject({
      state: 'failed',
      errors: [{ errorCode: 'GEEN_ANTWOORD', provider: 'Exact Online' }],
    })
    await queue(invoice)
    await book()
    expect((await bookingOf(app, invoice)).state).toBe('booked')
    expect(exact.entries).toHaveLength(1)
  })
})

describe('an invoice that is to be booked anew while it is being booked', () => {
  it('is booked anew after that', async () => {
    await queue(invoice)
    await book()
    exact.entries[0]!.AmountFC += 1
    await inTransaction(app.db, null, (trx) => rebook(trx, { provider: 'exact', administration: '123456' }, invoice))
    const before = exact.asked.length
    exact.behave({ lateMs: 800 })
    const booking = book()
    await expect.poll(() => exact.asked.length).toBeGreaterThan(before)
    await inTransaction(app.db, null, (trx) => rebook(trx, { provider: 'exact', administration: '123456' }, invoice))
    await booking
    expect(await bookingOf(app, invoice)).toMatchObject({ state: 'waiting', redo: true })
    exact.entries[0]!.AmountFC += 1
    await book()
    expect(await bookingOf(app, invoice)).toMatchObject({ state: 'booked', redo: false })
    const { total } = await app.db.selectFrom('invoices').select('total').where('id', '=', invoice).executeTakeFirstOrThrow() // prettier-ignore
    expect(exact.entries.map(({ AmountFC }) => Math.round(AmountFC * 100))).toEqual([Number(total)])
  })
})

describe('the pace of the package', () => {
  it('is kept: nothing is asked before the moment that its headers say, and it is no attempt', async () => {
    await bookWith({ tooManyMs: 30_000 })
    expect(await bookingOf(app, invoice)).toMatchObject({ state: 'waiting', attempts: 0, asked_at: null })
    const before = exact.asked.length
    await book()
    expect(exact.asked.length).toBe(before)
    ahead = 31_000
    await book()
    expect((await bookingOf(app, invoice)).state).toBe('booked')
  })

  it('is what it allows, over all processes', async () => {
    await inTransaction(app.db, null, (trx) =>
      writeSetting(trx, 'accounting', { journal: '70', stand_in: { short: 5, day: 100, answer_ms: 20_000 } }),
    )
    const linked = (await linkedTo(app.services, { now }))!
    await app.db.deleteFrom('accounting_pace').execute()
    const asked = await Promise.allSettled(Array.from({ length: 12 }, () => linked.call('/api/v1/current/Me')))
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    await app.db.deleteFrom('settings').where('key', '=', 'accounting').execute()
  })
})

describe('tokens', () => {
  it('are exchanged once, however many need one at the same moment', async () => {
    const before = exact.refreshes()
    ahead = 590_000
    const linked = (await linkedTo(app.services, { now }))!
    await Promise.all(Array.from({ length: 8 }, () => linked.call('/api/v1/current/Me')))
    expect(exact.refreshes() - before).toBe(1)
    expect((await app.db.selectFrom('accounting_links').select('error').executeTakeFirstOrThrow()).error).toBeNull()
  })

  it('that are refused before their time are waited for, and nobody has to sign in', async () => {
    ahead = 3_000_000
    const linked = (await linkedTo(app.services, { now }))!
    await linked.call('/api/v1/current/Me')
    // The package forgets the token, and gives no other one for the rest of its time.
    exact.forgetToken()
    await app.db
      .updateTable('accounting_links')
      .set({ obtained_at: now(), expires_at: new Date(now().getTime() + 600_000) })
      .execute()
    const refused = await linked.call('/api/v1/current/Me').catch((error: Error) => error.name)
    expect(['Limited', 'object']).toContain(typeof refused === 'string' ? refused : 'object')
    expect((await app.db.selectFrom('accounting_links').select('error').executeTakeFirstOrThrow()).error).toBeNull()
  })

  it('that end by themselves while it books are exchanged on the way', async () => {
    ahead = 9_000_000
    await queue(invoice)
    await book()
    expect((await bookingOf(app, invoice)).state).toBe('booked')
  })
})

describe('a debtor that is refused', () => {
  it('fails its own invoices alone, each with what was said, without asking again for each', async () => {
    const other = await addInvoice(app, { company_id: app.story.companies.kuipers }, [{ product_id: app.story.products.bhvBook, count: '1' }]) // prettier-ignore
    const more = await addInvoice(app, { company_id: app.story.companies.deLinde }, [{ product_id: app.story.products.bhvBook, count: '1' }]) // prettier-ignore
    const { client_id } = await app.db.selectFrom('companies').select('client_id').where('id', '=', app.story.companies.deLinde).executeTakeFirstOrThrow() // prettier-ignore
    exact.blocked.add(client_id)
    await queue(invoice, other, more)
    await book()
    expect((await bookingOf(app, other)).state).toBe('booked')
    for (const id of [invoice, more])
      expect(await bookingOf(app, id)).toMatchObject({
        state: 'failed',
        errors: [{ provider: 'Exact Online', message: expect.stringContaining('geblokkeerd') as string }],
      })
  })
})
