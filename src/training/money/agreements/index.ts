import { sql, type SqlBool } from 'kysely'
import { blockers } from '../../../platform/blockers.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { sealedData } from '../../../platform/jobs/reseal.ts'
import { give } from '../../../platform/points.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { historyFieldsOf, historyLabels } from '../../../system/history/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import { agreementFields, lineFields } from './agreements.fields.ts'
import {
  agreementBlockers,
  agreementNames,
  companyBlockers,
  countAgreements,
  courseBlockers,
} from './agreements.queries.ts'
import * as screens from './agreements.screens.ts'
import { resealLinks } from './link.ts'
import * as linkScreens from './link.screens.ts'
import { useData } from './person-data.ts'
import { agreementsArea } from './rights.ts'
import { seedAgreements } from './story.ts'

export { listLines, type AgreementLine } from './agreements.queries.ts'
export { isDone, placesText, repeatText } from './agreements.rules.ts'
export { placesFollow, takePlaces, usePlaces } from './uses.commands.ts'
export { planPlaces } from './uses.queries.ts'

/** What companies bought of courses, and the links by which they enrol their people themselves. */
export const agreements: ModulePart = {
  screens: [...Object.values(screens), ...Object.values(linkScreens)],
  records: [
    {
      type: 'agreement',
      label: { one: 'overeenkomst', many: 'overeenkomsten' },
      area: agreementsArea,
      table: 'training_agreements',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/agreements/view/{id}',
      fields: agreementFields,
      names: agreementNames,
    },
  ],
  constraints: {
    training_agreement_courses_agreement_id_course_id_key: {
      field: 'courses',
      message: 'Deze opleiding staat er al.',
    },
    training_agreement_courses_course_id_fkey: { field: 'courses', message: 'Een opleiding bestaat niet meer.' },
    training_agreement_uses_line_fkey: { field: 'courses', message: 'Van een opleiding zijn al plaatsen gebruikt.' },
  },
  story: seedAgreements,
  gifts: [
    give(popupTabs, [
      {
        record: 'company',
        key: 'agreements',
        label: 'Overeenkomsten',
        icon: 'file-certificate',
        area: agreementsArea,
        order: 43,
        under: 'money',
        url: (id) => `/company/${id}/agreements?embed=1`,
        count: (_viewer, id) => countAgreements(id),
      },
    ]),
    give(blockers, [
      { record: 'company', what: 'delete', reasons: companyBlockers },
      { record: 'course', reasons: courseBlockers },
      { record: 'agreement', reasons: agreementBlockers },
    ]),
    give(historyLabels, [
      {
        agreement: {
          fields: {
            ...historyFieldsOf(lineFields),
            agreement_id: { label: 'Overeenkomst', record: 'agreement' },
            line_id: 'Regel',
            contact_id: { label: 'Cursist', record: 'contact' },
            group_id: 'Planning',
            used_on: 'Gebruikt op',
          },
        },
      },
    ]),
    give(sealedData, [resealLinks]),
    give(personData, [useData]),
    give(mergeStrategies, [
      { record: 'company', table: 'training_agreements', column: 'company_id', merges: 'moves' },
      { record: 'contact', table: 'training_agreement_uses', column: 'contact_id', merges: 'drop' },
    ]),
  ],
}
