import type { ModulePart } from '../../platform/manifest.ts'
import { signatureData, signatureRetention } from './person-data.ts'
import * as presenceScreens from './presence.screens.ts'
import * as printScreens from './print.screens.ts'
import { forgetSignature } from './signatures.commands.ts'
import * as signatureScreens from './signatures.screens.ts'

export const presence: ModulePart = {
  screens: [...Object.values(presenceScreens), ...Object.values(printScreens), ...Object.values(signatureScreens)],
  personData: [signatureData],
  retention: [signatureRetention],
  merging: [{ record: 'contact', table: 'presence_signatures', settle: 'drop' }],
  jobs: { 'signature.forget': forgetSignature },
}
