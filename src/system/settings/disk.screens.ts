import { sql } from 'kysely'
import { heldFiles } from '../../platform/files/held-files.ts'
import { formatSize } from '../../platform/format/size.ts'
import { fragment } from '../../platform/screens/call/calls.ts'
import { diskGauge } from './disk.rules.ts'
import { settingsArea } from './rights.ts'

export const diskTab = fragment({
  area: settingsArea,
  right: 'view',
  path: '/settings/disk',
  pageAddress: '/settings/?tab=disk',
  view: 'system/settings/disk',
  load: async ({ db, services }) => {
    const { rows } = await sql<{ bytes: string }>`select pg_database_size(current_database()) as bytes`.execute(db)
    const database = { bytes: Number(rows[0]!.bytes), isHere: services.config.databaseUrl === undefined }
    const gauge = diskGauge(await services.files.usage(), services.registry.all(heldFiles), database)
    return { gauge, size: formatSize }
  },
})
