import type { ModulePart } from '../../platform/manifest.ts'
import { heldFiles } from '../../platform/files/held-files.ts'
import { give } from '../../platform/points.ts'
import { forgetImports } from './importing.commands.ts'
import * as screens from './importing.screens.ts'
import { FOLDER, READ, STORE } from './long.commands.ts'
import { readLong, storeLong } from './long.job.ts'
import { namedFiles } from './long.queries.ts'
import * as long from './long.screens.ts'

export { IMPORT_UNDO_DAYS, markHolding, releaseImport, takeBatch } from './importing.commands.ts'
export { listOutcomes, planRows } from './importing.queries.ts'
export { ADDRESS_HEADINGS, LONGEST_CELL, type ListedRow, readRows } from './list.rules.ts'
export {
  type Alike,
  type Counts,
  type Judged,
  type Outcome,
  type ReadRow,
  countsOf,
  countsText,
  nameKey,
} from './judging.rules.ts'
export { findTarget } from './points.ts'
export { formOf, readByForm } from './reading.rules.ts'
export { seedImport } from './story.ts'
export type { Target, Work } from './types.ts'

/** Lists come in: a proof first, then all of it or nothing. It sends nothing. */
export const importing: ModulePart = {
  screens: [...Object.values(screens), ...Object.values(long)],
  jobs: { 'imports.forget': forgetImports, [READ]: readLong, [STORE]: storeLong },
  crons: { 'imports.forget': '50 3 * * *' },
  gifts: [give(heldFiles, [{ folders: [FOLDER], are: 'imports', named: namedFiles }])],
}
