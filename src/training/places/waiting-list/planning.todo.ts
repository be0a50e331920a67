import { sql } from 'kysely'
import { formatCount } from '../../../platform/format/format.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'
import { nameText } from '../../../relations/contacts/index.ts'
import { waitingListArea, waitingPlanningArea } from './rights.ts'
import type { WayOut } from '../enrolment/points.ts'
import { inLineOf, isWaitable } from './waiting-list.queries.ts'

interface InLine {
  count: number
  offered: number
  first: string
}

const planningOf = (id: number) => sql<number>`(select group_id from appointments where appointments.id = ${id})`

/** Who waits for the planning, and what goes on. */
export const peopleWaiting: OpenPoint = {
  record: 'appointment',
  order: 35,
  area: waitingPlanningArea,
  ask: (_viewer, id) => sql<InLine | null>`
    select case when count(*) > 0 and exists (select from appointments a where a.group_id = ${planningOf(id)}
      and a.starts_at > now() and a.status not in ('cancelled', 'done')) then json_build_object('count', count(*),
      'offered', count(o.id), 'first', (array_agg(${nameText} order by waiting_entries.line_at, waiting_entries.id))[1]) end
    from waiting_entries join contacts on contacts.id = waiting_entries.contact_id
    left join waiting_offers o on o.entry_id = waiting_entries.id and o.state = 'open' and o.group_id = ${planningOf(id)}
    where ${inLineOf(planningOf(id))}`,
  line: (answer, { id }) => {
    const { count, offered, first } = answer as InLine
    return {
      label: `${formatCount(count, 'cursist wacht', 'cursisten wachten')}`,
      sub: offered > 0 ? `${formatCount(offered, 'aanbod loopt', 'aanbiedingen lopen')}` : `${first} staat vooraan`,
      icon: 'hourglass',
      state: offered > 0 ? 'later' : 'open',
      action: {
        label: 'Wachtlijst bekijken',
        kind: 'popup',
        url: `/calendar/view-appointment/${id}?item=waiting`,
        area: waitingPlanningArea,
        right: 'view',
      },
    }
  },
}

const add = { place: 'menu', order: 8, area: waitingListArea, right: 'change' } as const
const label = { label: 'Op de wachtlijst zetten', icon: 'hourglass', kind: 'popup' } as const

/** Putting people in line, from a course and a person; a planning has it in its tab. */
export const waitActions: PopupAction[] = [
  {
    ...add,
    record: 'course',
    action: ({ id }) => ({ ...label, url: `/waiting-list/add?course_id=${id}` }),
    when: (_viewer, id) => sql`select active from courses where id = ${id}`,
  },
  {
    ...add,
    record: 'contact',
    // Behind what the popup itself has.
    order: 95,
    action: ({ id }) => ({ ...label, url: `/waiting-list/add?contact_id=${id}` }),
    when: (_viewer, id) => sql`select active from contacts where id = ${id}`,
  },
]

/** Who does not fit in a planning that people can wait for. */
export const waitInstead: WayOut = {
  ...label,
  short: 'op de wachtlijst',
  area: waitingListArea,
  right: 'change',
  url: (planningId) => `/waiting-list/add?planning_id=${planningId}`,
  when: isWaitable,
}
