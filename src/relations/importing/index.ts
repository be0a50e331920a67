import type { ModulePart } from '../../platform/manifest.ts'
import { forgetImports } from './importing.commands.ts'
import * as screens from './importing.screens.ts'
import { seedImports } from './story.ts'

/** Lists of contacts and companies come in: a proof first, then all of it or nothing. It sends nothing. */
export const importing: ModulePart = {
  screens: Object.values(screens),
  afterStory: seedImports,
  jobs: { 'imports.forget': forgetImports },
  crons: { 'imports.forget': '50 3 * * *' },
}
