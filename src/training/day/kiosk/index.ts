import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { settingsArea } from '../../../system/settings/index.ts'
import { settingsTabs } from '../../../system/settings/points.ts'
import { blockedTablet } from './blocked.todo.ts'
import * as screens from './kiosk.screens.ts'
import * as settings from './settings.screens.ts'
import { seedKiosk } from './story.ts'

export const kiosk: ModulePart = {
  screens: [...Object.values(screens), ...Object.values(settings)],
  story: seedKiosk,
  gifts: [
    give(openPoints, [blockedTablet]),
    give(settingsTabs, [
      {
        key: 'kiosk',
        label: 'Kiosk',
        icon: 'device-tablet',
        area: settingsArea,
        order: 82,
        synonyms: ['tablet', 'aanwezigheid', 'aanmelden'],
        url: '/settings/kiosk',
      },
    ]),
  ],
}
