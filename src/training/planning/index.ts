import type { ModulePart } from '../../platform/manifest.ts'
import * as occupations from './occupations.screens.ts'
import * as screens from './planning.screens.ts'

export { predictParts, type PredictedPart, type Timing, type WallMoment } from './planning.rules.ts'

export const planning: ModulePart = {
  screens: [...Object.values(screens), ...Object.values(occupations)],
  create: [
    {
      action: { label: 'Planning', icon: 'calendar-plus', kind: 'popup', url: '/calendar/add' },
      area: 'appointments',
    },
  ],
}
