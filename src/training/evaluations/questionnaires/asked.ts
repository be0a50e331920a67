import { addsFields } from '../../../platform/screens/form/added-fields.ts'
import { setEvaluation } from './questionnaires.commands.ts'
import { courseEvaluationFields } from './questionnaires.fields.ts'
import { questionsArea } from './rights.ts'

/** What a course is evaluated with, in its form and its popup. */
export const evaluationOfCourse = addsFields({
  record: 'course',
  area: questionsArea,
  title: 'Evaluatie',
  fields: courseEvaluationFields,
  controls: { evaluation_id: { span: 12, selector: { none: true, viewUrl: '/evaluations/view/{id}' } } },
  table: 'course_evaluations',
  key: 'course_id',
  save: (trx, id, { evaluation_id }) => setEvaluation(trx, id, evaluation_id),
})
