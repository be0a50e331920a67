import { sql } from 'kysely'
import { formatNearDay } from '../../../platform/format/format.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'
import { checklistsArea } from '../../../system/checklists/rights.ts'
import { appointmentsVisibleTo } from '../../planning/appointments/index.ts'
import { hasOpen } from './checklists.queries.ts'

interface OpenChecklists {
  name: string
  parts: { id: number; description: string; starts_at: string }[]
}

/** Checklists of the planning's parts from their day on, as far as the viewer fills them in. */
export const openChecklists: OpenPoint = {
  record: 'appointment',
  order: 65,
  area: checklistsArea,
  ask: (viewer, id) => sql<OpenChecklists | null>`
    select case when count(*) > 0 then json_build_object('name', min(name), 'parts',
      coalesce(json_agg(json_build_object('id', id, 'description', description, 'starts_at', starts_at)
        order by starts_at, id) filter (where finished_at is null), '[]')) end
    from (select appointments.id, appointments.description, appointments.starts_at, s.finished_at,
        coalesce(s.name, c.name) as name
      from appointments
        join appointments chosen on chosen.group_id = appointments.group_id and chosen.id = ${id}
        join appointment_groups g on g.id = appointments.group_id
        join courses on courses.id = g.course_id
        left join checklists c on c.id = courses.checklist_id
        left join checklist_submissions s on s.object_type = 'appointment' and s.object_id = appointments.id
      where coalesce(s.id, c.id) is not null and appointments.status not in ('cancelled', 'option')
        and (s.finished_at is not null or appointments.starts_at::date <= now()::date)
        and ${appointmentsVisibleTo(viewer)}) part`,
  line: (answer) => {
    const { name, parts } = answer as OpenChecklists
    const [first] = parts
    if (!first) return { label: 'Checklist ingevuld', sub: name, icon: 'checklist', state: 'done' }
    const more = parts.length > 1 ? ` en ${parts.length - 1} meer` : ''
    return {
      label: 'Checklist open',
      sub: `${first.description} van ${formatNearDay(new Date(first.starts_at))}${more}`,
      icon: 'checklist',
      state: 'open',
      action: {
        label: 'Checklist invullen',
        kind: 'popup',
        url: `/checklist/submissionForAppointment/${first.id}`,
        area: checklistsArea,
        right: 'change',
      },
    }
  },
}

/** Filling it in, which can be begun before the day. */
export const checklistStep: PopupAction = {
  record: 'appointment',
  place: 'step',
  order: 25,
  area: checklistsArea,
  right: 'change',
  action: ({ id }) => ({
    label: 'Checklist invullen',
    icon: 'checklist',
    kind: 'popup',
    url: `/checklist/submissionForAppointment/${id}`,
  }),
  when: (_viewer, id) => hasOpen(id),
}
