import { sql } from 'kysely'
import type { Target } from '../../system/importing/index.ts'

export const ADDRESS = 'Adres'

/** A debtor number is of one customer, company or contact, also when that is gone. */
export const clientId: NonNullable<Target['once']> = {
  field: 'client_id',
  given: async (db, values) => {
    const numbers = values.filter((value) => typeof value === 'number')
    const rows = await db
      .selectFrom('client_ids')
      .select('client_id')
      .where('client_id', '=', sql<number>`any(${numbers}::integer[])`)
      .execute()
    return rows.map(({ client_id }) => client_id)
  },
}
