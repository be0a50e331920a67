// clock
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import {
  bookPayment,
  leftOfPayment,
  restorePayment,
  takeBackPayment,
  unbookPayment,
} from '../../src/administration/invoices/invoices/index.ts'
import { payOpeningItem, removeOpeningPayment } from '../../src/administration/invoices/open-items/payments.commands.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import type { Trx } from '../../src/platform/database/types.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { writeSetting } from '../../src/system/settings/index.ts'
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

  it('is what its invoice, or what an old system left open, was last changed by', async () => {
    const [id, item] = [await definitiveInvoice(app), app.story.openingItem]
    const { pool } = app.owner
    const tables = [['invoices', 'touch'], ['opening_items', 'touch'], ['history', 'append_only']] // prettier-ignore
    for (const [table, trigger] of tables) await pool.query(`alter table ${table} disable trigger ${trigger}`)
    await pool.query("update invoices set updated_at = now() - interval '3 days' where id = $1", [id])
    await pool.query("update opening_items set updated_at = now() - interval '3 days' where id = $1", [item])
    await pool.query("update history set at = now() - interval '3 days' where record_id = any($1)", [[id, item]])
    for (const [table, trigger] of tables) await pool.query(`alter table ${table} enable trigger ${trigger}`)
    const told = async () =>
      Promise.all(
        [`invoice/view/${id}`, `opening-item/view/${item}`].map(
          async (path) =>
            /Laatst gewijzigd op (\S+)/.exec((await administrator.get(`/administration/${path}`)).text)?.[1],
        ),
      )
    const [day, before] = [formatDate(today()), formatDate(addDays(today(), -3))]
    expect(await told()).toEqual([before, before])
    await paidByBank(id, 100)
    await within((trx) => payOpeningItem(trx, item, { paid_on: today(), amount: 100, note: null }))
    expect(await told()).toEqual([day, day])
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

describe('a payment of a closed period', () => {
  const closed = addDays(today(), -10)
  const close = (day: string) => within((trx) => writeSetting(trx, 'bookkeeping', { closed_until: day }))
  afterEach(() => close(''))

  it('that a person tells stands on the first day that is open too, which is said, and what was open before stays so', async () => {
    const id = app.story.invoices.late
    const { invoice_date } = await app.db.selectFrom('invoices').select('invoice_date').where('id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
    expect(invoice_date < addDays(closed, -2)).toBe(true)
    await close(closed)
    const openPer = async (day: string) => {
      const { $ } = await administrator.get(`/administration/ageing?day=${formatDate(day)}`)
      return $('table').text()
    }
    const before = await openPer(closed)
    const tell = (day: string) =>
      administrator.post(`/administration/invoice/status/${id}`, { status: 'paid', paid_on: formatDate(day), amount: '10,00' }) // prettier-ignore
    const told = await tell(addDays(closed, -2))
    expect([told.status, told.trigger.flash?.str]).toEqual([200, expect.stringContaining(`Geboekt op ${formatDate(addDays(closed, 1))}, want de periode tot en met ${formatDate(closed)} is afgesloten`)]) // prettier-ignore
    expect((await tell(today())).trigger.flash?.str).not.toContain('afgesloten')
    const rows = await app.db.selectFrom('invoice_payments').select(['paid_on', 'note', 'source']).where('invoice_id', '=', id).where('amount', '=', 1000).orderBy('id').execute() // prettier-ignore
    expect(rows).toEqual([
      { paid_on: addDays(closed, 1), note: `Ontvangen op ${formatDate(addDays(closed, -2))}.`, source: 'hand' },
      { paid_on: today(), note: null, source: 'hand' },
    ])
    expect(await openPer(closed)).toBe(before)
  })

  it('that a bank or a provider tells stands on the first day that is open, and says when it came', async () => {
    const id = await definitiveInvoice(app)
    await close(closed)
    const payment = await within((trx) => bookPayment(trx, id, { paid_on: addDays(closed, -3), amount: 500, note: 'Afschrift 12', source: 'bank' })) // prettier-ignore
    await within((trx) => takeBackPayment(trx, payment, { on: closed, reason: 'Saldo te laag', amount: 100 }))
    const rows = await app.db.selectFrom('invoice_payments').select(['paid_on', 'note']).where('invoice_id', '=', id).orderBy('id').execute() // prettier-ignore
    expect(rows).toEqual([
      { paid_on: addDays(closed, 1), note: `Ontvangen op ${formatDate(addDays(closed, -3))}. Afschrift 12` },
      { paid_on: addDays(closed, 1), note: 'Saldo te laag' },
    ])
  })

  it('stays where it is, whoever wants to take it away, also by undoing', async () => {
    const id = await definitiveInvoice(app)
    const [byBank, byHand] = [await paidByBank(id, 100), await within((trx) => bookPayment(trx, id, { paid_on: today(), amount: 100, note: null }))] // prettier-ignore
    const told = await administrator.post(`/administration/invoice/status/${id}`, { status: 'paid', paid_on: formatDate(today()), amount: '1,00' }) // prettier-ignore
    const before = await stands(id)
    await close(today())
    const closedToday = `De periode tot en met ${formatDate(today())} is afgesloten.`
    await expect(within((trx) => unbookPayment(trx, byBank))).rejects.toThrow(closedToday)
    const refused = await administrator.post(`/administration/invoice/${id}/remove_payment`, { id: byHand })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('blijft daarin staan')])
    const undone = await administrator.post(`/undo/${told.undo!.set}`)
    expect([undone.status, undone.text]).toEqual([409, expect.stringContaining(closedToday)])
    expect(await stands(id)).toEqual(before)
  })

  it('keeps what was taken back in it: what stays after all is booked anew on the first open day', async () => {
    const id = await definitiveInvoice(app)
    const payment = await paidByBank(id, 1000)
    await within((trx) => takeBackPayment(trx, payment, { on: addDays(closed, -1), reason: 'Chargeback', amount: 700 }))
    await close(closed)
    await within((trx) => takeBackPayment(trx, payment, { on: today(), reason: 'Terugbetaald', amount: 200 }))
    const rows = () => app.db.selectFrom('invoice_payments').select(['paid_on', 'amount']).where('takes_back_id', '=', payment).orderBy('id').execute() // prettier-ignore
    // The open part goes first; of the closed one the rest comes back today.
    expect(await within((trx) => restorePayment(trx, payment, 500))).toBe(500)
    expect(await rows()).toEqual([{ paid_on: addDays(closed, -1), amount: -700 }, { paid_on: today(), amount: 300 }]) // prettier-ignore
    expect(await within((trx) => leftOfPayment(trx, payment))).toBe(600)
    expect(await within((trx) => restorePayment(trx, payment, 5000))).toBe(400)
    expect(await within((trx) => leftOfPayment(trx, payment))).toBe(1000)
    expect(await within((trx) => restorePayment(trx, payment, 1))).toBe(0)
    expect((await rows())[0]).toEqual({ paid_on: addDays(closed, -1), amount: -700 })
    const { text } = await administrator.get(`/administration/invoice/view/${id}`)
    expect(text).toContain('Terugboeking vervallen')
  })

  it('is booked so of what an old system left open, too, and stays', async () => {
    const { id } = await app.db.insertInto('opening_items').values({ company_id: app.story.companies.twente, number: 'OUD-77', invoice_date: addDays(closed, -60), expires_at: addDays(closed, -30), total: 5000, opening: 5000 }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    await close(closed)
    const payment = await within((trx) => payOpeningItem(trx, id, { paid_on: closed, amount: 100, note: 'Contant' }))
    const stored = await app.db.selectFrom('opening_payments').select(['paid_on', 'note']).where('id', '=', payment).executeTakeFirstOrThrow() // prettier-ignore
    expect(stored).toEqual({ paid_on: addDays(closed, 1), note: `Ontvangen op ${formatDate(closed)}. Contant` })
    await close(today())
    await expect(within((trx) => removeOpeningPayment(trx, id, payment))).rejects.toThrow('is afgesloten')
  })
})
