import { areaManifest } from '../platform/area.ts'
import { heldFiles } from '../platform/files/held-files.ts'
import { storedFiles } from '../platform/files/kept-files.ts'
import { sweepFiles } from '../platform/files/orphans.ts'
import { forgetOutcomes } from '../platform/http/once.ts'
import { sealedData } from '../platform/jobs/reseal.ts'
import { resealAll } from '../platform/jobs/reseal.ts'
import type { Manifest, ModulePart } from '../platform/manifest.ts'
import { mergeStrategies } from '../platform/merging.ts'
import { give } from '../platform/points.ts'
import {
  accountScreens,
  forgetEmailChange,
  mailEmailLinks,
  mailResetLink,
  recordFailures,
  resealTwoStep,
  retireAccount,
} from './accounts/index.ts'
import { apiClients } from './api-clients/index.ts'
import { attentionModule } from './attention/index.ts'
import { calendar } from './calendar/index.ts'
import { checklists } from './checklists/index.ts'
import { dashboard } from './dashboard/index.ts'
import { developer } from './developer/index.ts'
import { documents } from './documents/index.ts'
import { establishments } from './establishments/index.ts'
import { history } from './history/index.ts'
import { holidays } from './holidays/index.ts'
import { importing } from './importing/index.ts'
import { layouts } from './layouts/index.ts'
import { lookups } from './lookups/index.ts'
import { manuals } from './manuals/index.ts'
import { materials } from './materials/index.ts'
import { messages } from './messages/index.ts'
import { migrationAssistant } from './migration-assistant/index.ts'
import { moments } from './moments/index.ts'
import { notes } from './notes/index.ts'
import { privacy } from './privacy/index.ts'
import { releaseNotes } from './release-notes/index.ts'
import { remoteSupport } from './remote-support/index.ts'
import { reports } from './reports/index.ts'
import { settings } from './settings/index.ts'
import { shellScreens } from './shell/index.ts'
import { conflicts } from './conflicts/index.ts'
import { tasks } from './tasks/index.ts'
import { terms } from './terms/index.ts'
import { undo } from './undo/index.ts'
import { uploads } from './uploads/index.ts'
import { users } from './users/index.ts'
import { views } from './views/index.ts'

const own: ModulePart = {
  screens: [...accountScreens, ...shellScreens],
  jobs: {
    'account.reset-link': mailResetLink,
    'account.email-links': mailEmailLinks,
    'account.email-forget': forgetEmailChange,
    'account.failures': recordFailures,
    'secrets.reseal': resealAll,
    'once.forget': forgetOutcomes,
    'files.sweep': sweepFiles,
  },
  crons: {
    'account.failures': '2 * * * *',
    'secrets.reseal': '12 3 * * *',
    'once.forget': '17 * * * *',
    'files.sweep': '42 2 * * *',
  },
  gifts: [
    give(heldFiles, storedFiles),
    give(sealedData, [resealTwoStep]),
    give(mergeStrategies, [
      {
        record: 'contact',
        table: 'users',
        column: 'contact_id',
        merges: (trx, { row }) => retireAccount(trx, row.id),
      },
    ]),
  ],
}

export const system: Manifest = areaManifest('system', [
  own,
  attentionModule,
  dashboard,
  calendar,
  users,
  terms,
  manuals,
  releaseNotes,
  remoteSupport,
  settings,
  holidays,
  establishments,
  materials,
  apiClients,
  developer,
  documents,
  checklists,
  messages,
  moments,
  notes,
  tasks,
  conflicts,
  importing,
  migrationAssistant,
  layouts,
  lookups,
  undo,
  uploads,
  views,
  reports,
  privacy,
  history,
])
