import { blockers } from '../../../platform/blockers.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import { settingsTabs } from '../../../system/settings/points.ts'
import { settingsArea } from '../../../system/settings/rights.ts'
import { waysOut } from '../enrolment/points.ts'
import * as entryScreens from './entry.screens.ts'
import * as lineScreens from './line.screens.ts'
import { waitingData } from './person-data.ts'
import { peopleWaiting, waitActions, waitInstead } from './planning.todo.ts'
import * as publicScreens from './public.screens.ts'
import { offerRestoring } from './restoring.ts'
import { waitingListArea } from './rights.ts'
import * as settingScreens from './settings.screens.ts'
import { seedWaiting } from './story.ts'
import { waitingFields } from './waiting-list.fields.ts'
import { askJob } from './waiting-list.job.ts'
import { joinEntries } from './merging.ts'
import {
  companyWaiting,
  countInLine,
  entriesVisibleTo,
  entryNames,
  hasLine,
  planningWaiting,
} from './waiting-list.queries.ts'
import * as screens from './waiting-list.screens.ts'

export { systemViewer } from './system-viewer.ts'
export { placeInLine } from './waiting-list.commands.ts'

export const waitingList: ModulePart = {
  screens: [screens, lineScreens, entryScreens, publicScreens, settingScreens].flatMap((declared) =>
    Object.values(declared),
  ),
  records: [
    {
      type: 'waiting-entry',
      label: { one: 'wachtende', many: 'wachtenden' },
      area: waitingListArea,
      table: 'waiting_entries',
      visibleTo: entriesVisibleTo,
      open: '/waiting-list/view/{id}',
      fields: waitingFields,
      names: entryNames,
    },
  ],
  nav: [
    {
      group: 'students',
      label: 'Wachtlijst',
      icon: 'hourglass',
      href: '/waiting-list',
      area: waitingListArea,
      order: 2,
      lists: { supervisor: 4 },
    },
  ],
  jobs: { 'waiting.ask': askJob },
  crons: { 'waiting.ask': '* * * * *' },
  constraints: {
    waiting_entries_once: { field: 'students', message: 'Deze persoon staat al op de wachtlijst.' },
    waiting_offers_one: { field: '_form', message: 'Deze persoon heeft al een aanbod.' },
    waiting_entries_check: { field: 'until_date', message: 'Tot en met kan niet voor Vanaf liggen.' },
  },
  story: seedWaiting,
  gifts: [
    give(popupTabs, [
      {
        record: 'appointment',
        key: 'waiting',
        label: 'Wachtlijst',
        icon: 'hourglass',
        area: waitingListArea,
        order: 5,
        url: (id) => `/calendar/${id}/waiting`,
        count: countInLine,
        filled: hasLine,
      },
    ]),
    give(openPoints, [peopleWaiting]),
    give(popupActions, waitActions),
    give(waysOut, [waitInstead]),
    give(restorings, [offerRestoring]),
    give(personData, [waitingData]),
    give(settingsTabs, [
      {
        key: 'waiting-list',
        page: 'training',
        label: 'Wachtlijst',
        icon: 'hourglass',
        area: settingsArea,
        order: 46,
        url: '/settings/waiting-list',
      },
    ]),
    give(blockers, [
      { record: 'appointment', what: 'delete', reasons: planningWaiting },
      { record: 'company', what: 'delete', reasons: companyWaiting },
    ]),
    give(mergeStrategies, [
      { record: 'contact', table: 'waiting_entries', column: 'contact_id', merges: joinEntries },
      { record: 'company', table: 'waiting_entries', column: 'company_id', merges: 'moves' },
      { record: 'company', table: 'waiting_entries', column: 'invoice_relation_id', merges: 'moves' },
    ]),
  ],
}
