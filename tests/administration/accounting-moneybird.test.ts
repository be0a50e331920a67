import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookWaiting } from '../../src/administration/books/accounting/bookings/bookings.job.ts'
import { type MoneybirdSimulator, startMoneybird } from '../../src/administration/books/accounting/index.ts'
import { fetchPayments } from '../../src/administration/books/accounting/payments/payments.job.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import type { Browser, TestApp } from '../support/app.ts'
import { bookingOf, chooseVat, registeredApp, signIn } from './accounting-support.ts'

let moneybird: MoneybirdSimulator
let app: TestApp
let administrator: Browser
beforeAll(async () => {
  moneybird = await startMoneybird({ short: 10_000 })
  app = await registeredApp({ moneybird: moneybird.url })
  administrator = await signIn(app, 'moneybird', moneybird.agree)
  await chooseVat(administrator, { 4: '13' })
  await app.db.deleteFrom('accounting_differences').execute()
  await app.db.deleteFrom('accounting_bookings').execute()
})
afterAll(async () => {
  await app.close()
  await moneybird.stop()
})

const compare = async () => {
  await administrator.post('/accounting/compare/start', { from: formatDate(addDays(today(), -90)), until: formatDate(today()) }) // prettier-ignore
  await app.runJobs('accounting.compare')
  const { id } = await app.db
    .selectFrom('accounting_checks')
    .select('id')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return app.db.selectFrom('accounting_differences').select(['number', 'field']).where('check_id', '=', id).execute()
}

describe('Moneybird', () => {
  it('gets the invoices once each, to the cent, with the debtor by our number', async () => {
    const { late, definitive, foreign } = app.story.invoices
    await administrator.post('/accounting/getWizard/', { ids: [late, definitive, foreign].join(',') })
    await app.runJobs('accounting.book')
    for (const id of [late, definitive, foreign]) {
      const { uid, total } = await app.db.selectFrom('invoices').select(['uid', 'total']).where('id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
      const made = moneybird.invoices.filter(({ reference }) => reference === uid)
      expect(made).toHaveLength(1)
      expect(Math.round(Number(made[0]!.total_price_incl_tax) * 100)).toBe(Number(total))
      expect(await bookingOf(app, id)).toMatchObject({
        state: 'booked',
        provider: 'moneybird',
        provider_id: made[0]!.id,
      })
    }
    expect(moneybird.contacts.map(({ customer_id }) => customer_id)).toHaveLength(2)
  })

  it('is asked by reference before anything is booked again', async () => {
    const { late } = app.story.invoices
    await app.db.updateTable('accounting_bookings').set({ state: 'waiting', booked_at: null, asked_at: new Date() }).where('invoice_id', '=', late).execute() // prettier-ignore
    const before = moneybird.invoices.length
    await bookWaiting(app.services)
    expect((await bookingOf(app, late)).state).toBe('booked')
    expect(moneybird.invoices).toHaveLength(before)
  })

  it('is compared page by page, and its payments come back with their day', async () => {
    expect(await compare()).toEqual([])
    const [one] = moneybird.invoices
    moneybird.invoices.push({ ...one!, id: '99' })
    expect(await compare()).toEqual([{ number: one!.reference, field: 'double' }])
    const { id: double } = await app.db.selectFrom('accounting_differences').select('id').where('field', '=', 'double').executeTakeFirstOrThrow() // prettier-ignore
    await administrator.post(`/accounting/compare/repair/${double}`)
    expect([moneybird.invoices.includes(one!), await compare()]).toEqual([true, []])
    const { definitive } = app.story.invoices
    const { uid } = await app.db
      .selectFrom('invoices')
      .select('uid')
      .where('id', '=', definitive)
      .executeTakeFirstOrThrow()
    moneybird.pay(uid!, 500, addDays(today(), -2))
    await compare()
    const payments = await app.db.selectFrom('invoice_payments').select(['amount', 'paid_on']).where('invoice_id', '=', definitive).execute() // prettier-ignore
    expect(payments).toEqual([{ amount: 500, paid_on: addDays(today(), -2) }])
    moneybird.invoices.find(({ reference }) => reference === uid)!.contact_id = 'another'
    expect(await compare()).toEqual([{ number: uid, field: 'debtor' }])
  })

  it('is asked by id: an emptied reference is no payment, and another amount or a lost invoice is told of', async () => {
    const { late } = app.story.invoices
    const openHere = async () => (await app.db.selectFrom('invoices').select('open').where('id', '=', late).executeTakeFirstOrThrow()).open // prettier-ignore
    const doubts = async () => (await app.db.selectFrom('accounting_doubts').select(['invoice_id', 'reason']).where('invoice_id', '=', late).execute()) // prettier-ignore
    const open = await openHere()
    const { provider_id } = await bookingOf(app, late)
    const there = moneybird.invoices.find(({ id }) => id === provider_id)!
    there.reference = ''
    await fetchPayments(app.services)
    expect([await openHere(), await doubts()]).toEqual([open, []])
    const { total_price_incl_tax } = there
    there.total_price_incl_tax = '1.00'
    await fetchPayments(app.services)
    expect([await openHere(), await doubts()]).toEqual([open, [{ invoice_id: late, reason: 'amount' }]])
    there.total_price_incl_tax = total_price_incl_tax
    moneybird.invoices.splice(moneybird.invoices.indexOf(there), 1)
    await fetchPayments(app.services)
    expect([await openHere(), await doubts()]).toEqual([open, [{ invoice_id: late, reason: 'missing' }]])
  })
})
