import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordEvent } from '../../src/platform/database/history.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import type { Trx } from '../../src/platform/database/types.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { addPeople, addRun } from '../training/enrolment-support.ts'

let app: TestApp
let planner: Browser
beforeAll(async () => {
  app = await testApp()
  planner = await app.as(2)
})
afterAll(() => app.close())

const addSkill = (trx: Trx, name: string) =>
  trx.insertInto('skills').values({ name }).returning('id').executeTakeFirstOrThrow()

/** What `work` added to the history. */
async function entriesOf(work: () => Promise<unknown>) {
  const { last } = await app.db
    .selectFrom('history')
    .select(({ fn }) => fn.max('id').as('last'))
    .executeTakeFirstOrThrow()
  await work()
  return app.db.selectFrom('history').selectAll().where('id', '>', last).orderBy('id').execute()
}

describe('a change set', () => {
  it('is one for all that a save changes, and names table and row of each', async () => {
    const { parts } = await addRun(app, { components: [null, null] })
    const people = await addPeople(app, 2)
    const entries = await entriesOf(() => planner.post(`/calendar/enroll/${parts[0]}/0`, { 'students[]': people }))
    const rows = await app.db
      .selectFrom('enrolments')
      .select('id')
      .where('contact_id', 'in', people)
      .orderBy('id')
      .execute()
    expect(entries.map(({ table_name, row_id }) => [table_name, row_id]).toSorted()).toEqual(
      rows.map(({ id }) => ['enrolments', id]),
    )
    expect(new Set(entries.map(({ change_set }) => change_set)).size).toBe(1)
    expect(entries[0]!.change_set).toBeGreaterThan(0)
  })

  it('names the row of a link with its record, at adding, changing and deleting', async () => {
    const [contact, supervisor, other] = [await addContact(app.db), await addContact(app.db), await addContact(app.db)]
    const entries = await entriesOf(async () => {
      const link = { contact_id: contact, supervisor_id: supervisor }
      await app.db.insertInto('supervisions').values(link).execute()
      await app.db.updateTable('supervisions').set({ supervisor_id: other }).where('contact_id', '=', contact).execute()
      await app.db.deleteFrom('supervisions').where('contact_id', '=', contact).execute()
    })
    expect(
      entries.map(({ action, record_type, record_id, table_name }) => ({ action, record_type, record_id, table_name })),
    ).toEqual(
      ['insert', 'update', 'delete'].map((action) => ({
        action,
        record_type: 'contact',
        record_id: contact,
        table_name: 'supervisions',
      })),
    )
    expect(new Set(entries.map(({ row_id }) => row_id)).size).toBe(1)
    // Each was a transaction of its own.
    expect(new Set(entries.map(({ change_set }) => change_set)).size).toBe(3)
  })

  it('holds the events of its transaction', async () => {
    const entries = await entriesOf(() =>
      inTransaction(app.db, null, async (trx) => {
        await addSkill(trx, 'Eerste')
        await recordEvent(trx, null, { type: 'system', id: null, action: 'told' })
        await addSkill(trx, 'Tweede')
      }),
    )
    expect(entries.map(({ action, table_name }) => [action, table_name])).toEqual([
      ['insert', 'skills'],
      ['told', null],
      ['insert', 'skills'],
    ])
    expect(new Set(entries.map(({ change_set }) => change_set)).size).toBe(1)
  })

  it('is another for every save, however many run at once', async () => {
    const entries = await entriesOf(() =>
      Promise.all(
        Array.from({ length: 8 }, (_, i) =>
          inTransaction(app.db, null, async (trx) => {
            await addSkill(trx, `Tegelijk ${i}`)
            await addSkill(trx, `Tegelijk ${i} nog eens`)
          }),
        ),
      ),
    )
    const sets = Map.groupBy(entries, ({ change_set }) => change_set)
    expect([...sets.values()].map(({ length }) => length)).toEqual(Array.from({ length: 8 }, () => 2))
  })
})
