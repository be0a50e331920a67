// clock
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { type PaymentProvider, startPaymentProvider } from '../../src/administration/payments/online-payments/index.ts'
import { findPayable } from '../../src/administration/payments/online-payments/links.queries.ts'
import { plainSpaces } from '../support/plain-spaces.ts'
import { formatMoney } from '../../src/platform/format/format.ts'
import { payModel } from '../../src/administration/payments/online-payments/pay-page.queries.ts'
import { invoiceAudience } from '../../src/administration/orders/sending/audience.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { today } from '../../src/platform/format/zone.ts'
import {
  bookPayment,
  makeConcept,
  payLinks,
  takeBackPayment,
} from '../../src/administration/invoices/invoices/index.ts'
import { writeSetting } from '../../src/system/settings/index.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { readPdf } from '../support/pdf.ts'
import { visitor } from '../support/visitor.ts'
import { type Sent, camt, entriesOf, sendStatement, standing } from './bank-support.ts'
import { askingLetter } from './claim-support.ts'
import { definitiveInvoice } from './invoice-support.ts'

let provider: PaymentProvider
let app: TestApp
let reader: ReturnType<typeof visitor>
beforeAll(async () => {
  provider = await startPaymentProvider()
  app = await testApp({ env: { MOLLIE_URL: provider.url, MOLLIE_API_KEY: provider.key, MOLLIE_ACCESS_TOKEN: provider.token } }) // prettier-ignore
  reader = visitor(app)
})
afterAll(async () => {
  await app.close()
  await provider.stop()
})

const pathOf = async (id: number) => new URL((await payLinks(app.db, app.services.config, [id])).get(id)!).pathname
const rows = (id: number) => app.db.selectFrom('online_payments').selectAll().where('invoice_id', '=', id).execute()
const pay = async (path: string) => {
  const { $ } = await reader.request(path)
  return reader.request(path, { method: 'POST', body: new URLSearchParams({ _token: $('input[name=_token]').attr('value') ?? '' }) }) // prettier-ignore
}
const tell = (id: string, name = 'mollie') =>
  app.anonymous.request(`/webhooks/${name}`, { method: 'POST', body: new URLSearchParams({ id }) })
const fetchStates = () => app.runJobs('online-payments.fetch')

/** An invoice with a payment that was begun at the provider. */
async function begun() {
  const id = await definitiveInvoice(app)
  const path = await pathOf(id)
  const answer = await pay(path)
  expect(answer.status).toBe(200)
  const [row] = await rows(id)
  return { id, path, answer, provided: row!.provider_id! }
}

describe('the page behind the pay link of an invoice', () => {
  it('shows what is open, how to transfer it, and changes nothing by being opened', async () => {
    const id = await definitiveInvoice(app)
    const path = await pathOf(id)
    for (let i = 0; i < 20; i++) await reader.request(path)
    const page = await reader.request(path)
    expect([page.status, page.headers.get('cache-control'), page.headers.get('x-robots-tag')]).toEqual([200, 'no-store', 'noindex']) // prettier-ignore
    expect(page.text.replaceAll('\u00a0', ' ')).toContain('€ 59,95')
    expect(page.$('svg[aria-label^="QR-code"]')).toHaveLength(1)
    expect(page.text).toContain('Betaal online (iDEAL | Wero)')
    expect(await rows(id)).toEqual([])
  })

  it('asks what letters asked beside the invoice, and what is paid goes there first', async () => {
    const id = await definitiveInvoice(app)
    await askingLetter(app, { invoice_id: id }, { interest: 120 })
    const path = await pathOf(id)
    const said = (await reader.request(path)).$('.sale-totals').text().replaceAll(/\s/g, ' ')
    expect(said).toContain('Nog te betalen van de factuur€ 59,95Incassokosten, gevraagd in onze brief€ 40,00Wettelijke rente, gevraagd in onze brief€ 1,20Nog te betalen€ 101,15') // prettier-ignore
    const values = await invoiceAudience.values(app.db, [], [{ id, kind: 'debtor' }], app.services)
    const { factuur } = values.get(id) as { factuur: { openstaand: string; te_betalen: string } }
    expect([factuur.openstaand, factuur.te_betalen].map(plainSpaces)).toEqual(['€ 59,95', '€ 101,15'])
    // Who mails the link reads the same.
    const office = await (await app.as(ROLE.administrator)).get(`/administration/invoice/${id}/pay_link`)
    expect(office.text.replaceAll(/\s|&nbsp;/g, ' ')).toContain('€ 59,95 open, € 101,15 met kosten en rente')
    expect((await pay(path)).status).toBe(200)
    const [row] = await rows(id)
    expect(Number(row!.amount)).toBe(10_115)
    await provider.settle(row!.provider_id!, 'paid')
    await tell(row!.provider_id!)
    await fetchStates()
    expect(await standing(app, id)).toMatchObject({ state: 'paid', open: 0 })
    const [payment] = await app.db.selectFrom('invoice_payments').select(['amount', 'costs', 'interest', 'principal']).where('invoice_id', '=', id).execute() // prettier-ignore
    expect(payment).toEqual({ amount: 10_115, costs: 4_000, interest: 120, principal: 5_995 })
    expect((await reader.request(path)).text).toContain('is betaald')
  })

  it('is found by nobody who makes a token up, and says the same of all of them', async () => {
    const path = await pathOf(await definitiveInvoice(app))
    const [, , token] = path.split('/')
    const wrong = [`${token!.slice(0, -2)}${token!.endsWith('AA') ? 'BB' : 'AA'}`, 'A'.repeat(32), 'kort', `${token}x`]
    for (const made of wrong) {
      const page = await reader.request(`/betalen/${made}`)
      expect([page.status, page.$('h1').text()]).toEqual([200, 'Deze link werkt niet meer'])
    }
  })

  it('ends when its invoice gets another link', async () => {
    const id = await definitiveInvoice(app)
    const path = await pathOf(id)
    const administrator = await app.as(ROLE.administrator)
    expect((await administrator.get(`/administration/invoice/${id}/pay_link`)).text).toContain(path)
    expect((await administrator.post(`/administration/invoice/${id}/renew_pay_link`)).status).toBeLessThan(300)
    expect((await reader.request(path)).$('h1').text()).toBe('Deze link werkt niet meer')
    expect((await reader.request(await pathOf(id))).$('h1').text()).toContain('Factuur F')
  })

  it('leads to the provider, to the same payment however often it is clicked', async () => {
    const { id, path, answer } = await begun()
    expect(answer.headers.get('refresh')).toMatch(/^0;url=http:.*\/checkout\/tr_/)
    await Promise.all(Array.from({ length: 5 }, () => pay(path)))
    expect(await rows(id)).toHaveLength(1)
    const created = [...provider.payments.values()].filter(({ redirectUrl }) => redirectUrl.includes(path))
    expect(created).toMatchObject([{ amount: { currency: 'EUR', value: '59.95' }, redirectUrl: expect.stringContaining('?betaald=1') as string }]) // prettier-ignore
  })

  it('begins no second payment when the answer of the provider is lost', async () => {
    const id = await definitiveInvoice(app)
    const path = await pathOf(id)
    provider.behave('cut', 'cut', 'cut')
    const lost = await pay(path)
    expect([lost.status, lost.text]).toEqual([503, expect.stringContaining('geeft nu geen antwoord')])
    expect((await pay(path)).status).toBe(200)
    expect(await rows(id)).toHaveLength(1)
    expect([...provider.payments.values()].filter(({ redirectUrl }) => redirectUrl.includes(path))).toHaveLength(1)
    for (const trouble of ['html', { status: 500 }, { status: 401 }] as const) {
      provider.behave(trouble, trouble, trouble)
      expect((await pay(await pathOf(await definitiveInvoice(app)))).status).toBe(503)
    }
    provider.behave()
  })

  it('says how it stands to who comes back', async () => {
    const { id, path, provided } = await begun()
    const back = () => reader.request(`${path}?betaald=1`)
    expect((await back()).text).toContain('wordt verwerkt')
    await provider.settle(provided, 'canceled')
    await tell(provided)
    await fetchStates()
    expect((await back()).text).toContain('niet gelukt of afgebroken')
    expect((await standing(app, id)).open).toBe(5995)
  })

  it('shows no button to who is back at the moment that the payment is booked', async () => {
    const { path, provided } = await begun()
    const invoice = await findPayable(app.db, app.services.config, path.split('/').at(-1)!)
    await provider.settle(provided, 'paid')
    await tell(provided)
    await fetchStates()
    expect(await payModel(app.services, invoice!, { isBack: true })).toMatchObject({
      note: expect.stringContaining('wordt verwerkt') as string,
      waits: true,
    })
    expect((await reader.request(`${path}?betaald=1`)).text).toContain('is betaald')
  })

  it('is looked at by itself for two minutes, ever more slowly, and then on request', async () => {
    const { path } = await begun()
    let [address, seconds, looks] = [`${path}?betaald=1`, 0, 0]
    for (;;) {
      const page = await reader.request(address)
      const [, after, next] = /^(\d+);url=(\/betalen\/.+)$/.exec(page.headers.get('refresh') ?? '') ?? []
      expect(page.text).toContain('wordt verwerkt')
      // Nothing there asks for money that may be on its way.
      expect(page.text).not.toMatch(/Nog te betalen|te betalen uiterlijk|IBAN|QR/)
      if (next === undefined) {
        expect(page.text).toContain('langer dan anders')
        expect(page.$('a.btn').attr('href')).toBe(`${path}?betaald=1`)
        break
      }
      ;[address, seconds, looks] = [next, seconds + Number(after), looks + 1]
    }
    expect([seconds, looks]).toEqual([120, 8])
    for (const keer of ['-1', 'x', '99', '1e9']) expect((await reader.request(`${path}?betaald=1&keer=${keer}`)).status).toBe(200) // prettier-ignore
  })

  it('is promised by the preview of the mail with which a concept gets its number', async () => {
    const administrator = await app.as(ROLE.administrator)
    const id = await inTransaction(app.db, null, (trx) =>
      makeConcept(trx, app.services.registry, {
        company_id: app.story.companies.deLinde,
        contact_id: null,
        added: [{ product_id: app.story.products.bhvBook, count: '1' }],
      }),
    )
    await app.db.updateTable('companies').set({ invoice_email: 'facturen@delinde.example' }).where('id', '=', app.story.companies.deLinde).execute() // prettier-ignore
    const message = {
      subject: 'Factuur',
      content: '<p>{% if factuur.betaallink != blank %}Betaal op {{ factuur.betaallink }}{% endif %}</p>',
      preview: id,
    }
    const shown = async (more: string) => (await administrator.post(`/messages/preview/invoice?ids=${id}&live=1${more}`, message)).text // prettier-ignore
    expect(await shown('&sends=1')).toContain('Betaal op [link]')
    expect(await shown('')).not.toContain('Betaal op')
  })

  it('shows no button where nobody is connected', async () => {
    const bare = await testApp()
    try {
      const id = await definitiveInvoice(bare)
      const path = new URL((await payLinks(bare.db, bare.services.config, [id])).get(id)!).pathname
      const page = await visitor(bare).request(path)
      expect(page.text).toContain('Maak het bedrag over')
      expect(page.text).not.toContain('iDEAL')
    } finally {
      await bare.close()
    }
  })
})

describe('a payment', () => {
  it('that is told of twenty times at once is booked once', async () => {
    const { id, path, provided } = await begun()
    await provider.settle(provided, 'paid')
    const answers = await Promise.all(Array.from({ length: 20 }, () => tell(provided)))
    expect(answers.every(({ status }) => status === 200)).toBe(true)
    await Promise.all([fetchStates(), fetchStates()])
    await tell(provided)
    await fetchStates()
    expect(await standing(app, id)).toMatchObject({ state: 'paid', open: 0 })
    const booked = await app.db.selectFrom('invoice_payments').selectAll().where('invoice_id', '=', id).execute()
    expect(booked).toMatchObject([{ amount: 5995, source: 'online', note: 'Online betaald met iDEAL' }])
    expect((await reader.request(path)).text).toContain('is betaald')
  })

  it('that nobody knows changes nothing, whatever is sent', async () => {
    for (const id of ['tr_unknown', '', "tr_' or 1=1", 'x'.repeat(5000)]) expect((await tell(id)).status).toBe(200)
    expect((await tell('tr_unknown', 'anders')).status).toBe(200)
    const waiting = await app.db
      .selectFrom('online_payments')
      .select('id')
      .where('provider_id', '=', 'tr_unknown')
      .execute()
    expect(waiting).toEqual([])
  })

  it('that is told of without end is looked up no more, and found by the clock', async () => {
    const { provided } = await begun()
    await app.pool.query(`update rate_limits set points = 5000 where key like 'pay-told:%'`)
    expect((await tell(provided)).status).toBe(200)
    const jobs = await app.pool.query(`select 1 from graphile_worker.jobs where task_identifier = 'online-payments.fetch'`) // prettier-ignore
    expect(jobs.rows).toEqual([])
    await app.pool.query(`delete from rate_limits where key like 'pay-told:%'`)
    await tell(provided)
    expect((await app.pool.query(`select 1 from graphile_worker.jobs where task_identifier = 'online-payments.fetch'`)).rows).toHaveLength(1) // prettier-ignore
    await fetchStates()
  })

  it.each([600_000, 13 * 86_400_000])(
    'that is paid only at the provider is found by the clock, %i ms later',
    async (ms) => {
      const { id, provided } = await begun()
      await provider.settle(provided, 'paid')
      await app.db.updateTable('online_payments').set({ created_at: new Date(Date.now() - ms) }).where('invoice_id', '=', id).execute() // prettier-ignore
      await app.services.db.transaction().execute((trx) => app.services.jobs.add(trx, 'online-payments.poll', {}))
      await app.runJobs('online-payments.poll')
      await fetchStates()
      expect(await standing(app, id)).toMatchObject({ state: 'paid' })
    },
  )

  it('that is charged back reopens the invoice with the reason, once', async () => {
    const { id, provided } = await begun()
    await provider.settle(provided, 'paid')
    await tell(provided)
    await fetchStates()
    await provider.settle(provided, 'paid', { amountChargedBack: { currency: 'EUR', value: '59.95' } })
    for (let i = 0; i < 3; i++) {
      await tell(provided)
      await fetchStates()
    }
    expect(await standing(app, id)).toMatchObject({ state: 'definitive', open: 5995 })
    const administrator = await app.as(ROLE.administrator)
    expect((await administrator.get(`/administration/invoice/view/${id}`)).text).toContain('chargeback')
  })

  it('that is charged back weeks later is found by the clock where nobody tells it, each in turn and not for ever', async () => {
    const [late, old] = [await begun(), await begun()]
    for (const { provided } of [late, old]) {
      await provider.settle(provided, 'paid')
      await tell(provided)
    }
    await fetchStates()
    const charged = { amountChargedBack: { currency: 'EUR', value: '59.95' } }
    for (const { provided } of [late, old]) await provider.settle(provided, 'paid', charged)
    const poll = async () => {
      await app.services.db.transaction().execute((trx) => app.services.jobs.add(trx, 'online-payments.poll', {}))
      await app.runJobs('online-payments.poll')
      await fetchStates()
    }
    await poll()
    // It was looked at today.
    expect(await standing(app, late.id)).toMatchObject({ state: 'paid' })
    const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
    await app.db.updateTable('online_payments').set({ looked_at: ago(4), created_at: ago(100) }).where('invoice_id', '=', late.id).execute() // prettier-ignore
    await app.db.updateTable('online_payments').set({ looked_at: ago(4), created_at: ago(130) }).where('invoice_id', '=', old.id).execute() // prettier-ignore
    await poll()
    expect([(await standing(app, late.id)).open, (await standing(app, old.id)).state]).toEqual([5995, 'paid'])
    const { rows } = await app.pool.query(`select looked_at = 'infinity' as ended from online_payments where invoice_id = $1`, [old.id]) // prettier-ignore
    expect(rows).toEqual([{ ended: true }])
  })

  const told = async (provided: string, more: object) => {
    await provider.settle(provided, 'paid', more)
    await tell(provided)
    await fetchStates()
  }
  const euros = (value: string) => ({ currency: 'EUR', value })

  it('that was taken back and stays after all is paid again, whole or in part', async () => {
    const { id, provided } = await begun()
    await told(provided, { amountChargedBack: euros('59.95') })
    expect((await standing(app, id)).open).toBe(5995)
    await told(provided, { amountChargedBack: euros('0.00') })
    expect(await standing(app, id)).toMatchObject({ state: 'paid', open: 0 })
    for (const [value, open] of [
      ['20.00', 2000],
      ['59.95', 5995],
      ['10.00', 1000],
      ['0.00', 0],
    ] as const) {
      await told(provided, { amountRefunded: euros(value) })
      await told(provided, { amountRefunded: euros(value) })
      expect([value, (await standing(app, id)).open]).toEqual([value, open])
    }
    expect(await rows(id)).toMatchObject([{ taken_back: 0, state: 'paid' }])
  })

  it('that somebody took back before the provider told it is taken back once, and the rest follows', async () => {
    const { id, provided } = await begun()
    await told(provided, {})
    const payment_id = (await rows(id))[0]!.payment_id!
    await inTransaction(app.db, null, (trx) => takeBackPayment(trx, payment_id, { on: today(), reason: 'storno', amount: 5000 })) // prettier-ignore
    await told(provided, { amountChargedBack: euros('59.95') })
    await told(provided, { amountChargedBack: euros('59.95') })
    expect(await standing(app, id)).toMatchObject({ state: 'definitive', open: 5995 })
    expect(await rows(id)).toMatchObject([{ taken_back: 995 }])
  })

  it('is not taken back by an entry of the bank: the provider tells that', async () => {
    const { id, provided } = await begun()
    await told(provided, {})
    const { uid } = await standing(app, id)
    const administrator = await app.as(ROLE.administrator)
    await sendStatement(administrator, camt([{ amount: -5995, text: uid, reason: 'MD06' }]))
    expect(await standing(app, id)).toMatchObject({ state: 'paid', open: 0 })
  })

  it('is paid out with costs, which the bank statement does not book again', async () => {
    const { id, provided } = await begun()
    await provider.settle(provided, 'paid')
    await tell(provided)
    await fetchStates()
    provider.settlements.push({
      ...{ id: 'stl_1', reference: '1234567.2611.03', status: 'paidout', settledAt: new Date().toISOString() },
      amount: { currency: 'EUR', value: '59.56' },
      periods: { 2026: { 11: { costs: [{ amountGross: { currency: 'EUR', value: '0.39' } }], revenue: [{ count: 1 }] } } }, // prettier-ignore
    })
    provider.lines.set('stl_1', { payments: [{ id: provided, amount: euros('59.95'), settlementAmount: euros('59.95') }] }) // prettier-ignore
    await app.services.db.transaction().execute((trx) => app.services.jobs.add(trx, 'online-payments.settlements', {}))
    await app.runJobs('online-payments.settlements')
    const administrator = await app.as(ROLE.administrator)
    const sent = await sendStatement(administrator, camt([{ amount: 5956, text: 'Mollie 1234567.2611.03', name: 'Stichting Mollie' }])) // prettier-ignore
    const { ids } = sent.json<Sent>()
    const [entry] = await entriesOf(app, ids[0]!)
    expect(entry).toMatchObject({ state: 'booked', reason: expect.stringContaining('kosten') as string })
    expect(await standing(app, id)).toMatchObject({ state: 'paid', open: 0 })
  })

  it('is paid out once, however many entries name that payout', async () => {
    const administrator = await app.as(ROLE.administrator)
    const { provided } = await begun()
    await told(provided, {})
    const twice = async (id: string) => {
      const values = { id, reference: `REF.${id}`, amount: 5994, costs: 1, payments: 1, settled_on: today(), read_at: new Date() } // prettier-ignore
      await app.db.insertInto('online_settlements').values(values).execute()
      await app.db.insertInto('online_settlement_lines').values({ settlement_id: id, id: provided, kind: 'payment', provider_id: provided, amount: 5995 }).execute() // prettier-ignore
      const line = { amount: 5994, text: `Mollie REF.${id}` }
      return entriesOf(app, (await sendStatement(administrator, camt([line, line]))).json<Sent>().ids[0]!)
    }
    expect((await twice('stl_a')).map(({ state }) => state)).toEqual(['booked', 'todo'])
    await inTransaction(app.db, null, (trx) =>
      writeSetting(trx, 'bank', { book_certain: false, payment_difference: 5, skips: [] }),
    )
    const entries = await twice('stl_b')
    expect(entries.map(({ state }) => state)).toEqual(['proposed', 'proposed'])
    const accept = ({ id, version }: { id: number; version: number }) => administrator.post(`/administration/bank/accept/${id}`, { version }) // prettier-ignore
    const answers = await Promise.all(entries.map(accept))
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    const states = await app.db.selectFrom('bank_entries').select('state').where('id', 'in', entries.map(({ id }) => id)).execute() // prettier-ignore
    expect(states.map(({ state }) => state).sort()).toEqual(['booked', 'todo'])
    await inTransaction(app.db, null, (trx) =>
      writeSetting(trx, 'bank', { book_certain: true, payment_difference: 5, skips: [] }),
    )
  })

  it('that comes by bank as well stays as credit, and is not lost', async () => {
    const { id, provided } = await begun()
    await inTransaction(app.db, null, (trx) => bookPayment(trx, id, { paid_on: today(), amount: 5995, note: null, source: 'bank' })) // prettier-ignore
    await provider.settle(provided, 'paid')
    await tell(provided)
    await fetchStates()
    expect(await standing(app, id)).toMatchObject({ state: 'paid', open: -5995 })
  })
})

describe('the pay link', () => {
  const told = async (of: TestApp, id: number) => {
    const values = await invoiceAudience.values(of.db, [], [{ id, kind: 'debtor' }], of.services)
    return (values.get(id) as { factuur: { betaallink: string } }).factuur.betaallink
  }

  it('stands in mails while something is open and a provider is connected', async () => {
    const { id, path, provided } = await begun()
    expect(await told(app, id)).toContain(path)
    await provider.settle(provided, 'paid')
    await tell(provided)
    await fetchStates()
    expect(await told(app, id)).toBe('')
    const bare = await testApp()
    try {
      expect(await told(bare, await definitiveInvoice(bare))).toBe('')
    } finally {
      await bare.close()
    }
  })

  it('stands on the paper that is drawn while something is open', async () => {
    const id = await definitiveInvoice(app)
    const administrator = await app.as(ROLE.administrator)
    const pdf = await administrator.page(`/administration/invoice/${id}`)
    expect(pdf.status).toBe(200)
    expect(readPdf(pdf.bytes).pages.flat().join('').replaceAll(/\s/g, '')).toContain(await pathOf(id))
  })
})

describe('invoices that are printed', () => {
  const wordsOf = (bytes: Buffer) => readPdf(bytes).pages.map((page) => page.flat().join('').replaceAll(/\s/g, ''))

  it('say the same however they are asked for: together, alone, and as the file that its customer got', async () => {
    const ids = [await definitiveInvoice(app), await definitiveInvoice(app)]
    const administrator = await app.as(ROLE.administrator)
    const together = wordsOf((await administrator.get(`/print/kind/invoice?ids=${ids.join(',')}`)).bytes)
    for (const [i, id] of ids.entries()) {
      const kept = await administrator.page(`/administration/invoice/${id}`)
      const alone = await administrator.get(`/print/kind/invoice?ids=${id}`)
      expect(alone.bytes.equals(kept.bytes)).toBe(true)
      expect(together[i]).toContain(await pathOf(id))
      // The number of the page apart.
      expect(together[i]!.slice(0, 400)).toBe(wordsOf(kept.bytes)[0]!.slice(0, 400))
    }
  })
})

describe('the settings', () => {
  it('keep a key that the provider accepts, sealed, and show it to nobody', async () => {
    const administrator = await app.as(ROLE.administrator)
    const save = (payment_key: string) => administrator.post('/settings/online-payments', { payment_key })
    expect((await save('geheim')).status).toBe(422)
    const refused = await save('live_abcdefghijklmnopqrstuvwxyz')
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('neemt deze sleutel niet aan')])
    const before = provider.asked.length
    provider.behave({ lateMs: 400 })
    const saving = save(provider.key)
    await vi.waitFor(() => expect(provider.asked.length).toBeGreaterThan(before))
    // Nobody's save waits for what the provider answers.
    const { rows: held } = await app.owner.pool.query(`select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`) // prettier-ignore
    expect(held).toEqual([])
    expect((await saving).status).toBeLessThan(300)
    const { sealed_key } = await app.db.selectFrom('payment_accounts').selectAll().executeTakeFirstOrThrow()
    expect(sealed_key).not.toContain(provider.key)
    const page = await administrator.get('/settings/online-payments')
    expect(page.text).not.toContain(provider.key)
    expect(page.text).toContain('staat aan')
    // The installation has a key and a token of its own: paying goes on with that key, and no token of ours can be removed.
    expect(page.text).toContain('Online betalen gaat dan verder met de sleutel van deze installatie.')
    expect(page.text).not.toContain('forget-token')
    expect(page.text).not.toContain('Online betalen uitzetten')
    expect((await administrator.post('/settings/online-payments/forget')).status).toBeLessThan(300)
    expect((await administrator.get('/settings/online-payments')).text).not.toContain('online-payments/forget')
    expect(await app.db.selectFrom('payment_accounts').selectAll().execute()).toEqual([])
    // Who put it there and took it away stays, the key does not.
    const told = await app.db.selectFrom('history').selectAll().where('record_type', '=', 'payment_account').orderBy('id').execute() // prettier-ignore
    expect(told.map(({ action }) => action)).toEqual(['insert', 'delete'])
    expect(told.every(({ actor_id }) => actor_id !== null)).toBe(true)
    expect(JSON.stringify(told)).not.toContain('sealed_key')
  })
})

describe('a supervisor', () => {
  it('pays invoices of the own company from their popup, and no other', async () => {
    const supervisor = await app.as(ROLE.supervisor)
    const own = await supervisor.get(`/administration/invoice/${app.story.invoices.definitive}/pay`)
    expect([own.status, own.text]).toEqual([200, expect.stringContaining('/betalen/')])
    expect(plainSpaces(own.text)).not.toContain('Met de kosten')
    const [open] = await app.db.selectFrom('invoices').select('open').where('id', '=', app.story.invoices.definitive).execute() // prettier-ignore
    await askingLetter(app, { invoice_id: app.story.invoices.definitive })
    const asked = await supervisor.get(`/administration/invoice/${app.story.invoices.definitive}/pay`)
    expect(plainSpaces(asked.$.root().text())).toContain(`Met de kosten en de rente die wij in een brief vroegen, betaalt u ${plainSpaces(formatMoney(Number(open!.open) + 4_000))}`) // prettier-ignore
    expect((await supervisor.get(`/administration/invoice/${app.story.invoices.foreign}/pay`)).status).toBe(404)
    expect((await supervisor.get(`/administration/invoice/view/${app.story.invoices.definitive}`)).text).toContain(
      '/pay"',
    )
    expect((await (await app.as(ROLE.teacher)).get(`/administration/invoice/${app.story.invoices.definitive}/pay`)).status).toBe(403) // prettier-ignore
  })
})
