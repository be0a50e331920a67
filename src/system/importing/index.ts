import type { ModulePart } from '../../platform/manifest.ts'
import { forgetImports } from './importing.commands.ts'
import * as screens from './importing.screens.ts'

export { ADDRESS_HEADINGS, type ListedRow } from './list.rules.ts'
export { type Alike, type ReadRow, nameKey } from './judging.rules.ts'
export { importArea } from './rights.ts'
export { formOf, readByForm } from './reading.rules.ts'
export { seedImport } from './story.ts'
export type { Target, Work } from './types.ts'

/** Lists come in: a proof first, then all of it or nothing. It sends nothing. */
export const importing: ModulePart = {
  screens: Object.values(screens),
  jobs: { 'imports.forget': forgetImports },
  crons: { 'imports.forget': '50 3 * * *' },
}
