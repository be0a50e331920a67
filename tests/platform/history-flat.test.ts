import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Browser, type TestApp, testApp } from '../support/app.ts'
import { type Statement, statementsOf } from '../support/queries.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
})
afterAll(() => app.close())

/** The statements about the history that `work` sends, as they were sent. */
const askedBy = async (work: () => Promise<unknown>): Promise<Statement[]> =>
  (await statementsOf(app, work)).filter(({ text }) => /from "?history\b/i.test(text))

/** Looked at for the history of one record, its actions folded; as measured, and an index may be a level higher. */
const PAGES = 35

interface Plan {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}

/** Pages of the database that PostgreSQL looks at to answer. */
async function pagesOf(statements: Statement[]): Promise<number> {
  let pages = 0
  for (const { text, values } of statements) {
    const { rows } = await app.owner.pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (analyze, buffers, format json) ${text}`,
      values,
    )
    pages +=
      rows[0]!['QUERY PLAN'][0]!.Plan['Shared Hit Blocks'] + rows[0]!['QUERY PLAN'][0]!.Plan['Shared Read Blocks']
  }
  return pages
}

async function grow(entries: number): Promise<void> {
  await app.owner.pool.query(
    `insert into history (at, actor_id, record_type, record_id, action, changes, change_set, row_id, table_name)
     select now() - n * interval '1 minute', 1 + n % 40, (array['contact', 'enrolment', 'appointment', 'company', 'user'])[1 + n % 5],
       100000 + n / 20, (array['insert', 'update', 'update', 'delete'])[1 + n / 5 % 4], '{"note": [null, "Tekst"]}', 1000000 + n / 3, n, 'contacts'
     from generate_series(1, $1) n`,
    [entries],
  )
  await app.owner.pool.query('vacuum analyze history')
}

describe('a long history', () => {
  it('shows what happened to one record, and what one change set did, after looking at as few pages', async () => {
    const person = { last_name: 'Van Buren', first_name: 'Saskia', 'roles[]': [5], gets_account: '0' }
    const { id } = (await administrator.post('/contact/add', person)).json<{ id: number }>()
    await administrator.post(`/contact/edit/${id}`, { ...person, version: 1, job_title: 'Voorzitter' })
    const record = await askedBy(async () => {
      expect((await administrator.get(`/events/of/contact/${id}`)).text).toContain('Voorzitter')
    })
    expect(record).toHaveLength(1)
    await grow(100_000)
    expect(await pagesOf(record)).toBeLessThanOrEqual(PAGES)
    expect(await pagesOf([{ text: 'select * from history where change_set = $1', values: [1_016_666] }])).toBeLessThan(
      PAGES,
    )
  })
})
