import { QUESTION_TYPES } from './questions.contract.ts'
import type { Question } from './questionnaires.queries.ts'

/** Questions by their category, in the order in which these come first: each is a screen of the form. */
export function byCategory<Q extends Pick<Question, 'category_id' | 'category'>>(
  questions: readonly Q[],
): { id: number; name: string; questions: Q[] }[] {
  const groups = Map.groupBy(questions, ({ category_id }) => category_id)
  return [...groups].map(([id, asked]) => ({ id, name: asked[0]!.category, questions: asked }))
}

/** A question as it is read by who builds. */
export const questionModel = ({ id, name, type, required, teacher, options, option_group }: Question) => ({
  id,
  name,
  kind: QUESTION_TYPES[type],
  required,
  teacher,
  options: options.map(({ label }) => label).join(' / '),
  group: option_group,
})
