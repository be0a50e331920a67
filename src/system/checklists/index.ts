import { sql, type SqlBool } from 'kysely'
import { blockers } from '../../platform/blockers.ts'
import type { ModulePart } from '../../platform/manifest.ts'
import { mergeStrategies } from '../../platform/merging.ts'
import { give } from '../../platform/points.ts'
import { historyLabels } from '../history/points.ts'
import { personData, retentionKinds } from '../privacy/points.ts'
import { uploadPlaces } from '../uploads/points.ts'
import { answerFields, checklistFields } from './checklists.fields.ts'
import { checklistLabels } from './labels.ts'
import { checklistBlockers, checklistNames, submissionNames, submissionsVisibleTo } from './checklists.queries.ts'
import * as screens from './checklists.screens.ts'
import { checklistLimits } from './limits.screens.ts'
import { checklistSelector } from './checklists.selectors.ts'
import { PHOTO_PLACE } from './filling.commands.ts'
import { checklistData, checklistRetention } from './person-data.ts'
import { checklistsArea } from './rights.ts'
import { seedChecklists } from './story.ts'

export { answerFields } from './checklists.fields.ts'
export { FillingForm } from './checklists.forms.ts'
export {
  type AnsweredBlock,
  type AnswerFile,
  type Submission,
  answersOf,
  findSubmission,
  getChecklist,
  listAnswers,
  listBlocks,
} from './checklists.queries.ts'
export { filledPdf } from './filled.files.ts'
export { deleteSubmission, fillIn, photosNamed } from './filling.commands.ts'
export { answerText, failsOf, isAsked, isNotable, limitsText, takesFiles } from './filling.contract.ts'
export type { Measured } from './limits.rules.ts'
export { fillingModel, unanswered } from './model.rules.ts'

/** Checklists that other modules let people fill in for their records, whose type says that it `carries` them. */
export const checklists: ModulePart = {
  screens: [...Object.values(screens), checklistLimits],
  selectors: [checklistSelector],
  records: [
    {
      type: 'checklist',
      label: { one: 'checklist', many: 'checklists' },
      area: checklistsArea,
      table: 'checklists',
      visibleTo: () => sql<SqlBool>`true`,
      open: '/checklist/view/{id}',
      fields: checklistFields,
      nameSql: sql<string>`checklists.name`,
      names: checklistNames,
    },
    {
      type: 'checklist-submission',
      label: { one: 'ingevulde checklist', many: 'ingevulde checklists' },
      area: checklistsArea,
      table: 'checklist_submissions',
      visibleTo: submissionsVisibleTo,
      open: null,
      fields: answerFields,
      names: submissionNames,
    },
  ],
  constraints: {
    checklist_limits_once: { field: '_form', message: 'Geef elke klasse één ondergrens en één bovengrens.' },
    checklists_name_key: { field: 'name', message: 'Er is al een checklist met deze naam.' },
  },
  story: seedChecklists,
  gifts: [
    give(historyLabels, [checklistLabels]),
    give(blockers, [{ record: 'checklist', reasons: checklistBlockers }]),
    give(uploadPlaces, [{ path: PHOTO_PLACE, area: checklistsArea }]),
    give(personData, [checklistData]),
    give(retentionKinds, [checklistRetention]),
    give(mergeStrategies, [{ table: 'checklist_submissions', column: 'object_id', merges: 'stays' }]),
  ],
}
