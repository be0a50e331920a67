import { heldFiles } from '../../platform/files/held-files.ts'
import type { ModulePart } from '../../platform/manifest.ts'
import { mergeSettlements } from '../../platform/merging.ts'
import { give } from '../../platform/points.ts'
import { personData, retentionKinds } from '../../system/privacy/points.ts'
import { signatureData, signatureRetention } from './person-data.ts'
import * as presenceScreens from './presence.screens.ts'
import * as printScreens from './print.screens.ts'
import { forgetSignature, signatureFiles } from './signatures.commands.ts'
import * as signatureScreens from './signatures.screens.ts'

export const presence: ModulePart = {
  screens: [...Object.values(presenceScreens), ...Object.values(printScreens), ...Object.values(signatureScreens)],
  jobs: { 'signature.forget': forgetSignature },
  gifts: [
    give(heldFiles, [signatureFiles]),
    give(personData, [signatureData]),
    give(retentionKinds, [signatureRetention]),
    give(mergeSettlements, [{ record: 'contact', table: 'presence_signatures', settle: 'drop' }]),
  ],
}
