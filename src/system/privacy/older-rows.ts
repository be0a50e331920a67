/** What a kind of data whose rows go whole, and alone, does when they are old enough. */
import type { RawBuilder, SqlBool } from 'kysely'
import { countOf } from '../../platform/database/count.ts'
import type { DB, Db, Trx } from '../../platform/database/types.ts'

/** @param isOlder whether a row of the table is older than this moment */
export const olderRows = (table: keyof DB, isOlder: (before: Date) => RawBuilder<SqlBool>) => ({
  count: (db: Db | Trx, before: Date) => countOf(db.selectFrom(table).where(isOlder(before))),
  remove: async (trx: Trx, before: Date) =>
    Number((await trx.deleteFrom(table).where(isOlder(before)).executeTakeFirst()).numDeletedRows),
})
