import { type SqlBool, sql } from 'kysely'
import { ROLE, STAFF } from '../../../platform/access/roles.ts'
import { blockers } from '../../../platform/blockers.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { audiences, chosenMessages } from '../../../system/messages/points.ts'
import { settingsArea } from '../../../system/settings/index.ts'
import { settingsTabs } from '../../../system/settings/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import { replacementAudience } from './audience.ts'
import { replacementData } from './person-data.ts'
import * as messageScreens from './messages.screens.ts'
import { replacementMessages } from './messages.ts'
import * as screens from './replacements.screens.ts'
import { replacementsArea } from './rights.ts'
import { seedReplacements } from './story.ts'

const REPORT = '/replacements/report'
const LABEL = 'Ziek of afwezig melden'
const WORDS = ['ziekmelden', 'iemand', 'docent', 'verzuim', 'verlof', 'vervanging', 'vervanger']

/** Who takes over from somebody who is away. */
export const replacements: ModulePart = {
  screens: [...[screens, messageScreens].flatMap((part) => Object.values(part)), replacementMessages.screen],
  create: [
    {
      action: { label: 'Afwezigheid', icon: 'user-x', kind: 'popup', url: REPORT, synonyms: WORDS },
      command: LABEL,
      area: replacementsArea,
    },
  ],
  story: seedReplacements,
  gifts: [
    give(audiences, [replacementAudience]),
    give(mergeStrategies, [{ record: 'contact', table: 'replacements', column: 'contact_id', merges: 'moves' }]),
    give(personData, [replacementData]),
    give(blockers, [{ record: 'default-message', what: 'delete', reasons: replacementMessages.blockers }]),
    give(chosenMessages, [replacementMessages.chosen]),
    give(settingsTabs, [
      {
        key: 'replacement-messages',
        page: 'messages',
        listed: false,
        label: 'Berichten bij overdragen',
        icon: 'users',
        area: settingsArea,
        order: 44,
        url: '/settings/replacement-messages',
      },
    ]),
    give(popupActions, [
      {
        record: 'contact',
        place: 'menu',
        order: 59,
        area: replacementsArea,
        right: 'change',
        action: ({ id }) => ({
          label: LABEL,
          icon: 'calendar-off',
          kind: 'popup',
          url: `${REPORT}?contact_id=${id}`,
          synonyms: WORDS,
        }),
        when: (_viewer, id) => sql<SqlBool>`exists (select 1 from contacts
          where id = ${id} and active and roles && array[${sql.join([...STAFF, ROLE.lotus].map((role) => sql.lit(role)))}])`,
      },
    ]),
  ],
}
