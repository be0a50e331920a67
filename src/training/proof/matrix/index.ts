import { blockers } from '../../../platform/blockers.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { attention } from '../../../system/attention/points.ts'
import { needFields } from './matrix.fields.ts'
import { courseBlockers, hasMatrix, needNames, needsVisibleTo } from './matrix.queries.ts'
import * as screens from './matrix.screens.ts'
import { companyShortage, shortageAttention } from './matrix.todo.ts'
import { matrixArea } from './rights.ts'
import * as shortages from './shortages.screens.ts'
import { seedNeeds } from './story.ts'

/** Who of a company holds which certificate, and which it needs. */
export const matrix: ModulePart = {
  screens: [...Object.values(screens), ...Object.values(shortages)],
  records: [
    {
      type: 'certificate-need',
      label: { one: 'benodigd certificaat', many: 'benodigde certificaten' },
      area: matrixArea,
      table: 'certificate_needs',
      visibleTo: needsVisibleTo,
      open: '/certificateNeed/edit/{id}',
      fields: needFields,
      names: needNames,
    },
  ],
  constraints: {
    certificate_needs_once: { field: 'course_id', message: 'Dit certificaat staat hier al voor deze functie.' },
    certificate_needs_course_id_fkey: { field: 'course_id', message: 'Deze opleiding bestaat niet meer.' },
  },
  story: seedNeeds,
  gifts: [
    give(popupTabs, [
      {
        record: 'company',
        key: 'matrix',
        label: 'Certificatenmatrix',
        icon: 'table',
        area: matrixArea,
        order: 31,
        under: 'students',
        url: (id) => `/company/${id}/matrix`,
        filled: (_viewer, id) => hasMatrix(id),
      },
    ]),
    give(openPoints, [companyShortage]),
    give(attention, [shortageAttention]),
    give(blockers, [{ record: 'course', reasons: courseBlockers }]),
    give(mergeStrategies, [{ record: 'company', table: 'certificate_needs', column: 'company_id', merges: 'drop' }]),
  ],
}
