import type { ModulePart } from '../../../platform/manifest.ts'
import { boardProposal } from './filling.screens.ts'

/** Days of inspectors filled with what waits to be planned. */
export const filling: ModulePart = { screens: [boardProposal] }
