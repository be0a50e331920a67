import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, type Browser, type TestApp, testApp } from '../support/app.ts'
import { type Statement, statementsOf } from '../support/queries.ts'

let app: TestApp
let administrator: Browser
beforeAll(async () => {
  app = await testApp()
  administrator = await app.as(1)
})
afterAll(() => app.close())

const unescaped = (text: string) => text.replaceAll('&amp;', '&').replaceAll('&#39;', "'")
const nextOf = ({ text }: Answer) => {
  const next = /data-next="([^"]+)"/.exec(text)?.[1]
  return next === undefined ? undefined : unescaped(next)
}
/** Heads and rows of a list in their order, over all of its pages. */
async function walk(url: string): Promise<{ ids: number[]; heads: string[]; groupOf: Map<number, string> }> {
  const ids: number[] = []
  const heads: string[] = []
  const groupOf = new Map<number, string>()
  let next: string | undefined = url
  while (next !== undefined) {
    const answer: Answer = await administrator.get(next)
    for (const [, head, id] of answer.text.matchAll(/<tr (?:class="rt-group" data-group="([^"]*)"|data-id="(\d+)")/g))
      if (head === undefined) {
        ids.push(Number(id))
        groupOf.set(Number(id), heads.at(-1) ?? '')
      } else if (heads.at(-1) !== unescaped(head)) heads.push(unescaped(head))
    next = nextOf(answer)
  }
  return { ids, heads, groupOf }
}

/** Lists that grow without end, by what they are grouped, in which orders. */
const LONG = [
  { list: '/administration/bank/entries', group: 'state', sorts: ['booked_on', '-booked_on', 'amount'] },
  { list: '/availability/absences', group: 'kind', sorts: ['first_day', '-first_day', 'person'] },
  { list: '/availability/absences', group: 'person', sorts: ['first_day', '-first_day'] },
  { list: '/registers', group: 'state', sorts: ['created', '-created', 'name'] },
  { list: '/waiting-list', group: 'course', sorts: ['course', '-since', 'name'] },
  { list: '/waiting-list', group: 'state', sorts: ['course', '-since'] },
]

describe.each(LONG)('$list by $group', ({ list, group, sorts }) => {
  it.each(sorts)('shows every row once under its head, page by page, by %s', async (sort) => {
    const plain = await walk(`${list}?max_per_page=200&sort=${sort}`)
    const grouped = await walk(`${list}?max_per_page=2&group=${group}&sort=${sort}`)
    expect(new Set(grouped.heads).size).toBe(grouped.heads.length)
    expect(grouped.ids.toSorted((a, b) => a - b)).toEqual(plain.ids.toSorted((a, b) => a - b))
    for (const head of grouped.heads)
      expect(grouped.ids.filter((id) => grouped.groupOf.get(id) === head)).toEqual(
        plain.ids.filter((id) => grouped.groupOf.get(id) === head),
      )
  })
})

const run = (text: string) => app.owner.pool.query(text)

/** Makes the lists as long as those of a house that has worked with them for years. */
async function grow(): Promise<void> {
  await run(`insert into bank_entries (statement_id, position, account, recognised, booked_on, amount, state)
    select (select min(id) from bank_statements), 1000 + n, 'NL', lpad(n::text, 64, '0'), current_date - n / 20, 100 + n, 
      case when n % 1500 = 0 then 'todo' when n % 10 = 0 then 'ignored' else 'booked' end from generate_series(1, 15000) n`)
  await run(`insert into absences (contact_id, kind, first_day, last_day)
    select (select id from contacts where 3 = any(roles) order by id limit 1 offset n % 3), case when n % 1500 = 0 then 'sick' else 'leave' end,
      current_date - n, current_date - n from generate_series(1, 15000) n`)
  await run(`insert into contacts (last_name, roles) select 'Lang ' || n, '{5}' from generate_series(1, 3000) n`)
  await run(`insert into register_requests (group_id, contact_id, state, created_at)
    select g.id, c.id, case when c.id % 1000 = 0 then 'failed' else 'accepted' end, now() - c.id * interval '1 minute'
    from (select id from appointment_groups order by id limit 4) g, contacts c where c.last_name like 'Lang %'`)
  await run(`insert into waiting_entries (course_id, contact_id)
    select co.id, c.id from (select id from courses order by id limit 4) co, contacts c where c.last_name like 'Lang %'`)
  for (const table of ['bank_entries', 'absences', 'register_requests', 'waiting_entries', 'contacts'])
    await run(`vacuum analyze ${table}`)
}

interface Plan {
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
}
/** Pages of the database that PostgreSQL looks at to answer. */
async function pagesOf({ text, values }: Statement): Promise<number> {
  const { rows } = await app.owner.pool.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
    `explain (analyze, buffers, format json) ${text}`,
    values,
  )
  const { Plan: plan } = rows[0]!['QUERY PLAN'][0]!
  return plan['Shared Hit Blocks'] + plan['Shared Read Blocks']
}

/** What thirty rows may cost more for their heads: some of each row, nothing of those that are not on the page. */
const PAGES = 300

describe('a long list under heads', () => {
  it.each([
    ['/administration/bank/entries', 'state', 'bank_entries'],
    ['/availability/absences', 'kind', 'absences'],
    ['/registers', 'state', 'register_requests'],
    ['/waiting-list', 'course', 'waiting_entries'],
  ])('reads of %s by %s no more than its page', { timeout: 120_000 }, async (list, group, table) => {
    const { rows } = await app.owner.pool.query<{ count: number }>(`select count(*)::integer as count from ${table}`)
    if (rows[0]!.count < 10_000) await grow()
    const cost = async (url: string) => {
      const asked = await statementsOf(app, () => administrator.get(url))
      return pagesOf(asked.find(({ text }) => new RegExp(`from "${table}"`).test(text) && /limit/.test(text))!)
    }
    expect(await cost(`${list}?group=${group}`)).toBeLessThan((await cost(list)) + PAGES)
  })
})
