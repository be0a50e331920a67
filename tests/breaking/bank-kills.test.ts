import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLE } from '../../src/platform/access/roles.ts'
import { type TestApp, testApp } from '../support/app.ts'
import { startProduct, untilUndone } from '../support/kills.ts'
import { type Sent, camt, sendStatement, standing } from '../administration/bank-support.ts'
import { definitiveInvoice } from '../administration/invoice-support.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

const counts = async () =>
  (
    await app.pool.query<{ counts: number[] }>(
      'select array[(select count(*) from bank_statements), (select count(*) from bank_entries), (select count(*) from invoice_payments)]::int[] as counts',
    )
  ).rows[0]!.counts

describe('kill -9 of the server in the middle of reading a statement', () => {
  it('leaves nothing of it, and the same file is read whole afterwards', async () => {
    const id = await definitiveInvoice(app)
    const { uid, open } = await standing(app, id)
    const file = camt([{ amount: 4100, text: 'voor mijn boek' }, { amount: open, text: uid }, { amount: -99 }])
    const before = await counts()
    const server = await startProduct(app)
    const administrator = await app.as(ROLE.administrator, server.url)
    const holder = await app.pool.connect()
    try {
      await holder.query('begin')
      await holder.query('lock table bank_matches in share mode')
      const sent = sendStatement(administrator, file).then(
        () => 'answered',
        () => 'cut off',
      )
      const waiting = `select 1 from pg_locks l join pg_class c on c.oid = l.relation where not l.granted and c.relname = 'bank_matches' and l.database = (select oid from pg_database where datname = current_database())`
      await expect.poll(async () => (await app.pool.query(waiting)).rowCount, { timeout: 20_000 }).toBeGreaterThan(0)
      await server.kill()
      expect(await sent).toBe('cut off')
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    await untilUndone(app)
    expect(await counts()).toEqual(before)
    expect(await standing(app, id)).toMatchObject({ open })
    const again = await sendStatement(await app.as(ROLE.administrator), file)
    expect(again.json<Sent>()).toMatchObject({ entries: 3, booked: 1, known: 0 })
    expect(await standing(app, id)).toMatchObject({ state: 'paid', open: 0 })
  })
})
