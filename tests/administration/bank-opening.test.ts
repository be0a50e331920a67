// clock
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { bookOpeningPayment } from '../../src/administration/invoices/open-items/index.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { writeSetting } from '../../src/system/settings/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { plainSpaces } from '../support/plain-spaces.ts'
import { type Sent, camt, entriesOf, sendStatement, standing } from './bank-support.ts'
import { askingLetter } from './claim-support.ts'
import { definitiveInvoice } from './invoice-support.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
})
afterAll(() => app.close())

const IBAN = 'NL32INGB0000012345'
let made = 0
/** An invoice of the system before this one, of a company of its own. */
async function oldItem(open = 12_100) {
  const name = `Oudklant Numero ${++made} Beheer`
  const company = await app.db.insertInto('companies').values({ name, client_id: 710_000 + made }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
  const number = `VF/19-${381 + made}`
  const days = { invoice_date: addDays(today(), -90), expires_at: addDays(today(), -60) }
  const { id } = await app.db
    .insertInto('opening_items')
    .values({ company_id: company.id, number, ...days, total: open, opening: open })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, number, name, company: company.id }
}
const stands = async (id: number) => {
  const row = await app.db.selectFrom('opening_items').select(['open', 'paid']).where('id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
  return { open: Number(row.open), paid: Number(row.paid) }
}
const sent = async (...lines: Parameters<typeof camt>[0]) => {
  const answer = await sendStatement(administrator, camt(lines))
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return (await entriesOf(app, answer.json<Sent>().ids[0]!)).map((entry) => ({ ...entry, reason: plainSpaces(entry.reason) })) // prettier-ignore
}
const post = (path: string, form = {}) => administrator.post(`/administration/bank/${path}`, form)
const paymentsOf = (id: number) =>
  app.db.selectFrom('opening_payments').select(['amount', 'costs', 'source']).where('opening_item_id', '=', id).orderBy('id').execute() // prettier-ignore

describe('an entry that pays an invoice of the system before this one', () => {
  it('is chosen by number and customer, with what is open of it', async () => {
    const { id, number, name } = await oldItem(43_284)
    const answer = await administrator.get(`/ajax/specialSelectorSearch?type=opening_item&returnObjects=1&v=${encodeURIComponent(number)}`) // prettier-ignore
    expect(answer.json()).toEqual([{ id, label: `${number}, ${name}`, sub: '€\u00a0432,84 open' }])
  })

  it('is booked with number, amount and customer, shows it, and is undone with its payment', async () => {
    const { id, number, name } = await oldItem()
    const [entry] = await sent({
      amount: 12_100,
      text: `fact. ${number.toLowerCase().replace('/', ' ')}`,
      name,
      iban: IBAN,
    })
    expect(entry).toMatchObject({ state: 'booked', confidence: 'certain', reason: `Nummer ${number} van het oude systeem en bedrag kloppen` }) // prettier-ignore
    expect(await stands(id)).toEqual({ open: 0, paid: 12_100 })
    const shown = await administrator.get(`/administration/bank/entry/${entry!.id}`)
    expect([shown.$(`a[href="/administration/opening-item/view/${id}"]`).text(), shown.text]).toEqual([number, expect.stringContaining('Geboekt')]) // prettier-ignore
    const item = await administrator.get(`/administration/opening-item/view/${id}`)
    expect([item.text.includes('Bankafschrift'), item.text.includes('remove_payment')]).toEqual([true, false])
    const [payment] = await app.db
      .selectFrom('opening_payments')
      .select('id')
      .where('opening_item_id', '=', id)
      .execute()
    const byHand = await administrator.post(`/administration/opening-item/${id}/remove_payment`, { id: payment!.id })
    expect([byHand.status, byHand.text]).toEqual([409, expect.stringContaining('komt van een bankregel')])
    const refused = await administrator.post('/administration/opening-item/delete', { id })
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('Bankregels')])
    const list = await administrator.get(
      `/administration/bank/entries?embed=1&columns=invoices&search=${encodeURIComponent(name)}`,
    )
    expect(list.text).toContain(number)
    // From this account that customer pays.
    const next = await oldItem()
    await app.db.updateTable('opening_items').set({ company_id: (await app.db.selectFrom('opening_items').select('company_id').where('id', '=', id).executeTakeFirstOrThrow()).company_id }).where('id', '=', next.id).execute() // prettier-ignore
    const [other] = await sent({ amount: 12_100, text: 'zonder nummer', iban: IBAN })
    expect([other!.state, other!.reason]).toEqual(['proposed', `Rekening van ${name}, bedrag van ${next.number} klopt`])
    expect((await post(`unmatch/${entry!.id}`)).status).toBe(204)
    expect([await stands(id), await paymentsOf(id)]).toEqual([{ open: 12_100, paid: 0 }, []])
  })

  it('is proposed with the number alone, accepted as it was shown, and taken back from the message', async () => {
    const { id, number } = await oldItem()
    const [entry, other] = await sent({ amount: 12_097, text: number }, { amount: 5_000, text: number })
    expect([entry!.state, entry!.confidence, other!.state]).toEqual(['proposed', 'likely', 'proposed'])
    const accepted = await post(`accept/${entry!.id}`, { version: entry!.version })
    expect(accepted.json()).toEqual({ state: 'booked' })
    expect(accepted.trigger.changed?.items).toContainEqual({ type: 'opening_item', id })
    expect([await stands(id), (await paymentsOf(id)).map(({ source }) => source)]).toEqual([{ open: 0, paid: 12_100 }, ['bank', 'difference']]) // prettier-ignore
    const waiting = await app.db.selectFrom('bank_entries').select('state').where('id', '=', other!.id).executeTakeFirstOrThrow() // prettier-ignore
    expect(waiting.state).toBe('todo')
    expect((await administrator.post(`/undo/${accepted.undo!.set}`)).status).toBe(204)
    expect([await stands(id), await paymentsOf(id)]).toEqual([{ open: 12_100, paid: 0 }, []])
    expect((await app.db.selectFrom('bank_entries').select('state').where('id', '=', entry!.id).executeTakeFirstOrThrow()).state).toBe('proposed') // prettier-ignore
  })

  it('that the bank takes back is open again with the reason', async () => {
    const { id, number, name } = await oldItem()
    await sent({ amount: 12_100, text: number, name, endToEnd: `OUD-${number}` })
    const [back] = await sent({ amount: -12_100, text: 'storno', endToEnd: `OUD-${number}`, reason: 'MD06' })
    expect(back).toMatchObject({ state: 'booked', confidence: 'certain' })
    expect([await stands(id), (await paymentsOf(id)).map(({ amount }) => Number(amount))]).toEqual([{ open: 12_100, paid: 0 }, [12_100, -12_100]]) // prettier-ignore
    expect((await administrator.get(`/administration/opening-item/view/${id}`)).text).toContain('MD06')
    // It went back: the same told once more takes nothing back.
    const [again] = await sent({ amount: -12_100, text: 'storno', endToEnd: `OUD-${number}`, reason: 'MD06', ref: 'NOGMAALS' }) // prettier-ignore
    expect([again!.state, await stands(id)]).toEqual(['todo', { open: 12_100, paid: 0 }])
    expect((await post(`unmatch/${back!.id}`)).status).toBe(204)
    expect(await stands(id)).toEqual({ open: 0, paid: 12_100 })
  })

  it('goes to what letters asked of it first', async () => {
    const { id, number, name } = await oldItem()
    await askingLetter(app, { opening_item_id: id }, { costs: 1_815 })
    const [entry] = await sent({ amount: 13_915, text: number, name })
    expect(entry).toMatchObject({ state: 'booked', reason: `Nummer ${number} van het oude systeem en bedrag met € 18,15 incassokosten kloppen` }) // prettier-ignore
    expect([await stands(id), (await paymentsOf(id)).map(({ costs }) => Number(costs))]).toEqual([{ open: 0, paid: 12_100 }, [1_815]]) // prettier-ignore
  })

  it('is chosen by hand beside an invoice of ours, in their order', async () => {
    const { id } = await oldItem()
    const invoice = await definitiveInvoice(app)
    const { open } = await standing(app, invoice)
    const [entry] = await sent({ amount: open + 12_000, text: 'samen' })
    // What is paid is not offered, and a private customer is found by name.
    const offered = async (v: string) => (await administrator.get(`/ajax/specialSelectorSearch?type=opening_item&v=${encodeURIComponent(v)}`)).json<Record<string, string>>() // prettier-ignore
    const paid = await oldItem()
    expect(await offered(paid.number)).toEqual({ [paid.id]: `${paid.number}, ${paid.name}` })
    await inTransaction(app.db, null, (trx) => trx.insertInto('opening_payments').values({ opening_item_id: paid.id, paid_on: today(), amount: 12_100, source: 'hand' }).execute()) // prettier-ignore
    await app.db.updateTable('opening_items').set({ paid: 12_100 }).where('id', '=', paid.id).execute()
    expect(Object.keys(await offered(paid.number))).toEqual([])
    const own = await oldItem()
    await app.db.updateTable('opening_items').set({ company_id: null, contact_id: app.story.contacts.anouk }).where('id', '=', own.id).execute() // prettier-ignore
    expect(await offered('Anouk')).toEqual({ [own.id]: expect.stringMatching(/^VF\/19-\d+, Anouk/) as string })
    expect((await post(`choose/${entry!.id}`, { invoice_ids: '', opening_item_ids: '' })).status).toBe(422)
    expect((await administrator.get(`/administration/bank/choose/${entry!.id}`)).text).toContain('Facturen van het oude systeem') // prettier-ignore
    expect((await post(`choose/${entry!.id}`, { invoice_ids: invoice, opening_item_ids: id })).status).toBe(204)
    expect([(await standing(app, invoice)).open, await stands(id)]).toEqual([0, { open: 100, paid: 12_000 }])
  })

  it('of a closed period is booked on the first open day, and stays there', async () => {
    const { id, number, name } = await oldItem()
    await inTransaction(app.db, null, (trx) => writeSetting(trx, 'bookkeeping', { closed_until: today() }))
    const [entry] = await sent({ amount: 12_100, text: number, name })
    const [payment] = await app.db.selectFrom('opening_payments').select(['paid_on', 'note']).where('opening_item_id', '=', id).execute() // prettier-ignore
    expect([entry!.state, payment!.paid_on, payment!.note]).toEqual(['booked', addDays(today(), 1), expect.stringContaining('Ontvangen op')]) // prettier-ignore
    await inTransaction(app.db, null, (trx) => writeSetting(trx, 'bookkeeping', { closed_until: addDays(today(), 1) }))
    expect((await post(`unmatch/${entry!.id}`)).status).toBe(409)
    // What the bank takes back of it is of the first open day as well.
    await sent({ amount: -12_100, text: number, reason: 'MD06' })
    const rows = await app.db.selectFrom('opening_payments').select(['paid_on', 'amount']).where('opening_item_id', '=', id).orderBy('id').execute() // prettier-ignore
    expect(rows.map(({ paid_on, amount }) => [paid_on, Number(amount)])).toEqual([[addDays(today(), 1), 12_100], [addDays(today(), 2), -12_100]]) // prettier-ignore
    await inTransaction(app.db, null, (trx) => writeSetting(trx, 'bookkeeping', { closed_until: '' }))
  })

  it('of which a period was closed since is neither taken away nor brought back by undoing', async () => {
    const close = (closed_until: string) =>
      inTransaction(app.db, null, (trx) => writeSetting(trx, 'bookkeeping', { closed_until }))
    const { id, number } = await oldItem()
    const [entry] = await sent({ amount: 12_100, text: number })
    const accepted = await post(`accept/${entry!.id}`, { version: entry!.version })
    await close(today())
    expect([(await administrator.post(`/undo/${accepted.undo!.set}`)).status, await stands(id)]).toEqual([409, { open: 0, paid: 12_100 }]) // prettier-ignore
    await close('')
    expect((await administrator.post(`/undo/${accepted.undo!.set}`)).status).toBe(204)
    const byHand = { paid_on: today(), amount: 12_100, note: null, source: 'hand', division: 'law' } as const
    const payment = await inTransaction(app.db, null, (trx) => bookOpeningPayment(trx, id, byHand))
    const taken = await administrator.post(`/administration/opening-item/${id}/remove_payment`, { id: payment })
    expect(taken.status).toBeLessThan(300)
    await close(today())
    expect([(await administrator.post(`/undo/${taken.undo!.set}`)).status, await stands(id)]).toEqual([409, { open: 12_100, paid: 0 }]) // prettier-ignore
    await close('')
  })

  it('is chosen by hand where it gives back what was paid too much', async () => {
    const own = await oldItem()
    await app.db.insertInto('opening_payments').values({ opening_item_id: own.id, paid_on: today(), amount: 13_000, source: 'hand' }).execute() // prettier-ignore
    expect((await stands(own.id)).open).toBe(-900)
    const offered = (await administrator.get(`/ajax/specialSelectorSearch?type=opening_item&v=${encodeURIComponent(own.number)}`)).json() // prettier-ignore
    expect(offered).toEqual({ [own.id]: `${own.number}, ${own.name}` })
    const [entry] = await sent({ amount: -900, text: 'terug' })
    expect((await post(`choose/${entry!.id}`, { invoice_ids: '', opening_item_ids: own.id })).status).toBe(204)
    expect(await stands(own.id)).toEqual({ open: 0, paid: 12_100 })
  })
})
