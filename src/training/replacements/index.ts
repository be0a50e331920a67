import { type SqlBool, sql } from 'kysely'
import { ROLE } from '../../platform/access/roles.ts'
import type { ModulePart } from '../../platform/manifest.ts'
import { mergeStrategies } from '../../platform/merging.ts'
import { give } from '../../platform/points.ts'
import { popupActions } from '../../platform/screens/popup-actions.ts'
import { audiences } from '../../system/messages/points.ts'
import { personData } from '../../system/privacy/points.ts'
import { replacementAudience } from './audience.ts'
import { replacementData } from './person-data.ts'
import * as screens from './replacements.screens.ts'
import { replacementsArea } from './rights.ts'
import { seedReplacements } from './story.ts'

/** Who takes over from somebody who is away. */
export const replacements: ModulePart = {
  screens: Object.values(screens),
  story: seedReplacements,
  gifts: [
    give(audiences, [replacementAudience]),
    give(mergeStrategies, [{ record: 'contact', table: 'replacements', column: 'contact_id', merges: 'moves' }]),
    give(personData, [replacementData]),
    give(popupActions, [
      {
        record: 'contact',
        place: 'menu',
        order: 59,
        area: replacementsArea,
        right: 'change',
        action: ({ id }) => ({
          label: 'Ziek of afwezig melden',
          icon: 'calendar-off',
          kind: 'popup',
          url: `/replacements/report?contact_id=${id}`,
        }),
        when: (_viewer, id) => sql<SqlBool>`exists (select 1 from contacts
          where id = ${id} and active and roles && array[${sql.lit(ROLE.teacher)}, ${sql.lit(ROLE.lotus)}])`,
      },
    ]),
  ],
}
