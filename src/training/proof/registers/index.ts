import { type SqlBool, sql } from 'kysely'
import { blockers } from '../../../platform/blockers.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { attention } from '../../../system/attention/points.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import { settingsTabs } from '../../../system/settings/points.ts'
import { settingsArea } from '../../../system/settings/index.ts'
import { registerData } from './person-data.ts'
import { fetchAllNumbers } from './numbers.commands.ts'
import { handOver } from './registers.commands.ts'
import { registerFields } from './registers.fields.ts'
import { requestNames } from './registers.queries.ts'
import * as screens from './registers.screens.ts'
import * as section from './course-section.screens.ts'
import { courseRegisterFields } from './course-registers.fields.ts'
import { resealAccount } from './nibhv/account.commands.ts'
import * as nibhvScreens from './nibhv/nibhv.screens.ts'
import * as nibhvSettings from './nibhv/settings.screens.ts'
import * as preflight from './preflight.screens.ts'
import * as questions from './questions/questions.screens.ts'
import * as mending from './questions/public.screens.ts'
import { registersNotice } from './notice.queries.ts'
import { enrolNotices } from '../../places/enrolment/points.ts'
import { handedOver, registerAttention } from './registers.todo.ts'
import { registersArea } from './rights.ts'
import { coursesArea } from '../../catalogue/courses/rights.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { sealedData } from '../../../platform/jobs/reseal.ts'
import { seedRegisters } from './story.ts'

export { passOn } from './registers.commands.ts'
export { registersFor } from './registers.ts'
export { REGISTER_KEYS, REGISTER_NAMES, type RegisterKey } from './requests.rules.ts'
export { type Behaviour } from './stand-in.ts'
export { type HokRegister, startHok } from './hok/simulator.ts'
export { NIBHV_DEMO, NIBHV_LISTS, type NibhvRegister, startNibhv } from './nibhv/simulator.ts'

/** Registers outside that students who passed are passed on to. */
export const registers: ModulePart = {
  screens: [screens, section, nibhvScreens, nibhvSettings, preflight, questions, mending].flatMap((of) =>
    Object.values(of),
  ),
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
    {
      type: 'course_register',
      label: { one: 'melding van een opleiding', many: 'meldingen van opleidingen' },
      area: coursesArea,
      table: 'course_registers',
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
      fields: courseRegisterFields,
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
  jobs: { 'register.hand-over': handOver, 'register.numbers': fetchAllNumbers },
  crons: { 'register.hand-over': '* * * * *', 'register.numbers': '*/15 * * * *' },
  story: seedRegisters,
  gifts: [
    give(openPoints, [handedOver]),
    give(enrolNotices, [registersNotice]),
    give(attention, registerAttention),
    give(settingsTabs, [
      {
        key: 'registers',
        page: 'links',
        label: 'Registers',
        icon: 'building-hospital',
        area: settingsArea,
        order: 48,
        url: '/settings/registers',
      },
      {
        key: 'nibhv',
        page: 'links',
        label: 'NIBHV',
        icon: 'building-hospital',
        area: settingsArea,
        order: 49,
        url: '/settings/nibhv',
      },
    ]),
    give(popupTabs, [
      {
        record: 'course',
        key: 'registers',
        label: 'Registers',
        icon: 'building-hospital',
        area: registersArea,
        order: 60,
        url: (id) => `/courses/${id}/registers`,
        count: (_viewer, id) => sql<number>`select count(*) from course_registers where course_id = ${id} and enabled`,
      },
      {
        record: 'appointment',
        key: 'registers',
        label: 'Registers',
        icon: 'building-hospital',
        area: registersArea,
        order: 31,
        url: (id) => `/calendar/${id}/registers`,
        when: (_viewer, id) => sql`exists (select from course_registers r
          join appointment_groups g on g.course_id = r.course_id join appointments a on a.group_id = g.id
          where a.id = ${id} and r.enabled)`,
      },
    ]),
    give(sealedData, [resealAccount]),
    give(historyLabels, [
      {
        course_register: {
          of: 'Melden aan registers',
          fields: { course_id: { label: 'Opleiding', record: 'course' } },
        },
        register_account: {
          of: 'Verbinding met NIBHV',
          fields: {
            register: 'Register',
            url: 'Adres',
            username: 'Gebruikersnaam',
            trainer_uuid: 'Docent bij NIBHV',
            trainer_name: 'Naam van de docent',
            contact_user_uuid: 'Contactpersoon bij NIBHV',
            contact_user_name: 'Naam van de contactpersoon',
          },
        },
      },
    ]),
    give(mergeStrategies, [
      { record: 'contact', table: 'register_requests', column: 'contact_id', merges: 'drop' },
      { record: 'contact', table: 'register_questions', column: 'contact_id', merges: 'drop' },
    ]),
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
