import { sql, type SqlBool } from 'kysely'
import { selector } from '../../../platform/screens/table/selector.ts'
import { byEvaluation, searchedEvaluations } from './questionnaires.queries.ts'

export const evaluationSelector = selector({
  type: 'evaluation',
  record: 'evaluation',
  table: 'evaluations',
  query: (db) => db.selectFrom('evaluations').select(['evaluations.id', 'evaluations.name as label']),
  searched: searchedEvaluations,
  sort: [byEvaluation],
  offered: sql<SqlBool>`evaluations.enabled`,
})

export const categorySelector = selector({
  type: 'evaluation_category',
  record: 'evaluation_category',
  table: 'evaluation_categories',
  query: (db) =>
    db.selectFrom('evaluation_categories').select(['evaluation_categories.id', 'evaluation_categories.name as label']),
  searched: { text: sql<string>`normalise(evaluation_categories.name)` },
  sort: [sql`evaluation_categories.name collate "nl-x-icu"`],
})

export const optionGroupSelector = selector({
  type: 'evaluation_option_group',
  record: 'evaluation_option_group',
  table: 'evaluation_option_groups',
  query: (db) =>
    db
      .selectFrom('evaluation_option_groups')
      .select(['evaluation_option_groups.id', 'evaluation_option_groups.name as label']),
  searched: { text: sql<string>`normalise(evaluation_option_groups.name)` },
  sort: [sql`evaluation_option_groups.name collate "nl-x-icu"`],
})
