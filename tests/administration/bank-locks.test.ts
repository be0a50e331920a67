import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { type Sent, camt, dayShown, sendStatement, standing } from './bank-support.ts'
import { askingLetter } from './claim-support.ts'
import { definitiveInvoice } from './invoice-support.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(ROLE.administrator)
})
afterAll(() => app.close())

/** More lines than are looked up at once, of nobody: what stands around them is booked in different batches. */
const filler = Array.from({ length: 300 }, (_, i) => ({ amount: 1_000_037 + i, text: `los ${i}` }))
const waits = async () =>
  (
    await app.pool.query(`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and state = 'active'`)
  ).rowCount
const paymentsOf = (id: number) =>
  app.db.selectFrom('invoice_payments').select(['amount', 'source']).where('invoice_id', '=', id).execute()

describe('a statement of several batches', () => {
  it('is booked beside somebody who holds its invoices in the order of their ids, and waits for them without a deadlock', async () => {
    const [low, high] = [await definitiveInvoice(app), await definitiveInvoice(app)]
    expect(low).toBeLessThan(high)
    const [first, second] = [await standing(app, low), await standing(app, high)]
    const lines = [{ amount: second.open, text: second.uid }, ...filler, { amount: first.open, text: first.uid }]
    const holder = await app.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select id from invoices where id = $1 for update', [low])
      const sent = sendStatement(administrator, camt(lines))
      await expect.poll(waits, { timeout: 20_000 }).toBeGreaterThan(0)
      // Whoever books on several locks them so; the statement has let go of the higher one.
      await holder.query('select id from invoices where id = $1 for update nowait', [high])
      await holder.query(`insert into invoice_payments (invoice_id, paid_on, amount, source) values ($1, current_date, $2, 'hand')`, [high, second.open]) // prettier-ignore
      await holder.query('commit')
      expect((await sent).json<Sent>()).toMatchObject({ entries: 302, booked: 1 })
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect(await paymentsOf(high)).toEqual([{ amount: second.open, source: 'hand' }])
    expect(await paymentsOf(low)).toEqual([{ amount: first.open, source: 'bank' }])
  })

  it('books nothing as it was where the costs beside an invoice were paid while it waited for it', async () => {
    const id = await definitiveInvoice(app)
    await askingLetter(app, { invoice_id: id })
    const { open, uid } = await standing(app, id)
    const holder = await app.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('select id from invoices where id = $1 for update', [id])
      const sent = sendStatement(administrator, camt([{ amount: open + 4_000, text: uid }]))
      await expect.poll(waits, { timeout: 20_000 }).toBeGreaterThan(0)
      // Of the costs alone: what is open of the invoice stays the same.
      await holder.query(`insert into invoice_payments (invoice_id, paid_on, amount, costs, source) values ($1, current_date, 4000, 4000, 'hand')`, [id]) // prettier-ignore
      await holder.query('commit')
      expect((await sent).json<Sent>()).toMatchObject({ booked: 0, proposed: 1 })
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect(await paymentsOf(id)).toEqual([{ amount: 4_000, source: 'hand' }])
    expect((await standing(app, id)).open).toBe(open)
  })

  it('books each invoice once, whatever two imports and people by hand do at the same time', async () => {
    const ids: number[] = []
    for (let i = 0; i < 6; i++) ids.push(await definitiveInvoice(app))
    const open = await Promise.all(ids.map((id) => standing(app, id)))
    const lineOf = (i: number) => ({ amount: open[i]!.open, text: open[i]!.uid })
    const statement = (order: number[], account: string) =>
      sendStatement(administrator, camt([lineOf(order[0]!), ...filler, ...order.slice(1).map(lineOf)], { account }))
    const byHand = (i: number) =>
      administrator.post(`/administration/invoice/status/${ids[i]}`, {
        ...{ status: 'paid', paid_on: dayShown() },
        amount: (open[i]!.open / 100).toFixed(2).replace('.', ','),
      })
    const answers = await Promise.all([
      statement([5, 3, 1, 0], 'NL69INGB0123456789'),
      statement([4, 2, 0, 5], 'NL02ABNA0123456789'),
      byHand(1),
      byHand(2),
      byHand(3),
    ])
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    for (const [i, id] of ids.entries()) {
      const paid = await paymentsOf(id)
      const byBank = paid.filter(({ source }) => source === 'bank')
      // A person may book what came in meanwhile: that shows as credit. A bank books nothing that is paid.
      expect(byBank.length).toBeLessThan(2)
      if (i === 0 || i === 5 || i === 4) expect([(await standing(app, id)).open, byBank.length]).toEqual([0, 1])
    }
  })
})
