import type { ModulePart } from '../../platform/manifest.ts'
import * as presenceScreens from './presence.screens.ts'
import * as printScreens from './print.screens.ts'
import * as signatureScreens from './signatures.screens.ts'

export const presence: ModulePart = {
  screens: [...Object.values(presenceScreens), ...Object.values(printScreens), ...Object.values(signatureScreens)],
}
