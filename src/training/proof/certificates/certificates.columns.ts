import { sql } from 'kysely'
import { isPlanner } from '../../../platform/access/viewer.ts'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { certificateFields } from './certificates.fields.ts'

const { shown, named } = columnsOf('certificates', certificateFields)

/** What else is known of certificates, for who wants it in the list. */
export const certificateColumns = [
  shown('company', {
    label: 'Bedrijf',
    // Of whom somebody sees as one of the own people the company need not be known.
    when: isPlanner,
    of: sql`companies.name`,
    as: (name: string | null) => name ?? { text: 'Particulier', muted: true },
  }),
  shown('group_id', { label: 'Planning', as: 'id', when: isPlanner }),
  named('layout_id', 'layouts', 'name', { label: 'Layout' }),
  named('replaces_id', 'certificates', 'number'),
  shown('issuer', { as: 'text' }),
  shown('withdrawn_at', { as: 'date' }),
  shown('withdrawn_reason', { as: 'text' }),
]
