import { type SqlBool, sql } from 'kysely'
import { billables } from '../../../administration/invoices/billing/points.ts'
import { blockers } from '../../../platform/blockers.ts'
import { countOf } from '../../../platform/database/count.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { mergeStrategies } from '../../../platform/merging.ts'
import { give } from '../../../platform/points.ts'
import { openPoints } from '../../../platform/screens/popup/open-points.ts'
import { popupActions } from '../../../platform/screens/popup/popup-actions.ts'
import { popupTabs } from '../../../platform/screens/popup/popup-tabs.ts'
import { selector } from '../../../platform/screens/table/selector.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { attention } from '../../../system/attention/points.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { audiences } from '../../../system/messages/points.ts'
import { momentKinds } from '../../../system/moments/points.ts'
import { personData } from '../../../system/privacy/points.ts'
import { licenseAudience } from './audience.ts'
import { billedLicenses } from './billables.ts'
import * as changing from './changing.screens.ts'
import * as courses from './courses.screens.ts'
import { eLearningCourseFields, licenseFields } from './e-learning.fields.ts'
import { licenseNames, licensesVisibleTo } from './e-learning.queries.ts'
import * as licenses from './licenses.screens.ts'
import { licenseMoments } from './moments.ts'
import { licenseData } from './person-data.ts'
import * as planning from './planning.screens.ts'
import { eLearningActions, followed, licenseAttention } from './planning.todo.ts'
import { eLearningArea, eLearningCoursesArea } from './rights.ts'
import { licenseRestoring } from './restoring.ts'
import { seedELearning } from './story.ts'
import { LINK, TELL, progressJob, sendLinkJob, tellSupplier } from './supplier.job.ts'

export { createLicense } from './licenses.commands.ts'
export { findCourseByCode } from './e-learning.queries.ts'
export { type ELearningSupplier, startELearning } from './simulator.ts'

const { gradeText: _text, licenseActions: _actions, ...licenseScreens } = licenses

/** Online courses of a supplier, and who follows them. */
export const eLearning: ModulePart = {
  module: { key: 'e_learning', label: 'E-learning' },
  screens: [licenseScreens, changing, planning, courses].flatMap((screens) => Object.values(screens)),
  records: [
    {
      type: 'e_learning_course',
      label: { one: 'e-learning', many: 'e-learningen' },
      area: eLearningCoursesArea,
      table: 'e_learning_courses',
      visibleTo: () => sql<SqlBool>`true`,
      open: null,
      fields: eLearningCourseFields,
      nameSql: sql<string>`e_learning_courses.description`,
    },
    {
      type: 'e_learning_license',
      label: { one: 'licentie', many: 'licenties' },
      area: eLearningArea,
      table: 'e_learning_licenses',
      visibleTo: licensesVisibleTo,
      open: '/e-learning/license/{id}',
      fields: licenseFields,
      carries: ['messages'],
      names: licenseNames,
    },
  ],
  selectors: [
    selector({
      type: 'e_learning_course',
      record: 'e_learning_course',
      table: 'e_learning_courses',
      query: (db) =>
        db
          .selectFrom('e_learning_courses')
          .select(['e_learning_courses.id', 'e_learning_courses.description as label']),
      searched: { text: sql<string>`normalise(e_learning_courses.description || ' ' || e_learning_courses.code)` },
      sort: [sql`e_learning_courses.description collate "nl-x-icu"`],
    }),
  ],
  nav: [
    {
      group: 'courses',
      label: 'E-learning',
      icon: 'device-laptop',
      href: '/e-learning/courses',
      area: eLearningCoursesArea,
      order: 9,
    },
    {
      group: 'students',
      label: 'Licenties',
      icon: 'license',
      href: '/e-learning/licenses',
      area: eLearningArea,
      order: 6,
    },
  ],
  jobs: { [TELL]: tellSupplier, [LINK]: sendLinkJob, 'e-learning.progress': progressJob },
  crons: { [TELL]: '* * * * *', 'e-learning.progress': '25 * * * *' },
  constraints: {
    e_learning_courses_code_key: { field: 'code', message: 'Deze code is al in gebruik.' },
  },
  story: seedELearning,
  gifts: [
    give(billables, [billedLicenses]),
    give(openPoints, [followed]),
    give(popupActions, eLearningActions),
    give(attention, licenseAttention),
    give(audiences, [licenseAudience]),
    give(momentKinds, licenseMoments),
    give(personData, [licenseData]),
    give(restorings, [licenseRestoring]),
    give(popupTabs, [
      {
        record: 'contact',
        key: 'e-learning',
        label: 'E-learning',
        icon: 'device-laptop',
        area: eLearningArea,
        order: 24,
        url: (id) => `/e-learning/licenses?embed=1&contact_id=${id}`,
        count: (viewer, id) => sql<number>`
          select count(*) from e_learning_licenses where contact_id = ${id} and ${licensesVisibleTo(viewer)}`,
      },
    ]),
    give(blockers, [
      {
        record: 'contact',
        what: 'delete',
        reasons: async (db, id) => [
          {
            label: 'Licenties voor e-learning',
            count: await countOf(db.selectFrom('e_learning_licenses').where('contact_id', '=', id)),
          },
        ],
      },
    ]),
    give(historyLabels, [
      {
        e_learning_license: {
          fields: {
            day: 'Te factureren sinds',
            invoice_id: { label: 'Factuur', record: 'invoice' },
            license_id: 'Licentie',
          },
        },
      },
    ]),
    give(mergeStrategies, [
      { record: 'contact', table: 'e_learning_licenses', column: 'contact_id', merges: 'moves' },
      { record: 'invoice', table: 'e_learning_charges', column: 'invoice_id', merges: 'moves' },
    ]),
  ],
}
