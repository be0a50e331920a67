import { type RawBuilder, sql } from 'kysely'
import type { Viewer } from '../access/viewer.ts'
import type { Trx } from './types.ts'

/**
 * Records an event that changes no business row (sign-in, export, login-as) in the history. Changes of rows are
 * recorded by the database itself.
 * @param viewer who did it; null for the product itself, as at night
 */
export async function recordEvent(
  trx: Trx,
  viewer: Pick<Viewer, 'id' | 'actedBy'> | null,
  event: { type: string; id: number | null; action: string; details?: Record<string, unknown> },
): Promise<void> {
  await trx
    .insertInto('history')
    .values({
      actor_id: viewer?.id ?? null,
      acted_by_id: viewer?.actedBy?.id ?? null,
      record_type: event.type,
      record_id: event.id,
      action: event.action,
      changes: JSON.stringify(event.details ?? {}),
    })
    .execute()
}

/** What replaces a personal value in the history; the database's `mask_history` writes nothing else. */
export const MASKED = '(verwijderd)'

/**
 * Masks what the history says about a person who is anonymised: of the columns that are not `kept` every value before
 * and after. Who did what when, and to which columns, stays. It comes last, since emptying the record is a change too.
 * @param kept columns whose values say nothing about a person
 * @param only which entries, when the record has others that are about something else
 */
export async function maskHistory(
  trx: Trx,
  type: string,
  ids: number[],
  kept: string[],
  only: RawBuilder<boolean> = sql<boolean>`true`,
): Promise<void> {
  if (ids.length === 0) return
  await sql`
    select mask_history(array(
      select id from history
      where record_type = ${type} and record_id = any(${ids}::bigint[]) and changes <> '{}' and ${only}
    ), ${kept}::text[])
  `.execute(trx)
}

/**
 * Ids of the records of a type that ever belonged to a record, also of those that are gone since: what the history
 * says about them is about the person too.
 * @param owner columns with the value they had, e.g. `{ contact_id: 5 }`
 */
export async function everOf(trx: Trx, type: string, owner: Record<string, string | number>): Promise<number[]> {
  const sides = Object.fromEntries(Object.entries(owner).map(([column, value]) => [column, [value]]))
  const rows = await trx
    .selectFrom('history')
    .select('record_id')
    .distinct()
    .where('record_type', '=', type)
    .where(sql<boolean>`changes @> ${JSON.stringify(sides)}::jsonb`)
    .execute()
  return rows.flatMap(({ record_id }) => (record_id === null ? [] : [Number(record_id)]))
}
