import type { ModulePart } from '../../platform/manifest.ts'
import * as screens from './calendar.screens.ts'

export const calendar: ModulePart = {
  screens: Object.values(screens),
  nav: [{ group: null, label: 'Agenda', icon: 'calendar', href: '/calendar', area: 'calendar', order: 10 }],
}
