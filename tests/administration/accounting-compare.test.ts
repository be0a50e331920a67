import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ExactSimulator, startExact } from '../../src/administration/accounting/index.ts'
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
    expect($('tbody tr')).toHaveLength(20)
    expect($('tbody').text()).toContain('Ontbreekt daar')
  })

  it('books again what is repaired, in the place of what is there, and leaves what is accepted', async () => {
    const { rows } = await compare()
    for (const row of rows) {
      const what = row.invoice_id === null ? 'accept' : 'repair'
      expect((await administrator.post(`/accounting/compare/${what}/${row.id}`)).status).toBe(204)
    }
    await app.runJobs('accounting.book')
    // Seventy of ours, and four that somebody booked there by hand.
    expect(exact.entries).toHaveLength(74)
    expect(new Set(exact.entries.map(({ YourRef }) => YourRef)).size).toBe(74)
    expect((await compare()).rows).toEqual([])
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

  it('are none where the entry is gone there', async () => {
    exact.entries.splice(exact.entries.indexOf(entry(51)), 1)
    await compare()
    expect(await paymentsOf(ids[51]!)).toEqual([])
  })
})
