// clock
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { type ExactSimulator, startExact } from '../../src/administration/books/accounting/index.ts'
import { fetchPayments } from '../../src/administration/books/accounting/payments/payments.job.ts'
import { takePayments } from '../../src/administration/books/accounting/payments/payments.commands.ts'
import { linkedTo } from '../../src/administration/books/accounting/settings/link.queries.ts'
import { bookPayment } from '../../src/administration/invoices/invoices/index.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { formatDate, formatMoney } from '../../src/platform/format/format.ts'
import { addDays, today } from '../../src/platform/format/zone.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
import type { Browser, TestApp } from '../support/app.ts'
import { addInvoice, askFreely, chooseVat, registeredApp, signIn } from './accounting-support.ts'

let exact: ExactSimulator
let app: TestApp
let administrator: Browser
const uids: string[] = []
const ids: number[] = []
beforeAll(async () => {
  exact = await startExact({ short: 10_000 })
  app = await registeredApp({ exact: exact.url })
  await askFreely(app)
  administrator = await signIn(app, 'exact', exact.agree)
  await chooseVat(administrator, { 4: '5' })
  await app.db.deleteFrom('accounting_bookings').execute()
  for (let i = 0; i < 6; i++)
    ids.push(await addInvoice(app, { company_id: app.story.companies.deLinde }, [{ product_id: app.story.products.bhvBook, count: '1' }])) // prettier-ignore
  await administrator.post('/accounting/getWizard/', { ids: ids.join(',') })
  await app.runJobs('accounting.book')
  const rows = await app.db.selectFrom('invoices').select('uid').where('id', 'in', ids).orderBy('id').execute()
  uids.push(...rows.map(({ uid }) => uid!))
})
afterAll(async () => {
  await app.close()
  await exact.stop()
})
afterEach(() => app.db.deleteFrom('accounting_pace').execute())

const told = () => app.db.selectFrom('accounting_payments').selectAll().executeTakeFirst()
const openOf = async (i: number) =>
  (await app.db.selectFrom('invoices').select('open').where('id', '=', ids[i]!).executeTakeFirstOrThrow()).open
const shown = async () => (await administrator.get('/accounting/compare/list')).$.root().text()
const waiting = async () =>
  (await administrator.get('/attention')).text.includes('boekhoudpakket geeft geen betalingen')

describe('payments that are made in the package', () => {
  it('come back by night without anybody comparing, once, and it is told when', async () => {
    expect(app.services.registry).toBeDefined()
    expect(await shown()).toContain('Nog niet opgehaald')
    exact.pay(uids[0]!, await openOf(0))
    exact.pay(uids[1]!, 500)
    await fetchPayments(app.services)
    await fetchPayments(app.services)
    expect([await openOf(0), (await openOf(1)) > 0]).toEqual([0, true])
    const payments = await app.db
      .selectFrom('invoice_payments')
      .select('source')
      .where('invoice_id', 'in', ids)
      .execute()
    expect(payments).toEqual([{ source: 'ledger' }, { source: 'ledger' }])
    expect(await told()).toMatchObject({ taken: 0, problem: null, after_id: 0 })
    expect(await shown()).toContain('Laatst opgehaald op')
  })

  it('are asked for at once where an administrator wants to, and not by others', async () => {
    exact.pay(uids[2]!, await openOf(2))
    expect((await administrator.post('/accounting/compare/payments')).status).toBe(204)
    await app.runJobs('accounting.payments')
    expect([await openOf(2), (await told())!.taken]).toEqual([0, 1])
    const teacher = await app.as(ROLE.teacher)
    expect((await teacher.post('/accounting/compare/payments')).status).toBe(403)
  })

  it('are asked some at a time, going on where the last time ended and then from the beginning again', async () => {
    const linked = (await linkedTo(app.services))!
    const asked: number[] = []
    const some = async (after: number) => {
      const last = await takePayments(app.services, linked, { after, most: 2, told: () => Promise.resolve() })
      asked.push(last)
      return last
    }
    for (let after = await some(0); after !== 0; after = await some(after));
    // What is open here of six, of which two were paid.
    const open = ids.filter((_id, i) => i !== 0 && i !== 2)
    expect(asked).toEqual([open[1], open[3], 0])
  })

  it('wait for the next day where the package takes no more, and go on by themselves', async () => {
    exact.pay(uids[3]!, await openOf(3))
    exact.behave({ tooManyMs: 3_600_000 })
    await fetchPayments(app.services)
    expect(await openOf(3)).toBeGreaterThan(0)
    const { rows } = await app.pool.query(`select run_at > now() + interval '50 minutes' as later from graphile_worker.jobs where task_identifier = 'accounting.payments'`) // prettier-ignore
    expect(rows).toEqual([{ later: true }])
    await app.db.deleteFrom('accounting_pace').execute()
    await fetchPayments(app.services)
    expect(await openOf(3)).toBe(0)
  })

  it('go back here once where they are reversed there, with the reason, and come again when they are paid again', async () => {
    const of = () => app.db.selectFrom('invoice_payments').select(['amount', 'note']).where('invoice_id', '=', ids[0]!).orderBy('id').execute() // prettier-ignore
    const paid = (await of())[0]!.amount
    exact.pay(uids[0]!, paid - 1000)
    await fetchPayments(app.services)
    await fetchPayments(app.services)
    expect([await openOf(0), await of()]).toEqual([
      1000,
      [
        { amount: paid, note: 'Volgens Exact Online' },
        { amount: -1000, note: 'Teruggedraaid in Exact Online' },
      ],
    ])
    exact.pay(uids[0]!, paid)
    await fetchPayments(app.services)
    await fetchPayments(app.services)
    expect([await openOf(0), (await of()).length]).toEqual([0, 3])
  })

  it('are not taken for reversed where the rest was paid here and is open there', async () => {
    const id = ids[1]!
    const open = await openOf(1)
    await inTransaction(app.db, null, (trx) => bookPayment(trx, id, { paid_on: today(), amount: open, note: null, source: 'bank' })) // prettier-ignore
    await fetchPayments(app.services)
    expect(await openOf(1)).toBe(0)
    await app.db.deleteFrom('invoice_payments').where('invoice_id', '=', id).where('source', '=', 'bank').execute()
  })

  it('say why they do not come where somebody has to sign in, in words and where all is told that waits', async () => {
    expect(await waiting()).toBe(false)
    const before = await told()
    await app.db.updateTable('accounting_links').set({ error: 'Log opnieuw in.' }).execute()
    // It is said at once, and not by what fails later.
    expect(await shown()).toContain('U bent niet ingelogd bij Exact Online')
    expect(await shown()).toContain('Inloggen bij Exact Online')
    const day = formatDate(today())
    for (const [path, form] of [
      ['payments', {}],
      ['start', { from: day, until: day }],
    ] as const) {
      // prettier-ignore
      const refused = await administrator.post(`/accounting/compare/${path}`, form)
      expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('U bent niet ingelogd bij Exact Online. Log eerst in')]) // prettier-ignore
    }
    await fetchPayments(app.services)
    expect(await told()).toMatchObject({ problem: 'Log eerst in bij het boekhoudpakket.', asked_at: before!.asked_at })
    expect(await shown()).toContain('De betalingen in Exact Online zijn niet opgehaald. Log eerst in')
    expect(await shown()).toContain('Inloggen bij Exact Online')
    expect(await waiting()).toBe(true)
    // Who signs in again is no longer asked to.
    await signIn(app, 'exact', exact.agree)
    expect([await shown(), await waiting()]).toEqual([expect.not.stringContaining('Inloggen bij Exact Online'), false])
    expect(await shown()).not.toContain('Log eerst in')
    await fetchPayments(app.services)
    expect([(await told())!.problem, await waiting()]).toEqual([null, false])
  })

  describe('that nothing proves', () => {
    const doubted = async () => (await administrator.get('/attention')).text.includes('onduidelijk')
    const entryOf = (i: number) => exact.entries.find(({ EntryID }) => EntryID === theirs[i])!
    const theirs: string[] = []
    beforeAll(async () => {
      const rows = await app.db.selectFrom('accounting_bookings').select('provider_id').where('invoice_id', 'in', ids).orderBy('invoice_id').execute() // prettier-ignore
      theirs.push(...rows.map(({ provider_id }) => provider_id!))
    })

    it('are none where the reference of an entry was emptied there: it is still open under its own number', async () => {
      const open = await openOf(4)
      entryOf(4).YourRef = ''
      entryOf(5).YourRef = 'een andere'
      await fetchPayments(app.services)
      expect([await openOf(4), await openOf(5)]).toEqual([open, open])
      expect([(await told())!.taken, await doubted()]).toEqual([0, false])
    })

    it('are none where another entry has the number of an invoice by now', async () => {
      const open = await openOf(4)
      const other = { ...entryOf(4), EntryID: 'c0ffee00-0000-4000-8000-000000000000', EntryNumber: 7, AmountFC: 1, YourRef: uids[4]! } // prettier-ignore
      exact.entries.push(other)
      await fetchPayments(app.services)
      expect(await openOf(4)).toBe(open)
      exact.entries.splice(exact.entries.indexOf(other), 1)
    })

    it('are told of where an entry is on no list and its receivables are not paid', async () => {
      const open = await openOf(4)
      exact.unlisted.add(theirs[4]!)
      await fetchPayments(app.services)
      expect([await openOf(4), await doubted()]).toEqual([open, true])
      const page = await shown()
      expect(page).toContain('niet vast te stellen of ze in Exact Online zijn betaald')
      expect(page).toContain('niet meer open, maar er is geen betaling bij')
      exact.unlisted.delete(theirs[4]!)
      await fetchPayments(app.services)
      expect([await openOf(4), await doubted()]).toEqual([open, false])
    })

    it('are told of where an entry comes to less there, which is no payment of the rest', async () => {
      const open = await openOf(4)
      const { AmountFC } = entryOf(4)
      entryOf(4).AmountFC = AmountFC - 10
      await fetchPayments(app.services)
      expect([await openOf(4), await doubted()]).toEqual([open, true])
      expect(await shown()).toContain('heeft daar een ander bedrag')
      // Accepted, it is a doubt no more, until it is another one; what is open here stays.
      const check = await app.db.insertInto('accounting_checks').values({ provider: 'exact', administration: '123456', from_day: today(), until_day: today(), state: 'done' }).returning('id').executeTakeFirstOrThrow() // prettier-ignore
      const { total } = await app.db.selectFrom('invoices').select('total').where('id', '=', ids[4]!).executeTakeFirstOrThrow() // prettier-ignore
      const found = { check_id: check.id, invoice_id: ids[4]!, number: uids[4]!, field: 'amount', here: formatMoney(total!), there: formatMoney(total! - 1000) } // prettier-ignore
      const difference = await app.db.insertInto('accounting_differences').values(found).returning('id').executeTakeFirstOrThrow() // prettier-ignore
      await administrator.post(`/accounting/compare/accept/${difference.id}`)
      expect(await doubted()).toBe(false)
      await fetchPayments(app.services)
      expect([await openOf(4), await doubted()]).toEqual([open, false])
      entryOf(4).AmountFC = AmountFC - 20
      await fetchPayments(app.services)
      expect([await openOf(4), await doubted()]).toEqual([open, true])
      entryOf(4).AmountFC = AmountFC
      await fetchPayments(app.services)
    })

    it('are told of where an entry is not there any more, until it was paid here', async () => {
      const open = await openOf(5)
      exact.entries.splice(exact.entries.indexOf(entryOf(5)), 1)
      await fetchPayments(app.services)
      expect([await openOf(5), await doubted()]).toEqual([open, true])
      expect(await shown()).toContain('staat daar niet meer.')
      await inTransaction(app.db, null, (trx) => bookPayment(trx, ids[5]!, { paid_on: today(), amount: open, note: null, source: 'hand' })) // prettier-ignore
      expect(await doubted()).toBe(false)
    })

    it('come back with their day once they are proven, also without a reference', async () => {
      entryOf(4).YourRef = uids[4]!
      const day = addDays(today(), -3)
      exact.pay(uids[4]!, await openOf(4), day)
      entryOf(4).YourRef = ''
      await fetchPayments(app.services)
      expect(await openOf(4)).toBe(0)
      const { paid_on } = await app.db.selectFrom('invoice_payments').select('paid_on').where('invoice_id', '=', ids[4]!).executeTakeFirstOrThrow() // prettier-ignore
      expect(paid_on).toBe(day)
    })
  })

  it('are told of as not there where the package gives no answer, and tried again', async () => {
    await exact.stop()
    await expect(fetchPayments(app.services)).rejects.toThrow()
    expect((await told())!.problem).toContain('gaf geen antwoord')
  })
})
