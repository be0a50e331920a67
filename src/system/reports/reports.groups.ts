import { sql } from 'kysely'
import { valueGroup } from '../../platform/screens/table/value-groups.ts'
import { reportFields } from './reports.fields.ts'
import { EVERY, type Every } from './reports.rules.ts'

export const reportGroups = {
  mailed: valueGroup<{ mail_every: Every | null }>({
    label: reportFields.mail_every.label,
    column: sql<string>`coalesce(saved_reports.mail_every, '')`,
    name: ({ mail_every: every }) => (every === null ? 'Niet per e-mail' : EVERY[every]),
  }),
}
