import { sealedData } from '../../platform/jobs/reseal.ts'
import type { ModulePart } from '../../platform/manifest.ts'
import { give } from '../../platform/points.ts'
import { accessEnds } from '../accounts/points.ts'
import { endFeed, resealFeeds } from './feed.ts'
import * as screens from './calendar.screens.ts'
import * as feed from './feed.screens.ts'
import { calendarArea } from './rights.ts'

export { firstStepsOf } from './start.queries.ts'
export { calendarFeed } from './calendar-ics.ts'
export { invitationText } from './invitation-ics.ts'

export const calendar: ModulePart = {
  screens: [...Object.values(screens), ...Object.values(feed)],
  nav: [
    {
      label: 'Agenda',
      icon: 'calendar',
      href: '/calendar',
      synonyms: ['kalender'],
      key: 'a',
      area: calendarArea,
      order: 10,
      lists: { teacher: 2, supervisor: 2, student: 2, lotus: 1 },
    },
  ],
  gifts: [give(sealedData, [resealFeeds]), give(accessEnds, [endFeed])],
}
