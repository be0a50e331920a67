import { sql } from 'kysely'
import type { Db } from './types.ts'

/**
 * Runs `work` on one connection while no other, in whatever process, works on the same thing. The lock is one of the
 * session and not of a transaction: no file is written inside a transaction.
 * @param what what it is, such as 'certificate'; locks of different things do not wait for each other
 */
export function whileAlone<T>(db: Db, what: string, id: number, work: (connection: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(hashtext(${what}), ${id})`.execute(connection)
    try {
      return await work(connection)
    } finally {
      await sql`select pg_advisory_unlock(hashtext(${what}), ${id})`.execute(connection)
    }
  })
}
