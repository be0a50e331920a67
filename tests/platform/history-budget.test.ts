import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, testApp } from '../support/app.ts'
import { addPeople, addPlanning } from '../training/enrolment-support.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.close())

/** So many times as much is written, so that what a page of an index holds beside its entries counts as it does in years. */
const TIMES = 2_000

/** What one more of each of these entries takes of the disk, with its share of every index, as they come in turn. */
async function bytesSince(last: number): Promise<number> {
  const { pool } = app.owner
  await pool.query('create table grown (like history including indexes)')
  await pool.query(
    `insert into grown
     select (jsonb_populate_record(null::grown, to_jsonb(h) || jsonb_build_object(
       'id', h.id + times * 10, 'at', h.at + times * interval '1 second',
       'record_id', h.record_id + times, 'row_id', h.record_id + times, 'change_set', times))).*
     from history h, generate_series(1, $1) times where h.id > $2 order by times, h.id`,
    [TIMES, last],
  )
  const { rows } = await pool.query<{ size: number }>(
    `select pg_table_size('grown') + pg_indexes_size('grown') as size from grown limit 1`,
  )
  return rows[0]!.size / TIMES
}

/** What an enrolment took in the history before entries told their change set, table and row: 590 bytes, so measured. */
const BEFORE_SETS = 590

describe('one person who is enrolled in one planning', () => {
  it('takes at most 1.3 times as much of the history as before there were change sets, and nothing beside it', async () => {
    const planner = await app.as(2)
    const { parts } = await addPlanning(app)
    const [person] = await addPeople(app, 1, app.story.companies.kuipers)
    const { last, set } = await app.db
      .selectFrom('history')
      .select(({ fn }) => [fn.max('id').as('last'), fn.max('change_set').as('set')])
      .executeTakeFirstOrThrow()
    const answer = await planner.post(`/calendar/enroll/${parts[0]}/0`, { 'students[]': [person!] })
    expect(answer.status).toBe(204)
    const { unshown } = await app.db
      .selectFrom('unshown_changes')
      .select(({ fn }) => fn.countAll<number>().as('unshown'))
      .where('change_set', '>', set)
      .executeTakeFirstOrThrow()
    expect(unshown).toBe(0)
    const bytes = await bytesSince(last)
    expect(bytes).toBeGreaterThan(BEFORE_SETS / 2)
    expect(bytes).toBeLessThanOrEqual(BEFORE_SETS * 1.3)
  })
})
