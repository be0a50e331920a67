import type { ModulePart } from '../../platform/manifest.ts'
import * as screens from './terms.screens.ts'

export const terms: ModulePart = { screens: Object.values(screens) }
export { TERMS_KEY } from './terms.ts'
