import { type Expression, type SqlBool, sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { NotFound } from '../../../platform/errors.ts'
import { visitsVisibleTo } from '../../planning/visits/index.ts'
import type { Result } from '../../orders/order-devices/index.ts'
import type { ReportSnapshot } from './snapshot.ts'

const readReports = (db: Db | Trx) =>
  db
    .selectFrom('visit_reports')
    .leftJoin('stored_files', 'stored_files.id', 'visit_reports.file_id')
    .select([
      'visit_reports.id',
      'visit_reports.visit_id',
      'visit_reports.number',
      'visit_reports.token',
      'visit_reports.mail_to',
      'visit_reports.created_at',
      'visit_reports.snapshot',
      'visit_reports.file_id',
      'stored_files.storage_key',
      'stored_files.byte_size',
      'stored_files.sha256',
    ])

const told = <Row extends { snapshot: unknown }>(row: Row) => ({ ...row, snapshot: row.snapshot as ReportSnapshot })

/** The report of a visit, or the one with an id of its own. @throws NotFound */
export async function getReport(
  db: Db | Trx,
  { id, visit }: { id: number; visit?: never } | { id?: never; visit: number },
) {
  const row = await readReports(db)
    .where(id === undefined ? 'visit_reports.visit_id' : 'visit_reports.id', '=', id ?? visit)
    .executeTakeFirst()
  if (!row) throw new NotFound('Keuringsrapport')
  return told(row)
}
export type Report = Awaited<ReturnType<typeof getReport>>

/** Who sees the visit sees its report. */
export const reportsVisibleTo = (viewer: Viewer) =>
  sql<SqlBool>`visit_reports.visit_id in (select visits.id from visits where ${visitsVisibleTo(viewer)})`

export async function reportNames(db: Db | Trx, ids: number[]): Promise<Map<number, string>> {
  const rows = await db.selectFrom('visit_reports').select(['id', 'number']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, number }) => [id, number]))
}

/** What anybody may know who holds a report: nothing of whose it is. */
export async function findByToken(db: Db, token: string) {
  const { rows } = await sql<{
    number: string
    day: string
    results: Result[]
    by: string | null
    by_day: string | null
  }>`
    select r.number, r.snapshot ->> 'day' as day,
      array(select d ->> 'result' from jsonb_array_elements(r.snapshot -> 'devices') d) as results,
      n.number as by, n.snapshot ->> 'day' as by_day
    from visit_reports r left join visit_reports n on n.id = r.replaced_by_id
    where r.token = ${token}`.execute(db)
  return rows[0]
}

export interface ListedReport {
  visit_id: number
  number: string
  day: string
  /** What came of the device that is asked for. */
  result: Result | null
  devices: number
  replaced_by: string | null
  replaced_on: string | null
}

const listed = (where: Expression<SqlBool>, device: number | null) => sql<ListedReport>`
  select r.visit_id, r.number, r.snapshot ->> 'day' as day, n.number as replaced_by, n.snapshot ->> 'day' as replaced_on,
    jsonb_array_length(r.snapshot -> 'devices') as devices,
    (select d ->> 'result' from jsonb_array_elements(r.snapshot -> 'devices') d
      where (d ->> 'id')::integer = ${device}::integer) as result
  from visit_reports r left join visit_reports n on n.id = r.replaced_by_id
    join visits on visits.id = r.visit_id
  where ${where} order by r.year desc, r.sequence desc limit 200`

/** The reports of an order, the newest first, as far as the viewer sees their visits. */
export const reportsOfOrder = async (db: Db, viewer: Viewer, orderId: number): Promise<ListedReport[]> =>
  (await listed(sql<SqlBool>`visits.order_id = ${orderId} and ${visitsVisibleTo(viewer)}`, null).execute(db)).rows

/** Of `r` and its `visits`: whether it tells of a device, and was made for who owns that now. */
const tellsOf = (device: number) => sql<SqlBool>`(
  r.snapshot -> 'devices' @> jsonb_build_array(jsonb_build_object('id', ${device}::integer))
  and exists (select from devices d join orders o on o.id = visits.order_id
    where d.id = ${device} and case when d.company_id is not null then o.company_id = d.company_id
      else o.company_id is null and o.contact_id = d.contact_id end))`

/** The reports of a device, the newest first; who reads it reads them. */
export const reportsOfDevice = async (db: Db, deviceId: number): Promise<ListedReport[]> =>
  (await listed(tellsOf(deviceId), deviceId).execute(db)).rows

const countOf = (where: Expression<SqlBool>): Expression<number> =>
  sql<number>`(select count(*) from visit_reports r join visits on visits.id = r.visit_id where ${where})`

/** @throws NotFound for a visit whose report does not tell the reader of this device about it */
export async function refuseStrange(db: Db, deviceId: number, visitId: number): Promise<void> {
  const { rows } = await sql`select from visit_reports r join visits on visits.id = r.visit_id
    where r.visit_id = ${visitId} and ${tellsOf(deviceId)}`.execute(db)
  if (rows.length === 0) throw new NotFound('Keuringsrapport')
}

export const countReportsOfOrder = (viewer: Viewer, id: number): Expression<number> =>
  countOf(sql<SqlBool>`visits.order_id = ${id} and ${visitsVisibleTo(viewer)}`)
export const countReportsOfDevice = (_viewer: Viewer, id: number): Expression<number> => countOf(tellsOf(id))
