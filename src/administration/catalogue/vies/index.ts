import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import * as screens from './vies.screens.ts'

export { type ViesBehaviour, type ViesRegister, startVies } from './simulator.ts'

/** Whether a VAT number holds, asked of the register of the European Union; each answer is kept, as proof. */
export const vies: ModulePart = {
  screens: Object.values(screens),
  gifts: [give(mergeStrategies, [{ record: 'company', table: 'vies_checks', column: 'company_id', merges: 'moves' }])],
}
