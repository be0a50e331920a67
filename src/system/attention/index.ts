import type { ModulePart } from '../../platform/manifest.ts'
import * as screens from './attention.screens.ts'

export { hasAttention } from './attention.queries.ts'

/** What waits for somebody, counted where the day begins. */
export const attentionModule: ModulePart = { screens: Object.values(screens) }
