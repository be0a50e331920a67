import { isPlanner } from '../../../platform/access/viewer.ts'
import { formatDate, formatNearDay } from '../../../platform/format/format.ts'
import type { Cell } from '../../../platform/screens/models.ts'
import type { Column } from '../../../platform/screens/table/table-declaration.ts'
import { columnsOf } from '../../../platform/screens/table/shown-columns.ts'
import { contactFields, fullName } from '../../../relations/contacts/index.ts'
import { refresherFields } from './refreshers.fields.ts'
import type { listRefreshers } from './refreshers.queries.ts'
import { lightOf } from './refreshers.rules.ts'

type Row = Awaited<ReturnType<ReturnType<typeof listRefreshers>['execute']>>[number]

/** The day with its light; of what is over also until when the refresher still does. */
function expiryOf({ expires_at, state, grace_until }: Row): Cell {
  const graced = state === 'late' ? { sub: `herhalen kan t/m ${formatDate(grace_until)}` } : {}
  return { text: formatDate(expires_at), light: lightOf(state), ...graced }
}

function bookedOn({ next_part }: Row): Cell {
  if (next_part === null) return null
  return { text: formatNearDay(new Date(next_part.at)), popup: `/calendar/view-appointment/${next_part.id}` }
}

function invitedOn({ invited_at, asked_at }: Row): Cell {
  if (invited_at !== null) return formatDate(invited_at)
  return asked_at === null ? null : { text: `Gevraagd op ${formatDate(asked_at)}`, tone: 'warning' }
}

export const refresherColumns: Column<Row>[] = [
  { label: 'Naam', kind: 'main', sort: 'name', hiddenWhenFilteredBy: ['contact_id'], cell: (row) => fullName(row) },
  {
    label: 'Bedrijf',
    key: 'company',
    // Of whom somebody sees as one of the own people the company need not be known.
    when: isPlanner,
    hiddenWhenFilteredBy: ['contact_id', 'company_id'],
    cell: (row) => row.company_name ?? { text: 'Particulier', muted: true },
  },
  { field: 'course_id', sort: 'course', cell: (row) => row.course_description },
  { field: 'expires_at', sort: 'expires', cell: expiryOf },
  { label: 'Ingeschreven', key: 'booked', cell: bookedOn },
  { label: 'Uitgenodigd', key: 'invited', cell: invitedOn },
]

const { shown, named } = columnsOf('contact_refreshers', refresherFields)

/** What else is known of refreshers, for who wants it in the list. */
export const moreRefresherColumns = [
  columnsOf('contacts', contactFields).shown('email'),
  named('invited_by', 'users', 'name', { when: isPlanner }),
  shown('group_id', { as: 'id', when: isPlanner }),
]
