import { type SqlBool, sql } from 'kysely'
import { countOf } from '../../../platform/database/count.ts'
import type { Db, Trx } from '../../../platform/database/types.ts'
import { forgetFiles } from '../../../platform/files/kept-files.ts'
import type { PersonDataSource, RetentionKind } from '../../../system/privacy/points.ts'
import { deviceData } from '../../devices/devices/index.ts'
import { filesOf } from './inspecting.commands.ts'

/** The devices of somebody who buys alone: they leave the orders that they stand on before they go. */
export const orderDeviceData: PersonDataSource = {
  ...deviceData,
  anonymise: async (trx, contactId, services) => {
    const rows = await trx
      .selectFrom('order_devices')
      .innerJoin('devices', 'devices.id', 'order_devices.device_id')
      .select('order_devices.id')
      .where('devices.contact_id', '=', contactId)
      .execute()
    const ids = rows.map(({ id }) => id)
    const files = await filesOf(trx, ids)
    if (ids.length > 0) await trx.deleteFrom('order_devices').where('id', 'in', ids).execute()
    await forgetFiles(trx, services, files)
    await deviceData.anonymise(trx, contactId, services)
  },
}

/** Photos that stand in a report that was drawn, where they stay. */
const photosBefore = (db: Db | Trx, before: Date) =>
  db
    .selectFrom('order_device_files as f')
    .select(['f.id', 'f.file_id'])
    .where('f.created_at', '<', before)
    .where(
      sql<SqlBool>`exists (select from order_devices d join visit_reports r on r.visit_id = d.visit_id
        where d.order_id = f.order_id and d.device_id = f.device_id and r.file_id is not null)`,
    )

export const inspectionPhotoRetention: RetentionKind = {
  key: 'inspection-photos',
  label: 'Foto’s bij keuringen',
  basis: 'Na het keuren wordt de foto verwijderd; in het keuringsrapport blijft zij staan.',
  months: 24,
  count: (db, before) => countOf(photosBefore(db, before)),
  remove: async (trx, before, services) => {
    const rows = await photosBefore(trx, before).limit(5000).execute()
    if (rows.length === 0) return 0
    await trx.deleteFrom('order_device_files').where('id', 'in', rows.map(({ id }) => id)).execute() // prettier-ignore
    await forgetFiles(trx, services, rows.map(({ file_id }) => file_id)) // prettier-ignore
    return rows.length
  },
}
