import { sql, type SqlBool } from 'kysely'
import type { SearchSource } from '../../../platform/search/search.ts'

const name = sql<string>`evaluations.name`

/** Evaluations by name (P-115). */
export const evaluationSearch: SearchSource = {
  type: 'Evaluation',
  record: 'evaluation',
  label: 'Evaluaties',
  icon: 'star',
  open: '/evaluations/view/{id}',
  active: sql<SqlBool>`evaluations.enabled`,
  name,
  begins: [{ field: 'name', value: name, name: sql<string>`normalise(evaluations.name)`, then: [] }],
  words: { field: 'name', value: name, text: sql<string>`evaluations.search_text` },
}
