import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { widgets } from '../../../system/dashboard/points.ts'
import { todayArea } from './rights.ts'
import * as kept from './kept.screens.ts'
import * as screens from './today.screens.ts'
import { forecastWidget, partsWidget } from './widgets.ts'
import * as work from './work.screens.ts'

export { distanceText } from './today.rules.ts'

/** Where the day begins for who teaches, on a phone, and for who plans. */
export const today: ModulePart = {
  screens: [screens, kept, work].flatMap((declared) => Object.values(declared)),
  nav: [
    {
      label: 'Vandaag',
      icon: 'calendar-check',
      href: '/today',
      area: todayArea,
      order: 0,
      atHand: true,
      lists: { teacher: 1 },
    },
  ],
  gifts: [give(widgets, [partsWidget, forecastWidget])],
}
