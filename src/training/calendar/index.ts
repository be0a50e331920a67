import type { ModulePart } from '../../platform/manifest.ts'
import { endFeed, resealFeeds } from './calendar.feed.ts'
import * as screens from './calendar.screens.ts'

export const calendar: ModulePart = {
  screens: Object.values(screens),
  reseal: [resealFeeds],
  endAccess: [endFeed],
  nav: [{ group: null, label: 'Agenda', icon: 'calendar', href: '/calendar', area: 'calendar', order: 10 }],
}
