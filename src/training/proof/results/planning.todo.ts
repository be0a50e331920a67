import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { may } from '../../../platform/access/viewer.ts'
import { formatCount, formatNearDay } from '../../../platform/format/format.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'
import { appointmentsVisibleTo, resultsKnown } from '../../planning/appointments/index.ts'
import { appointmentsArea } from '../../planning/appointments/rights.ts'
import { resultsArea } from '../../rights.ts'

const isOpen = sql<SqlBool>`(e.present is null or e.passed is null)`
const ofPlanning = (id: number): RawBuilder<SqlBool> =>
  sql<SqlBool>`appointments.group_id = (select chosen.group_id from appointments chosen where chosen.id = ${id})`

interface OpenResults {
  open: number
  parts: { id: number; description: string; starts_at: string }[]
}

/** Results of the planning's parts that are still to be filled in, as far as the viewer fills them in. */
export const openResults: OpenPoint = {
  record: 'appointment',
  order: 60,
  area: resultsArea,
  ask: (viewer, id) => sql<OpenResults | null>`
    select case when sum(people) > 0 then json_build_object('open', coalesce(sum(open), 0), 'parts',
      coalesce(json_agg(json_build_object('id', id, 'description', description, 'starts_at', starts_at)
        order by starts_at, id) filter (where open > 0), '[]')) end
    from (select appointments.id, appointments.description, appointments.starts_at, count(*) as people,
        count(*) filter (where ${isOpen}) as open
      from appointments join enrolments e on e.appointment_id = appointments.id
      where ${ofPlanning(id)} and ${resultsKnown} and ${appointmentsVisibleTo(viewer)} group by appointments.id) part`,
  line: (answer) => {
    const { open, parts } = answer as OpenResults
    const first = parts[0]
    if (!first) return { label: 'Resultaten ingevuld', icon: 'user-check', state: 'done' }
    const more = parts.length > 1 ? ` en ${parts.length - 1} meer` : ''
    return {
      label: `${formatCount(open, 'resultaat', 'resultaten')} open`,
      sub: `${first.description} van ${formatNearDay(new Date(first.starts_at))}${more}`,
      icon: 'user-check',
      state: 'open',
      action: { label: 'Resultaten invullen', kind: 'popup', url: `/calendar/results/${first.id}` },
    }
  },
}

/** Filling in, which comes next from the day itself until everything is known. */
export const resultsStep: PopupAction = {
  record: 'appointment',
  place: 'step',
  order: 20,
  area: resultsArea,
  right: 'view',
  action: ({ id }, viewer) => ({
    // Who teaches begins with who is there; who plans waits for what came of it.
    ...(may(viewer, appointmentsArea, 'change') ? { label: 'Resultaten invullen' } : { label: 'Aanwezigheid' }),
    icon: 'user-check',
    kind: 'popup',
    url: `/calendar/results/${id}`,
  }),
  when: (_viewer, id) => sql`exists (select 1 from appointments where id = ${id} and status <> 'cancelled')`,
  next: (_viewer, id) => sql`exists (select 1 from appointments join enrolments e on e.appointment_id = appointments.id
    where appointments.id = ${id} and ${resultsKnown} and appointments.status <> 'done' and ${isOpen})`,
}
