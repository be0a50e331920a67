// clock
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { retryBeside } from '../../src/administration/books/accounting/charges/charges.commands.ts'
import { bookBeside } from '../../src/administration/books/accounting/charges/charges.job.ts'
import { fetchPayments } from '../../src/administration/books/accounting/payments/payments.job.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { writeSetting } from '../../src/system/settings/index.ts'
import type { Browser, TestApp } from '../support/app.ts'
import { type BesideGround, CHARGED_OPEN, besideGround, chargedInvoice, chooseVat, payHere, signIn } from './accounting-support.ts' // prettier-ignore

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
const inExact = (uid: string) =>
  exact.entries
    .filter(({ YourRef }) => YourRef.startsWith(`${uid}-K`))
    .map(({ YourRef, AmountFC, SalesEntryLines: { results } }) => [YourRef, AmountFC, ...results.map((line) => [line.GLAccount.slice(-4), line.AmountFC, line.VATAmountFC, line.VATCode])]) // prettier-ignore
const rowsOf = (id: number) => app.db.selectFrom('accounting_beside').select(['state', 'problem', 'sequence']).where('invoice_id', '=', id).orderBy('id').execute() // prettier-ignore

describe('costs and interest that were paid', () => {
  it('are booked once beside their invoice, without VAT, and taken back there when they are let go', async () => {
    const { id, uid } = await charged()
    await pay(id, CHARGED_OPEN + 4_120)
    await Promise.all([bookBeside(app.services), bookBeside(app.services)])
    await bookBeside(app.services)
    expect(inExact(uid)).toEqual([[`${uid}-K1`, 41.2, ['8900', 40, 0, undefined], ['8910', 1.2, 0, undefined]]])
    expect((await administrator.post(`/administration/invoice/waive/${id}`, { reason: 'Uit coulance' })).status).toBe(204) // prettier-ignore
    await bookBeside(app.services)
    await bookBeside(app.services)
    expect(inExact(uid)).toEqual([
      [`${uid}-K1`, 41.2, ['8900', 40, 0, undefined], ['8910', 1.2, 0, undefined]],
      [`${uid}-K2`, -41.2, ['8900', -40, 0, undefined], ['8910', -1.2, 0, undefined]],
    ])
    // The comparison knows them.
    await administrator.post('/accounting/compare/start', { from: formatDate(addDays(today(), -1)), until: formatDate(today()) }) // prettier-ignore
    await app.runJobs('accounting.compare')
    const told = await app.db.selectFrom('accounting_differences').select('number').where('number', 'like', `${uid}%`).execute() // prettier-ignore
    expect(told).toEqual([])
  })

  it('are told whole to an administration that is linked anew, whatever an earlier one knows, and of that nothing goes', async () => {
    const { id, uid } = await charged()
    await pay(id, 4_000)
    const { provider } = await app.db.selectFrom('accounting_links').select('provider').executeTakeFirstOrThrow()
    const earlier = { invoice_id: id, provider, administration: 'eerder', sequence: 1, costs: 4_000, interest: 0, booked_on: today(), state: 'failed', problem: 'Van de vorige administratie.', attempts: 10 } // prettier-ignore
    await app.db.insertInto('accounting_beside').values(earlier).execute()
    expect((await administrator.get('/accounting/beside/list')).text).not.toContain('Van de vorige administratie.')
    expect((await administrator.get('/attention')).$('a[href="/accounting/beside"]')).toHaveLength(0)
    await inTransaction(app.db, null, retryBeside)
    await bookBeside(app.services)
    expect(inExact(uid)).toEqual([[`${uid}-K1`, 40, ['8900', 40, 0, undefined]]])
    expect((await rowsOf(id)).map(({ state, sequence }) => [state, sequence])).toEqual([['failed', 1], ['booked', 1]]) // prettier-ignore
    await app.db.deleteFrom('accounting_beside').where('administration', '=', 'eerder').execute()
  })

  it('of a period that was closed since are booked on the first open day', async () => {
    const { id, uid } = await charged()
    await pay(id, 4_000)
    const close = (closed_until: string) => inTransaction(app.db, null, (trx) => writeSetting(trx, 'bookkeeping', { closed_until })) // prettier-ignore
    await close(today())
    await bookBeside(app.services)
    await close('')
    const { booked_on } = await app.db.selectFrom('accounting_beside').select('booked_on').where('invoice_id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
    expect([booked_on, inExact(uid).length]).toEqual([addDays(today(), 1), 1])
    const { EntryDate } = exact.entries.find(({ YourRef }) => YourRef === `${uid}-K1`)!
    expect(EntryDate).toContain(addDays(today(), 1))
  })

  it('are looked up before they are sent again where no answer came', async () => {
    const { id, uid } = await charged()
    await pay(id, 4_000)
    exact.behave('accepted, then cut')
    await bookBeside(app.services)
    exact.behave()
    expect((await rowsOf(id)).map(({ state }) => state)).toEqual(['waiting'])
    await bookBeside(app.services)
    expect([inExact(uid).length, (await rowsOf(id))[0]!.state]).toEqual([1, 'booked'])
  })

  it('say why they are not booked, and are once that is told', async () => {
    const { id, uid } = await charged()
    await pay(id, 4_000)
    const choice = await app.db.selectFrom('accounting_choices').innerJoin('ledger_accounts', 'ledger_accounts.id', 'accounting_choices.ledger_account_id').select(['accounting_choices.id', 'their_id', 'ledger_account_id']).where('code', '=', '8900').executeTakeFirstOrThrow() // prettier-ignore
    await app.db.deleteFrom('accounting_choices').where('id', '=', choice.id).execute()
    await bookBeside(app.services)
    expect(await rowsOf(id)).toMatchObject([
      { state: 'failed', problem: expect.stringContaining('incassokosten') as string },
    ])
    expect((await administrator.get('/accounting/choices')).text).toContain('8900 Ontvangen incassokosten')
    // Told by name where the count leads, until it is mended.
    expect((await administrator.get('/attention')).$('a[href="/accounting/beside"]').text()).toContain(
      'boekfout van kosten en rente',
    )
    const told = (await administrator.get('/accounting/beside/list')).text
    for (const said of [`${uid}-K1`, 'Kies op welke rekening ontvangen incassokosten komen', 'elk uur'])
      expect(told).toContain(said)
    const form = { [`choices[account-${choice.ledger_account_id}]`]: choice.their_id }
    expect((await administrator.post('/accounting/choices', form)).status).toBeLessThan(300)
    await bookBeside(app.services)
    expect([inExact(uid).length, (await rowsOf(id))[0]!.state]).toEqual([1, 'booked'])
  })

  it('are asked ten times and no more when they are refused, until the morning', async () => {
    const { id, uid } = await charged()
    await pay(id, 4_000)
    await app.db.deleteFrom('accounting_debtors').execute()
    exact.behave(...Array.from({ length: 12 }, () => ({ status: 400 })))
    for (let hour = 0; hour < 12; hour++) await bookBeside(app.services)
    const row = () => app.db.selectFrom('accounting_beside').select(['state', 'attempts', 'problem']).where('invoice_id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
    expect(await row()).toMatchObject({ state: 'failed', attempts: 10 })
    exact.behave()
    await bookBeside(app.services)
    expect((await row()).state).toBe('failed')
    expect((await administrator.get('/accounting/beside/list')).text).toContain((await row()).problem!)
    await inTransaction(app.db, null, retryBeside)
    await app.runJobs('accounting.beside')
    expect([inExact(uid).length, (await row()).state]).toEqual([1, 'booked'])
    expect((await administrator.get('/accounting/beside/list')).text).toContain('Geen boekfouten')
  })

  it('are no reason to take the invoice for paid where all of the payment was booked on it there', async () => {
    const { id, uid } = await charged()
    await pay(id, CHARGED_OPEN)
    exact.pay(uid, CHARGED_OPEN)
    await fetchPayments(app.services)
    const { open } = await app.db.selectFrom('invoices').select('open').where('id', '=', id).executeTakeFirstOrThrow()
    expect(Number(open)).toBe(4_120)
  })

  it('go to Moneybird as documents of their own too', async () => {
    await app.db.deleteFrom('accounting_links').execute()
    administrator = await signIn(app, 'moneybird', moneybird.agree)
    await chooseVat(administrator, { 4: '13' })
    const { id, uid } = await charged()
    await pay(id, CHARGED_OPEN + 4_120)
    await bookBeside(app.services)
    await bookBeside(app.services)
    const made = moneybird.invoices.filter(({ reference }) => reference.startsWith(`${uid}-K`))
    expect(made.map(({ reference, total_price_incl_tax, details }) => [reference, Number(total_price_incl_tax), details.map(({ ledger_account_id, price }) => [ledger_account_id, price])])).toEqual([[`${uid}-K1`, 41.2, [['98900', '40.00'], ['98910', '1.20']]]]) // prettier-ignore
  })
})
