import { sql } from 'kysely'
import type { Trx } from '../../platform/database/types.ts'
import { lockVersion } from '../../platform/database/versioned.ts'
import { Invalid } from '../../platform/errors.ts'
import { today, wallClock } from '../../platform/format/zone.ts'
import type { ReportInput } from './reports.forms.ts'
import { keptQuery, isDue } from './reports.rules.ts'

/** A moment of today that has passed is of the next time. @throws Invalid where nobody is mailed */
function rowOf(input: ReportInput) {
  if (input.mail_every === null) return { ...input, mailed_on: null }
  if (input.user_ids.length === 0) throw new Invalid({ user_ids: ['Kies aan wie het rapport gaat.'] })
  const now = wallClock(new Date())
  return { ...input, mailed_on: isDue({ ...input, mailed_on: null }, now) ? today() : null }
}

export async function addReport(trx: Trx, { page, query, ...input }: ReportInput & { page: string; query: string }) {
  const { id } = await trx
    .insertInto('saved_reports')
    .values({ ...rowOf(input), page, query: keptQuery(query) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** @throws NotFound, Stale when someone else saved first */
export async function editReport(trx: Trx, id: number, { version, ...input }: ReportInput & { version: number }) {
  await lockVersion(trx, 'saved_reports', id, version, input)
  await trx.updateTable('saved_reports').set(rowOf(input)).where('id', '=', id).execute()
}

export async function deleteReport(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('saved_reports').where('id', '=', id).execute()
}

/** Writes down that it is mailed today; false where another process did, or it changed meanwhile. */
export async function claimMailing(trx: Trx, id: number, now: { day: string; time: string }): Promise<boolean> {
  const { rows } = await sql<
    Parameters<typeof isDue>[0]
  >`select mail_every, mail_day, mail_at, mailed_on::text as mailed_on
    from saved_reports where id = ${id} for update skip locked`.execute(trx)
  if (!rows[0] || !isDue(rows[0], now)) return false
  await trx.updateTable('saved_reports').set({ mailed_on: now.day }).where('id', '=', id).execute()
  return true
}
