import type { ModulePart } from '../../../platform/manifest.ts'
import * as screens from './board.screens.ts'
import { boardArea } from '../../../system/calendar/rights.ts'

/** The calendar in lanes: who and which room is where, and who is free. */
export const board: ModulePart = {
  screens: Object.values(screens),
  nav: [
    {
      label: 'Rooster',
      icon: 'layout-rows',
      href: '/courses/board/teachers',
      within: '/courses/board',
      area: boardArea,
      order: 11,
      under: '/calendar',
    },
  ],
}
