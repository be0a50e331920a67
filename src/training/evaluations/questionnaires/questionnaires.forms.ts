import * as z from 'zod'
import { everyParserOf, parsersOf } from '../../../platform/fields/facts.ts'
import { version } from '../../../platform/forms/fields.ts'
import { categoryFields, evaluationFields, optionGroupFields, questionFields } from './questionnaires.fields.ts'
import { withOptions } from './questions.rules.ts'

const evaluation = parsersOf(evaluationFields, 'name', 'anonymous', 'intro', 'open_days', 'low_score', 'questions')
export const EvaluationForm = z.object(evaluation)
export const EvaluationEditForm = z.object({ ...evaluation, version })
export type EvaluationInput = z.output<typeof EvaluationForm>
export type EvaluationEdit = z.output<typeof EvaluationEditForm>

const question = everyParserOf(questionFields)
export const QuestionForm = z.object(question).superRefine(withOptions)
export const QuestionEditForm = z.object({ ...question, version }).superRefine(withOptions)
export type QuestionInput = z.output<typeof QuestionForm>
export type QuestionEdit = z.output<typeof QuestionEditForm>

export const questionRecords = {
  category_id: 'evaluation_category',
  option_group_id: 'evaluation_option_group',
} as const

export const CategoryForm = z.object(everyParserOf(categoryFields))
export const CategoryEditForm = z.object({ ...everyParserOf(categoryFields), version })

export const OptionGroupForm = z.object(everyParserOf(optionGroupFields))
export const OptionGroupEditForm = z.object({ ...everyParserOf(optionGroupFields), version })
export type OptionGroupInput = z.output<typeof OptionGroupForm>
export type OptionGroupEdit = z.output<typeof OptionGroupEditForm>
