import { sql } from 'kysely'
import { formatDate } from '../../../platform/format/format.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'
import { PLANNING_MENUS } from '../../planning/appointments/index.ts'
import { decidingOf, isDue } from './decisions.queries.ts'
import { countText, daysText } from './decisions.rules.ts'
import { decisionsArea } from './rights.ts'

/** Whether there are enough people, or until when it is an option, and when that is decided. */
export const toDecide: OpenPoint = {
  record: 'appointment',
  order: 15,
  area: decisionsArea,
  ask: (_viewer, id) => decidingOf(id),
  line: (answer) => {
    const { enrolled, min_count, option_until, days_left, first } = answer as {
      enrolled: number
      min_count: number | null
      option_until: string | null
      days_left: number
      first: number
    }
    return {
      label: `Beslissen: ${daysText(days_left)}`,
      sub: [countText({ enrolled, min_count }), option_until && `optie t/m ${formatDate(option_until)}`]
        .filter(Boolean)
        .join(', '),
      icon: 'scale',
      state: days_left <= 0 ? 'open' : 'later',
      action: {
        label: 'Beslissen',
        kind: 'popup',
        url: `/decisions/decide/${first}`,
        area: decisionsArea,
        right: 'view',
      },
    }
  },
}

const of = { area: decisionsArea, right: 'change', order: 9 } as const

/** Deciding, which comes next on its day; and what it takes, in the menus of a course and a planning. */
export const decideActions: PopupAction[] = [
  {
    ...of,
    record: 'appointment',
    place: 'step',
    order: 9,
    right: 'view',
    action: ({ id }) => ({ label: 'Beslissen', icon: 'scale', kind: 'popup', url: `/decisions/decide/${id}` }),
    when: (_viewer, id) => sql`exists (${decidingOf(id)})`,
    next: (_viewer, id) => sql`exists (${decidingOf(id)} and ${isDue})`,
  },
  {
    ...of,
    record: 'appointment',
    place: 'menu',
    action: ({ id }) => ({
      label: 'Minimum en beslissen',
      icon: 'scale',
      kind: 'popup',
      url: `/decisions/planning/${id}`,
      under: PLANNING_MENUS.decide,
    }),
    when: (_viewer, id) => sql`exists (select from appointments where id = ${id} and starts_at > now()
      and status not in ('cancelled', 'done'))`,
  },
  {
    ...of,
    record: 'course',
    place: 'menu',
    action: ({ id }) => ({
      label: 'Minimum en beslissen',
      icon: 'scale',
      kind: 'popup',
      url: `/decisions/course/${id}`,
    }),
  },
]
