import { sql } from 'kysely'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { attention } from '../../../system/attention/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import { retakeData } from './person-data.ts'
import { retakeFields } from './retakes.fields.ts'
import { asideNames } from './retakes.queries.ts'
import * as againScreens from './again.screens.ts'
import * as reschedule from './reschedule.screens.ts'
import * as screens from './retakes.screens.ts'
import { retakeAttention, retakeOfContact, retakesOfPlanning, retakesStep } from './retakes.todo.ts'
import { retakesArea } from './rights.ts'
import { seedRetakes } from './story.ts'

/** Who was absent or did not pass, until they are enrolled again. */
export const retakes: ModulePart = {
  screens: [screens, againScreens, reschedule].flatMap((part) => Object.values(part)),
  records: [
    {
      type: 'retake',
      label: { one: 'opzij gezette cursist', many: 'opzij gezette cursisten' },
      area: retakesArea,
      table: 'retakes_set_aside',
      visibleTo: () => sql`true`,
      open: null,
      fields: retakeFields,
      names: asideNames,
    },
  ],
  nav: [
    {
      group: 'students',
      label: 'Opnieuw in te plannen',
      icon: 'repeat',
      href: '/courses/retakes',
      waits: 'retakes',
      area: retakesArea,
      order: 4,
    },
  ],
  story: seedRetakes,
  gifts: [
    give(openPoints, [retakeOfContact, retakesOfPlanning]),
    give(popupActions, [retakesStep]),
    give(attention, [retakeAttention]),
    give(mergeStrategies, [{ record: 'contact', table: 'retakes_set_aside', column: 'contact_id', merges: 'drop' }]),
    give(personData, [retakeData]),
  ],
}
