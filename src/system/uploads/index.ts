import type { ModulePart } from '../../platform/manifest.ts'
import * as screens from './uploads.screens.ts'

export const uploads: ModulePart = { screens: Object.values(screens) }
