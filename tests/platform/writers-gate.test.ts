import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { type Database, openDatabase } from '../../src/platform/database/connection.ts'
import { inTransaction } from '../../src/platform/database/transaction.ts'
import { testDatabase } from '../support/database.ts'

const CONNECTIONS = 5

it('saves that wait for each other leave connections to who reads', async () => {
  const { connectionString, close } = await testDatabase()
  const database: Database = openDatabase(connectionString, { max: CONNECTIONS })
  const began: number[] = []
  const held = Promise.withResolvers<void>()
  const saves = Array.from({ length: 2 * CONNECTIONS }, (_, n) =>
    inTransaction(database.db, null, async (trx) => {
      began.push(n)
      await sql`select 1`.execute(trx)
      await held.promise
    }),
  )
  try {
    await expect.poll(() => began.length).toBeGreaterThan(1)
    // Were all of them let in, this one would wait for a connection until they are through.
    const read = await sql<{ one: number }>`select 1 as one`.execute(database.db)
    expect(read.rows).toEqual([{ one: 1 }])
    expect(began.length).toBeLessThan(CONNECTIONS)
  } finally {
    held.resolve()
  }
  await Promise.all(saves)
  expect(began).toHaveLength(2 * CONNECTIONS)
  await database.close()
  await close()
})
