import { blockers } from '../../../platform/blockers.ts'
import { expiringSources } from '../../../administration/orders/expiring/points.ts'
import { expiringRefreshers } from './expiring.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { attention } from '../../../system/attention/points.ts'
import { audiences } from '../../../system/messages/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import { invitationAudience, refresherAudience } from './audience.ts'
import * as asking from './invitation-request.screens.ts'
import { dueOfContact, refresherAttention } from './contact.todo.ts'
import { refresherData } from './person-data.ts'
import * as calls from './calls.screens.ts'
import * as invitations from './invitations.screens.ts'
import { joinRefreshers } from './refreshers.commands.ts'
import { refresherFields } from './refreshers.fields.ts'
import {
  countRefreshersAt,
  countRefreshersOf,
  courseBlockers,
  refresherNames,
  refreshersVisibleTo,
} from './refreshers.queries.ts'
import * as screens from './refreshers.screens.ts'
import { refreshersArea } from './rights.ts'
import { seedRefreshers } from './story.ts'

export { refresherMoments } from './moments.ts'
export { type KeptRow, keepRefreshers } from './keeping.commands.ts'
export { graceUntil, isBooked, listRefreshers, refreshersVisibleTo } from './refreshers.queries.ts'
export { refresherFields } from './refreshers.fields.ts'
export { type StudentSuggestion, listSuggestions } from './suggestions.queries.ts'
export { NEW, NONE } from './suggestions.rules.ts'

const tab = { key: 'refreshers', label: 'Herhalingen', icon: 'refresh', area: refreshersArea, order: 35 } as const

/** What people have to take again, and by when. */
export const refreshers: ModulePart = {
  screens: [
    ...Object.values(screens),
    ...Object.values(calls),
    ...Object.values(invitations),
    ...Object.values(asking),
  ],
  records: [
    {
      type: 'refresher',
      label: { one: 'herhaling', many: 'herhalingen' },
      area: refreshersArea,
      table: 'contact_refreshers',
      visibleTo: refreshersVisibleTo,
      open: '/courseRefresher/view/{id}',
      fields: refresherFields,
      carries: ['messages'],
      names: refresherNames,
    },
  ],
  nav: [
    {
      group: 'students',
      label: 'Herhalingen',
      icon: 'refresh',
      href: '/courses/refreshers',
      waits: 'refreshers_waiting',
      key: 'r',
      area: refreshersArea,
      order: 3,
      lists: { supervisor: 5, student: 4 },
    },
  ],
  constraints: {
    contact_refreshers_once: { field: 'course_id', message: 'Deze cursist heeft deze herhaling al.' },
    contact_refreshers_course_id_fkey: { field: 'course_id', message: 'Deze opleiding bestaat niet meer.' },
  },
  story: seedRefreshers,
  gifts: [
    give(expiringSources, [expiringRefreshers]),
    give(audiences, [refresherAudience, invitationAudience]),
    give(attention, refresherAttention),
    give(openPoints, [dueOfContact]),
    give(blockers, [{ record: 'course', reasons: courseBlockers }]),
    give(popupTabs, [
      {
        ...tab,
        record: 'contact',
        url: (id) => `/courses/refreshers?embed=1&contact_id=${id}`,
        count: countRefreshersOf,
      },
      {
        ...tab,
        record: 'company',
        under: 'students',
        url: (id) => `/courses/refreshers?embed=1&company_id=${id}`,
        count: countRefreshersAt,
      },
    ]),
    give(mergeStrategies, [
      { record: 'contact', table: 'contact_refreshers', column: 'contact_id', merges: joinRefreshers },
    ]),
    give(personData, [refresherData]),
  ],
}
