import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetGone } from '../../src/administration/payments/bank/forgetting.job.ts'
import { ROLE } from '../../src/platform/access/roles.ts'
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

const IBAN = 'NL32INGB0000012345'
const send = async (...lines: Parameters<typeof camt>[0]) =>
  (await sendStatement(administrator, camt(lines))).json<Sent>().ids[0]!
const post = async (path: string, form = {}) => {
  const answer = await administrator.post(`/administration/bank/${path}`, form)
  expect(answer.status).toBeLessThan(300)
  return answer
}
const run = () => forgetGone({}, app.services)
/** Rows of the history that say it, of lines and of payments. */
const told = async (what: string): Promise<string[]> => {
  const { rows } = await app.pool.query<{ table_name: string }>(
    `select distinct table_name from history where changes::text like $1 order by 1`,
    [`%${what}%`],
  )
  return rows.map(({ table_name }) => table_name)
}
const payers = async () =>
  (await app.db.selectFrom('bank_entries').select('counter_name').execute()).map(({ counter_name }) => counter_name)
/** Lets everything have happened so many hours earlier. */
async function age(hours: number): Promise<void> {
  await app.owner.pool.query('alter table history disable trigger append_only')
  await app.owner.pool.query(`update history set at = at - $1 * interval '1 hour'`, [hours])
  await app.owner.pool.query('alter table history enable trigger append_only')
}

describe('who paid', () => {
  it('is forgotten a day after a line of the bank was deleted, and after a payment of it was taken away', async () => {
    const { open, uid } = await standing(app, await definitiveInvoice(app))
    const name = 'Hendrik Onvergetelijk'
    const statement = await send({ amount: open, text: uid, name, iban: IBAN }, { amount: 5, text: `van ${name}`, name, iban: IBAN }) // prettier-ignore
    const [paid, other] = await entriesOf(app, statement)
    await post(`unmatch/${paid!.id}`)
    await post('statement/delete', { id: statement })
    expect(await told(name)).toEqual(['bank_entries', 'invoice_payments'])
    await run()
    await age(24)
    await run()
    expect(await told(name)).toEqual(['bank_entries', 'invoice_payments'])
    await age(2)
    await run()
    expect([await told(name), await told(IBAN)]).toEqual([[], []])
    const { rows } = await app.pool.query<{ changes: Record<string, unknown> }>(
      `select changes from history where record_type = 'bank_entry' and record_id = $1 and action = 'delete'`,
      [other!.id],
    )
    expect(rows[0]!.changes).toMatchObject({ amount: [5, null], counter_name: ['(verwijderd)', null] })
  })

  it('of a payment that was taken away goes from the history also while its line stays as the bank told it', async () => {
    const { open, uid } = await standing(app, await definitiveInvoice(app))
    const name = 'Geertruida Gebleven'
    const [line] = await entriesOf(app, await send({ amount: open, text: uid, name, iban: IBAN }))
    await post(`unmatch/${line!.id}`)
    await age(26)
    await run()
    expect(await told(name)).toEqual(['bank_entries'])
    expect(await payers()).toContain(name)
  })

  it('stays where what was deleted came back', async () => {
    const name = 'Willem Weergekeerd'
    const statement = await send({ amount: 77, text: 'rente', name, iban: IBAN })
    const gone = await post('statement/delete', { id: statement })
    expect((await administrator.post(`/undo/${gone.undo!.set}`)).status).toBeLessThan(300)
    await age(26)
    await run()
    expect(await payers()).toContain(name)
    expect(await told(name)).toEqual(['bank_entries'])
  })

  it('of a payment stays where the payment came back', async () => {
    const { open, uid } = await standing(app, await definitiveInvoice(app))
    const name = 'Theodora Teruggezet'
    await send({ amount: open, text: uid, name, iban: IBAN })
    // As undoing puts a row back: with its id.
    await app.owner.pool.query(`
      begin; set constraints all deferred;
      create temporary table kept on commit drop as select * from invoice_payments where note like '%${name}%';
      delete from invoice_payments where id in (select id from kept);
      insert into invoice_payments (id, invoice_id, paid_on, amount, note, source) overriding system value
        select id, invoice_id, paid_on, amount, note, source from kept; commit`)
    await age(26)
    await run()
    expect(await told(name)).toEqual(['bank_entries', 'invoice_payments'])
  })

  it('is looked for by an index, however long the history is', async () => {
    for (const table of ['bank_entries', 'invoice_payments']) {
      const more = table === 'bank_entries' ? `(changes -> 'description' ->> 0)` : `(changes -> 'source' ->> 0) = 'bank' and (changes -> 'note' ->> 0)` // prettier-ignore
      const { rows } = await app.pool.query<{ 'QUERY PLAN': string }>(
        `explain select row_id from history where action = 'delete' and table_name = '${table}' and ${more} <> '(verwijderd)' order by at limit 10`,
      )
      expect(rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('history_gone_bank_')
    }
  })
})
