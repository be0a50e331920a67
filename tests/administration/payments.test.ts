import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { bookPayment, takeBackPayment, unbookPayment } from '../../src/administration/invoices/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import type { Trx } from '../../src/platform/database/types.ts'
import { today } from '../../src/platform/format/zone.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { definitiveInvoice } from './invoice-support.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
})
afterAll(() => app.close())

const within = <T>(work: (trx: Trx) => Promise<T>) => inTransaction(app.db, null, work)
const stands = (id: number) =>
  app.db.selectFrom('invoices').select(['state', 'open', 'paid']).where('id', '=', id).executeTakeFirstOrThrow()
const paidByBank = (id: number, amount: number) =>
  within((trx) => bookPayment(trx, id, { paid_on: today(), amount, note: 'Afschrift 12', source: 'bank' }))

describe('a payment that somebody else tells', () => {
  it('is booked on its invoice, says from where it came, and is not deleted by hand', async () => {
    const id = await definitiveInvoice(app)
    const before = await stands(id)
    const payment = await paidByBank(id, before.open)
    expect(await stands(id)).toEqual({ state: 'paid', open: 0, paid: before.open })
    const { text } = await administrator.get(`/administration/invoice/view/${id}`)
    expect(text).toContain('bankafschrift')
    expect(text).not.toContain(`/administration/invoice/${id}/remove_payment`)
    const refused = await administrator.post(`/administration/invoice/${id}/remove_payment`, { id: payment })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('komt van een bankregel')])
    await within((trx) => unbookPayment(trx, payment))
    expect(await stands(id)).toEqual(before)
  })

  it('is taken back with the reason, at most as much as it was, and both stay in view', async () => {
    const id = await definitiveInvoice(app)
    const before = await stands(id)
    const payment = await paidByBank(id, before.open)
    const back = (amount?: number) =>
      within((trx) => takeBackPayment(trx, payment, { on: today(), reason: 'Saldo te laag', ...(amount ? { amount } : {}) })) // prettier-ignore
    await back(1000)
    expect((await stands(id)).open).toBe(1000)
    await expect(back(before.open)).rejects.toThrow('niet zoveel meer over')
    await expect(within((trx) => unbookPayment(trx, payment))).rejects.toThrow('later teruggeboekt')
    await back()
    expect(await stands(id)).toEqual(before)
    await expect(back()).rejects.toThrow('niet zoveel meer over')
    const { text } = await administrator.get(`/administration/invoice/view/${id}`)
    expect(text).toContain('Teruggeboekt')
    expect(text).toContain('Saldo te laag')
  })

  it('says to the office alone who paid, as the bank calls them', async () => {
    const id = app.story.invoices.definitive
    await within((trx) => bookPayment(trx, id, { paid_on: today(), amount: 100, note: 'Bankafschrift P. Geheim', source: 'bank' })) // prettier-ignore
    const view = async (role: number) => (await (await app.as(role)).get(`/administration/invoice/view/${id}`)).text
    expect(await view(ROLE.administrator)).toContain('P. Geheim')
    const shown = await view(ROLE.supervisor)
    expect(shown).toContain('Betaald')
    expect(shown).not.toContain('P. Geheim')
  })

  it('needs an invoice with a number, and an amount', async () => {
    await expect(paidByBank(app.story.invoices.concept, 100)).rejects.toThrow('krijgt eerst een nummer')
    await expect(paidByBank(2_000_000_000, 100)).rejects.toThrow('Factuur')
    await expect(paidByBank(app.story.invoices.definitive, 0)).rejects.toThrow('€ 0,00')
    const id = await definitiveInvoice(app)
    const made = await administrator.post(`/administration/invoice/${id}/make_credit_invoice`)
    const credit = made.json<{ id: number }>().id
    expect((await administrator.post(`/administration/invoice/definitive/${credit}`)).status).toBe(200)
    await expect(paidByBank(credit, 100)).rejects.toThrow('is een creditfactuur')
  })
})
