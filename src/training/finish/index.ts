import type { ModulePart } from '../../platform/manifest.ts'
import { finishWizard } from './finish.screens.ts'

export const finish: ModulePart = { screens: [finishWizard] }
