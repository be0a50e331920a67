import { sql } from 'kysely'
import { formatCount } from '../../../platform/format/format.ts'
import type { OpenPoint } from '../../../platform/screens/popup/open-points.ts'
import type { PopupAction } from '../../../platform/screens/popup/popup-actions.ts'
import { neededTeachers, teachersThere } from '../appointments/index.ts'
import { teacherSearchArea } from './rights.ts'
import { isComing } from './teacher-requests.queries.ts'

interface Going {
  asked: number
  applied: number
  /** Of the search that ended last without a teacher, while one still lacks. */
  why: string | null
}

const lacks = sql`${isComing} and ${neededTeachers} > ${teachersThere}`
const hasSearch = sql`exists (select from teacher_searches s where s.appointment_id = appointments.id and s.state = 'open')`

/** What goes on for the parts of the planning that lack teachers, and who applied for them. */
export const teachersAsked: OpenPoint = {
  record: 'appointment',
  // Behind that a teacher lacks.
  order: 11,
  area: teacherSearchArea,
  ask: (_viewer, id) => sql<Going | null>`
    select case when found.asked > 0 or found.applied > 0 or found.why is not null then to_json(found) end from (
      select (select count(*)::integer from teacher_requests r join appointments a on a.id = r.appointment_id
          where a.group_id = own.group_id and r.state = 'asked') as asked,
        (select count(*)::integer from teacher_applications p join appointments a on a.id = p.appointment_id
          where a.group_id = own.group_id and p.state = 'open' and a.starts_at > now()) as applied,
        (select s.why from teacher_searches s join appointments on appointments.id = s.appointment_id
          where appointments.group_id = own.group_id and s.state = 'ended' and ${lacks}
            and not exists (select from teacher_searches later where later.appointment_id = s.appointment_id and later.id > s.id)
          order by s.id desc limit 1) as why
      from appointments own where own.id = ${id}) found`,
  line: (answer, { id }) => {
    const { asked, applied, why } = answer as Going
    const texts = [
      applied > 0 && formatCount(applied, 'docent meldde zich aan', 'docenten meldden zich aan'),
      asked > 0 && `${formatCount(asked, 'docent', 'docenten')} gevraagd`,
    ].filter((text) => text !== false)
    return {
      label: texts[0] ?? 'Geen docent gevonden',
      sub: texts[1] ?? (texts.length > 0 ? (applied > 0 ? 'Wacht op u' : 'Wacht op antwoord') : (why ?? '')),
      icon: 'user-question',
      state: applied > 0 || texts.length === 0 ? 'open' : 'later',
      action: {
        label: 'Docenten bekijken',
        kind: 'popup',
        url: `/calendar/view-appointment/${id}?item=teachers`,
        area: teacherSearchArea,
        right: 'view',
      },
    }
  },
}

/** Asking teachers for a part that lacks them, as a step of its planning. */
export const askAction: PopupAction = {
  record: 'appointment',
  place: 'step',
  order: 8,
  area: teacherSearchArea,
  right: 'change',
  action: ({ id }) => ({
    label: 'Docenten vragen',
    icon: 'user-question',
    kind: 'popup',
    url: `/teacher-requests/ask/${id}`,
  }),
  when: (_viewer, id) =>
    sql`exists (select from appointments where appointments.id = ${id} and ${lacks} and not ${hasSearch})`,
}
