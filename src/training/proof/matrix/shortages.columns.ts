import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { companyFields } from '../../../relations/companies/index.ts'

const { shown } = columnsOf('companies', companyFields)

/** What else is known of who lacks certificates, for who wants it in the list. */
export const shortageColumns = [shown('city'), shown('phone'), shown('email'), columnsOf('certificate_needs').added]
