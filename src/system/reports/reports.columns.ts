import { columnsOf } from '../../platform/screens/table/shown-columns.ts'
import { reportFields } from './reports.fields.ts'

const { shown, added } = columnsOf('saved_reports', reportFields)

/** What else is known of reports, for who wants it in the list. */
export const reportColumns = [shown('page', { as: 'text' }), shown('query', { as: 'text' }), added]
