import { requiredLine } from '../../platform/fields/kinds.ts'

/** What a skill consists of. */
export const skillFields = { name: requiredLine('Naam', 100) }
