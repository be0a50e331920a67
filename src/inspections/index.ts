import { areaManifest } from '../platform/area.ts'
import type { Manifest } from '../platform/manifest.ts'
import { calendar } from './planning/calendar/index.ts'
import { actions } from './catalogue/actions/index.ts'
import { deviceCategories } from './catalogue/device-categories/index.ts'
import { filling } from './planning/filling/index.ts'
import { contracts } from './contracts/contracts/index.ts'
import { devices } from './devices/devices/index.ts'
import { deviceMigration } from './migration/device-migration/index.ts'
import { visitingHours } from './planning/visiting-hours/index.ts'
import { visits } from './planning/visits/index.ts'
import { orderDevices } from './orders/order-devices/index.ts'
import { planningBoard } from './planning/board/index.ts'
import { reports } from './workday/reports/index.ts'
import { workday } from './workday/workday/index.ts'

export const inspections: Manifest = areaManifest('inspections', [
  deviceCategories,
  devices,
  actions,
  orderDevices,
  visitingHours,
  visits,
  filling,
  calendar,
  contracts,
  deviceMigration,
  planningBoard,
  reports,
  workday,
])
