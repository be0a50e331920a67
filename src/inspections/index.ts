import { areaManifest } from '../platform/area.ts'
import type { Manifest } from '../platform/manifest.ts'
import { calendar } from './calendar/index.ts'
import { deviceCategories } from './catalogue/device-categories/index.ts'
import { devices } from './devices/devices/index.ts'

export const inspections: Manifest = areaManifest('inspections', [calendar, deviceCategories, devices])
