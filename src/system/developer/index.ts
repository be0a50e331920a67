import type { ModulePart } from '../../platform/manifest.ts'
import { explorer } from './developer.screens.ts'

export const developer: ModulePart = { screens: [explorer] }
