import { sql, type SqlBool } from 'kysely'
import { blockers } from '../../platform/blockers.ts'
import { messagesArea } from '../../platform/mail/rights.ts'
import type { ModulePart } from '../../platform/manifest.ts'
import { mergeStrategies } from '../../platform/merging.ts'
import { give } from '../../platform/points.ts'
import { popupTabs } from '../../platform/screens/popup/popup-tabs.ts'
import { attention } from '../attention/points.ts'
import { firstSteps } from '../calendar/points.ts'
import { settingsTabs } from '../settings/points.ts'
import { holdingImports } from './imported.queries.ts'
import * as imported from './imported.screens.ts'
import { momentFields } from './moments.fields.ts'
import { sendMoments } from './moments.job.ts'
import { templateBlockers } from './moments.queries.ts'
import * as screens from './moments.screens.ts'
import { momentKinds } from './points.ts'
import * as overview from './overview.screens.ts'
import * as ofRecords from './record.screens.ts'

export { foreseeMails, foreseeReaders, passOver } from './moments.queries.ts'

export const moments: ModulePart = {
  screens: [
    ...Object.values(screens),
    ...Object.values(imported),
    ...Object.values(ofRecords),
    ...Object.values(overview),
  ],
  records: [
    {
      type: 'message-moment',
      label: { one: 'automatisch bericht', many: 'automatische berichten' },
      area: messagesArea,
      table: 'message_moments',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/messages/moments/edit/{id}',
      fields: momentFields,
      nameSql: sql<string>`(select name::text from default_messages where id = message_moments.template_id)`,
    },
  ],
  jobs: { 'moment.send': sendMoments },
  crons: { 'moment.send': '* * * * *' },
  constraints: {
    message_moments_template_id_fkey: { field: 'template_id', message: 'Dit standaardbericht bestaat niet meer.' },
  },
  gifts: [
    give(blockers, [{ record: 'default-message', what: 'delete', reasons: templateBlockers }]),
    give(settingsTabs, [
      {
        key: 'moments',
        page: 'messages',
        listed: false,
        label: 'Automatische berichten',
        icon: 'clock',
        area: messagesArea,
        order: 45,
        url: '/messages/moments?embed=1',
      },
    ]),
    give(attention, [
      {
        name: 'imported_messages',
        kind: 'now',
        icon: 'clock',
        tone: 'warning',
        label: { one: 'import waarover berichten wachten', many: 'imports waarover berichten wachten' },
        area: messagesArea,
        right: 'change',
        url: '/messages/moments/imported',
        rows: holdingImports,
      },
    ]),
    give(firstSteps, [
      {
        order: 90,
        label: 'Automatische berichten',
        text: 'Bevestiging, herinnering en certificaat staan klaar: lees de teksten en zet aan wat vanzelf mag gaan.',
        done: sql<boolean>`exists (select 1 from message_moments where active)`,
        later: true,
        href: '/messages/moments',
        area: messagesArea,
        popup: false,
      },
    ]),
    give(mergeStrategies, [{ table: 'message_moments', column: 'object_id', merges: 'moves' }]),
    give(popupTabs, [
      {
        record: ({ type }, _viewer, registry) =>
          registry.all(momentKinds).some(({ record, of }) => record === type || of === type),
        key: 'moments',
        label: 'Automatische berichten',
        icon: 'clock',
        area: messagesArea,
        order: 76,
        above: 'messages',
        url: (id, type) => `/messages/moments/of/${type}/${id}`,
      },
    ]),
  ],
}
