import * as z from 'zod'
import { parsersOf } from '../../platform/fields/facts.ts'
import { version } from '../../platform/forms/fields.ts'
import { reportFields } from './reports.fields.ts'

export const ReportForm = z.object(
  parsersOf(reportFields, 'name', 'format', 'mail_every', 'mail_day', 'mail_at', 'user_ids'),
)
export const ReportEditForm = ReportForm.extend({ version })
export type ReportInput = z.output<typeof ReportForm>

/** The list that a report is made from, as it stands. */
export const FromList = z.object({ page: z.string().max(200), query: z.string().max(4000).catch('').default('') })
