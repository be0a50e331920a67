import { areaManifest } from '../platform/area.ts'
import type { Manifest } from '../platform/manifest.ts'
import { calendar } from './calendar/index.ts'

export const inspections: Manifest = areaManifest('inspections', [calendar])
