import { sql, type SqlBool } from 'kysely'
import { blockers } from '../../../platform/blockers.ts'
import type { ModulePart } from '../../../platform/manifest.ts'
import { give } from '../../../platform/points.ts'
import { addedFields } from '../../../platform/screens/form/added-fields.ts'
import { searchSources } from '../../../platform/search/search.ts'
import { restorings } from '../../../platform/undo/points.ts'
import { historyLabels } from '../../../system/history/points.ts'
import { evaluationOfCourse } from './asked.ts'
import * as evaluationCalls from './calls.screens.ts'
import * as evaluationScreens from './evaluations.screens.ts'
import { questionnaireLabels } from './labels.ts'
import { promiseRestoring } from './restoring.ts'
import * as categoryScreens from './categories.screens.ts'
import * as optionScreens from './option-groups.screens.ts'
import { categoryFields, evaluationFields, optionGroupFields, questionFields } from './questionnaires.fields.ts'
import {
  categoryNames,
  evaluationBlockers,
  evaluationNames,
  evaluationsVisibleTo,
  optionGroupNames,
  questionNames,
  usedBy,
} from './questionnaires.queries.ts'
import { evaluationSearch } from './questionnaires.search.ts'
import { categorySelector, evaluationSelector, optionGroupSelector } from './questionnaires.selectors.ts'
import * as questionScreens from './questions.screens.ts'
import { evaluationsArea, questionsArea } from './rights.ts'
import { seedQuestionnaires } from './story.ts'

export { byCategory } from './model.rules.ts'
export { type Option, type QuestionType, type Read, HIGHEST_RATE, readAnswer } from './questions.contract.ts'
export { type Question, currentVersion, getEvaluation, listQuestions, taughtBy } from './questionnaires.queries.ts'

const everybody = () => sql<SqlBool>`true`

/** What students are asked about a course. */
export const questionnaires: ModulePart = {
  screens: [evaluationScreens, evaluationCalls, questionScreens, categoryScreens, optionScreens].flatMap((declared) =>
    Object.values(declared),
  ),
  selectors: [evaluationSelector, categorySelector, optionGroupSelector],
  records: [
    {
      type: 'evaluation',
      label: { one: 'evaluatie', many: 'evaluaties' },
      area: evaluationsArea,
      table: 'evaluations',
      visibleTo: evaluationsVisibleTo,
      open: '/evaluations/view/{id}',
      fields: evaluationFields,
      names: evaluationNames,
    },
    {
      type: 'evaluation_question',
      label: { one: 'vraag', many: 'vragen' },
      area: questionsArea,
      table: 'evaluation_questions',
      visibleTo: everybody,
      open: '/evaluations/questions/view/{id}',
      fields: questionFields,
      names: questionNames,
    },
    {
      type: 'evaluation_category',
      label: { one: 'categorie van vragen', many: 'categorieën van vragen' },
      area: questionsArea,
      table: 'evaluation_categories',
      visibleTo: everybody,
      open: '/evaluations/categories/view/{id}',
      fields: categoryFields,
      names: categoryNames,
    },
    {
      type: 'evaluation_option_group',
      label: { one: 'groep antwoorden', many: 'groepen antwoorden' },
      area: questionsArea,
      table: 'evaluation_option_groups',
      visibleTo: everybody,
      open: '/evaluations/option-groups/view/{id}',
      fields: optionGroupFields,
      names: optionGroupNames,
    },
  ],
  nav: [
    {
      group: 'courses',
      label: 'Evaluaties',
      icon: 'star',
      href: '/evaluations',
      synonyms: ['enquête', 'tevredenheid', 'beoordeling'],
      area: evaluationsArea,
      order: 4,
      lists: { teacher: 7 },
    },
    {
      label: 'Categorieën van vragen',
      icon: 'category',
      href: '/evaluations/categories',
      under: '/evaluations',
      area: questionsArea,
      order: 1,
    },
    {
      label: 'Antwoorden',
      icon: 'list-check',
      href: '/evaluations/option-groups',
      under: '/evaluations',
      area: questionsArea,
      order: 2,
    },
  ],
  constraints: {
    evaluations_name: { field: 'name', message: 'Er is al een evaluatie met deze naam.' },
    evaluation_categories_name: { field: 'name', message: 'Er is al een categorie met deze naam.' },
    evaluation_option_groups_name: { field: 'name', message: 'Er is al een groep met deze naam.' },
  },
  story: seedQuestionnaires,
  gifts: [
    give(searchSources, [evaluationSearch]),
    give(addedFields, [evaluationOfCourse]),
    give(historyLabels, [questionnaireLabels]),
    give(restorings, [promiseRestoring]),
    give(blockers, [
      { record: 'evaluation', what: 'delete', reasons: evaluationBlockers },
      { record: 'evaluation_category', what: 'delete', reasons: usedBy('category_id') },
      { record: 'evaluation_option_group', what: 'delete', reasons: usedBy('option_group_id') },
    ]),
  ],
}
