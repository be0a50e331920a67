import { sql } from 'kysely'
import type { Viewer } from '../../../platform/access/viewer.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { lockRow } from '../../../platform/database/versioned.ts'
import { HttpError, NotFound } from '../../../platform/errors.ts'
import { forgetFiles } from '../../../platform/files/kept-files.ts'
import { today } from '../../../platform/format/zone.ts'
import type { Services } from '../../../platform/services.ts'
import { answersOf, deleteSubmission, findSubmission } from '../../../system/checklists/index.ts'
import { RESULTS, type Result } from './results.ts'

/** What an inspector says of a device. */
export interface Inspection {
  result: Result
  remark: string
  /** Whether something else is offered in its place. */
  follow_up: 'quote' | null
  new_serial_number: string | null
  instrument_id: number | null
  /** What was put in, with the day that is printed on it. */
  parts: readonly { product_id: number; expires_on: string | null }[]
  /** Ids of photos in the file store. */
  files: readonly number[]
}

/** A device of an order, locked. @throws NotFound */
export async function lockOrderDevice(trx: Trx, orderId: number, deviceId: number) {
  const found = await trx
    .selectFrom('order_devices')
    .select('id')
    .where('order_id', '=', orderId)
    .where('device_id', '=', deviceId)
    .executeTakeFirst()
  if (!found) throw new NotFound('Apparaat op deze order')
  return lockRow(trx, 'order_devices', found.id)
}
export type LockedDevice = Awaited<ReturnType<typeof lockOrderDevice>>

/** The photos of a device at an order. */
export const photosOf = (trx: Db | Trx, { order_id, device_id }: Pick<LockedDevice, 'order_id' | 'device_id'>) =>
  trx
    .selectFrom('order_device_files')
    .select(['id', 'file_id'])
    .where('order_id', '=', order_id)
    .where('device_id', '=', device_id)
    .execute()

/** One of them in the file store, or of what was filled in for it. @throws NotFound */
export async function photoOf(
  db: Db,
  { order_id, device_id }: Pick<LockedDevice, 'order_id' | 'device_id'>,
  id: number,
) {
  const { rows } = await sql<{ storage_key: string; mime_type: string }>`
    select f.storage_key, f.mime_type from stored_files f join order_devices o
      on o.order_id = ${order_id} and o.device_id = ${device_id}
    where f.id = ${id} and (
      exists (select from order_device_files p where p.order_id = o.order_id and p.device_id = o.device_id and p.file_id = f.id)
      or exists (select from checklist_submissions s join checklist_answers a on a.submission_id = s.id
        join checklist_answer_files af on af.answer_id = a.id
        where s.object_type = 'order_device' and s.object_id = o.id and af.file_id = f.id))`.execute(db)
  if (!rows[0]) throw new NotFound('Foto')
  return rows[0]
}

async function keepPhotos(trx: Trx, services: Pick<Services, 'jobs'>, row: LockedDevice, files: readonly number[]) {
  const kept = await photosOf(trx, row)
  const gone = kept.filter(({ file_id }) => !files.includes(file_id))
  const come = files.filter((file) => !kept.some(({ file_id }) => file_id === file))
  if (gone.length > 0)
    await trx.deleteFrom('order_device_files').where('id', 'in', gone.map(({ id }) => id)).execute() // prettier-ignore
  if (come.length > 0)
    await trx
      .insertInto('order_device_files')
      .values(come.map((file_id) => ({ order_id: row.order_id, device_id: row.device_id, file_id })))
      .execute()
  await forgetFiles(trx, services, gone.map(({ file_id }) => file_id)) // prettier-ignore
}

async function keepParts(trx: Trx, row: LockedDevice, parts: Inspection['parts']): Promise<void> {
  const of = { order_id: row.order_id, device_id: row.device_id }
  await trx
    .deleteFrom('order_device_parts')
    .where('order_id', '=', of.order_id)
    .where('device_id', '=', of.device_id)
    .execute()
  if (parts.length > 0)
    await trx.insertInto('order_device_parts').values(parts.map((part) => ({ ...of, ...part }))).execute() // prettier-ignore
}

/** A device of an order about which somebody decided elsewhere, or that was replaced, is not inspected on it any more. */
async function refuseDecided(trx: Trx, { destination, result, device_id }: LockedDevice): Promise<void> {
  if ((destination !== null && result === null) || destination === 'order')
    throw new HttpError(409, 'Over dit apparaat is al besloten.')
  const next = await trx
    .selectFrom('devices')
    .select('number')
    .where('replaces_device_id', '=', device_id)
    .executeTakeFirst()
  if (next) throw new HttpError(409, `Dit apparaat is vervangen door apparaat ${next.number}.`)
}

/** Says what came of a device at a visit; once that is finished it is in its report. @throws HttpError (409) */
export async function recordInspection(
  trx: Trx,
  services: Pick<Services, 'jobs'>,
  viewer: Viewer,
  row: LockedDevice,
  { visit_id, parts, files, ...inspection }: Inspection & { visit_id: number },
): Promise<void> {
  await refuseDecided(trx, row)
  const { isSeen } = RESULTS[inspection.result]
  await trx
    .updateTable('order_devices')
    .set({
      ...inspection,
      visit_id,
      // What was billed already is not billed again when it is looked at once more.
      ...(row.destination === null ? { checked: isSeen, checked_on: isSeen ? today() : null } : {}),
      inspected_by: viewer.id,
      inspected_at: new Date(),
    })
    .where('id', '=', row.id)
    .execute()
  await keepParts(trx, row, parts)
  await keepPhotos(trx, services, row, files)
}

/** The files that hang on devices of orders: their photos, and what was filled in for them. */
export async function filesOf(trx: Trx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const photos = await trx
    .selectFrom('order_device_files as f')
    .innerJoin('order_devices as o', (join) =>
      join.onRef('o.order_id', '=', 'f.order_id').onRef('o.device_id', '=', 'f.device_id'),
    )
    .select('f.file_id')
    .where('o.id', 'in', [...ids])
    .execute()
  const answers = [...(await answersOf(trx, 'order_device', ids)).values()].flat()
  return [...photos.map(({ file_id }) => file_id), ...answers.flatMap(({ files }) => files.map(({ id }) => id))]
}

/** Takes back what was said of a device, with what was filled in for it. */
export async function resetInspection(trx: Trx, services: Pick<Services, 'jobs'>, row: LockedDevice): Promise<void> {
  const files = await filesOf(trx, [row.id])
  const submission = await findSubmission(trx, { type: 'order_device', id: row.id })
  if (submission) await deleteSubmission(trx, submission.id)
  await keepParts(trx, row, [])
  await keepPhotos(trx, services, row, [])
  await forgetFiles(trx, services, files)
  await trx
    .updateTable('order_devices')
    .set({
      ...{ visit_id: null, result: null, remark: '', follow_up: null, new_serial_number: null, instrument_id: null },
      ...{ inspected_by: null, inspected_at: null },
      ...(row.destination === null ? { checked: false, checked_on: null } : {}),
    })
    .where('id', '=', row.id)
    .execute()
}

/** What an inspected device was billed as, or offered, is settled. */
export const settleDevices = (
  trx: Trx,
  orderId: number,
  settled: readonly { device_id: number; destination: 'invoice' | 'quote' }[],
) =>
  sql`
    update order_devices o set destination = s.destination
    from unnest(${settled.map(({ device_id }) => device_id)}::integer[], ${settled.map(({ destination }) => destination)}::text[])
      as s(device_id, destination)
    where o.order_id = ${orderId} and o.device_id = s.device_id and o.destination is distinct from 'invoice'`.execute(
    trx,
  )

export interface InspectedDevice {
  device_id: number
  schedule_id: number | null
  result: Result
  follow_up: string | null
  new_serial_number: string | null
  destination: string | null
  product_id: number | null
  status: string
  parts: { product_id: number; expires_on: string | null }[]
}

/** What was said of devices at a visit. */
export async function inspectedAt(db: Db | Trx, visitId: number): Promise<InspectedDevice[]> {
  const { rows } = await sql<InspectedDevice>`
    select o.device_id, o.schedule_id, o.result, o.follow_up, o.new_serial_number, o.destination, d.product_id, d.status,
      coalesce((select jsonb_agg(jsonb_build_object('product_id', p.product_id, 'expires_on', p.expires_on))
        from order_device_parts p where p.order_id = o.order_id and p.device_id = o.device_id), '[]') as parts
    from order_devices o join devices d on d.id = o.device_id
    where o.visit_id = ${visitId} and o.result is not null
    order by o.device_id`.execute(db)
  return rows
}
