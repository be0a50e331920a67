import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bookBeside } from '../../src/administration/books/accounting/charges/charges.job.ts'
import { fetchPayments } from '../../src/administration/books/accounting/payments/payments.job.ts'
import { unbookPayment } from '../../src/administration/invoices/invoices/index.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import type { Browser, TestApp } from '../support/app.ts'
import { type BesideGround, ASKED_BESIDE, CHARGED_OPEN as OPEN, besideGround, chargedInvoice, chooseVat, payHere, signIn } from './accounting-support.ts' // prettier-ignore

let exact: BesideGround['exact']
let moneybird: BesideGround['moneybird']
let app: TestApp
let administrator: Browser
let close: () => Promise<void>
beforeAll(async () => {
  ;({ exact, moneybird, app, administrator, close } = await besideGround())
})
afterAll(() => close())
// What was asked before anybody said how often that may be counts for a minute.
afterEach(() => app.db.deleteFrom('accounting_pace').execute())

const charged = () => chargedInvoice(app, administrator)
const pay = (id: number, amount: number) => payHere(app, id, amount)
const rows = (id: number) => app.db.selectFrom('invoice_payments').select(['id', 'amount', 'source']).where('invoice_id', '=', id).orderBy('id').execute() // prettier-ignore

describe('payments in the package of an invoice of which costs and interest were paid here', () => {
  const HERE = 8_000
  const REST = OPEN + ASKED_BESIDE - HERE
  /** The customer paid a part here, which the bookkeeper knows as costs and a part of the invoice. */
  async function paidHere() {
    const { id, uid } = await charged()
    await pay(id, HERE)
    await bookBeside(app.services)
    return { id, uid, costs: exact.entries.find(({ YourRef }) => YourRef === `${uid}-K1`)! }
  }
  const standing = async (id: number) => {
    const { open } = await app.db.selectFrom('invoices').select('open').where('id', '=', id).executeTakeFirstOrThrow()
    const paid = await app.db.selectFrom('invoice_payments').select(['amount', 'paid_on']).where('invoice_id', '=', id).where('source', '=', 'ledger').execute() // prettier-ignore
    return { open: Number(open), paid }
  }
  const doubts = (id: number) => app.db.selectFrom('accounting_doubts').select('reason').where('invoice_id', '=', id).execute() // prettier-ignore

  it('are counted with it, so that it is paid here once all is there, on that day and once', async () => {
    const { id, uid } = await paidHere()
    exact.pay(uid, HERE - ASKED_BESIDE)
    exact.pay(`${uid}-K1`, ASKED_BESIDE, addDays(today(), -3))
    await fetchPayments(app.services)
    expect(await standing(id)).toEqual({ open: REST, paid: [] })
    const day = addDays(today(), -2)
    exact.pay(uid, OPEN, day)
    // The costs, known here since long, were put right there meanwhile.
    exact.pay(`${uid}-K1`, ASKED_BESIDE)
    await fetchPayments(app.services)
    await fetchPayments(app.services)
    expect(await standing(id)).toEqual({ open: 0, paid: [{ amount: REST, paid_on: day }] })
    expect(await doubts(id)).toEqual([])
  })

  it('leave open here what is open there of both together, wherever it was booked', async () => {
    const { id, uid } = await paidHere()
    exact.pay(uid, OPEN)
    await fetchPayments(app.services)
    expect((await standing(id)).open).toBe(REST)
    exact.pay(`${uid}-K1`, HERE - OPEN + 500)
    await fetchPayments(app.services)
    expect((await standing(id)).open).toBe(REST - 500)
    exact.pay(`${uid}-K1`, ASKED_BESIDE)
    await fetchPayments(app.services)
    expect((await standing(id)).open).toBe(0)
  })

  it('are counted as let go where they were let go', async () => {
    const { id, uid } = await paidHere()
    exact.pay(uid, HERE - ASKED_BESIDE)
    exact.pay(`${uid}-K1`, ASKED_BESIDE)
    await administrator.post(`/administration/invoice/waive/${id}`, { reason: 'Uit coulance' })
    for (const round of [1, 2]) {
      await fetchPayments(app.services)
      expect([round, (await standing(id)).open]).toEqual([round, OPEN - HERE])
      await bookBeside(app.services)
    }
  })

  it('stay taken over night after night where what is booked beside it is all that was paid there', async () => {
    const { id, uid } = await charged()
    const paid = await pay(id, 4_000)
    await bookBeside(app.services)
    exact.pay(`${uid}-K1`, 4_000)
    await inTransaction(app.db, null, (trx) => unbookPayment(trx, paid))
    await bookBeside(app.services)
    const beside = exact.entries.filter(({ YourRef }) => YourRef.startsWith(`${uid}-K`))
    expect(beside.map(({ AmountFC }) => AmountFC)).toEqual([40, -40])
    await fetchPayments(app.services)
    const first = await rows(id)
    expect(first).toMatchObject([{ amount: 4_000, source: 'ledger' }])
    for (const night of [2, 3]) {
      await fetchPayments(app.services)
      expect([night, await rows(id)]).toEqual([night, first])
    }
  })

  it('go back only where they are reversed there: not by costs that were paid here since, nor in doubt', async () => {
    const { id, uid } = await charged()
    exact.pay(uid, 3_000)
    await fetchPayments(app.services)
    await pay(id, 4_000)
    const amounts = async () => {
      await fetchPayments(app.services)
      return (await rows(id)).filter(({ source }) => source === 'ledger').map(({ amount }) => amount)
    }
    // Not booked there yet, and then not known there as paid.
    expect(await amounts()).toEqual([3_000])
    await bookBeside(app.services)
    expect(await amounts()).toEqual([3_000])
    const costs = exact.entries.find(({ YourRef }) => YourRef === `${uid}-K1`)!
    exact.entries.splice(exact.entries.indexOf(costs), 1)
    exact.pay(uid, 1_000)
    expect(await amounts()).toEqual([3_000])
    exact.entries.push(costs)
    expect([await amounts(), await amounts()]).toEqual([[3_000, -2_000], [3_000, -2_000]]) // prettier-ignore
  })

  it('are doubted by name where what stands of them there is gone or was changed', async () => {
    const { id, uid, costs } = await paidHere()
    const { AmountFC } = costs
    exact.pay(uid, OPEN)
    costs.AmountFC = 10
    await fetchPayments(app.services)
    expect([(await standing(id)).open, await doubts(id)]).toEqual([REST, [{ reason: 'amount' }]])
    const told = (await administrator.get('/accounting/compare/list')).text
    expect(told).toContain(`Een van de boekingen ${uid} en ${uid}-K1 heeft daar een ander bedrag.`)
    exact.entries.splice(exact.entries.indexOf(costs), 1)
    await fetchPayments(app.services)
    expect([(await standing(id)).open, await doubts(id)]).toEqual([REST, [{ reason: 'missing' }]])
    exact.entries.push(Object.assign(costs, { AmountFC }))
    exact.pay(`${uid}-K1`, ASKED_BESIDE)
    await fetchPayments(app.services)
    expect([(await standing(id)).open, await doubts(id)]).toEqual([0, []])
  })

  describe('in Moneybird', () => {
    const day = addDays(today(), -1)
    beforeAll(async () => {
      await app.db.deleteFrom('accounting_links').execute()
      administrator = await signIn(app, 'moneybird', moneybird.agree)
      await chooseVat(administrator, { 4: '13' })
    })

    it('are counted with it too, on that day', async () => {
      const { id, uid } = await charged()
      await pay(id, HERE)
      await bookBeside(app.services)
      moneybird.pay(uid, OPEN, day)
      moneybird.pay(`${uid}-K1`, ASKED_BESIDE, addDays(today(), -3))
      await fetchPayments(app.services)
      expect(await standing(id)).toEqual({ open: 0, paid: [{ amount: REST, paid_on: day }] })
    })

    it('stay taken over where more was booked on what is beside it than that comes to', async () => {
      const { id, uid } = await charged()
      await pay(id, 4_000)
      await bookBeside(app.services)
      moneybird.pay(`${uid}-K1`, 5_000, day)
      for (const night of [1, 2, 3]) {
        await fetchPayments(app.services)
        expect([night, (await standing(id)).paid]).toMatchObject([night, [{ amount: 1_000 }]])
      }
    })
  })
})
