import { sql } from 'kysely'
import { type Viewer, may, wholePerson } from '../../platform/access/viewer.ts'
import type { Db, Trx } from '../../platform/database/types.ts'
import { NotFound } from '../../platform/errors.ts'
import type { Registry } from '../../platform/registry.ts'
import type { Every, Format } from './reports.rules.ts'

/** Those who are mailed, by name. */
const readers = sql<
  { id: number; name: string }[]
>`(select coalesce(json_agg(json_build_object('id', u.id, 'name', u.name)
  order by u.name), '[]') from users u where u.id = any(saved_reports.user_ids))`

export const listReports = (db: Db | Trx) =>
  db
    .selectFrom('saved_reports')
    .select([
      'saved_reports.id',
      'saved_reports.version',
      'saved_reports.name',
      'saved_reports.page',
      'saved_reports.query',
      'saved_reports.mail_day',
      'saved_reports.mail_at',
      'saved_reports.user_ids',
      'saved_reports.mailed_on',
      sql<Format>`saved_reports.format`.as('format'),
      sql<Every | null>`saved_reports.mail_every`.as('mail_every'),
      readers.as('readers'),
    ])
export type Report = Awaited<ReturnType<ReturnType<typeof listReports>['execute']>>[number]

/** @throws NotFound */
export async function getReport(db: Db | Trx, id: number): Promise<Report> {
  const report = await listReports(db).where('saved_reports.id', '=', id).executeTakeFirst()
  if (!report) throw new NotFound('Rapport')
  return report
}

/** The list that a report is of. @throws NotFound for one that there is not, or not for this viewer */
export function listOf(registry: Registry, viewer: Viewer, page: string): { path: string; title: string } {
  const screen = registry.screens.find((one) => one.path === page && one.kind === 'table')
  if (!screen || screen.area === 'public' || !may(wholePerson(viewer), screen.area)) throw new NotFound('Lijst')
  return { path: page, title: screen.title ?? page }
}
