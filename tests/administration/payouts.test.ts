import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type PaymentProvider, startPaymentProvider } from '../../src/administration/payments/online-payments/index.ts'
import { payLinks } from '../../src/administration/invoices/invoices/index.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { visitor } from '../support/visitor.ts'
import { type Sent, camt, entriesOf, sendStatement } from './bank-support.ts'
import { definitiveInvoice } from './invoice-support.ts'

const SETTLE = 'online-payments.settlements'
const euros = (cents: number) => ({ currency: 'EUR', value: (cents / 100).toFixed(2) })

let provider: PaymentProvider
let app: TestApp
beforeAll(async () => {
  provider = await startPaymentProvider()
  app = await testApp({ env: { MOLLIE_URL: provider.url, MOLLIE_API_KEY: provider.key, MOLLIE_ACCESS_TOKEN: provider.token } }) // prettier-ignore
})
afterAll(async () => {
  await app.close()
  await provider.stop()
})
beforeEach(async () => {
  provider.settlements.length = 0
  provider.lines.clear()
  provider.asked.length = 0
  provider.page.size = 250
  provider.behave()
  await app.db.deleteFrom('online_settlements').execute()
})

/** An invoice of € 59,95 that was paid online, and how the provider calls that payment. */
async function paidOnline(): Promise<{ uid: string; provided: string }> {
  const id = await definitiveInvoice(app)
  const path = new URL((await payLinks(app.db, app.services.config, [id])).get(id)!).pathname
  const reader = visitor(app)
  const { $ } = await reader.request(path)
  await reader.request(path, { method: 'POST', body: new URLSearchParams({ _token: $('input[name=_token]').attr('value')! }) }) // prettier-ignore
  const { provider_id } = await app.db.selectFrom('online_payments').select('provider_id').where('invoice_id', '=', id).executeTakeFirstOrThrow() // prettier-ignore
  await provider.settle(provider_id!, 'paid')
  await fetchState(provider_id!)
  const { uid } = await app.db.selectFrom('invoices').select('uid').where('id', '=', id).executeTakeFirstOrThrow()
  return { uid: uid!, provided: provider_id! }
}
async function fetchState(id: string) {
  await app.anonymous.request('/webhooks/mollie', { method: 'POST', body: new URLSearchParams({ id }) })
  await app.runJobs('online-payments.fetch')
}
let last = 0
/** A payout of so many cents, after so many costs. */
function paysOut(amount: number, costs: number, lines: object = {}, settledAt = new Date()) {
  const n = ++last
  const [id, reference] = [`stl_${n}`, `1234567.2611.${String(n).padStart(2, '0')}`]
  const month = { costs: [{ amountGross: euros(costs) }], revenue: [{ count: 1 }] }
  provider.settlements.push({ ...{ id, reference, status: 'paidout', amount: euros(amount), settledAt: settledAt.toISOString() }, periods: { 2026: { 11: month } } }) // prettier-ignore
  provider.lines.set(id, lines)
  return { id, reference }
}
const paid = (id: string, cents: number) => ({ id, amount: euros(cents), settlementAmount: euros(cents) })
const back = (id: string, paymentId: string, cents: number) => ({ id, paymentId, amount: euros(cents), settlementAmount: euros(-cents) }) // prettier-ignore
async function learn(of = app) {
  await of.services.db.transaction().execute((trx) => of.services.jobs.add(trx, SETTLE, {}))
  await of.runJobs(SETTLE)
}
/** The entry of a statement with which a payout came in, and its popup. */
async function comesIn(amount: number, reference: string, of = app) {
  const administrator = await of.as(ROLE.administrator)
  const sent = await sendStatement(administrator, camt([{ amount, text: `${reference} uitbetaling`, name: 'Stichting Mollie Payments' }])) // prettier-ignore
  const [entry] = await entriesOf(of, sent.json<Sent>().ids[0]!)
  const popup = await administrator.get(`/administration/bank/entry/${entry!.id}`)
  return { entry: entry!, popup: popup.$.text().replaceAll('\u00a0', ' '), administrator }
}

describe('what a provider paid out', () => {
  it('is compared payment by payment, with the costs apart, and booked where all of it agrees', async () => {
    const [one, other] = [await paidOnline(), await paidOnline()]
    const { reference } = paysOut(11_990 - 78, 78, { payments: [paid(one.provided, 5995), paid(other.provided, 5995)] })
    await learn()
    const { entry, popup } = await comesIn(11_912, reference)
    expect(entry).toMatchObject({ state: 'booked', confidence: 'certain', reason: `Uitbetaling ${reference}: 2 betalingen, € 0,78 kosten`.replaceAll(' 0', '\u00a00') }) // prettier-ignore
    // By the reference that the bank has too, never by the id of the provider.
    expect(popup).toMatch(new RegExp(`Geboekt[^]*Uitbetaling ${reference}[^]*Uitbetaling ${reference}`))
    expect(popup).not.toContain('stl_')
    expect(popup).toContain(one.uid)
    expect(popup).toContain(other.uid)
    expect(popup).toMatch(/Kosten van de betaaldienst\s*€ -0,78/)
  })

  it('names each difference, and is not booked unseen then: unknown payments, other amounts, what came back, what is missing', async () => {
    const { uid, provided } = await paidOnline()
    const { reference } = paysOut(10_000, 39, {
      payments: [paid(provided, 5990), paid('tr_elsewhere', 4000)],
      refunds: [back('re_1', provided, 500)],
    })
    await learn()
    const { entry, popup } = await comesIn(10_000, reference)
    expect(entry).toMatchObject({ state: 'proposed', confidence: 'likely' })
    expect(popup).toContain(`Betaling ${uid} van € 59,90 is hier voor € 59,95 geboekt.`)
    expect(popup).toContain('Betaling tr_elsewhere van € 40,00 is niet via een factuur hier betaald.')
    expect(popup).toContain(`Terugbetaling ${uid} van € -5,00 is hier nog niet teruggeboekt.`)
    expect(popup).toContain('De regels min de kosten verschillen € 5,49 met wat is uitbetaald.')
  })

  it('takes chargebacks off, and looks at a payment that stands otherwise here', async () => {
    const { uid, provided } = await paidOnline()
    await provider.settle(provided, 'paid', { amountChargedBack: euros(5995), webhookUrl: null })
    const { reference } = paysOut(0, 0, { payments: [paid(provided, 5995)], chargebacks: [back('chb_1', provided, 5995)] }) // prettier-ignore
    const open = async () => (await app.db.selectFrom('invoices').select('open').where('uid', '=', uid).executeTakeFirstOrThrow()).open // prettier-ignore
    expect(await open()).toBe(0)
    await learn()
    await app.runJobs('online-payments.fetch')
    expect(await open()).toBe(5995)
    const lines = await app.db.selectFrom('online_settlement_lines').select(['kind', 'amount']).orderBy('kind').execute() // prettier-ignore
    expect(lines).toEqual([{ kind: 'chargeback', amount: -5995 }, { kind: 'payment', amount: 5995 }]) // prettier-ignore
    await app.db.updateTable('online_settlements').set({ amount: 1 }).where('reference', '=', reference).execute()
    // Nothing was left to pay out, and what came back is booked here: the cent alone does not agree.
    const { popup } = await comesIn(1, reference)
    expect(popup).toContain('De regels min de kosten verschillen € 0,01 met wat is uitbetaald.')
    expect(popup).not.toContain('is hier nog niet teruggeboekt')
  })

  it('takes no more back than was taken back here, also by several lines and in several payouts', async () => {
    const { uid, provided } = await paidOnline()
    await provider.settle(provided, 'paid', { amountRefunded: euros(3000), webhookUrl: null })
    await fetchState(provided)
    const once = paysOut(2995, 0, { payments: [paid(provided, 5995)], refunds: [back('re_1', provided, 3000)] })
    await learn()
    expect((await comesIn(2995, once.reference)).entry).toMatchObject({ state: 'booked', confidence: 'certain' })
    const again = paysOut(2994, 1, { payments: [paid(provided, 5995)], refunds: [back('re_2', provided, 3000)] })
    await learn()
    const { entry, popup } = await comesIn(2994, again.reference)
    expect(entry).toMatchObject({ state: 'proposed', confidence: 'likely' })
    expect(popup).toContain(`Terugbetaling ${uid} van € -30,00 is hier nog niet teruggeboekt.`)
  })

  it('is read to its end, page by page, and of the last months alone', async () => {
    provider.page.size = 2
    for (let i = 0; i < 5; i++)
      paysOut(100, 0, { payments: [1, 2, 3].map((n) => paid(`tr_${i}${n}`, n === 1 ? 34 : 33)) })
    paysOut(100, 0, {}, new Date(Date.now() - 200 * 24 * 3_600_000))
    await learn()
    const { rows } = await app.pool.query<{ count: string; lines: string }>('select count(*), (select count(*) from online_settlement_lines) as lines from online_settlements where read_at is not null') // prettier-ignore
    expect(rows).toEqual([{ count: 5, lines: 15 }])
    const asked = provider.asked.length
    await learn()
    // What was read is not read again.
    expect(provider.asked.length - asked).toBeLessThanOrEqual(3)
  })

  it('is not asked for elsewhere, wherever its next page is said to be', async () => {
    const other = await startPaymentProvider()
    try {
      provider.page.size = 1
      provider.page.elsewhere = other.url.replace(/\/v2$/, '')
      for (let i = 0; i < 3; i++) paysOut(100, 0)
      await expect(learn()).rejects.toThrow('elsewhere')
      expect(other.asked).toEqual([])
    } finally {
      delete provider.page.elsewhere
      await other.stop()
    }
  })

  it('is not read by halves: what was cut off is read whole the next time', async () => {
    const { provided } = await paidOnline()
    paysOut(5995, 0, { payments: [paid(provided, 5995)] })
    provider.behave('ok', 'ok', { status: 400 })
    await expect(learn()).rejects.toThrow()
    const count = async () => (await app.db.selectFrom('online_settlement_lines').selectAll().execute()).length
    expect(await count()).toBe(0)
    await learn()
    expect(await count()).toBe(1)
    await learn()
    expect(await count()).toBe(1)
  })

  it('is not booked unseen before its lines were read, as where it came before the token', async () => {
    const { reference } = paysOut(5995, 39)
    provider.behave('ok', { status: 400 })
    await expect(learn()).rejects.toThrow()
    const { entry, popup } = await comesIn(5995, reference)
    expect(entry).toMatchObject({ state: 'proposed', confidence: 'likely' })
    expect(entry.reason).toContain('Nog niet vergeleken')
    expect(popup).toContain('Nog niet vergeleken: van welke betalingen deze uitbetaling is, is niet bekend.')
  })

  it('counts in euros, whatever was paid in; of one that cannot be read nothing is kept, and older ones are read all the same', async () => {
    const dollars = { currency: 'USD', value: '65.00' }
    const newest = paysOut(100, 0, { payments: [{ id: 'tr_dollars', amount: dollars }] })
    const gone = paysOut(100, 0)
    const older = paysOut(5995, 0, { payments: [{ ...paid('tr_abroad', 5995), amount: dollars }] })
    provider.behave('ok', 'ok', { status: 404 })
    await expect(learn()).rejects.toThrow('another shape')
    const { rows } = await app.pool.query('select s.id, read_at is not null as read, l.amount from online_settlements s left join online_settlement_lines l on l.settlement_id = s.id order by s.id') // prettier-ignore
    expect(rows).toEqual([
      { id: newest.id, read: false, amount: null },
      { id: gone.id, read: false, amount: null },
      { id: older.id, read: true, amount: 5995 },
    ])
  })

  it('is booked once, also where it was booked by its reference before the provider told of it', async () => {
    const { provided } = await paidOnline()
    const reference = '7654321.2611.09'
    const before = await comesIn(5995, reference)
    expect(before.entry).toMatchObject({ state: 'proposed', confidence: 'possible' })
    await before.administrator.post(`/administration/bank/accept/${before.entry.id}`, { version: before.entry.version })
    const { id } = paysOut(5995, 0, { payments: [paid(provided, 5995)] })
    await app.db.deleteFrom('online_settlements').execute()
    provider.settlements.splice(0, 1, { ...provider.settlements[0]!, id, reference })
    await learn()
    const again = await comesIn(5995, reference)
    // What else it may be somebody looks at; it is not proposed as that payout again.
    expect(again.entry.state).not.toBe('booked')
    expect(again.entry.reason ?? '').not.toContain('itbetaling')
    const booked = await app.pool.query("select 1 from bank_matches where kind = 'payout' and note in ($1, $2)", [id, reference]) // prettier-ignore
    expect(booked.rowCount).toBe(1)
  })

  it('is accepted once where two entries name it that were proposed at the same time', async () => {
    const reference = '7654321.2611.10'
    const entries = [await comesIn(4000, reference), await comesIn(4000, reference)]
    const { id } = paysOut(4000, 0)
    provider.settlements.splice(0, 1, { ...provider.settlements[0]!, id, reference })
    await learn()
    // One by the id of what the provider told since, the other by its reference as it was shown.
    await app.pool.query(`update bank_entries set proposal = jsonb_set(proposal, '{payout}', to_jsonb($1::text)) where id = $2`, [id, entries[0]!.entry.id]) // prettier-ignore
    for (const { entry, administrator } of entries) await administrator.post(`/administration/bank/accept/${entry.id}`)
    const booked = await app.pool.query("select 1 from bank_matches where kind = 'payout' and note in ($1, $2)", [id, reference]) // prettier-ignore
    expect(booked.rowCount).toBe(1)
    const states = await app.db.selectFrom('bank_entries').select('state').where('id', 'in', entries.map(({ entry }) => entry.id)).orderBy('id').execute() // prettier-ignore
    expect(states.map(({ state }) => state)).toEqual(['booked', 'todo'])
  })

  it('of which the provider told nothing is booked once by two who accept it at the same moment', async () => {
    const reference = '7654321.2611.11'
    const entries = [await comesIn(4100, reference), await comesIn(4100, reference)]
    const waits = async () => (await app.owner.pool.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)).rowCount // prettier-ignore
    const holder = await app.owner.pool.connect()
    try {
      await holder.query('begin')
      await holder.query(`select pg_advisory_xact_lock(hashtext('payout'), hashtext($1))`, [reference])
      const answers = entries.map(({ entry, administrator }) => administrator.post(`/administration/bank/accept/${entry.id}`)) // prettier-ignore
      await expect.poll(waits).toBe(2)
      await holder.query('commit')
      expect((await Promise.all(answers)).filter(({ status }) => status >= 500)).toEqual([])
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    const booked = await app.pool.query("select 1 from bank_matches where kind = 'payout' and note = $1", [reference])
    expect(booked.rowCount).toBe(1)
  })

  it('is told apart from a payout of another amount with the same reference', async () => {
    const { provided } = await paidOnline()
    const { reference } = paysOut(5995, 0, { payments: [paid(provided, 5995)] })
    await learn()
    const { entry } = await comesIn(5990, reference)
    expect(entry).toMatchObject({ state: 'proposed', confidence: 'possible' })
    expect(entry.reason).toContain('volgens de betaaldienst')
  })
})

describe('the token of the organisation', () => {
  let other: TestApp
  beforeAll(async () => {
    other = await testApp({ env: { MOLLIE_URL: provider.url, MOLLIE_API_KEY: provider.key } })
  })
  afterAll(() => other.close())

  it('is missed in plain words: nothing is asked with the key, and a payout is proposed by its reference alone', async () => {
    const administrator = await other.as(ROLE.administrator)
    expect((await administrator.get('/settings/online-payments')).text).toContain('Zonder organisatietoken vertelt Mollie niet welke betalingen') // prettier-ignore
    await learn(other)
    expect(provider.asked).toEqual([])
    const { entry } = await comesIn(4711, '1234567.2611.77', other)
    expect(entry).toMatchObject({ state: 'proposed', confidence: 'possible' })
    expect(entry.reason).toContain('Van welke betalingen is niet bekend')
  })

  it('is refused where it is none, or may not read what was paid out, and is never shown', async () => {
    const administrator = await other.as(ROLE.administrator)
    const save = (form: Record<string, string>) => administrator.post('/settings/online-payments', form)
    expect((await save({})).status).toBe(422)
    expect((await save({ payment_token: provider.key })).status).toBe(422)
    expect((await save({ payment_token: 'access_of_somebody_else_entirely' })).status).toBe(422)
    expect((await (await other.as(ROLE.scheduler)).post('/settings/online-payments', { payment_token: provider.token })).status).toBe(403) // prettier-ignore
    expect(await other.db.selectFrom('payment_tokens').selectAll().execute()).toEqual([])
    expect((await save({ payment_token: provider.token })).status).toBeLessThan(300)
    const { sealed_token } = await other.db.selectFrom('payment_tokens').selectAll().executeTakeFirstOrThrow()
    expect(sealed_token).not.toContain(provider.token)
    const { text } = await administrator.get('/settings/online-payments')
    expect(text).not.toContain(provider.token)
    expect(text).toContain('Het organisatietoken is bewaard')
    // The token has a button of its own, which leaves online paying as it is.
    expect(text).not.toContain('Online betalen uitzetten')
    expect(text).toContain('Organisatietoken verwijderen')
    const history = await other.pool.query('select 1 from history where changes::text like $1', [`%${provider.token}%`])
    expect(history.rowCount).toBe(0)
    paysOut(100, 0)
    await other.runJobs(SETTLE)
    expect(await other.db.selectFrom('online_settlements').selectAll().execute()).toHaveLength(1)
    expect((await administrator.post('/settings/online-payments/forget')).status).toBeLessThan(300)
    expect(await other.db.selectFrom('payment_tokens').selectAll().execute()).toHaveLength(1)
    expect((await administrator.post('/settings/online-payments/forget-token')).status).toBeLessThan(300)
    expect(await other.db.selectFrom('payment_tokens').selectAll().execute()).toEqual([])
  })
})
