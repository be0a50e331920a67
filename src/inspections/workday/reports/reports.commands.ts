import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Trx } from '../../../platform/database/types.ts'
import { readSnapshot } from './snapshot.queries.ts'

/** The next number of a year; who finishes at the same moment waits, so nothing may wait after it. */
async function nextSequence(trx: Trx, year: number): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtext('noordkaap.visit_reports'))`.execute(trx)
  const { last } = await trx
    .selectFrom('visit_reports')
    .select((eb) => eb.fn.max('sequence').as('last'))
    .where('year', '=', year)
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/** Reports of the same order that tell of a device which is looked at here once more. */
async function replacedReports(trx: Trx, visitId: number, devices: readonly number[]) {
  const { rows } = await sql<{ id: number; number: string }>`
    select r.id, r.number from visit_reports r join visits v on v.id = r.visit_id
    where v.order_id = (select order_id from visits where id = ${visitId}) and v.id <> ${visitId}
      and r.replaced_by_id is null
      and exists (select from jsonb_array_elements(r.snapshot -> 'devices') told
        where (told ->> 'id')::integer = any(${[...devices]}::integer[])
          and told ->> 'result' not in ('not_found', 'unreachable'))
    order by r.id`.execute(trx)
  return rows
}

/**
 * Freezes what a visit that is finished came to, under a number of its own.
 * @param mail_to who gets it; null for nobody
 */
export async function makeReport(
  trx: Trx,
  visitId: number,
  { mail_to }: { mail_to: string | null },
): Promise<{ id: number; number: string }> {
  const snapshot = await readSnapshot(trx, visitId)
  const replaced = await replacedReports(trx, visitId, snapshot.devices.map(({ id }) => id)) // prettier-ignore
  const year = Number(snapshot.day.slice(0, 4))
  const sequence = await nextSequence(trx, year)
  const number = `KR-${year}-${String(sequence).padStart(6, '0')}`
  const { id } = await trx
    .insertInto('visit_reports')
    .values({
      ...{ visit_id: visitId, number, year, sequence, mail_to },
      token: randomBytes(24).toString('base64url'),
      snapshot: JSON.stringify({ ...snapshot, number, replaces: replaced.map((one) => one.number) }),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (replaced.length > 0)
    await trx
      .updateTable('visit_reports')
      .set({ replaced_by_id: id })
      .where(
        'id',
        'in',
        replaced.map((one) => one.id),
      ) // prettier-ignore
      .execute()
  return { id, number }
}
