import type { ModulePart } from '../../../platform/manifest.ts'

export { makeReport } from './reports.commands.ts'

/** What the customer gets of a visit. */
export const reports: ModulePart = {}
