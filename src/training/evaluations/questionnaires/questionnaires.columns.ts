import { type SqlBool, sql } from 'kysely'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { counted } from '../../../platform/screens/table/table-groups.ts'
import { yesNoGroup } from '../../../platform/screens/table/yes-no-group.ts'
import { evaluationFields } from './questionnaires.fields.ts'
import { answeredCount, askedCount } from './questionnaires.queries.ts'

const { shown, added } = columnsOf('evaluations', evaluationFields)

/** What else is known of evaluations, for who wants it in the list. */
export const evaluationColumns = [shown('anonymous'), shown('open_days'), shown('low_score'), added]

const sums = [counted(askedCount, 'vraag', 'vragen'), counted(answeredCount, 'keer ingevuld', 'keer ingevuld')]

export const evaluationGroups = {
  enabled: yesNoGroup({
    label: evaluationFields.enabled.label,
    holds: sql<SqlBool>`evaluations.enabled`,
    names: { yes: 'In gebruik', no: 'Niet in gebruik' },
    sums,
  }),
  anonymous: yesNoGroup({
    label: evaluationFields.anonymous.label,
    holds: sql<SqlBool>`evaluations.anonymous`,
    names: { yes: 'Anoniem', no: 'Op naam' },
    sums,
  }),
}
