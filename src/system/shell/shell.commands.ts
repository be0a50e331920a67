import { sql } from 'kysely'
import type { Db, Trx } from '../../platform/database/types.ts'
import { Invalid } from '../../platform/errors.ts'

/** Every request of a user reads all of them: more than the product has itself is no preference any more. */
const MOST = { keys: 100, bytes: 32_768 } as const

/**
 * Keeps one preference of a user (theme, density, collapsed sidebar).
 * @throws Invalid when this user has too many, or too much in them
 */
export async function setMeta(db: Db | Trx, userId: number, key: string, value: string): Promise<void> {
  const { rows } = await sql`
    insert into user_meta (user_id, key, value)
    select ${userId}::integer, ${key}, ${value}
    from (select count(*) as keys, coalesce(sum(octet_length(m.value)), 0) as bytes
          from user_meta m where m.user_id = ${userId} and m.key <> ${key}) others
    where others.keys < ${MOST.keys} and others.bytes + octet_length(${value}::text) <= ${MOST.bytes}
    on conflict (user_id, key) do update set value = excluded.value
    returning 1`.execute(db)
  if (rows.length === 0) throw new Invalid({ _form: ['Er zijn te veel voorkeuren bewaard.'] })
}

/** Adds numbers to a preference that lists some; two at once both count. */
export async function addToMeta(trx: Trx, userId: number, key: string, ids: readonly number[]): Promise<void> {
  await sql`insert into user_meta (user_id, key, value) values (${userId}, ${key}, ${ids.join(',')})
    on conflict (user_id, key) do update set value = (select string_agg(id, ',' order by id::integer)
      from (select distinct unnest(string_to_array(user_meta.value || ',' || excluded.value, ',')) as id) listed
      where id <> '')`.execute(trx)
}
