import { sql } from 'kysely'
import { recordEvent } from '../../platform/database/history.ts'
import { inTransaction } from '../../platform/database/transaction.ts'
import type { Db } from '../../platform/database/types.ts'
import type { JobHandler } from '../../platform/jobs/jobs.ts'
import type { Registry } from '../../platform/registry.ts'
import { maskPerson } from './person.commands.ts'

/** Until then the contact can come back: a day, and an hour for who is just taking the change back. */
const MAY_COME_BACK = sql`interval '25 hours'`

/** In one hour; after the first start of this version there may be those of years. */
const AT_MOST = 200

/**
 * People whose contact was deleted more than a day ago and whom the history still names. One that became another
 * contact is no deleted person: its history goes with what it became.
 */
async function deletedPeople(db: Db, registry: Registry): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select distinct h.record_id as id from history h
    where h.record_type = 'contact' and h.action = 'delete' and h.at < now() - ${MAY_COME_BACK}
      and not exists (select from ${sql.table(registry.record('contact').table)} t where t.id = h.record_id)
      and not exists (
        select from history later where later.record_type = 'contact' and later.record_id = h.record_id
          and (later.at >= now() - ${MAY_COME_BACK} or later.action = 'masked' and later.id > h.id))
      and not exists (
        select from history m where m.record_type = 'contact' and m.action = 'merge'
          and m.changes ->> 'gone_id' = h.record_id::text
          and not exists (
            select from history u where u.record_type = 'contact' and u.action = 'merge_undone'
              and u.record_id = m.record_id and u.changes ->> 'gone_id' = m.changes ->> 'gone_id' and u.id > m.id))
    order by id limit ${AT_MOST}
  `.execute(db)
  return rows.map(({ id }) => Number(id))
}

/** Masks what the history says about people who were deleted a day ago. */
export const maskDeleted: JobHandler = async (_payload, { db, registry }, signal) => {
  for (const id of await deletedPeople(db, registry)) {
    signal?.throwIfAborted()
    await inTransaction(db, null, async (trx) => {
      await maskPerson(trx, registry, id)
      await recordEvent(trx, null, { type: 'contact', id, action: 'masked' })
    })
  }
}
