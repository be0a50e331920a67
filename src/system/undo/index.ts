import type { ModulePart } from '../../platform/manifest.ts'
import * as screens from './undo.screens.ts'

export const undo: ModulePart = {
  screens: Object.values(screens),
}
