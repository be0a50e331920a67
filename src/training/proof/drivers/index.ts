import { sql } from 'kysely'
import { blockers } from '../../../platform/blockers.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { attention } from '../../../system/attention/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import { code95Module } from '../../planning/code95/index.ts'
import { creditFields, driverFields } from './drivers.fields.ts'
import { creditNames, creditsVisibleTo, driverNames, driversVisibleTo } from './drivers.queries.ts'
import * as screens from './drivers.screens.ts'
import { driverAttention, driverPoint } from './drivers.todo.ts'
import { creditData, driverData } from './person-data.ts'
import { driversArea } from './rights.ts'
import { seedDrivers } from './story.ts'

export { findOwnStand, listCredits } from './drivers.queries.ts'
export { isComplete, standText } from './drivers.rules.ts'
export { keepCredits } from './keeping.commands.ts'

/** Drivers: until when their code 95 holds, and the hours that renew it. */
export const drivers: ModulePart = {
  module: code95Module,
  screens: Object.values(screens),
  records: [
    {
      type: 'code95-driver',
      label: { one: 'chauffeur', many: 'chauffeurs' },
      area: driversArea,
      table: 'code95_drivers',
      visibleTo: driversVisibleTo,
      open: '/code95/driver/edit/{id}',
      fields: driverFields,
      names: driverNames,
    },
    {
      type: 'code95-credit',
      label: { one: 'uren voor code 95', many: 'uren voor code 95' },
      area: driversArea,
      table: 'code95_credits',
      visibleTo: creditsVisibleTo,
      open: '/code95/credit/edit/{id}',
      fields: creditFields,
      names: creditNames,
    },
  ],
  nav: [{ group: 'students', label: 'Code 95', icon: 'truck', href: '/code95/drivers', area: driversArea, order: 7 }],
  constraints: {
    code95_drivers_once: { field: 'contact_id', message: 'Deze chauffeur staat al in de lijst.' },
    code95_credits_elearning: { field: 'minutes', message: 'Dit is minder dan de uren e-learning.' },
  },
  story: seedDrivers,
  gifts: [
    give(openPoints, [driverPoint]),
    give(attention, [driverAttention]),
    give(popupTabs, [
      {
        record: 'contact',
        key: 'code95',
        label: 'Code 95',
        icon: 'truck',
        area: driversArea,
        order: 31,
        url: (id) => `/contact/${id}/code95?embed=1`,
        count: (_viewer, id) => sql<number>`select count(*) from code95_credits where contact_id = ${id}`,
        when: (_viewer, id) => sql`exists (select from code95_credits where contact_id = ${id}
          union all select from code95_drivers where contact_id = ${id})`,
      },
    ]),
    give(mergeStrategies, [
      { record: 'contact', table: 'code95_credits', column: 'contact_id', merges: 'drop' },
      { record: 'contact', table: 'code95_drivers', column: 'contact_id', merges: 'drop' },
    ]),
    give(blockers, [
      {
        record: 'contact',
        what: 'delete',
        reasons: async (db, id) => [
          {
            label: 'Uren voor code 95',
            count: await countOf(db.selectFrom('code95_credits').where('contact_id', '=', id)),
          },
        ],
      },
    ]),
    give(personData, [driverData, creditData]),
  ],
}
