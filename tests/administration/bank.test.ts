import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { formatMoney } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { retentionKinds } from '../../src/system/privacy/points.ts'
import { writeSetting } from '../../src/system/settings/index.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { type Sent, camt, entriesOf, sendStatement, standing } from './bank-support.ts'
import { definitiveInvoice } from './invoice-support.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
})
afterAll(() => app.close())

const send = async (...lines: Parameters<typeof camt>[0]) => {
  const answer = await sendStatement(administrator, camt(lines))
  expect([answer.status, answer.text]).toEqual([200, expect.any(String)])
  return answer.json<Sent>()
}
/** The one entry of a statement that was just sent. */
const sent = async (...lines: Parameters<typeof camt>[0]) => {
  const { ids } = await send(...lines)
  return (await entriesOf(app, ids[0]!))[0]!
}
const sentAll = async (...lines: Parameters<typeof camt>[0]) => entriesOf(app, (await send(...lines)).ids[0]!)
const post = (path: string, form = {}) => administrator.post(`/administration/bank/${path}`, form)
const entry = async (id: number) => (await app.db.selectFrom('bank_entries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()) // prettier-ignore
const IBAN = 'NL32INGB0000012345'
const count = async (table: 'bank_entries' | 'bank_statements' | 'invoice_payments') =>
  Number(
    (
      await app.db
        .selectFrom(table)
        .select((eb) => eb.fn.countAll().as('n'))
        .executeTakeFirstOrThrow()
    ).n,
  )

describe('a statement', () => {
  it('is for administrators, and shows itself with its entries', async () => {
    const { ids, entries } = await send({ amount: 12_345, text: 'onbekend', name: 'Niemand', iban: IBAN })
    expect([ids.length, entries]).toEqual([1, 1])
    const popup = await administrator.get(`/administration/bank/statement/${ids[0]}`)
    expect(popup.text).toContain('NL02 ABNA 0123 4567 89')
    const list = await administrator.get(`/administration/bank/entries?embed=1&statement_id=${ids[0]}`)
    expect(list.text).toContain('Niemand')
    const planner = await app.as(ROLE.scheduler)
    expect((await planner.get('/administration/bank/statements')).status).toBe(403)
    expect((await sendStatement(planner, camt([]))).status).toBe(403)
  })

  it('whose balance does not follow is refused as a whole, in Dutch', async () => {
    const before = [await count('bank_entries'), await count('bank_statements')]
    const refused = await sendStatement(administrator, camt([{ amount: 500 }, { amount: 700 }], { off: 1 }))
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Er is niets ingelezen')])
    const nothing = await sendStatement(administrator, Buffer.from('geen afschrift'))
    expect([nothing.status, nothing.text]).toEqual([422, expect.stringContaining('geen bankafschrift')])
    expect([await count('bank_entries'), await count('bank_statements')]).toEqual(before)
  })

  it('keeps what several payments in one amount say, and proposes that for none of them', async () => {
    const file = readFileSync(new URL('../fixtures/field/camt-batch-without-amounts.xml', import.meta.url))
    const { ids } = (await sendStatement(administrator, file)).json<Sent>()
    const row = await app.db.selectFrom('bank_entries').selectAll().where('statement_id', '=', ids[0]!).executeTakeFirstOrThrow() // prettier-ignore
    expect(row).toMatchObject({ state: 'todo', reason: '2 betalingen in één bedrag', payments: 2 })
    expect([row.counter_name, row.description]).toEqual(['Zorggroep De Linde, Basisschool De Lindeboom', 'F2026-0001, F2026-0002']) // prettier-ignore
  })

  it('that was refused says where and why', async () => {
    const broken = readFileSync(new URL('../fixtures/field/mt940-volksbank.940', import.meta.url), 'latin1')
    const refused = await sendStatement(administrator, Buffer.from(broken.replace('C121,00', 'C1.2.1')), {
      name: 'a.940',
    })
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('Regel 6 (:61:)')])
  })

  it('is known when it comes again, whole or in part', async () => {
    const lines = [
      { amount: 1100, ref: 'A1' },
      { amount: 2200, ref: 'A2' },
    ]
    const account = 'NL02RABO0300065264'
    const file = camt(lines, { account })
    expect((await sendStatement(administrator, file)).json()).toMatchObject({ entries: 2, known: 0 })
    expect((await sendStatement(administrator, file)).json()).toMatchObject({ ids: [], entries: 0, known: 1 })
    const more = camt([...lines, { amount: 3300, ref: 'A3' }], { account })
    expect((await sendStatement(administrator, more)).json()).toMatchObject({ entries: 1, known: 0 })
    expect(await app.db.selectFrom('bank_entries').select('id').where('account', '=', account).execute()).toHaveLength(3) // prettier-ignore
  })

  it('is known by its account, day and balances in whatever form, also where that tells a batch as one line', async () => {
    const account = 'NL39RABO0300065264'
    const lines = [
      { amount: 1100, ref: 'C1' },
      { amount: 700, ref: 'C2' },
      { amount: 500, ref: 'C2b' },
    ]
    const first = await sendStatement(administrator, camt(lines, { account, opening: 0 }))
    expect(first.json()).toMatchObject({ entries: 3, known: 0 })
    const [day, month] = [today().slice(2).replaceAll('-', ''), today().slice(5).replaceAll('-', '')]
    const mt940 = [
      ...[':20:MT', `:25:${account}EUR`, ':28C:00009', `:60F:C${day}EUR0,00`],
      ...[`:61:${day}${month}C11,00NTRFNONREF//M1`, ':86:een', `:61:${day}${month}C12,00NTRFNONREF//M2`, ':86:batch'],
      ...[`:62F:C${day}EUR23,00`, '-'],
    ].join('\r\n')
    const again = await sendStatement(administrator, Buffer.from(mt940), { name: 'afschrift.940' })
    expect(again.json()).toMatchObject({ ids: [], entries: 0, known: 1 })
    expect(again.trigger.flash?.str).toBe('Dit afschrift was al ingelezen')
    expect(await app.db.selectFrom('bank_entries').select('id').where('account', '=', account).execute()).toHaveLength(3) // prettier-ignore
  })

  it('of an account that is not ours asks once, and after that no more', async () => {
    const account = 'NL20INGB0001234567'
    const before = await count('bank_statements')
    const asked = await sendStatement(administrator, camt([{ amount: 500 }], { account }), { accounts: '' })
    expect(asked.status).toBe(409)
    expect(asked.json<{ question: object }>().question).toMatchObject({
      text: expect.stringContaining(
        'Rekening NL20 INGB 0001 2345 67 staat niet bij Instellingen > Administratie',
      ) as string,
      ...{ go: 'Ja, inlezen', field: 'accounts', value: account },
    })
    expect(await count('bank_statements')).toBe(before)
    expect((await sendStatement(administrator, camt([{ amount: 500 }], { account }), { accounts: account })).status).toBe(200) // prettier-ignore
    // Since then it is ours; the account of the settings always is.
    for (const known of [account, 'NL02ABNA0123456789'])
      expect((await sendStatement(administrator, camt([{ amount: 600 }], { account: known }), { accounts: '' })).status).toBe(200) // prettier-ignore
  })

  it('with other lines is another, also where its balances are the same', async () => {
    const account = 'NL44RABO0123456789'
    const pair = (amount: number, ref: string) => [
      { amount, ref: `${ref}+` },
      { amount: -amount, ref: `${ref}-` },
    ]
    const send = async (lines: Parameters<typeof camt>[0]) =>
      (await sendStatement(administrator, camt(lines, { account, opening: 5000 }))).json<Sent>()
    expect(await send(pair(700, 'P1'))).toMatchObject({ entries: 2, known: 0 })
    expect(await send([...pair(700, 'P1'), ...pair(900, 'P2')])).toMatchObject({ entries: 2, known: 0 })
    expect(await send([...pair(700, 'P1'), ...pair(900, 'P2')])).toMatchObject({ entries: 0, known: 1 })
  })

  it('keeps two payments of a day that are alike', async () => {
    const [ref, account] = ['NONREF', 'NL65RABO0987654321']
    const file = camt([{ amount: 4400, ref }, { amount: 4400, ref }], { account }) // prettier-ignore
    expect((await sendStatement(administrator, file)).json()).toMatchObject({ entries: 2 })
    expect((await sendStatement(administrator, file)).json()).toMatchObject({ entries: 0, known: 1 })
  })

  it('says that one is missing before it', async () => {
    const account = 'NL91ABNA0417164300'
    const day = (ago: number) => addDays(today(), -ago)
    await sendStatement(administrator, camt([{ amount: 100, ref: 'g1' }], { account, opening: 0, day: day(3) }))
    const { ids } = (await sendStatement(administrator, camt([{ amount: 100, ref: 'g3' }], { account, opening: 900, day: day(1) }))).json<Sent>() // prettier-ignore
    const details = () => administrator.get(`/administration/bank/statement/${ids[0]}?item=details`)
    expect((await details()).text).toContain('Er ontbreekt een afschrift')
    // An account is grouped by four wherever it is read.
    expect((await details()).text).toContain('NL91 ABNA 0417 1643 00')
    const { id } = await app.db.selectFrom('bank_entries').select('id').where('statement_id', '=', ids[0]!).executeTakeFirstOrThrow() // prettier-ignore
    const entry = (await administrator.get(`/administration/bank/entry/${id}`)).text
    expect(entry).toContain('NL91 ABNA 0417 1643 00')
    expect((await details()).text + entry).not.toContain(account)
    await sendStatement(administrator, camt([{ amount: 800, ref: 'g2' }], { account, opening: 100, day: day(2) }))
    expect((await details()).text).not.toContain('Er ontbreekt een afschrift')
  })

  it('is deleted while nothing of it is booked', async () => {
    const id = await definitiveInvoice(app)
    const { open, uid } = await standing(app, id)
    const { ids } = await send({ amount: open, text: uid })
    const gone = () => administrator.post('/administration/bank/statement/delete', { id: ids[0]! })
    expect((await gone()).status).toBe(409)
    await post(`unmatch/${(await entriesOf(app, ids[0]!))[0]!.id}`)
    expect((await gone()).status).toBeLessThan(300)
  })
})

describe('an entry', () => {
  it('that is certain is booked while it is read, and says so on the invoice', async () => {
    const id = await definitiveInvoice(app)
    const { open, uid } = await standing(app, id)
    const found = await sent({ amount: open, text: `betaling ${uid.toLowerCase()}`, iban: IBAN, name: 'Twente' })
    expect(found).toMatchObject({ state: 'booked', confidence: 'certain' })
    expect(await standing(app, id)).toMatchObject({ state: 'paid', open: 0 })
    expect((await administrator.get(`/administration/invoice/view/${id}`)).text).toContain('Bankafschrift')
  })

  it('waits for a click where the settings say so', async () => {
    await inTransaction(app.db, null, (trx) => writeSetting(trx, 'bank', { book_certain: false, payment_difference: 5, skips: [] })) // prettier-ignore
    const id = await definitiveInvoice(app)
    const { open, uid } = await standing(app, id)
    const found = await sent({ amount: open, text: uid })
    expect(found).toMatchObject({ state: 'proposed', confidence: 'certain' })
    await inTransaction(app.db, null, (trx) =>
      writeSetting(trx, 'bank', { book_certain: true, payment_difference: 5, skips: [] }),
    )
    expect((await administrator.get('/administration/bank/work')).text).toContain(uid)
    expect((await post(`accept/${found.id}`, { version: found.version })).json()).toEqual({ state: 'booked' })
    expect(await standing(app, id)).toMatchObject({ state: 'paid' })
  })

  it('is accepted by one of ten who click at once', async () => {
    const id = await definitiveInvoice(app, undefined, '3')
    const { open, uid } = await standing(app, id)
    const found = await sent({ amount: open - 1000, text: uid })
    expect(found.state).toBe('proposed')
    const answers = await Promise.all(Array.from({ length: 10 }, () => post(`accept/${found.id}`)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
    expect(await standing(app, id)).toMatchObject({ state: 'partly_paid', open: 1000 })
  })

  it('is shown anew when its invoice stands otherwise than was shown', async () => {
    const id = await definitiveInvoice(app, undefined, '4')
    const { open, uid } = await standing(app, id)
    const found = await sent({ amount: open - 1000, text: uid })
    const day = (await administrator.get(`/administration/invoice/status/${id}`)).$('[name=paid_on]').attr('value')!
    await administrator.post(`/administration/invoice/status/${id}`, { status: 'paid', paid_on: day, amount: '10,00' })
    expect((await post(`accept/${found.id}`, { version: found.version })).json()).toEqual({ state: 'proposed' })
    const { reason, version } = await entry(found.id)
    expect(reason).toContain('bedrag kloppen')
    expect((await post(`accept/${found.id}`, { version })).json()).toEqual({ state: 'booked' })
    expect(await standing(app, id)).toMatchObject({ state: 'paid', open: 0 })
  })

  it('is undone: the invoice is open as before, and the entry waits again', async () => {
    const id = await definitiveInvoice(app)
    const before = await standing(app, id)
    const found = await sent({ amount: before.open - 3, text: before.uid })
    expect(found.state).toBe('booked')
    expect(await standing(app, id)).toMatchObject({ state: 'paid', open: 0 })
    const kinds = await app.db.selectFrom('bank_matches').select('kind').where('entry_id', '=', found.id).execute()
    expect(kinds.map(({ kind }) => kind)).toEqual(['payment', 'difference'])
    expect((await post(`unmatch/${found.id}`)).status).toBeLessThan(300)
    expect(await standing(app, id)).toEqual(before)
    expect((await entry(found.id)).state).toBe('proposed')
  })

  it('is booked on chosen invoices in their order, and the rest stays as credit', async () => {
    const [a, b] = [await definitiveInvoice(app), await definitiveInvoice(app)]
    const [{ open }] = [await standing(app, a)]
    const found = await sent({ amount: open * 2 + 500, text: 'zonder nummer' })
    const refused = await post(`choose/${found.id}`, { invoice_ids: [] })
    expect(refused.status).toBe(422)
    expect((await post(`choose/${found.id}`, { invoice_ids: [a, b] })).status).toBeLessThan(300)
    expect([(await standing(app, a)).open, (await standing(app, b)).open]).toEqual([0, -500])
    expect((await post(`choose/${found.id}`, { invoice_ids: [a] })).status).toBe(409)
  })

  it('remembers from which account a customer paid, until that is undone', async () => {
    const iban = 'NL39RABO0300065264'
    const first = await definitiveInvoice(app, app.story.companies.kuipers, '7')
    const { open, uid } = await standing(app, first)
    const paid = await sent({ amount: open, text: uid, iban })
    await definitiveInvoice(app, app.story.companies.kuipers, '8')
    const next = await sent({ amount: 1234, text: 'geen nummer', iban })
    expect(next.reason).toContain('Rekening van')
    await post(`unmatch/${paid.id}`)
    expect((await sent({ amount: 1235, text: 'geen nummer', iban })).state).toBe('todo')
  })

  it('that comes back reopens its invoice with the reason', async () => {
    const id = await definitiveInvoice(app)
    const { open, uid } = await standing(app, id)
    await send({ amount: open, text: uid, endToEnd: 'INC-77', iban: IBAN })
    const back = await sent({ amount: -open, text: 'storno', endToEnd: 'INC-77', reason: 'MD06' })
    expect(back).toMatchObject({ state: 'booked', confidence: 'certain' })
    expect(await standing(app, id)).toMatchObject({ state: 'definitive', open })
    expect((await administrator.get(`/administration/invoice/view/${id}`)).text).toContain('MD06')
    await post(`unmatch/${back.id}`)
    expect(await standing(app, id)).toMatchObject({ state: 'paid', open: 0 })
  })

  it('that pays a credit back is booked by the number of the credit, closes it, and opens it again when undone', async () => {
    const id = await definitiveInvoice(app)
    const { open, uid } = await standing(app, id)
    await sent({ amount: open, text: uid, iban: IBAN })
    const credit = (await administrator.post(`/administration/invoice/${id}/make_credit_invoice`)).json<{ id: number }>().id // prettier-ignore
    expect((await administrator.post(`/administration/invoice/definitive/${credit}`)).status).toBeLessThan(300)
    expect(await standing(app, id)).toMatchObject({ state: 'credited', open: -open })
    const { uid: number } = await standing(app, credit)
    const back = await sent({ amount: -open, text: `terugbetaling creditfactuur ${number}`, iban: IBAN })
    expect(back).toMatchObject({ state: 'booked', confidence: 'certain', reason: `Terugbetaling van wat op ${uid} tegoed staat` }) // prettier-ignore
    expect((await standing(app, id)).open).toBe(0)
    expect((await post(`unmatch/${back.id}`)).status).toBeLessThan(300)
    expect((await standing(app, id)).open).toBe(-open)
  })

  it('that went out and names a credit on which nothing is owed is looked at by somebody', async () => {
    const id = await definitiveInvoice(app)
    const { uid, open } = await standing(app, id)
    const credit = (await administrator.post(`/administration/invoice/${id}/make_credit_invoice`)).json<{ id: number }>().id // prettier-ignore
    await administrator.post(`/administration/invoice/definitive/${credit}`)
    const { uid: number } = await standing(app, credit)
    const out = await sent({ amount: -open, text: `Terugbetaling creditfactuur ${number}` })
    const reason = `Noemt ${number}, een creditfactuur van ${uid}: daarop is niets terug te betalen`
    expect([out.state, out.reason]).toEqual(['todo', reason])
    expect((await administrator.get('/administration/bank/work')).text).toContain(reason)
    // Where it is booked on an invoice by hand nothing is over.
    const form = await administrator.get(`/administration/bank/choose/${out.id}`)
    expect(form.text).toContain('Wat is terugbetaald, komt op de eerste factuur')
    expect(form.text).not.toContain('Wat overblijft')
  })

  it('is booked on invoices that are found by number and customer, with what is open of each', async () => {
    const offered = async (v: string) => (await administrator.get(`/ajax/specialSelectorSearch?type=payable-invoice&returnObjects=1&v=${encodeURIComponent(v)}`)).json<{ id: number; label: string; sub: string }[]>() // prettier-ignore
    const [open, paid] = [await definitiveInvoice(app, undefined, '9'), await definitiveInvoice(app, undefined, '9')]
    const [{ uid, open: cents }, { uid: other }] = [await standing(app, open), await standing(app, paid)]
    await sent({ amount: cents, text: other })
    const credited = await definitiveInvoice(app)
    const credit = (await administrator.post(`/administration/invoice/${credited}/make_credit_invoice`)).json<{ id: number }>().id // prettier-ignore
    await administrator.post(`/administration/invoice/definitive/${credit}`)
    const idsOf = async (v: string) => (await offered(v)).map(({ id }) => id)
    const [all, twente] = [await idsOf(''), await idsOf('twente')]
    expect([all.includes(open), all.includes(paid), all.includes(credit)]).toEqual([true, false, false])
    expect([twente.includes(open), twente.includes(paid), twente.includes(credit)]).toEqual([true, true, false])
    const { label, sub } = (await offered(`twente ${uid}`))[0]!
    expect([label, sub]).toEqual([uid, expect.stringMatching(new RegExp(`Twente.* · ${formatMoney(cents)} open · `))])
    expect((await offered(other))[0]!.sub).toContain(' · niets open · ')
    const choose = await administrator.get(`/administration/bank/choose/${app.story.bank.todo}`)
    expect(choose.text).toContain('payable-invoice')
  })

  it('that pays back without a number, or a part, is proposed and booked by who looks at it', async () => {
    const iban = 'NL13TEST0123456789'
    const id = await definitiveInvoice(app, app.story.companies.kuipers, '5')
    const { open, uid } = await standing(app, id)
    await sent({ amount: open + 2_500, text: uid, iban })
    const paid = await app.db.selectFrom('bank_entries').select(['id', 'version', 'state']).where('counter_iban', '=', iban).executeTakeFirstOrThrow() // prettier-ignore
    expect((await post(`accept/${paid.id}`, { version: paid.version })).json()).toEqual({ state: 'booked' })
    expect((await standing(app, id)).open).toBe(-2_500)
    const [part, rest] = await sentAll({ amount: -1_000, text: uid, iban }, { amount: -2_500, iban, text: 'te veel' })
    expect([part!.state, part!.confidence, rest!.state]).toEqual(['proposed', 'likely', 'proposed'])
    expect((await post(`accept/${part!.id}`, { version: part!.version })).json()).toEqual({ state: 'booked' })
    expect((await standing(app, id)).open).toBe(-1_500)
    // What was proposed before is another amount by now.
    expect((await entry(rest!.id)).state).toBe('ignored')
    const last = await sent({ amount: -1_500, iban, text: 'rest' })
    expect([last.state, last.reason]).toEqual(['proposed', expect.stringContaining(`terugbetaling van ${uid}`)])
    expect((await sent({ amount: -1_500, text: 'huur kantoor' })).state).toBe('ignored')
  })

  it('that was accepted, chosen or skipped is taken back from the message about it, with the proposals of others', async () => {
    const id = await definitiveInvoice(app)
    const before = await standing(app, id)
    const [one, other] = await sentAll({ amount: before.open - 1000, text: before.uid }, { amount: before.open - 2000, text: before.uid }) // prettier-ignore
    const rows = async () => [await entry(one!.id), await entry(other!.id)].map(({ state, reason, proposal, proposed_ids }) => ({ state, reason, proposal, proposed_ids })) // prettier-ignore
    const waiting = await rows()
    expect(waiting.map(({ state }) => state)).toEqual(['proposed', 'proposed'])
    for (const call of [
      () => post(`accept/${one!.id}`, { version: null }),
      () => post(`choose/${one!.id}`, { invoice_ids: id }),
      () => post(`ignore/${one!.id}`, { reason: 'Toch niet' }),
    ]) {
      const done = await call()
      expect(await rows()).not.toEqual(waiting)
      expect((await administrator.post(`/undo/${done.undo!.set}`)).status).toBe(204)
      expect(await rows()).toEqual(waiting)
      expect(await standing(app, id)).toEqual(before)
      expect(await app.db.selectFrom('invoice_payments').select('id').where('invoice_id', '=', id).execute()).toEqual(
        [],
      )
    }
    // What was taken back at the bank since stays, with why.
    const accepted = await post(`accept/${one!.id}`)
    await send({ amount: 1000 - before.open, text: `storno ${before.uid}`, reason: 'MD06' })
    const late = await administrator.post(`/undo/${accepted.undo!.set}`)
    expect([late.status, (await entry(one!.id)).state]).toEqual([409, 'booked'])
  })

  it('that is none of ours is skipped, with a reason, and waits again when asked', async () => {
    const out = await sent({ amount: -990, text: 'kosten' })
    expect(out.state).toBe('ignored')
    const found = await sent({ amount: 77, text: 'rente' })
    await post(`ignore/${found.id}`, { reason: 'Rente' })
    expect(await entry(found.id)).toMatchObject({ state: 'ignored', reason: 'Rente' })
    await post(`resume/${found.id}`)
    expect((await entry(found.id)).state).toBe('todo')
    expect((await post(`accept/${found.id}`)).status).toBe(409)
  })
})

describe('who paid', () => {
  it('is known until the book year ended so long ago, and after that neither here nor in the history', async () => {
    const id = await definitiveInvoice(app)
    const { open, uid } = await standing(app, id)
    const name = 'Hendrik Onvergetelijk'
    const [paid, other, late] = await sentAll(
      { amount: open, text: uid, name, iban: IBAN },
      { amount: 5, text: `voor ${name}`, name, iban: IBAN },
      { amount: 6, text: 'blijft', name: 'Blijvend', iban: IBAN },
    )
    expect(paid!.state).toBe('booked')
    const set = (ids: number[], booked_on: string) =>
      app.db.updateTable('bank_entries').set({ booked_on }).where('id', 'in', ids).execute()
    await set([paid!.id, other!.id], '2018-12-31')
    await set([late!.id], '2019-01-01')
    const kind = app.services.registry.all(retentionKinds).find(({ key }) => key === 'bank-entries')!
    expect(kind.months).toBe(84)
    const remove = () => inTransaction(app.db, null, (trx) => kind.remove(trx, before, app.services))
    const before = new Date('2019-11-25')
    expect([await kind.count(app.db, before), await remove(), await remove()]).toEqual([2, 2, 0])
    expect(await entry(paid!.id)).toMatchObject({ state: 'booked', amount: open, counter_name: null, counter_iban: null, description: '' }) // prettier-ignore
    expect(await entry(late!.id)).toMatchObject({ counter_name: 'Blijvend', description: 'blijft' })
    expect(await standing(app, id)).toMatchObject({ state: 'paid' })
    const { rows } = await app.pool.query(
      `select 1 from history where changes::text like $1 union all select 1 from invoice_payments where note like $1
       union all select 1 from bank_entries where to_jsonb(bank_entries)::text like $1`,
      [`%${name}%`],
    )
    expect(rows).toEqual([])
  })
})

describe('what is booked', () => {
  it(
    'waits for who holds its invoices in their order, so that neither waits for the other',
    { timeout: 90_000 },
    async () => {
      const [a, b] = [await definitiveInvoice(app), await definitiveInvoice(app)]
      const [first, second] = [await standing(app, a), await standing(app, b)]
      const lines = [second, first].map(({ open, uid }) => ({ amount: open, text: uid }))
      const client = await app.pool.connect()
      try {
        const hold = (id: number) => client.query('select from invoices where id = $1 for update', [id])
        await client.query('begin')
        await hold(a)
        const sending = send(...lines)
        await vi.waitFor(async () => {
        const { rows } = await app.pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`) // prettier-ignore
        expect(rows.length).toBeGreaterThan(0)
      }, { timeout: 60_000 }) // prettier-ignore
        await hold(b)
        await client.query('commit')
        expect(await sending).toMatchObject({ booked: 2 })
      } finally {
        await client.query('rollback')
        client.release()
      }
    },
  )

  it('sees what somebody booked while it waited', async () => {
    const id = await definitiveInvoice(app)
    const { open, uid } = await standing(app, id)
    const client = await app.pool.connect()
    try {
      await client.query('begin')
      await client.query('select from invoices where id = $1 for update', [id])
      const sending = send({ amount: open, text: uid })
      await vi.waitFor(async () => {
        const { rows } = await app.pool.query(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`) // prettier-ignore
        expect(rows.length).toBeGreaterThan(0)
      }, { timeout: 10_000 }) // prettier-ignore
      await client.query('insert into invoice_payments (invoice_id, paid_on, amount) values ($1, current_date, $2)', [id, open]) // prettier-ignore
      await client.query('commit')
      expect(await sending).toMatchObject({ booked: 0, proposed: 1 })
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  it('comes back once, however often the bank says so', async () => {
    const id = await definitiveInvoice(app)
    const { open, uid } = await standing(app, id)
    await send({ amount: open, text: uid, endToEnd: 'INC-78', iban: IBAN })
    const line = { amount: -open, text: 'storno', endToEnd: 'INC-78', reason: 'MD06' }
    expect(await send(line, line)).toMatchObject({ booked: 1 })
    expect(await standing(app, id)).toMatchObject({ state: 'definitive', open })
  })

  it('is as much as what came in, and goes without a trace in the amounts', async () => {
    const ids = await Promise.all(['2', '3', '4', '5'].map((books) => definitiveInvoice(app, app.story.companies.deLinde, books))) // prettier-ignore
    const before = await Promise.all(ids.map((id) => standing(app, id)))
    const { ids: statements } = await send(
      { amount: before[0]!.open + before[1]!.open, text: `${before[0]!.uid} ${before[1]!.uid}` },
      { amount: before[2]!.open, text: before[2]!.uid },
      { amount: before[2]!.open, text: before[2]!.uid },
      { amount: before[3]!.open - 250, text: before[3]!.uid },
    )
    const entries = await entriesOf(app, statements[0]!)
    expect(entries.map(({ state }) => state)).toEqual(['booked', 'booked', 'proposed', 'proposed'])
    expect(entries.filter(({ state }) => state === 'booked').every(({ confidence }) => confidence === 'certain')).toBe(true) // prettier-ignore
    const booked = await app.db
      .selectFrom('bank_matches')
      .innerJoin('bank_entries', 'bank_entries.id', 'bank_matches.entry_id')
      .select((eb) => eb.fn.sum<number>('bank_matches.amount').as('sum'))
      .where('bank_entries.statement_id', '=', statements[0]!)
      .where('bank_matches.kind', '<>', 'difference')
      .executeTakeFirstOrThrow()
    expect(Number(booked.sum)).toBe(entries[0]!.amount + entries[1]!.amount)
    for (const { id, state } of entries) if (state === 'booked') await post(`unmatch/${id}`)
    expect(await Promise.all(ids.map((id) => standing(app, id)))).toEqual(before)
  })
})

describe('several proposals at once', () => {
  const form = async () => {
    const { $ } = await administrator.get('/administration/bank/accept-all')
    return { $, entries: $('input[name="entries"]').attr('value') ?? '', text: $.root().text() }
  }
  const likely = async (times = 1) => {
    const id = await definitiveInvoice(app)
    const { open, uid } = await standing(app, id)
    const line = { amount: open, text: `betaling ${uid.slice(1).replace('-', '.')}`, name: 'Samen Betaald' }
    const entries = await sentAll(...Array.from({ length: times }, () => line))
    return { id, uid, open, entries }
  }

  it('are booked as they were shown, and never what is in part, twice or a guess', async () => {
    const [whole, other, twice] = [await likely(), await likely(), await likely(2)]
    const part = await definitiveInvoice(app)
    const { open, uid } = await standing(app, part)
    const inPart = await sent({ amount: open - 500, text: `betaling ${uid}` })
    const { entries, text } = await form()
    const shown = entries.split(',').map((one) => Number(one.split(':')[0]))
    const ids = (one: { id: number }[]) => one.map(({ id }) => id)
    expect(shown).toEqual(expect.arrayContaining([...ids(whole.entries), ...ids(other.entries)]))
    for (const id of [...ids(twice.entries), inPart.id]) expect(shown).not.toContain(id)
    expect(text).toContain(whole.uid)
    // Somebody else booked one of them meanwhile, and one was shown otherwise.
    await post(`accept/${other.entries[0]!.id}`)
    const { booked } = (await post('accept-all', { entries })).json<{ booked: number }>()
    expect(booked).toBe(shown.length - 1)
    expect((await standing(app, whole.id)).state).toBe('paid')
    expect(await form()).toMatchObject({ entries: '' })
    // Neither is taken by its id alone.
    await post('accept-all', { entries: [...ids(twice.entries).slice(0, 1), inPart.id].join() })
    expect((await entry(inPart.id)).state).toBe('proposed')
    expect((await standing(app, part)).open).toBe(open)
    expect((await post('accept-all', { entries: 'x' })).status).toBe(422)
  })

  it('are booked once, whoever takes them at the same time', async () => {
    const [one, two] = [await likely(), await likely()]
    const { entries } = await form()
    const answers = await Promise.all([post('accept-all', { entries }), post('accept-all', { entries }), post(`accept/${two.entries[0]!.id}`)]) // prettier-ignore
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    for (const { id, open } of [one, two]) {
      const paid = await app.db.selectFrom('invoice_payments').select('amount').where('invoice_id', '=', id).execute()
      expect(paid.map(({ amount }) => Number(amount))).toEqual([open])
    }
  })
})

describe('what is always skipped', () => {
  const skips = async () => (await administrator.get('/settings/bank/skips')).text

  it('is skipped while a statement is read: of one account and side, and not what was taken back', async () => {
    const iban = 'NL91ABNA0417164300'
    const first = await sent({ amount: 4_321, iban, name: 'Belastingdienst', text: 'teruggaaf' })
    expect((await post(`ignore/${first.id}`, { reason: 'Belasting', always: '1' })).status).toBeLessThan(300)
    expect(await skips()).toContain('Geld van NL91 ABNA 0417 1643 00')
    // The form of the settings keeps it.
    const { version } = await app.db.selectFrom('settings').select('version').where('key', '=', 'bank').executeTakeFirstOrThrow() // prettier-ignore
    expect((await administrator.post('/settings/bank', { version: String(version), book_certain: '1', payment_difference: '5' })).status).toBeLessThan(300) // prettier-ignore
    const again = await sentAll(
      { amount: 7_777, iban, name: 'Belastingdienst' },
      { amount: 7_778, iban: 'NL69INGB0123456789', name: 'Belastingdienst' },
      { amount: -7_779, iban, name: 'Belastingdienst', reason: 'AC04' },
    )
    expect(again.map(({ state, reason }) => [state, reason])).toEqual([['ignored', 'Belasting'], ['todo', ''], ['todo', '']]) // prettier-ignore
    expect((await administrator.post('/settings/bank/skips/remove', { skip: `${iban} bij` })).status).toBeLessThan(300)
    expect(await skips()).not.toContain('NL91')
    expect((await sent({ amount: 7_777, iban, name: 'Belastingdienst' })).state).toBe('todo')
  })

  it('is offered only where the bank told an account', async () => {
    const { id } = await sent({ amount: 99, name: 'Zonder rekening' })
    expect((await administrator.get(`/administration/bank/ignore/${id}`)).$('[name="always"]')).toHaveLength(0)
    expect((await post(`ignore/${id}`, { reason: 'Rente', always: '1' })).status).toBeLessThan(300)
    expect(await skips()).not.toContain('Rente')
  })
})
