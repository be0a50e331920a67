// clock
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bookPayment, takeBackPayment } from '../../src/administration/invoices/invoices/index.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { type ExactSimulator, startExact } from '../../src/administration/books/accounting/index.ts'
import { runCompare } from '../../src/administration/books/accounting/compare/compare.job.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { today } from '../../src/platform/format/zone.ts'
import type { Browser, TestApp } from '../support/app.ts'
import { addInvoice, askFreely, chooseVat, registeredApp, signIn } from './accounting-support.ts'

let exact: ExactSimulator
let app: TestApp
let administrator: Browser
const uids: string[] = []
const ids: number[] = []
beforeAll(async () => {
  exact = await startExact({ short: 10_000 })
  app = await registeredApp({ exact: exact.url })
  await askFreely(app)
  administrator = await signIn(app, 'exact', exact.agree)
  await chooseVat(administrator, { 4: '5' })
  await app.db.deleteFrom('accounting_differences').execute()
  await app.db.deleteFrom('accounting_bookings').execute()
  const { companies, products } = app.story
  for (let i = 0; i < 70; i++)
    ids.push(
      await addInvoice(app, { company_id: i % 2 === 0 ? companies.deLinde : companies.kuipers }, [
        { product_id: products.bhvBook, count: String(1 + i) },
        { product_id: products.eLearning, count: '1' },
      ]),
    )
  await administrator.post('/accounting/getWizard/', { ids: ids.join(',') })
  await app.runJobs('accounting.book')
  const rows = await app.db.selectFrom('invoices').select('uid').where('id', 'in', ids).orderBy('id').execute()
  uids.push(...rows.map(({ uid }) => uid!))
})
afterAll(async () => {
  await app.close()
  await exact.stop()
})

const entry = (i: number) => exact.entries.find(({ YourRef }) => YourRef === uids[i])!
async function compare() {
  const day = formatDate(today())
  await administrator.post('/accounting/compare/start', { from: day, until: day })
  await app.runJobs('accounting.compare')
  const check = await app.db.selectFrom('accounting_checks').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow()
  const rows = await app.db.selectFrom('accounting_differences').selectAll().where('check_id', '=', check.id).orderBy('id').execute() // prettier-ignore
  return { check, rows, told: rows.map(({ number, field }) => `${number} ${field}`).sort() }
}

describe('comparing with the package', () => {
  it('finds nothing where all is as it is here, over several pages', async () => {
    expect(exact.entries).toHaveLength(70)
    const { check, rows } = await compare()
    expect([check.state, check.compared, rows]).toEqual(['done', 70, []])
  })

  it('finds 20 of 20 planted differences, each of its kind', async () => {
    const planted: string[] = []
    for (let i = 0; i < 4; i++) {
      entry(i).AmountFC += 1.01
      planted.push(`${uids[i]} amount`)
    }
    for (let i = 4; i < 8; i++) {
      entry(i).SalesEntryLines = {
        results: entry(i).SalesEntryLines.results.map((line) => ({ ...line, VATCode: '0' })),
      }
      planted.push(`${uids[i]} vat`)
    }
    for (let i = 8; i < 12; i++) {
      entry(i).Customer = exact.debtors.find(({ ID }) => ID !== entry(i).Customer)!.ID
      planted.push(`${uids[i]} debtor`)
    }
    for (let i = 12; i < 16; i++) {
      exact.entries.splice(exact.entries.indexOf(entry(i)), 1)
      planted.push(`${uids[i]} missing_there`)
    }
    for (let i = 0; i < 4; i++) {
      exact.entries.push({ ...entry(30 + i), EntryID: `hand-${i}`, EntryNumber: 900 + i, YourRef: `Memo ${i}` })
      planted.push(`Memo ${i} missing_here`)
    }
    const { told } = await compare()
    expect(planted).toHaveLength(20)
    expect(told).toEqual(planted.sort())
    const { $ } = await administrator.get('/accounting/compare/list')
    const found = $('[aria-label="Verschillen"] tbody')
    expect(found.find('tr')).toHaveLength(20)
    expect(found.text()).toContain('Ontbreekt daar')
  })

  it('books again what is repaired, in the place of what is there, and leaves what is accepted', async () => {
    const { rows } = await compare()
    for (const row of rows) {
      const what = row.invoice_id === null ? 'accept' : 'repair'
      expect((await administrator.post(`/accounting/compare/${what}/${row.id}`)).status).toBe(204)
    }
    // What is on its way is not told as done.
    const standing = async () => {
      const { $ } = await administrator.get('/accounting/compare/list')
      const cells = $('[aria-label="Verschillen"] tbody tr td:last-child').map((_i, cell) => $(cell).text().trim())
      return Map.groupBy(cells.get(), (text) => text.split(/\s/)[0])
    }
    const before = await standing()
    expect([before.get('Wordt')?.length, before.get('Hersteld'), before.get('Geaccepteerd')?.length]).toEqual([16, undefined, 4]) // prettier-ignore
    await app.runJobs('accounting.book')
    expect((await standing()).get('Hersteld')).toHaveLength(16)
    // Seventy of ours, and four that somebody booked there by hand.
    expect(exact.entries).toHaveLength(74)
    expect(new Set(exact.entries.map(({ YourRef }) => YourRef)).size).toBe(74)
    expect((await compare()).rows).toEqual([])
  })

  it('tells of what has a number here and was never booked, or could not be, with why, and books it when asked', async () => {
    const sold = [{ product_id: app.story.products.bhvBook, count: '1' }]
    const [never, refused] = [await addInvoice(app, { company_id: app.story.companies.deLinde }, sold), await addInvoice(app, { company_id: app.story.companies.deLinde }, sold)] // prettier-ignore
    await app.db.insertInto('accounting_bookings').values({ invoice_id: refused, provider: 'exact', administration: '123456', state: 'failed' }).execute() // prettier-ignore
    const { rows, check } = await compare()
    expect(rows.map(({ invoice_id, field, there }) => [invoice_id, field, there])).toEqual([
      [never, 'missing_there', 'Niet, want nooit geboekt'],
      [refused, 'missing_there', 'Niet, want boekfout'],
    ])
    expect(check.compared).toBe(72)
    const { text } = await administrator.get('/accounting/compare/list')
    expect(text).not.toContain('Geen verschillen')
    for (const { id } of rows) expect((await administrator.post(`/accounting/compare/repair/${id}`)).status).toBe(204)
    await app.runJobs('accounting.book')
    expect((await compare()).rows).toEqual([])
    // As it was for what follows.
    for (const id of [never, refused]) {
      const { provider_id } = await app.db.selectFrom('accounting_bookings').select('provider_id').where('invoice_id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
      expect(exact.entries.filter(({ EntryID }) => EntryID === provider_id)).toHaveLength(1)
    }
  })

  it('takes over what was booked there by hand under the number of an invoice', async () => {
    const id = await addInvoice(app, { company_id: app.story.companies.deLinde }, [{ product_id: app.story.products.bhvBook, count: '1' }]) // prettier-ignore
    const { uid } = await app.db.selectFrom('invoices').select('uid').where('id', '=', id).executeTakeFirstOrThrow()
    exact.entries.push({ ...entry(40), EntryID: 'by-hand', EntryNumber: 999, YourRef: uid! })
    const { rows } = await compare()
    expect(rows).toMatchObject([{ number: uid, field: 'missing_here', invoice_id: id }])
    await administrator.post(`/accounting/compare/repair/${rows[0]!.id}`)
    const booked = await app.db.selectFrom('accounting_bookings').selectAll().where('invoice_id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
    expect(booked).toMatchObject({ state: 'booked', provider_id: 'by-hand' })
  })

  it('names each booking too many of an invoice, and takes it away there, or says what to do where that is refused', async () => {
    const [id, ours] = [ids[41]!, entry(41)]
    const doubles = ['double-1', 'double-2'].map((EntryID, i) => ({ ...ours, EntryID, EntryNumber: 26_700_012 + i }))
    // Whichever of them comes first there, ours is the one that we booked.
    exact.entries.unshift(doubles[0]!)
    exact.entries.push(doubles[1]!)
    const doubled = async () => (await compare()).rows.filter(({ number }) => number === uids[41])
    const rows = await doubled()
    expect(rows.map(({ invoice_id, number, field, their_id }) => [invoice_id, number, field, their_id])).toEqual([
      [id, uids[41], 'double', 'double-1'],
      [id, uids[41], 'double', 'double-2'],
    ])
    const { $ } = await administrator.get('/accounting/compare/list')
    const [first] = $(`[aria-label="Verschillen"] tbody tr:contains(${uids[41]})`).toArray().map((row) => $(row).text()) // prettier-ignore
    expect(first).toContain('Daar dubbel geboekt')
    expect(first).toMatch(/Nog een keer, .* boekstuk 26700012/)
    expect(first).toContain('Dubbele weghalen')
    const repair = (i: number) => administrator.post(`/accounting/compare/repair/${rows[i]!.id}`)
    expect((await repair(0)).trigger.flash?.str).toBe('De dubbele boeking is weggehaald')
    // Somebody took the other away there meanwhile.
    exact.entries.splice(exact.entries.indexOf(doubles[1]!), 1)
    const refused = await repair(1)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining(`Haal daar zelf de tweede boeking van ${uids[41]} weg`)]) // prettier-ignore
    expect(exact.entries.filter(({ YourRef }) => YourRef === uids[41])).toEqual([ours])
    expect(await doubled()).toEqual([])
  })

  it('says nothing of an invoice on which nothing is charged', async () => {
    const id = await addInvoice(app, { company_id: app.story.companies.deLinde }, [{ product_id: app.story.products.bhvBook, count: '1', price: '0' }]) // prettier-ignore
    expect((await compare()).rows.filter(({ invoice_id }) => invoice_id === id)).toEqual([])
  })
})

describe('the pace of the package while it is compared', () => {
  const running = async () => {
    const day = today()
    const check = { provider: 'exact', administration: '123456', from_day: day, until_day: day, started_by: app.story.users[ROLE.administrator]! } // prettier-ignore
    const { id } = await app.db.insertInto('accounting_checks').values(check).returning('id').executeTakeFirstOrThrow()
    return id
  }
  const stateOf = async (id: number) =>
    (await app.db.selectFrom('accounting_checks').select('state').where('id', '=', id).executeTakeFirstOrThrow()).state
  const takesNothingFor = (ms: number) =>
    app.db
      .updateTable('accounting_pace')
      .set({ short_left: 0, short_until: new Date(Date.now() + ms) })
      .execute()
  afterEach(() => app.db.deleteFrom('accounting_pace').execute())

  it('is waited for, and it goes on where it was', async () => {
    const id = await running()
    await takesNothingFor(2_600)
    exact.asked.splice(0)
    await runCompare({ check: id }, app.services)
    expect([await stateOf(id), exact.asked.length > 0]).toEqual(['done', true])
  })

  it('is not waited for by a process that stops', async () => {
    const id = await running()
    await takesNothingFor(50_000)
    const stopping = new AbortController()
    const run = runCompare({ check: id }, app.services, stopping.signal)
    stopping.abort()
    await expect(run).rejects.toMatchObject({ name: 'AbortError' })
    expect(await stateOf(id)).toBe('running')
  })

  it('is enough for a period of a year and a half, and nothing longer begins', async () => {
    const answer = await administrator.post('/accounting/compare/start', { from: '01-01-2024', until: '31-12-2025' })
    expect([answer.status, answer.json()]).toEqual([422, { until: ['Kies hooguit anderhalf jaar.'] }])
  })
})

describe('payments that were made there', () => {
  const paymentsOf = (id: number) =>
    app.db.selectFrom('invoice_payments').select(['amount', 'note']).where('invoice_id', '=', id).execute()
  const openOf = async (id: number) =>
    (await app.db.selectFrom('invoices').select('open').where('id', '=', id).executeTakeFirstOrThrow()).open

  it('become payments here, in part and whole, exactly once', async () => {
    const [id, uid] = [ids[50]!, uids[50]!]
    const total = await openOf(id)
    exact.pay(uid, 1000)
    await compare()
    await compare()
    expect(await paymentsOf(id)).toEqual([{ amount: 1000, note: 'Volgens Exact Online' }])
    exact.pay(uid, total)
    const { check } = await compare()
    expect([await openOf(id), check.payments]).toEqual([0, 1])
    await compare()
    expect(await paymentsOf(id)).toHaveLength(2)
  })

  it('are asked by twenties of what is not on the list any more', async () => {
    for (let i = 0; i < 50; i++) exact.pay(uids[i]!, await openOf(ids[i]!))
    exact.asked.splice(0)
    expect((await compare()).check.payments).toBe(50)
    const asked = exact.asked.filter((one) => one.endsWith('/salesentry/SalesEntries'))
    // Two pages of entries, and three times some of the fifty.
    expect(asked).toHaveLength(5)
  })

  it('are kept of what was told before the package takes no more that day, and asked no second time', async () => {
    for (let i = 52; i < 54; i++) exact.pay(uids[i]!, await openOf(ids[i]!))
    for (let i = 54; i < 56; i++) exact.pay(uids[i]!, 500)
    // The list comes first, then the entries, which tell what was paid in part; the question after it is one too many.
    exact.behave('ok', 'ok', 'ok', 'ok', { tooManyMs: 3_600_000 })
    const { check } = await compare()
    expect([check.state, check.payments]).toEqual(['running', 2])
    await app.db.deleteFrom('accounting_pace').execute()
    await runCompare({ check: check.id }, app.services)
    const done = await app.db.selectFrom('accounting_checks').selectAll().where('id', '=', check.id).executeTakeFirst()
    expect(done).toMatchObject({ state: 'done', payments: 4 })
    expect(await paymentsOf(ids[54]!)).toHaveLength(1)
  })

  it('are none of an amount that went back here, and is still paid there', async () => {
    const id = ids[60]!
    const total = await openOf(id)
    await inTransaction(app.db, null, async (trx) => {
      const payment = await bookPayment(trx, id, { paid_on: today(), amount: total, note: null })
      await takeBackPayment(trx, payment, { on: today(), reason: 'Gestorneerd' })
    })
    exact.pay(uids[60]!, total)
    await compare()
    expect([await openOf(id), (await paymentsOf(id)).length]).toEqual([total, 2])
  })

  it('that went back themselves are none anew', async () => {
    const id = ids[61]!
    const total = await openOf(id)
    exact.pay(uids[61]!, total)
    await compare()
    const { id: payment } = await app.db.selectFrom('invoice_payments').select('id').where('invoice_id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
    await inTransaction(app.db, null, (trx) => takeBackPayment(trx, payment, { on: today(), reason: 'Gestorneerd' }))
    await compare()
    expect(await openOf(id)).toBe(total)
  })

  it('are none where the entry is gone there', async () => {
    exact.entries.splice(exact.entries.indexOf(entry(51)), 1)
    await compare()
    expect(await paymentsOf(ids[51]!)).toEqual([])
  })
})
