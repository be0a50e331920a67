import { type SqlBool, sql } from 'kysely'
import { blockers } from '../../../platform/blockers.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { attention } from '../../../system/attention/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import { settingsTabs } from '../../../system/settings/points.ts'
import { settingsArea } from '../../../system/settings/index.ts'
import { registerData } from './person-data.ts'
import { handOver } from './registers.commands.ts'
import { registerFields } from './registers.fields.ts'
import { requestNames } from './registers.queries.ts'
import * as screens from './registers.screens.ts'
import { handedOver, registerAttention } from './registers.todo.ts'
import { registersArea } from './rights.ts'
import { seedRegisters } from './story.ts'

export { passOn } from './registers.commands.ts'
export { passesOn } from './registers.queries.ts'
export { type HokBehaviour, type HokRegister, startHok } from './simulator.ts'

/** Registers outside that students who passed are passed on to. */
export const registers: ModulePart = {
  screens: Object.values(screens),
  records: [
    {
      type: 'register-request',
      label: { one: 'doorgegeven cursist', many: 'doorgegeven cursisten' },
      area: registersArea,
      table: 'register_requests',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/hok/request/{id}',
      fields: registerFields,
      names: requestNames,
    },
  ],
  nav: [
    {
      label: 'Registers',
      icon: 'building-hospital',
      href: '/registers',
      area: registersArea,
      order: 84,
      setup: true,
    },
  ],
  jobs: { 'register.hand-over': handOver },
  crons: { 'register.hand-over': '* * * * *' },
  story: seedRegisters,
  gifts: [
    give(openPoints, [handedOver]),
    give(attention, registerAttention),
    give(settingsTabs, [
      {
        key: 'registers',
        label: 'Registers',
        icon: 'building-hospital',
        area: settingsArea,
        order: 48,
        url: '/settings/registers',
      },
    ]),
    give(mergeStrategies, [{ record: 'contact', table: 'register_requests', column: 'contact_id', merges: 'drop' }]),
    give(blockers, [
      {
        record: 'contact',
        what: 'delete',
        reasons: async (db, id) => [
          {
            label: 'Doorgegeven aan een register',
            count: await countOf(db.selectFrom('register_requests').where('contact_id', '=', id)),
          },
        ],
      },
    ]),
    give(personData, [registerData]),
  ],
}
