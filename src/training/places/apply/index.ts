import type { ModulePart } from '../../../platform/manifest.ts'
import * as screens from './apply.screens.ts'

/** The public page by which a company enrols its people out of its agreement. */
export const applying: ModulePart = { screens: Object.values(screens) }
