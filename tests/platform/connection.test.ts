import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestDatabase, testDatabase } from '../support/database.ts'
import { openDatabase } from '../../src/platform/database/connection.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await testDatabase({ from: 'nothing' })
})
afterAll(() => database.close())

async function value(expression: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select ${sql.raw(expression)} as value`.execute(database.db)
  return rows[0]!.value
}

it.each<[string, unknown]>([
  ['9007199254740991::bigint', 9007199254740991],
  ['count(*)', 1],
  ['array[1, null]::bigint[]', [1, null]],
  [`12.3400::numeric(12, 4)`, '12.3400'],
  [`date '2026-03-29'`, '2026-03-29'],
  [`array[date '2026-03-29', null]`, ['2026-03-29', null]],
  [`timestamptz '2026-03-29 03:30+02'`, new Date('2026-03-29T01:30:00Z')],
  [`'{"a": [1, null]}'::jsonb`, { a: [1, null] }],
])('hands over %s as the types say', async (expression, expected) => {
  expect(await value(expression)).toEqual(expected)
})

it('refuses a whole number that a number cannot hold', async () => {
  await expect(value('9007199254740993::bigint')).rejects.toThrow(RangeError)
})

it('reads wall-clock time as Dutch', async () => {
  expect(await value(`timestamptz '2026-07-01 12:00'`)).toEqual(new Date('2026-07-01T10:00:00Z'))
})

it('has statements that take too long cancelled', async () => {
  const hasty = openDatabase(database.connectionString, { max: 1, statementTimeout: 50 })
  try {
    await expect(sql`select pg_sleep(20)`.execute(hasty.db)).rejects.toThrow(/statement timeout/)
  } finally {
    await hasty.close()
  }
})

it('survives a connection that is cut, idle or at work, and says so', async () => {
  const heard: string[] = []
  const shaky = openDatabase(database.connectionString, { max: 2, onError: (error) => heard.push(error.message) })
  const cut = (pid: number) => sql`select pg_terminate_backend(${pid}, 5000)`.execute(database.db)
  try {
    const lent = await shaky.pool.connect()
    const { rows } = await lent.query<{ pid: number }>('select pg_backend_pid() as pid')
    const busy = lent.query('select pg_sleep(20)')
    const gone = new Promise((done) => lent.once('end', done))
    await Promise.all([expect(busy).rejects.toThrow(), cut(rows[0]!.pid)])
    await gone
    lent.release(true)
    expect(heard).not.toEqual([])
    const again = await sql<{ one: number }>`select 1 as one`.execute(shaky.db)
    expect(again.rows).toEqual([{ one: 1 }])
  } finally {
    await shaky.close()
  }
})
