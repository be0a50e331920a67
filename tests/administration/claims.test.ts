// clock
import { randomInt } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  bookPayment,
  restorePayment,
  takeBackPayment,
  unbookPayment,
} from '../../src/administration/invoices/invoices/index.ts'
import { tell } from '../../src/administration/invoices/invoices/payments/payment-state.commands.ts'
import { listBesideOpen } from '../../src/administration/sales/claims/index.ts'
import { bookOpeningPayment, takeBackOpeningPayment } from '../../src/administration/invoices/open-items/index.ts'
import { stillOpen } from '../../src/administration/payments/reminders/letters.queries.ts'
import { listOpenItems } from '../../src/administration/payments/reminders/reminders.queries.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import type { Trx } from '../../src/platform/database/types.ts'
import { formatDate } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { personData } from '../../src/system/privacy/points.ts'
import { writeSetting } from '../../src/system/settings/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { plainSpaces } from '../support/plain-spaces.ts'
import { type Sent, camt, entriesOf, sendStatement } from './bank-support.ts'
import { askingLetter } from './claim-support.ts'
import { definitiveInvoice } from './invoice-support.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
})
afterAll(() => app.close())

const OPEN = 5_995
const within = <T>(work: (trx: Trx) => Promise<T>) => inTransaction(app.db, null, work)
const stands = async (id: number) => {
  const { state, open, uid } = await app.db.selectFrom('invoices').select(['state', 'open', 'uid']).where('id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
  return { state, open: Number(open), uid: uid! }
}
const paymentsOf = async (id: number) =>
  (await app.db.selectFrom('invoice_payments').select(['amount', 'costs', 'interest', 'principal']).where('invoice_id', '=', id).orderBy('id').execute()).map(
    ({ amount, costs, interest, principal }) => [amount, costs, interest, principal].map((cents) => cents && Number(cents)),
  ) // prettier-ignore
/** An invoice of € 59,95 about which a letter asked € 40,00 of costs. */
async function charged(letter: Parameters<typeof askingLetter>[2] = {}, company = app.story.companies.twente) {
  const id = await definitiveInvoice(app, company)
  await askingLetter(app, { invoice_id: id }, letter)
  return id
}
const pay = (id: number, cents: number, more: Record<string, string> = {}) =>
  administrator.post(`/administration/invoice/status/${id}`, {
    ...{ status: 'paid', paid_on: formatDate(today()), amount: (cents / 100).toFixed(2).replace('.', ',') },
    ...more,
  })
/** '€ 78,00' in cents; nothing is none. */
const centsOf = (text: string): number => Number(text.replaceAll(/\D/g, ''))
const textOf = async (path: string) => plainSpaces((await administrator.get(path)).$.root().text().replaceAll(/\s+/g, ' ')) // prettier-ignore
const undo = (done: { undo?: { set: number } }) => administrator.post(`/undo/${done.undo!.set}`)

describe('a payment by hand while a letter asked costs', () => {
  it('of all of it pays both, and says what of it were costs', async () => {
    const id = await charged({ interest: 120 })
    const form = await textOf(`/administration/invoice/status/${id}`)
    expect(form).toContain('Er staat nog € 59,95 open van € 59,95, en daarnaast € 40,00 incassokosten en € 1,20 rente')
    expect((await administrator.get(`/administration/invoice/status/${id}`)).$('input[name=amount]').attr('value')).toBe('101,15') // prettier-ignore
    expect((await pay(id, OPEN + 4_120)).status).toBe(200)
    expect(await stands(id)).toMatchObject({ state: 'paid', open: 0 })
    expect(await paymentsOf(id)).toEqual([[OPEN + 4_120, 4_000, 120, OPEN]])
    const view = await textOf(`/administration/invoice/view/${id}`)
    expect(view).toContain(`€ 101,15 ${formatDate(today())}`)
    expect(view).toContain('waarvan € 40,00 incassokosten en € 1,20 rente')
  })

  it('of the invoice alone goes to the costs first, unless somebody says otherwise', async () => {
    const [law, chosen] = [await charged(), await charged()]
    await pay(law, OPEN)
    expect(await stands(law)).toMatchObject({ state: 'partly_paid', open: 4_000 })
    await pay(chosen, OPEN, { division: 'principal' })
    expect(await stands(chosen)).toMatchObject({ state: 'paid', open: 0 })
    expect(await paymentsOf(chosen)).toEqual([[OPEN, null, null, OPEN]])
    // Once the invoice itself is paid nobody asks the costs any more, on no screen.
    expect(await textOf(`/administration/invoice/view/${chosen}`)).toContain('Niet meer gevraagd€ 40,00: de factuur zelf staat niet meer open') // prettier-ignore
    expect(await textOf(`/administration/invoice/status/${chosen}`)).not.toContain('incassokosten')
    expect((await pay(chosen, 4_000)).status).toBe(409)
    expect((await pay(law, 1_000, { division: 'anders' })).status).toBe(422)
  })

  it('goes to the invoice alone for no more than is open of it, where costs are owed', async () => {
    const id = await charged()
    const over = await pay(id, OPEN + 4_000, { division: 'principal' })
    expect([over.status, plainSpaces(over.text)]).toEqual([422, expect.stringContaining('Van de factuur zelf staat € 59,95 open. Vul dat in')]) // prettier-ignore
    expect(await paymentsOf(id)).toEqual([])
    const item = app.story.openingItemAlone
    await askingLetter(app, { opening_item_id: item })
    const opening = (amount: string) => administrator.post(`/administration/opening-item/pay/${item}`, { paid_on: formatDate(today()), amount, division: 'principal' }) // prettier-ignore
    expect([(await opening('282,00')).status, (await opening('1,00')).status]).toEqual([422, 200])
    expect(await textOf(`/administration/opening-item/view/${item}`)).toMatch(/Gevraagd ?€ 40,00 incassokosten ?Nog te betalen ?€ 40,00/) // prettier-ignore
    // Without costs more than is open is what somebody paid too much.
    expect((await pay(await definitiveInvoice(app), OPEN + 100, { division: 'principal' })).status).toBe(200)
  })

  it('is of the invoice alone where it was made before the letter, or before the term of the fourteen days was over', async () => {
    const before = await charged({ ago: 3 })
    await pay(before, OPEN, { paid_on: formatDate(addDays(today(), -4)) })
    expect(await stands(before)).toMatchObject({ state: 'paid' })
    const [within15, after15] = [await charged({ step: 'notice', ago: 15 }), await charged({ step: 'notice', ago: 16 })]
    await pay(within15, OPEN)
    expect(await stands(within15)).toMatchObject({ state: 'paid', open: 0 })
    await pay(after15, OPEN)
    expect(await stands(after15)).toMatchObject({ state: 'partly_paid', open: 4_000 })
  })

  it('is of the invoice alone where the letter came back, also where its mail went again since', async () => {
    const id = await charged()
    // As it stands then: it left, and counts for nothing, since another one could go.
    await app.db.updateTable('reminder_items').set({ counts: false }).where('invoice_id', '=', id).execute()
    expect(await textOf(`/administration/invoice/status/${id}`)).not.toContain('incassokosten')
    await pay(id, OPEN)
    expect([await stands(id), await paymentsOf(id)]).toMatchObject([{ state: 'paid', open: 0 }, [[OPEN, null, null, OPEN]]]) // prettier-ignore
  })

  it('is undone with its costs', async () => {
    const id = await charged()
    const paid = await pay(id, OPEN + 4_000)
    expect(await stands(id)).toMatchObject({ state: 'paid' })
    expect((await undo(paid)).status).toBeLessThan(300)
    expect([await stands(id), await paymentsOf(id)]).toMatchObject([{ open: OPEN }, []])
    expect(await textOf(`/administration/invoice/status/${id}`)).toContain('daarnaast € 40,00 incassokosten')
  })
})

describe('costs that are let go', () => {
  it('go to the invoice as far as they were paid, are asked no more, and come back by undoing', async () => {
    const id = await charged()
    await pay(id, OPEN)
    expect(await stands(id)).toMatchObject({ open: 4_000 })
    const form = await textOf(`/administration/invoice/waive/${id}`)
    expect(form).toContain('€ 40,00 die daarvan is betaald, gaat naar de factuur zelf. Die is daarmee betaald.')
    expect((await administrator.post(`/administration/invoice/waive/${id}`, { reason: '' })).status).toBe(422)
    const waived = await administrator.post(`/administration/invoice/waive/${id}`, { reason: 'Uit coulance' })
    expect(waived.status).toBe(204)
    expect(await stands(id)).toMatchObject({ state: 'paid', open: 0 })
    expect(await paymentsOf(id)).toEqual([[OPEN, null, null, OPEN]])
    expect(await textOf(`/administration/invoice/view/${id}`)).toContain('Kosten en rente vervallen')
    expect((await administrator.post(`/administration/invoice/waive/${id}`, { reason: 'Nog eens' })).status).toBe(409)
    expect((await undo(waived)).status).toBeLessThan(300)
    expect([await stands(id), await paymentsOf(id)]).toMatchObject([{ open: 4_000 }, [[OPEN, 4_000, null, 1_995]]])
  })

  it('leave what was paid of them in the closed period where it stands', async () => {
    const id = await charged({ ago: 9 })
    await pay(id, OPEN, { paid_on: formatDate(addDays(today(), -5)) })
    await within((trx) => writeSetting(trx, 'bookkeeping', { closed_until: addDays(today(), -5) }))
    const form = await textOf(`/administration/invoice/waive/${id}`)
    expect(form).toContain('€ 40,00 is betaald in een periode die is afgesloten, en blijft kosten en rente.')
    expect(form).not.toContain('gaat naar de factuur zelf')
    await administrator.post(`/administration/invoice/waive/${id}`, { reason: 'Uit coulance' })
    await within((trx) => writeSetting(trx, 'bookkeeping', { closed_until: '' }))
    expect([await stands(id), await paymentsOf(id)]).toMatchObject([{ open: 4_000 }, [[OPEN, 4_000, null, 1_995]]])
    await pay(id, 4_000)
    expect(await stands(id)).toMatchObject({ state: 'paid', open: 0 })
  })
})

describe('costs that were let go and are asked again by undoing', () => {
  it('stay let go where what was paid of them stands in a period that was closed since', async () => {
    const id = await charged({ ago: 9 })
    await pay(id, OPEN, { paid_on: formatDate(addDays(today(), -5)) })
    const waived = await administrator.post(`/administration/invoice/waive/${id}`, { reason: 'Uit coulance' })
    await within((trx) => writeSetting(trx, 'bookkeeping', { closed_until: addDays(today(), -5) }))
    const answer = await undo(waived)
    await within((trx) => writeSetting(trx, 'bookkeeping', { closed_until: '' }))
    expect([answer.status, await paymentsOf(id)]).toEqual([409, [[OPEN, null, null, OPEN]]])
    expect(await textOf(`/administration/invoice/view/${id}`)).toContain('Kosten en rente vervallen')
  })

  it('stay let go where the payment went back since, all to the invoice', async () => {
    const id = await charged()
    const payment = await within((trx) => bookPayment(trx, id, { paid_on: today(), amount: OPEN, note: 'Afschrift', source: 'bank' })) // prettier-ignore
    const waived = await administrator.post(`/administration/invoice/waive/${id}`, { reason: 'Uit coulance' })
    await within((trx) => takeBackPayment(trx, payment, { on: today(), reason: 'Saldo te laag' }))
    const answer = await undo(waived)
    expect([answer.status, plainSpaces(answer.text)]).toEqual([409, expect.stringContaining('daarna teruggeboekt')])
    expect([await stands(id), await paymentsOf(id)]).toMatchObject([{ open: OPEN }, [[OPEN, null, null, OPEN], [-OPEN, null, null, -OPEN]]]) // prettier-ignore
  })

  it('come back with what had gone back of them before', async () => {
    const id = await charged()
    const payment = await within((trx) => bookPayment(trx, id, { paid_on: today(), amount: OPEN, note: 'Afschrift', source: 'bank' })) // prettier-ignore
    await within((trx) => takeBackPayment(trx, payment, { on: today(), reason: 'Saldo te laag' }))
    const before = await paymentsOf(id)
    const waived = await administrator.post(`/administration/invoice/waive/${id}`, { reason: 'Uit coulance' })
    expect((await undo(waived)).status).toBeLessThan(300)
    expect(await paymentsOf(id)).toEqual(before)
  })
})

describe('costs of an invoice of the old system that are let go', () => {
  const owes = 12_100
  const made: number[] = []
  // What is in the books of today is counted below.
  afterAll(() => app.db.deleteFrom('opening_payments').where('opening_item_id', 'in', made).execute())
  /** An item past its last day about which a letter asked € 40,00 of costs. */
  async function old(letter: Parameters<typeof askingLetter>[2] = {}, total = owes) {
    const day = addDays(today(), -60)
    const { id } = await app.db.insertInto('opening_items').values({ company_id: app.story.companies.deLinde, number: `OUD-${randomInt(1e9)}`, invoice_date: day, expires_at: addDays(day, 14), total, opening: total }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
    made.push(id)
    if (total > 0) await askingLetter(app, { opening_item_id: id }, letter)
    return id
  }
  const payOld = (id: number, cents: number, on = today()) =>
    administrator.post(`/administration/opening-item/pay/${id}`, { paid_on: formatDate(on), amount: (cents / 100).toFixed(2).replace('.', ',') }) // prettier-ignore
  const waive = (id: number, reason = 'Uit coulance') => administrator.post(`/administration/opening-item/waive/${id}`, { reason }) // prettier-ignore
  const openOf = async (id: number) => Number((await app.db.selectFrom('opening_items').select('open').where('id', '=', id).executeTakeFirstOrThrow()).open) // prettier-ignore
  const partsOf = async (id: number) =>
    (await app.db.selectFrom('opening_payments').select(['amount', 'costs']).where('opening_item_id', '=', id).orderBy('id').execute()).map(({ amount, costs }) => [Number(amount), costs && Number(costs)]) // prettier-ignore
  const card = (id: number) => textOf(`/administration/opening-item/view/${id}`)

  it('go to it as far as they were paid, are asked no more, and come back by undoing', async () => {
    const id = await old()
    await payOld(id, owes)
    expect([await openOf(id), await partsOf(id)]).toEqual([4_000, [[owes, 4_000]]])
    expect(await textOf(`/administration/opening-item/waive/${id}`)).toContain('€ 40,00 die daarvan is betaald, gaat naar de factuur zelf. Die is daarmee betaald.') // prettier-ignore
    expect((await waive(id, '')).status).toBe(422)
    const waived = await waive(id)
    expect([waived.status, await openOf(id), await partsOf(id)]).toEqual([204, 0, [[owes, null]]])
    expect(await card(id)).toMatch(/Kosten en rente vervallen.*Uit coulance/)
    expect((await waive(id, 'Nog eens')).status).toBe(409)
    expect((await undo(waived)).status).toBeLessThan(300)
    expect([await openOf(id), await partsOf(id)]).toEqual([4_000, [[owes, 4_000]]])
    expect(await card(id)).not.toContain('vervallen')
    const history = await textOf(`/events/of/opening_item/${id}`)
    expect(history).toContain('Kosten en rente vervallen')
  })

  it('are in the file about a person with why, and what a company was let go is not in that of its contact', async () => {
    const contact_id = await addContact(app.db)
    const fileOf = async (key: string) =>
      (await app.services.registry.all(personData).find((source) => source.key === key)!.collect(app.services, contact_id)) // prettier-ignore
    const alone = await old()
    const theirs = await old()
    await app.db.updateTable('opening_items').set({ contact_id, note: 'Uit het oude pakket' }).where('id', 'in', [alone, theirs]).execute() // prettier-ignore
    await app.db.updateTable('opening_items').set({ company_id: null }).where('id', '=', alone).execute()
    for (const id of [alone, theirs]) await waive(id)
    const written = (await fileOf('opening-items')).map((row) => [row['Toelichting'], row['Kosten en rente vervallen']])
    expect(written.toSorted()).toEqual([
      [null, null],
      ['Uit het oude pakket', 'Uit coulance'],
    ])
    const invoices = [await charged(), await charged()]
    await app.db.updateTable('invoices').set({ contact_id }).where('id', 'in', invoices).execute()
    await app.db.updateTable('invoices').set({ company_id: null }).where('id', '=', invoices[0]!).execute()
    for (const id of invoices) {
      await administrator.post(`/administration/invoice/waive/${id}`, { reason: 'Uit coulance' })
      await within((trx) => tell(trx, id, { status: 'disputed', reason: 'Niet geleverd' }))
    }
    expect((await fileOf('invoices')).map((row) => row['Toelichting']).toSorted()).toEqual(['Kosten en rente vervallen: Uit coulance; Betwist: Niet geleverd', null]) // prettier-ignore
  })

  it('are in no list by age, no payment and no letter, until they are asked again', async () => {
    const id = await old()
    const asked = async () => [
      (await textOf(`/administration/opening-item/pay/${id}`)).includes('€ 40,00 incassokosten'),
      (await listBesideOpen(app.db, today())).some(({ facts }) => facts.open === owes + 1),
      (await listOpenItems(app.db, [{ company_id: app.story.companies.deLinde, contact_id: null }], { day: today() })).find(({ kind, record_id }) => kind === 'opening' && record_id === id)!.waived, // prettier-ignore
    ]
    await app.db
      .updateTable('opening_items')
      .set({ total: owes + 1, opening: owes + 1 })
      .where('id', '=', id)
      .execute()
    await app.db
      .updateTable('reminder_items')
      .set({ open: owes + 1 })
      .where('opening_item_id', '=', id)
      .execute()
    const { reminder_id } = await app.db.selectFrom('reminder_items').select('reminder_id').where('opening_item_id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
    expect([await asked(), await stillOpen(app.db, reminder_id)]).toEqual([[true, true, false], true])
    await waive(id)
    expect([await asked(), await stillOpen(app.db, reminder_id)]).toEqual([[false, false, true], false])
    expect((await administrator.post(`/administration/opening-item/charge/${id}`)).status).toBe(204)
    expect([await asked(), await stillOpen(app.db, reminder_id)]).toEqual([[true, true, false], true])
  })

  it('stay where they stand in the closed period, and stay let go where that was closed since', async () => {
    const day = addDays(today(), -5)
    const close = (closed_until: string) => within((trx) => writeSetting(trx, 'bookkeeping', { closed_until }))
    const [before, since] = [await old({ ago: 9 }), await old({ ago: 9 })]
    await payOld(before, owes, day)
    await payOld(since, owes, day)
    const waived = await waive(since)
    await close(day)
    const form = await textOf(`/administration/opening-item/waive/${before}`)
    expect(form).toContain('€ 40,00 is betaald in een periode die is afgesloten, en blijft kosten en rente.')
    await waive(before)
    const answer = await undo(waived)
    await close('')
    expect([await partsOf(before), answer.status, await partsOf(since)]).toEqual([[[owes, 4_000]], 409, [[owes, null]]])
  })

  it('stay let go where the payment went back since', async () => {
    const id = await old()
    const payment = await within((trx) => bookOpeningPayment(trx, id, { paid_on: today(), amount: owes, note: 'Afschrift', source: 'bank', division: 'law' })) // prettier-ignore
    const waived = await waive(id)
    await within((trx) => takeBackOpeningPayment(trx, payment, { on: today(), reason: 'Saldo te laag', amount: owes }))
    const answer = await undo(waived)
    expect([answer.status, plainSpaces(answer.text)]).toEqual([409, expect.stringContaining('daarna teruggeboekt')])
    expect(await partsOf(id)).toEqual([[owes, null], [-owes, null]]) // prettier-ignore
  })

  it('are none of a credit, and nobody lets them go who may not change what is open', async () => {
    const id = await old({}, -owes)
    expect((await waive(id)).status).toBe(409)
    expect(await card(id)).not.toContain('laten vervallen')
    const teacher = await app.as(ROLE.teacher)
    const other = await old()
    expect((await teacher.post(`/administration/opening-item/waive/${other}`, { reason: 'x' })).status).toBe(403)
    expect((await teacher.post(`/administration/opening-item/charge/${other}`)).status).toBe(403)
  })
})

describe('a payment with costs that goes back', () => {
  const paidByBank = (id: number, amount: number) =>
    within((trx) => bookPayment(trx, id, { paid_on: today(), amount, note: 'Afschrift', source: 'bank' }))
  const owed = async (id: number) => (await textOf(`/administration/invoice/view/${id}`)).match(/Nog te betalen ?€ ([\d,]+)/)?.[1] // prettier-ignore

  it('gives all of it back, and a part of the invoice first', async () => {
    const id = await charged({ interest: 500 })
    const payment = await paidByBank(id, OPEN + 4_500)
    expect(await owed(id)).toBe('0,00')
    const back = (amount?: number) => within((trx) => takeBackPayment(trx, payment, { on: today(), reason: 'Saldo te laag', ...(amount ? { amount } : {}) })) // prettier-ignore
    await back(1_000)
    expect([(await stands(id)).open, await owed(id)]).toEqual([1_000, '0,00'])
    await back(OPEN - 1_000 + 700)
    expect([(await stands(id)).open, await owed(id)]).toEqual([OPEN, '7,00'])
    await back()
    expect([(await stands(id)).open, await owed(id)]).toEqual([OPEN, '45,00'])
    // What stays after all is paid again as it was.
    await within((trx) => restorePayment(trx, payment, OPEN + 4_500))
    expect([await stands(id), await owed(id)]).toMatchObject([{ state: 'paid', open: 0 }, '0,00'])
  })

  it.each(['open', 'closed'])(
    'stays in part after all, costs first, where its period is %s by then',
    async (period) => {
      const id = await charged({ interest: 500 })
      const payment = await paidByBank(id, OPEN + 4_500)
      await within((trx) => takeBackPayment(trx, payment, { on: today(), reason: 'Betwist', amount: 7_000 }))
      expect([(await stands(id)).open, await owed(id)]).toEqual([OPEN, '10,05'])
      if (period === 'closed') await within((trx) => writeSetting(trx, 'bookkeeping', { closed_until: today() }))
      await within((trx) => restorePayment(trx, payment, 600))
      await within((trx) => writeSetting(trx, 'bookkeeping', { closed_until: '' }))
      expect([(await stands(id)).open, await owed(id)]).toEqual([OPEN, '4,05'])
      const [, ...back] = await paymentsOf(id)
      expect(back).toEqual(period === 'open' ? [[-6_400, null, -405, -OPEN]] : [[-7_000, -505, -500, -OPEN], [600, 505, 95, 0]]) // prettier-ignore
    },
  )

  it('is taken away with its costs, and what a package tells is of the invoice alone', async () => {
    const id = await charged()
    const payment = await paidByBank(id, 4_500)
    expect(await paymentsOf(id)).toEqual([[4_500, 4_000, null, 500]])
    await within((trx) => unbookPayment(trx, payment))
    expect([(await stands(id)).open, await owed(id)]).toEqual([OPEN, '40,00'])
    await within((trx) => bookPayment(trx, id, { paid_on: today(), amount: OPEN, note: null, source: 'ledger' }))
    expect(await stands(id)).toMatchObject({ state: 'paid', open: 0 })
  })
})

describe('a bank entry', () => {
  const sent = async (...lines: Parameters<typeof camt>[0]) => {
    const answer = await sendStatement(administrator, camt(lines))
    return (await entriesOf(app, answer.json<Sent>().ids[0]!)).map((entry) => ({ ...entry, reason: plainSpaces(entry.reason) })) // prettier-ignore
  }
  const accept = (id: number, form = {}) => administrator.post(`/administration/bank/accept/${id}`, form)

  it('with number, invoice and costs is booked, divided as the law says', async () => {
    const id = await charged()
    const { uid } = await stands(id)
    const [entry] = await sent({ amount: OPEN + 4_000, text: `Factuur ${uid}` })
    expect(entry).toMatchObject({ state: 'booked', reason: `Factuurnummer ${uid} en bedrag met € 40,00 incassokosten kloppen` }) // prettier-ignore
    expect([await stands(id), await paymentsOf(id)]).toMatchObject([{ state: 'paid', open: 0 }, [[9_995, 4_000, null, OPEN]]]) // prettier-ignore
    expect(await textOf(`/administration/bank/entry/${entry!.id}`)).toContain('waarvan € 40,00 incassokosten')
    expect((await administrator.post(`/administration/bank/unmatch/${entry!.id}`)).status).toBe(204)
    expect([await stands(id), await paymentsOf(id)]).toMatchObject([{ open: OPEN }, []])
  })

  it('with the amount of the invoice alone is proposed with its reason, and accepted either way', async () => {
    const [law, chosen] = [await charged(), await charged()]
    const [one, other] = [await stands(law), await stands(chosen)]
    const entries = await sent({ amount: OPEN, text: one.uid }, { amount: OPEN, text: other.uid })
    expect(entries[0]).toMatchObject({ state: 'proposed', confidence: 'likely', reason: `Factuurnummer ${one.uid} en bedrag kloppen, zonder € 40,00 incassokosten: zoveel blijft open` }) // prettier-ignore
    const shown = await textOf(`/administration/bank/entry/${entries[0]!.id}`)
    expect(shown).toContain('€ 59,95 waarvan € 40,00 incassokosten, € 40,00 blijft open')
    expect((await administrator.get(`/administration/bank/entry/${entries[0]!.id}`)).text).toContain('Alles naar de factuur') // prettier-ignore
    expect((await accept(entries[0]!.id, { version: entries[0]!.version })).status).toBe(200)
    expect(await stands(law)).toMatchObject({ state: 'partly_paid', open: 4_000 })
    expect((await accept(entries[1]!.id, { version: entries[1]!.version, division: 'principal' })).status).toBe(200)
    expect([await stands(chosen), await paymentsOf(chosen)]).toMatchObject([{ state: 'paid', open: 0 }, [[OPEN, null, null, OPEN]]]) // prettier-ignore
  })

  it('is shown anew where what was asked is another amount by now', async () => {
    const id = await charged()
    const [entry] = await sent({ amount: OPEN, text: (await stands(id)).uid })
    await administrator.post(`/administration/invoice/waive/${id}`, { reason: 'Uit coulance' })
    const answer = await accept(entry!.id, { version: entry!.version })
    expect([answer.json(), await paymentsOf(id)]).toEqual([{ state: 'proposed' }, []])
    const again = await app.db.selectFrom('bank_entries').select(['reason', 'version']).where('id', '=', entry!.id).executeTakeFirstOrThrow() // prettier-ignore
    expect(plainSpaces(again.reason)).toContain('en bedrag kloppen')
    expect(again.reason).not.toContain('incassokosten')
  })

  it('without a number is found by the amount with costs, and by hand goes where somebody says', async () => {
    const id = await definitiveInvoice(app, app.story.companies.kuipers, '3')
    const { open, uid } = await stands(id)
    await askingLetter(app, { invoice_id: id }, { costs: 4_321 })
    // Alone: an entry of the bare amount beside it would find the invoice for both.
    const { name } = await app.db.selectFrom('companies').select('name').where('id', '=', app.story.companies.kuipers).executeTakeFirstOrThrow() // prettier-ignore
    const [found] = await sent({ amount: open + 4_321, name: name.toUpperCase() })
    expect([found!.state, found!.reason]).toEqual(['proposed', `Naam en bedrag van ${uid} met € 43,21 incassokosten kloppen`]) // prettier-ignore
    const [odd] = await sent({ amount: open, text: 'los' })
    expect((await administrator.post(`/administration/bank/choose/${odd!.id}`, { invoice_ids: String(id), principal_only: '1' })).status).toBe(204) // prettier-ignore
    expect(await stands(id)).toMatchObject({ state: 'paid', open: 0 })
  })
})

describe('costs and interest', () => {
  it('stand beside what is open in the account of a customer and in the list by age', async () => {
    const company = app.story.companies.kuipers
    const lead = `tbody td a[href="/administration/statement/company-${company}"]`
    const aged = () => administrator.get('/administration/ageing')
    const asked = async () => centsOf((await aged()).$(lead).text())
    const already = await asked()
    const id = await charged({ costs: 7_777, interest: 23 }, company)
    const { uid } = await stands(id)
    expect((await asked()) - already).toBe(7_800)
    const statement = await textOf(`/administration/statement/company-${company}`)
    expect(statement).toContain('Kosten en rente')
    expect(statement).toMatch(new RegExp(`${uid}.*€ 78,00`))
    const ageing = await aged()
    expect(ageing.$('thead').text()).toContain('Kosten en rente')
    // The account is of today: a number of another day does not lead there.
    const leads = (page: typeof ageing) => page.$(lead).length
    const yesterday = await administrator.get(`/administration/ageing?day=${formatDate(addDays(today(), -1))}`)
    expect(yesterday.$('thead').text()).toContain('Kosten en rente')
    expect([leads(ageing), leads(yesterday)]).toEqual([1, 0])
    const csv = await administrator.request('/administration/ageing/export?format=csv', {})
    expect(csv.text).toContain('Kosten en rente')
    const before = await administrator.get(`/administration/ageing?day=${formatDate(addDays(today(), -60))}`)
    expect(before.$('thead').text()).not.toContain('Kosten en rente')
  })

  it('that were paid are in the books of the period, against what is owed, without VAT and to the cent', async () => {
    const id = await charged({ interest: 55 })
    const { uid } = await stands(id)
    await pay(id, OPEN + 4_055)
    const query = `?from=${formatDate(today())}&until=${formatDate(today())}`
    const csv = await administrator.request(`/administration/ledger/export/entries${query}`, {})
    const rows: Record<string, string>[] = parse(csv.text.replace(/^\uFEFF/, ''), { delimiter: ';', columns: true })
    const own = rows.filter((row) => row.Factuurnummer === uid && row.Dagboek === 'Memoriaal')
    expect(own.map((row) => [row.Grootboekrekening, row['Btw-soort'], row.Debet, row.Credit])).toEqual([['1300', '', '40,55', ''], ['8900', '', '', '40,00'], ['8910', '', '', '0,55']]) // prettier-ignore
    const sum = (side: string) => rows.reduce((all, row) => all + Math.round(Number(row[side]!.replace(',', '.') || '0') * 100), 0) // prettier-ignore
    expect(sum('Debet')).toBe(sum('Credit'))
    const page = await administrator.page(`/administration/ledger/export${query}`)
    expect(plainSpaces(page.text)).toContain('Ontvangen kosten en rente')
    const foot = page.$('tfoot td').map((_, cell) => page.$(cell).text()).get() // prettier-ignore
    expect(foot[0]).toBe(foot[1])
    const booked = await app.db.selectFrom('invoice_payments').select((eb) => eb.fn.sum<number>(eb.fn.coalesce('costs', eb.lit(0))).as('sum')).where('paid_on', '=', today()).executeTakeFirstOrThrow() // prettier-ignore
    const costs = rows.filter((row) => row.Grootboekrekening === '8900').reduce((all, row) => all + Math.round(Number(row.Credit!.replace(',', '.') || '0') * 100) - Math.round(Number(row.Debet!.replace(',', '.') || '0') * 100), 0) // prettier-ignore
    expect(costs).toBe(Number(booked.sum))
  })
})
