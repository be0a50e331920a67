import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { recordEvent } from '../../src/platform/database/history.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { type JobHandler, doJob } from '../../src/platform/jobs/jobs.ts'
import type { Trx } from '../../src/platform/database/types.ts'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { addContact } from '../support/builders.ts'
import { addPeople, addPlanning } from '../training/enrolment-support.ts'

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
    const { parts } = await addPlanning(app, { components: [null, null] })
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

describe('a job', () => {
  const setOf = (entries: { change_set: number | null }[]) => [...new Set(entries.map(({ change_set }) => change_set))]
  /** Does the waiting jobs of this task, all at once, with a handler of the test. */
  async function doAll(handler: JobHandler): Promise<void> {
    const { rows } = await app.pool.query<{ payload: Record<string, unknown> }>(
      `delete from graphile_worker._private_jobs j using graphile_worker._private_tasks t
       where t.id = j.task_id and t.identifier = 'files.remove' returning j.payload`,
    )
    await Promise.all(rows.map(({ payload }) => doJob(handler, payload, app.services)))
  }
  const later: JobHandler = async ({ name }, { db }) => {
    await inTransaction(db, null, (trx) => addSkill(trx, String(name)))
  }
  const queue = (name: string) =>
    inTransaction(app.db, null, async (trx) => {
      await app.services.jobs.add(trx, 'files.remove', { name: `${name} door het werk` })
      await addSkill(trx, name)
    })

  it('goes on with the set of the save that queued it, each with its own', async () => {
    const names = ['Heffen', 'Tillen', 'Sjouwen']
    const entries = await entriesOf(async () => {
      for (const name of names) await queue(name)
      await doAll(later)
    })
    const sets = Map.groupBy(entries, ({ change_set }) => change_set)
    expect(
      [...sets.values()].map((set) => set.map(({ changes }) => (changes as { name: [null, string] }).name[1])),
    ).toEqual(names.map((name) => [name, `${name} door het werk`]))
  })

  it('hands it on to the jobs that it queues, also outside a transaction', async () => {
    const entries = await entriesOf(async () => {
      await queue('Doorgeven')
      await doAll((payload, { db, jobs }) => jobs.add(db, 'files.remove', payload))
      await doAll(later)
    })
    expect(entries).toHaveLength(2)
    expect(setOf(entries)).toHaveLength(1)
  })

  it('does not see it, and what comes after the job is of another set', async () => {
    let seen: unknown
    const entries = await entriesOf(async () => {
      await queue('Gezien')
      await doAll(async (payload) => {
        seen = payload
      })
      await inTransaction(app.db, null, (trx) => addSkill(trx, 'Daarna'))
      await doJob(later, { name: 'Van de klok' }, app.services)
    })
    expect(seen).toEqual({ name: 'Gezien door het werk' })
    expect(setOf(entries)).toHaveLength(3)
  })

  it('does so in the worker too', async () => {
    const { rows } = await app.pool.query<{ group_id: number; contact_id: number; id: number }>(
      'select group_id, contact_id, id from certificates where withdrawn_at is null limit 1',
    )
    const { group_id, contact_id, id } = rows[0]!
    const mailing = await inTransaction(app.db, null, async (trx) => {
      const values = {
        group_id,
        contact_id,
        recipient: 'a@b.example',
        subject: 'S',
        text_body: 'T',
        certificate_ids: [id],
      }
      const stored = await trx
        .insertInto('certificate_mailings')
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow()
      await app.services.jobs.add(trx, 'certificate.mail', { ids: [stored.id] })
      return stored.id
    })
    await app.services.jobs.start(app.services)
    const entries = () =>
      app.db
        .selectFrom('history')
        .select(['action', 'change_set'])
        .where('table_name', '=', 'certificate_mailings')
        .where('row_id', '=', mailing)
        .orderBy('id')
        .execute()
    await expect
      .poll(async () => (await entries()).map(({ action }) => action), { timeout: 30_000 })
      .toEqual(['insert', 'update'])
    expect(setOf(await entries())).toHaveLength(1)
  })
})
