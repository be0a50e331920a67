import { sql } from 'kysely'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { dayEntries } from '../../../system/calendar/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import * as delivering from './delivering.screens.ts'
import * as found from './found.screens.ts'
import * as finishing from './finishing.screens.ts'
import * as kept from './kept.screens.ts'
import * as inspecting from './inspecting.screens.ts'
import { workdayArea } from '../../rights.ts'
import { listDayEntries } from './day.ts'
import { seedWorkday } from './story.ts'
import * as screens from './workday.screens.ts'

const { HOME, VisitQuery: _query, ...days } = screens

/** Visits as they are carried out, from a phone. */
export const workday: ModulePart = {
  screens: [days, inspecting, found, delivering, finishing, kept].flatMap((declared) => Object.values(declared)),
  nav: [
    {
      group: 'inspections',
      label: 'Werkdag',
      icon: 'clipboard-check',
      href: HOME,
      area: workdayArea,
      order: 1,
      atHand: true,
      synonyms: ['bezoeken', 'keuringen van vandaag', 'route'],
      lists: { teacher: 1.5 },
    },
  ],
  story: seedWorkday,
  gifts: [
    give(dayEntries, [{ area: workdayArea, list: listDayEntries }]),
    give(popupActions, [
      {
        record: 'order',
        place: 'step',
        order: 45,
        area: workdayArea,
        right: 'change',
        action: ({ id }) => ({
          label: 'Bezoek uitvoeren',
          icon: 'clipboard-check',
          kind: 'popup',
          url: `/workday/${id}`,
        }),
        when: (_viewer, id) => sql`exists (select from visits v where v.order_id = ${id} and not v.done)`,
      },
    ]),
  ],
}
