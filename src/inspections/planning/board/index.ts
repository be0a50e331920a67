import type { ModulePart } from '../../../platform/manifest.ts'
import { boardArea } from '../../../system/calendar/rights.ts'
import * as screens from './board.screens.ts'

const { HOME, ...pages } = screens

/** Who inspects what and when, in lanes, with what waits to be planned beside it. */
export const planningBoard: ModulePart = {
  screens: Object.values(pages),
  nav: [
    {
      label: 'Planbord',
      icon: 'layout-board-split',
      href: HOME,
      area: boardArea,
      order: 12,
      under: '/calendar',
    },
  ],
}
