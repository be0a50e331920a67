import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { topTools } from '../../platform/screens/page.ts'
import * as screens from './notes.screens.ts'
import { releaseNotesArea } from './rights.ts'

export { blocksOf } from './notes.rules.ts'

/** What is new in this version, for who works here. */
export const releaseNotes: ModulePart = {
  screens: Object.values(screens),
  gifts: [give(topTools, [{ area: releaseNotesArea, view: 'system/release-notes/panel' }])],
}
