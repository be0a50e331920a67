import { type HistoryLabels, historyFieldsOf } from '../../../system/history/points.ts'
import { courseEvaluationFields, optionFields, questionFields } from './questionnaires.fields.ts'

const position = 'Volgorde'

/** How the history names what no catalogue has. */
export const questionnaireLabels: Record<string, HistoryLabels> = {
  evaluation: { fields: { ...historyFieldsOf(questionFields), evaluation_id: { label: 'Evaluatie', record: 'evaluation' }, number: 'Versie' } }, // prettier-ignore
  evaluation_question: { fields: { position, version_id: 'Nummer van de versie', origin_id: 'Eerst gevraagd als' } },
  evaluation_option_group: {
    fields: {
      ...historyFieldsOf(optionFields),
      position,
      group_id: { label: 'Groep', record: 'evaluation_option_group' },
    },
  },
  course: {
    fields: { ...historyFieldsOf(courseEvaluationFields), course_id: { label: 'Opleiding', record: 'course' } },
  },
}
