import { heldFiles } from '../../platform/files/held-files.ts'
import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { settingsTabs } from '../settings/points.ts'
import { settingsArea } from '../settings/rights.ts'
import { migrationSteps, migrationTab } from './assistant.screens.ts'
import { migrationConnection, migrationData } from './fetching.screens.ts'
import * as moving from './moving.screens.ts'
import { FOLDER } from './reading.ts'
import { forgetMoves } from './moves.commands.ts'

/** Moving over from an older system, where it is configured: step by step, through the import. It sends nothing. */
export const migrationAssistant: ModulePart = {
  screens: [migrationTab, migrationSteps, migrationConnection, migrationData, ...Object.values(moving)],
  jobs: { 'migration.forget': forgetMoves },
  crons: { 'migration.forget': '55 3 * * *' },
  gifts: [
    give(heldFiles, [{ folders: [FOLDER], are: 'imports', named: () => Promise.resolve([]) }]),
    give(settingsTabs, [
      {
        area: settingsArea,
        key: 'migration',
        page: 'system',
        label: 'Overstappen',
        icon: 'transfer-in',
        order: 96,
        synonyms: ['migratie', 'oud systeem', 'importeren', 'Coachview', 'Planaday'],
        url: '/settings/migration',
        when: ({ migration }) => migration !== undefined,
      },
    ]),
  ],
}
